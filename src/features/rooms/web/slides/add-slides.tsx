import Upload from "lucide-react/icons/upload"
import { type DragEvent, useRef, useState } from "react"
import { newId } from "#shared/ids.ts"
import { SLIDE_EXTENSIONS } from "#shared/slides.ts"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { slidesTexts } from "../texts/slides.texts.ts"

type AddSlidesProps = {
  classId: string
  /** Whether the server takes presentations, so that the hint says so. */
  presentations: boolean
  onAdded: () => void
}
type Problem = { name: string; words: string }

/** Adds files as slides: chosen, by a phone's camera or folders, or dropped here. One after the other. */
export function AddSlides({ classId, presentations, onAdded }: AddSlidesProps) {
  const text = useTexts(slidesTexts)
  const language = useLanguage()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const [problems, setProblems] = useState<readonly Problem[]>([])

  async function add(files: readonly File[]) {
    if (busy || files.length === 0) return
    setBusy(true)
    const found: Problem[] = []
    for (const file of files) {
      try {
        const { sendSlides } = await import("./send-slides.ts")
        const problem = await sendSlides({ classId, id: newId(), file, language })
        if (problem) found.push({ name: file.name, words: problem })
        else onAdded()
      } catch {
        found.push({ name: file.name, words: text.failed })
      }
    }
    setProblems(found)
    setBusy(false)
    if (picker.current) picker.current.value = ""
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      void add([...event.dataTransfer.files])
    },
  }
  return (
    <div
      {...drop}
      data-add-slides
      className={cx(
        "grid gap-1.5 rounded-card border border-dashed p-3",
        over ? "border-primary bg-primary-tint" : "border-line-strong/60",
      )}
    >
      <input
        ref={picker}
        type="file"
        multiple
        aria-label={text.add}
        accept={SLIDE_EXTENSIONS.join(",")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void add([...(event.target.files ?? [])])}
      />
      <Button
        size="sm"
        className="justify-self-start"
        busy={busy}
        busyLabel={text.adding}
        onClick={() => picker.current?.click()}
      >
        <Upload size={16} aria-hidden />
        {text.add}
      </Button>
      <p className="text-[0.8125rem] text-ink-muted">{over ? text.dropped : text.hint(presentations)}</p>
      <div role="alert" className="grid gap-1 text-[0.8125rem] text-danger empty:hidden">
        {problems.map(({ name, words }) => (
          <p key={name} className="wrap-anywhere">
            {name}: {words}
          </p>
        ))}
      </div>
    </div>
  )
}
