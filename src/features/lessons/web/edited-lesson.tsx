import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import { useRef } from "react"
import { Form, useSubmit } from "react-router"
import type { ManagedLesson } from "#contract/lessons.ts"
import { formatLength, formatSize } from "#shared/lengths.ts"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { lessonsTexts } from "./lessons.texts.ts"
import { lessonPath } from "./paths.ts"
import { VIDEO_FILES } from "./upload-card.tsx"
import type { ShownUpload } from "./uploads.ts"

type EditedLessonProps = {
  courseId: string
  lesson: ManagedLesson
  number: number
  isLast: boolean
  /** The upload from this tab, if any. */
  upload: ShownUpload | null
  onChoose: (file: File) => void
  onCancel: () => void
  errors: Record<string, string[] | null> | null
}

const TONES: Record<ManagedLesson["status"], BadgeTone> = {
  uploading: "primary",
  processing: "warning",
  ready: "success",
  failed: "danger",
}

/** One lesson in the list: its video's status, its name, its position and its actions. */
export function EditedLesson(props: EditedLessonProps) {
  const { courseId, lesson, number, isLast, upload, onChoose, onCancel, errors } = props
  const text = useTexts(lessonsTexts)
  const { id, title, status } = lesson
  const badge = {
    uploading: text.uploading(percentOf(lesson, upload)),
    processing: text.processing,
    ready: text.ready,
    failed: text.failed,
  }
  const facts = [
    lesson.duration_seconds === null ? null : formatLength(lesson.duration_seconds),
    lesson.file_size === null ? null : formatSize(lesson.file_size),
  ].filter(Boolean)
  return (
    <li
      data-lesson={id}
      data-status={status}
      className="grid gap-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold break-words">
            <span className="text-ink-muted tabular-nums">{number}.</span> {title}
          </p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
            <Badge tone={TONES[status]}>{badge[status]}</Badge>
            {facts.join(" · ")}
          </p>
        </div>
        <div className="flex gap-1">
          <MoveButton id={id} by={-1} label={text.up(title)} disabled={number === 1} />
          <MoveButton id={id} by={1} label={text.down(title)} disabled={isLast} />
        </div>
      </div>
      <UploadState lesson={lesson} upload={upload} />
      <div className="flex flex-wrap items-center gap-2">
        {lesson.playable ? (
          <ButtonLink to={lessonPath(courseId, id)} variant="secondary" size="sm">
            {text.watch} <span className="sr-only">{title}</span>
          </ButtonLink>
        ) : null}
        {status === "failed" && hasArrived(lesson) ? (
          <Act id={id} intent="retry" label={text.retry} title={title} />
        ) : null}
        {status === "processing" ||
        (status === "uploading" && upload && upload.state !== "refused") ? null : (
          <ChooseFile
            label={status === "ready" ? text.replace : text.chooseAgain}
            title={title}
            onChoose={onChoose}
          />
        )}
        {lesson.upload ? (
          <Act
            id={id}
            uploadId={lesson.upload.id}
            intent="cancel"
            label={text.cancel}
            title={title}
            onPress={onCancel}
          />
        ) : null}
        <Act id={id} intent="delete" label={text.remove} title={title} />
        <details className="w-full">
          <summary className="flex min-h-9 w-fit cursor-pointer items-center text-sm font-semibold text-primary-text">
            {text.rename}
          </summary>
          <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3 pt-2">
            <input type="hidden" name="lesson_id" value={id} />
            <Field label={text.name} errors={errors?.title ?? undefined} className="min-w-0 flex-1 basis-56">
              <TextInput
                name="title"
                defaultValue={title}
                key={title}
                required
                maxLength={120}
                autoComplete="off"
              />
            </Field>
            <Button type="submit" name="intent" value="rename">
              {text.save}
            </Button>
          </Form>
        </details>
      </div>
    </li>
  )
}

/** Whether the server may still have what was uploaded, so that it can be tried again. */
function hasArrived({ failure }: ManagedLesson): boolean {
  return failure !== "ABANDONED" && failure !== "MISSING"
}

function percentOf({ upload }: ManagedLesson, own: ShownUpload | null): number {
  if (!upload || upload.size === 0) return 0
  const sent = Math.max(own?.sent ?? 0, upload.received_bytes)
  // Rounded down: 100 only once everything has arrived.
  return Math.floor((sent / upload.size) * 100)
}

function UploadState({ lesson, upload }: Pick<EditedLessonProps, "lesson" | "upload">) {
  const text = useTexts(lessonsTexts)
  const { status, failure, playable } = lesson
  if (status === "ready") return null
  const percent = percentOf(lesson, upload)
  const note = upload === null ? text.paused(percent) : noteOf(upload.state, percent, text)
  return (
    <div className="grid gap-2">
      {status === "uploading" ? (
        <>
          <ProgressBar label={text.uploading(percent)} value={percent} />
          {note ? (
            <p role={upload?.state === "refused" ? "alert" : undefined} className="text-sm text-ink-muted">
              {note}
            </p>
          ) : null}
        </>
      ) : null}
      {status === "failed" && failure ? (
        <p className="text-sm font-medium text-danger">{text.failures[failure]}</p>
      ) : null}
      {playable ? <p className="text-sm text-ink-muted">{text.replacing}</p> : null}
    </div>
  )
}

function noteOf(
  state: ShownUpload["state"],
  percent: number,
  text: (typeof lessonsTexts)["en"],
): string | null {
  if (state === "waiting") return text.waiting
  if (state === "offline") return text.offline(percent)
  if (state === "full") return text.full
  return state === "refused" ? text.refused : null
}

type MoveButtonProps = { id: string; by: -1 | 1; label: string; disabled: boolean }

/** Keeps its focus while its row moves, so that a lesson can be moved far by pressing one key. */
function MoveButton({ id, by, label, disabled }: MoveButtonProps) {
  const submit = useSubmit()
  const name = `${by === -1 ? "up" : "down"}-${id}`
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={async (event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        form.set("intent", "move")
        await submit(form, { method: "post", preventScrollReset: true })
        const other = `${by === -1 ? "down" : "up"}-${id}`
        requestAnimationFrame(() => {
          const mine = document.getElementById(name) as HTMLButtonElement | null
          ;(mine?.disabled ? document.getElementById(other) : mine)?.focus()
        })
      }}
    >
      <input type="hidden" name="lesson_id" value={id} />
      <input type="hidden" name="by" value={by} />
      <Button
        id={name}
        type="submit"
        name="intent"
        value="move"
        variant="ghost"
        size="icon"
        disabled={disabled}
        aria-label={label}
      >
        {by === -1 ? <ArrowUp size={18} aria-hidden /> : <ArrowDown size={18} aria-hidden />}
      </Button>
    </Form>
  )
}

type ActProps = {
  id: string
  uploadId?: string
  intent: string
  label: string
  title: string
  onPress?: () => void
}

function Act({ id, uploadId, intent, label, title, onPress }: ActProps) {
  return (
    <Form method="post" preventScrollReset onSubmit={onPress}>
      <input type="hidden" name="lesson_id" value={id} />
      {uploadId ? <input type="hidden" name="upload_id" value={uploadId} /> : null}
      <Button type="submit" name="intent" value={intent} variant="ghost" size="sm">
        {label} <span className="sr-only">{title}</span>
      </Button>
    </Form>
  )
}

type ChooseFileProps = { label: string; title: string; onChoose: (file: File) => void }

function ChooseFile({ label, title, onChoose }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
        {label} <span className="sr-only">{title}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={VIDEO_FILES}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) onChoose(file)
          event.currentTarget.value = ""
        }}
      />
    </>
  )
}
