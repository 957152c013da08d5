import Download from "lucide-react/icons/download"
import FileText from "lucide-react/icons/file-text"
import Upload from "lucide-react/icons/upload"
import X from "lucide-react/icons/x"
import { useRef, useState } from "react"
import { SHARED_EXTENSIONS } from "#shared/files.ts"
import { newId } from "#shared/ids.ts"
import { Button } from "#ui/components/button.tsx"
import type { SharedFile } from "../board-state.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { fieldErrorsOf } from "./field-errors.ts"
import { formatSize } from "./file-size.ts"

/** The files shared with the class; staff can share more. */
export function FilesPanel() {
  const { role } = useStay()
  const { board } = useBoard()
  const all = board.state?.files ?? []
  const files = all.filter((file) => !file.deleted)
  const isStaff = role === "instructor"
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain px-4 pb-4">
      {isStaff ? <ShareFile /> : null}
      {files.length === 0 ? (
        <p className="text-sm text-ink-muted">{isStaff ? text.filesEmptyStaff : text.filesEmpty}</p>
      ) : (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <FileLine key={file.id} file={file} isStaff={isStaff} />
          ))}
        </ul>
      )}
      {isStaff ? <TakenBack files={all.filter((file) => file.deleted)} /> : null}
    </div>
  )
}

/** Removed files, which can be shared again for 30 days. */
function TakenBack({ files }: { files: SharedFile[] }) {
  const { commands } = useBoard()
  if (files.length === 0) return null
  return (
    <section aria-labelledby="taken-back" className="grid gap-1 border-t border-line pt-4">
      <h3 id="taken-back" className="text-[0.8125rem] font-semibold text-ink-muted">
        {text.takenBack}
      </h3>
      <ul className="divide-y divide-line">
        {files.map(({ id: file_id, name }) => (
          <li key={file_id} data-taken-back={file_id} className="flex min-h-12 items-center gap-3">
            <span className="min-w-0 flex-1 truncate text-[0.9375rem] text-ink-muted" title={name}>
              {name}
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={text.shareAgain(name)}
              onClick={() => void commands.run((rooms, class_id) => rooms.restoreFile({ class_id, file_id }))}
            >
              {text.undo}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ShareFile() {
  const { commands } = useBoard()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function share(file: File | undefined) {
    if (!file) return
    setBusy(true)
    setProblem(null)
    await commands.run(
      (rooms, class_id) => rooms.shareFile({ class_id, id: newId(), file }),
      (error) => {
        const told = fieldErrorsOf(error)?.file ?? null
        setProblem(told)
        return told !== null
      },
    )
    setBusy(false)
    if (picker.current) picker.current.value = ""
  }
  return (
    <div className="grid gap-1.5">
      <input
        ref={picker}
        type="file"
        aria-label={text.share}
        accept={SHARED_EXTENSIONS.join(",")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void share(event.target.files?.[0])}
      />
      <Button
        size="sm"
        className="justify-self-start"
        busy={busy}
        busyLabel={text.sharing}
        onClick={() => picker.current?.click()}
      >
        <Upload size={16} aria-hidden />
        {text.share}
      </Button>
      <p className="text-[0.8125rem] text-ink-muted">{text.shareHint}</p>
      {problem ? (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

function FileLine({ file, isStaff }: { file: SharedFile; isStaff: boolean }) {
  const { commands } = useBoard()
  const { id: file_id, name, size_bytes, shared_by_name } = file
  const save = () =>
    commands.run(async (rooms, class_id) => {
      const { url } = await rooms.linkFile({ class_id, file_id })
      // Saves the file instead of opening it, so that the page stays.
      const link = document.createElement("a")
      link.href = url
      link.download = name
      link.click()
    })
  return (
    <li data-file={file_id} className="flex min-h-14 items-center gap-3">
      <FileText size={20} className="shrink-0 text-ink-muted" aria-hidden />
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-[0.9375rem] font-medium" title={name}>
          {name}
        </span>
        <span className="text-[0.8125rem] text-ink-muted tabular-nums">
          {text.sharedBy(formatSize(size_bytes), shared_by_name)}
        </span>
      </span>
      <Button variant="ghost" size="icon" aria-label={text.download(name)} onClick={() => void save()}>
        <Download size={18} aria-hidden />
      </Button>
      {isStaff ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={text.takeBack(name)}
          onClick={() => void commands.run((rooms, class_id) => rooms.deleteFile({ class_id, file_id }))}
        >
          <X size={18} aria-hidden />
        </Button>
      ) : null}
    </li>
  )
}
