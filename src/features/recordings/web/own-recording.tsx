import { useState } from "react"
import { useFetcher } from "react-router"
import type { Recording, RecordingStatus } from "#contract/recordings/recordings.ts"
import { formatSize } from "#shared/lengths.ts"
import { DAY } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { ConfirmDialog } from "#ui/components/dialog.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { RecordingFailureText } from "./recording-failure.tsx"
import { RecordingThumb } from "./recording-thumb.tsx"
import { recordingsTexts } from "./recordings.texts.ts"
import { PlayLink } from "./recordings-to-watch.card.tsx"
import { useAboutClass } from "./use-about-class.ts"

const TONES: Record<RecordingStatus, BadgeTone> = {
  recording: "live",
  processing: "warning",
  completed: "success",
  failed: "danger",
}
/** How long a deleted recording stays in the bin. */
const BIN_DAYS = 30

type OwnRecordingProps = {
  recording: Recording
  zone: string
  now: Date
  onRemove: (recordingId: string) => void
  reply: ActionReply | undefined
}

/** One recording with its instructor's actions. */
export function OwnRecording({ recording, zone, now, onRemove, reply }: OwnRecordingProps) {
  const text = useTexts(recordingsTexts)
  const { id, title, status, deleted_at } = recording
  return (
    <Card as="li" data-recording={id} data-status={status}>
      <div className="flex flex-col gap-4 sm:flex-row sm:gap-5">
        <RecordingThumb recording={recording} />
        <div className="grid min-w-0 flex-1 content-start gap-1.5">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <h3 className="text-lg leading-snug font-semibold wrap-anywhere">{title}</h3>
            {deleted_at ? null : <Badge tone={TONES[status]}>{text.status[status]}</Badge>}
          </div>
          <Facts recording={recording} zone={zone} />
          {status === "failed" && recording.failure ? (
            <p className="text-[0.9375rem] text-danger">
              <RecordingFailureText failure={recording.failure} />
            </p>
          ) : null}
          {status === "completed" && recording.recording_ended_at === null ? (
            <p className="text-[0.9375rem] text-ink-muted">{text.unfinished}</p>
          ) : null}
          <div className="mt-2 flex flex-wrap items-center gap-2">
            {deleted_at ? (
              <PostButton id={id} intent="restore" label={text.restore} />
            ) : (
              <>
                {status === "completed" ? <PlayLink id={id} title={title} /> : null}
                {status === "completed" ? <DownloadLink id={id} title={title} /> : null}
                {status === "failed" && recording.received_bytes > 0 ? (
                  <PostButton id={id} intent="retry" label={text.retry} />
                ) : null}
                {status === "recording" ? null : <RemoveButton id={id} title={title} onRemove={onRemove} />}
              </>
            )}
            {deleted_at ? (
              <span className="text-sm text-ink-muted">{text.goneOn(daysLeft(deleted_at, now))}</span>
            ) : null}
          </div>
        </div>
      </div>
      {deleted_at ? null : (
        <EditForm key={`${title}-${recording.visibility}`} recording={recording} reply={reply} />
      )}
    </Card>
  )
}

function daysLeft(deletedAt: Date, now: Date): number {
  return Math.ceil((deletedAt.getTime() + BIN_DAYS * DAY - now.getTime()) / DAY)
}

function Facts({ recording, zone }: { recording: Recording; zone: string }) {
  const text = useTexts(recordingsTexts)
  const about = useAboutClass(recording)
  const said = useSaidTime(zone)
  const { recording_started_at, status } = recording
  const size = recording.file_size ?? recording.received_bytes
  return (
    <p className="text-sm text-ink-muted">
      {about}
      <br />
      {said(recording_started_at)} · {recording.quality}
      {status === "completed" ? ` · ${formatSize(size)}` : null}
      {status === "recording" && size > 0 ? ` · ${text.arrived(formatSize(size))}` : null}
      {recording.deleted_at ? null : ` · ${text.visibility[recording.visibility]}`}
    </p>
  )
}

function DownloadLink({ id, title }: { id: string; title: string }) {
  const text = useTexts(recordingsTexts)
  return (
    <Link
      to={`/recordings/${id}/download`}
      reloadDocument
      aria-label={text.named(text.download, title)}
      className={buttonClass({ variant: "secondary", size: "sm" })}
    >
      {text.download}
    </Link>
  )
}

function PostButton({ id, intent, label }: { id: string; intent: "restore" | "retry"; label: string }) {
  const fetcher = useFetcher<ActionReply>({ key: "recording" })
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="recording_id" value={id} />
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        name="intent"
        value={`recording-${intent}`}
        busy={fetcher.formData?.get("recording_id") === id}
      >
        {label}
      </Button>
    </fetcher.Form>
  )
}

type RemoveProps = { id: string; title: string; onRemove: (recordingId: string) => void }

/** Asks for confirmation first; without scripts the question unfolds in place. */
function RemoveButton({ id, title, onRemove }: RemoveProps) {
  const text = useTexts(recordingsTexts)
  const [asking, setAsking] = useState(false)
  const hydrated = useHydrated()
  if (!hydrated) {
    return (
      <details>
        <summary className={buttonClass({ variant: "ghost", size: "sm" })}>{text.remove}</summary>
        <form method="post" className="grid gap-2 pt-2">
          <p className="text-sm">{text.removeAsk}</p>
          <input type="hidden" name="recording_id" value={id} />
          <Button type="submit" variant="danger" size="sm" name="intent" value="recording-delete">
            {text.removeConfirm}
          </Button>
        </form>
      </details>
    )
  }
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={text.named(text.remove, title)}
        onClick={() => setAsking(true)}
      >
        {text.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.removeTitle(title)}
        description={text.removeAsk}
        confirmLabel={text.removeConfirm}
        danger
        onConfirm={() => {
          setAsking(false)
          onRemove(id)
        }}
      />
    </>
  )
}

/** Title and visibility, folded at first. */
function EditForm({ recording, reply }: { recording: Recording; reply: ActionReply | undefined }) {
  const text = useTexts(recordingsTexts)
  const fetcher = useFetcher<ActionReply>({ key: "recording" })
  const refused = reply && !reply.done ? reply.form : null
  const errors = refused?.error ?? {}
  const typed = refused?.initialValue as { title?: string; visibility?: string } | undefined
  return (
    <Disclosure className="mt-4 border-t border-line pt-3" opens={refused != null}>
      <summary className="w-fit cursor-pointer text-sm font-semibold text-primary-text">{text.edit}</summary>
      <fetcher.Form method="post" className="grid items-start gap-4 pt-4 sm:grid-cols-[1fr_15rem_auto]">
        <input type="hidden" name="recording_id" value={recording.id} />
        <Field label={text.name} errors={errors.title}>
          <TextInput name="title" required maxLength={160} defaultValue={typed?.title ?? recording.title} />
        </Field>
        <Field label={text.shownTo} errors={errors.visibility}>
          <SelectInput
            name="visibility"
            defaultValue={typed?.visibility ?? recording.visibility}
            options={Object.entries(text.visibility).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="recording-change"
          className="sm:mt-6.5"
          busy={fetcher.formData?.get("recording_id") === recording.id}
        >
          {text.save}
        </Button>
      </fetcher.Form>
    </Disclosure>
  )
}
