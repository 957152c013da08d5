import { useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import { topicOfChanges } from "#shared/changes.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { notify } from "#ui/notify.ts"
import { Section } from "#ui/page.tsx"
import { UNDO_MS, useFlash } from "#ui/toast.tsx"
import { OwnRecording } from "./own-recording.tsx"
import { recordingsTexts } from "./recordings.texts.ts"
import { MoreRecordings, type RecordingPage } from "./recordings-to-watch.card.tsx"

/** The most unfinished recordings that the page follows. */
const MOST_FOLLOWED = 10

type OwnRecordingsProps = {
  page: RecordingPage
  search: string
  /** Shows only the bin. */
  bin: boolean
  zone: string
  now: Date
  /** The result of the page's last form, for browsers without scripts. */
  reply: ActionReply | undefined
}

/** The instructor's own recordings: search, rename, share, download, delete and restore. */
export function OwnRecordings({ page, search, bin, zone, now, reply }: OwnRecordingsProps) {
  const text = useTexts(recordingsTexts)
  const change = useFetcher<ActionReply>({ key: "recording" })
  const remove = useRemoval()
  useFlash(change.data?.toast)
  const moving = page.items.filter((one) => one.status !== "failed" && one.recording_ended_at === null)
  const classes = new Set(
    [...moving, ...page.items.filter((one) => one.status === "processing")].map((one) => one.class_id),
  )
  useLiveTopics(topicOfChanges(["class.recordings"], [...classes].slice(0, MOST_FOLLOWED)))
  return (
    <Section
      title={bin ? text.bin : text.own}
      description={bin ? text.emptyBinText : text.description}
      action={
        <ButtonLink
          to={bin ? "?tab=recordings" : "?tab=recordings&bin=true"}
          variant="secondary"
          size="sm"
          preventScrollReset
        >
          {bin ? text.backToList : text.bin}
        </ButtonLink>
      }
    >
      {bin ? null : <SearchForm search={search} />}
      {page.items.length === 0 ? (
        <NoRecordings search={search} bin={bin} />
      ) : (
        <ul className="grid gap-4">
          {page.items.map((recording) => (
            <OwnRecording
              key={recording.id}
              recording={recording}
              zone={zone}
              now={now}
              onRemove={remove}
              reply={[change.data, reply].find(
                (one) => one?.form?.initialValue?.recording_id === recording.id,
              )}
            />
          ))}
        </ul>
      )}
      <MoreRecordings cursor={page.next_cursor} />
    </Section>
  )
}

/** Deletes at once and offers to undo it. */
function useRemoval(): (recordingId: string) => void {
  const { undo: undoLabel } = useTexts(recordingsTexts)
  const removal = useFetcher<ActionReply>({ key: "recording-removal" })
  const undoing = useFetcher<ActionReply>({ key: "recording-undo" })
  useFlash(undoing.data?.toast)
  const removed = useRef("")
  const { data: answer } = removal
  const { submit: undo } = undoing
  useEffect(() => {
    if (!answer?.toast) return
    const { tone, title, description } = answer.toast
    if (!answer.done) {
      notify[tone](title, description)
      return
    }
    const recording_id = removed.current
    const onAction = () => void undo({ intent: "recording-restore", recording_id }, { method: "post" })
    notify.success(title, description, { duration: UNDO_MS, action: { label: undoLabel, onAction } })
  }, [answer, undo, undoLabel])
  return (recording_id) => {
    removed.current = recording_id
    void removal.submit({ intent: "recording-delete", recording_id }, { method: "post" })
  }
}

function SearchForm({ search }: { search: string }) {
  const text = useTexts(recordingsTexts)
  return (
    <form method="get" className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="tab" value="recordings" />
      <Field label={text.search} hideLabel className="min-w-52 flex-1">
        <TextInput
          type="search"
          name="search"
          defaultValue={search}
          maxLength={100}
          placeholder={text.search}
        />
      </Field>
      <Button type="submit" variant="secondary">
        {text.searchButton}
      </Button>
      {search ? (
        <Link to="?tab=recordings" className="inline-flex h-11 items-center font-semibold text-primary-text">
          {text.clear}
        </Link>
      ) : null}
    </form>
  )
}

function NoRecordings({ search, bin }: { search: string; bin: boolean }) {
  const text = useTexts(recordingsTexts)
  if (search) {
    return <EmptyState level={3} title={text.nothingFound(search)} text={text.nothingFoundText} />
  }
  return (
    <EmptyState
      level={3}
      illustration="no-recordings"
      title={bin ? text.emptyBin : text.empty}
      text={bin ? text.emptyBinText : text.emptyInstructor}
    />
  )
}
