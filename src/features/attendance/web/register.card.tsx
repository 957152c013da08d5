import ChevronDown from "lucide-react/icons/chevron-down"
import { useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import type { AttendanceEntry } from "#contract/attendance/attendance.ts"
import { formatTimeIn, MINUTE, SECOND, timeInZone } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import { Avatar } from "#ui/components/avatar.tsx"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { cx } from "#ui/cx.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { Corrections } from "./corrections.tsx"
import { HallMarks } from "./hall/hall-marks.tsx"
import { staffProofTexts } from "./proofs/staff-proof.texts.ts"
import { registerTexts } from "./register.texts.ts"
import { verdictReasonTexts } from "./verdict-reasons.texts.ts"
import { VERDICTS } from "./verdicts.ts"

const MARKS = ["present", "absent", "excused"] as const

export type Register = { class_id: string; reason_needed: boolean; entries: AttendanceEntry[] }

type RegisterCardProps = {
  register: Register
  /** The institution's zone, in which times are shown. */
  zone: string
  /** Whether marks can be set here; otherwise the card is read-only. */
  canMark?: boolean
  className?: string
}

/**
 * Which enrolled students are present, and why. A mark posts `intent=mark`, `class_id`, `student_id`,
 * `verdict` and optionally `reason` to the action of the page that shows the card.
 */
export function RegisterCard({ register, zone, canMark = true, className }: RegisterCardProps) {
  const text = useTexts(registerTexts)
  const explain = useTexts(verdictReasonTexts)
  const { entries } = register
  const present = entries.filter((entry) => entry.verdict === "present").length
  const undecided = whyUndecided(entries)
  const language = useLanguage()
  if (entries.length === 0) return <p className={cx("py-4 text-ink-muted", className)}>{text.empty}</p>
  return (
    <div data-register lang={language} className={className}>
      <p className="pb-3 text-sm text-ink-muted tabular-nums" role="status">
        {text.presentOf(present, entries.length)}
        {undecided ? ` · ${text.undecided(explain(undecided, zone))}` : null}
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {inOrder(entries).map((entry) => (
          <RegisterRow
            key={entry.student_id}
            classId={register.class_id}
            entry={entry}
            zone={zone}
            canMark={canMark}
            reasonNeeded={register.reason_needed}
          />
        ))}
      </ul>
    </div>
  )
}

/** Returns why nobody has a verdict but those marked by hand, where it is the same for all; else undefined. */
function whyUndecided(entries: readonly AttendanceEntry[]) {
  const reasons = entries.filter(({ verdict }) => verdict === "none").map(({ reasons: [first] }) => first)
  const [one] = reasons
  if (one?.kind !== "hardly-possible") return undefined
  return reasons.every((reason) => reason?.kind === one.kind && reason.cause === one.cause) ? one : undefined
}

/** Sorts by name and not by verdict, so that a name doesn't move when its verdict changes. */
function inOrder(entries: readonly AttendanceEntry[]): AttendanceEntry[] {
  return [...entries].sort((one, other) => one.student_name.localeCompare(other.student_name, "en-IN"))
}

type RegisterRowProps = {
  classId: string
  entry: AttendanceEntry
  zone: string
  canMark: boolean
  reasonNeeded: boolean
}

function RegisterRow({ classId, entry, zone, canMark, reasonNeeded }: RegisterRowProps) {
  const text = useTexts(registerTexts)
  const explain = useTexts(verdictReasonTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const fetcher = useFetcher()
  const wanted = fetcher.formData?.get("verdict")
  const verdict = MARKS.find((mark) => mark === wanted) ?? entry.verdict
  const since = entry.joined_at ? formatTimeIn(tag, timeInZone(entry.joined_at, zone)) : null
  const minutes = Math.floor((entry.present_seconds * SECOND) / MINUTE)
  const minimum = Math.ceil((entry.minimum_seconds * SECOND) / MINUTE)
  const absence = entry.verdict === "pending" ? text.notJoinedYet : text.neverJoined
  const marked = entry.reasons.find(({ kind }) => kind === "coach-marked" || kind === "not-marked")
  return (
    <li data-student={entry.student_id} data-verdict={verdict} className="py-3">
      <details className="group">
        <summary className="flex min-h-11 items-center gap-3 rounded-md">
          <Avatar name={entry.student_name} size="sm" />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="flex min-w-0 items-center justify-between gap-2">
              <span className="truncate text-[0.9375rem] leading-snug font-medium">{entry.student_name}</span>
              <Badge tone={VERDICTS[verdict].tone} className="shrink-0">
                {text.verdicts[verdict]}
              </Badge>
            </span>
            <span className="text-[0.8125rem] text-ink-muted tabular-nums">
              {marked && !since
                ? explain(marked, zone)
                : since
                  ? `${text.since(since)} · ${text.minutes(minutes, minimum)}`
                  : absence}
            </span>
            {verdict === "pending" && since ? (
              <ProgressBar
                label={text.progress(entry.student_name)}
                value={Math.min(entry.present_seconds, entry.minimum_seconds)}
                max={entry.minimum_seconds}
                className="mt-1 w-full"
              />
            ) : null}
          </span>
          <ChevronDown
            size={16}
            className="shrink-0 text-ink-muted transition-transform group-open:rotate-180"
            aria-hidden
          />
        </summary>
        <div className="pt-3 pl-11">
          <Reasons reasons={entry.reasons} zone={zone} />
          {entry.given ? <GivenAnswer given={entry.given} /> : null}
          {entry.proof ? <ReceivedProof classId={classId} entry={entry} proof={entry.proof} /> : null}
          <HallMarks marks={entry.marks} zone={zone} />
          <Corrections corrections={entry.corrections} zone={zone} />
          {canMark ? <MarkForm {...{ classId, entry, fetcher, verdict, reasonNeeded }} /> : null}
        </div>
      </details>
    </li>
  )
}

function Reasons({ reasons, zone }: { reasons: AttendanceEntry["reasons"]; zone: string }) {
  const explain = useTexts(verdictReasonTexts)
  const language = useLanguage()
  if (reasons.length === 0) return null
  return (
    <ul lang={language} className="grid gap-0.5 pb-3 text-[0.8125rem] text-ink-muted">
      {reasons.map((reason) => (
        <li key={reason.kind}>{explain(reason, zone)}</li>
      ))}
    </ul>
  )
}

function GivenAnswer({ given }: { given: NonNullable<AttendanceEntry["given"]> }) {
  const text = useTexts(registerTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { date: short } = useWritten()
  const { note, make_up } = given
  return (
    <div className="mb-3 grid gap-1 rounded-md bg-surface-sunken px-3 py-2 text-[0.8125rem]">
      <p className="font-semibold">{text.answered(text.answers[given.answer])}</p>
      {note ? <p className="break-words">{note}</p> : null}
      {make_up ? (
        <p className="text-ink-muted">
          {text.makesUp(make_up.title, short(make_up.scheduled_date), formatTimeIn(tag, make_up.start_time))}
        </p>
      ) : null}
    </div>
  )
}

type ReceivedProofProps = {
  classId: string
  entry: AttendanceEntry
  proof: NonNullable<AttendanceEntry["proof"]>
}

function ReceivedProof({ classId, entry, proof }: ReceivedProofProps) {
  const text = useTexts(staffProofTexts)
  return (
    <p className="mb-3 flex flex-wrap gap-x-2 text-[0.8125rem]">
      <Link
        to={`/attendance/proofs/${classId}/${entry.student_id}`}
        className="font-semibold text-primary-text underline underline-offset-4"
      >
        {text.received}
      </Link>
      {text.decided[proof.state]}
    </p>
  )
}

type MarkFormProps = {
  classId: string
  entry: AttendanceEntry
  verdict: AttendanceEntry["verdict"]
  fetcher: ReturnType<typeof useFetcher>
  reasonNeeded: boolean
}

function MarkForm({ classId, entry, verdict, fetcher, reasonNeeded }: MarkFormProps) {
  const text = useTexts(registerTexts)
  const form = useRef<HTMLFormElement>(null)
  const reasonId = `reason-${entry.student_id}`
  const reply = fetcher.data as ActionReply | undefined
  const failed = reply?.toast
  const wrong = fetcher.state === "idle" ? reply?.form?.error?.reason?.[0] : undefined
  useEffect(() => {
    // A reason belongs to one correction: the next starts empty.
    if (reply?.toast?.tone === "success") form.current?.reset()
  }, [reply])
  return (
    <fetcher.Form ref={form} method="post" className="grid gap-2.5">
      <input type="hidden" name="intent" value="mark" />
      <input type="hidden" name="class_id" value={classId} />
      <input type="hidden" name="student_id" value={entry.student_id} />
      <label htmlFor={reasonId} className="grid gap-1 text-[0.8125rem] font-medium">
        {reasonNeeded ? text.reasonNeeded : text.reason}
        <input
          id={reasonId}
          name="reason"
          maxLength={300}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${reasonId}-error` : undefined}
          className="h-9 rounded-md border border-line-strong bg-surface px-2.5 text-sm font-normal"
        />
      </label>
      {wrong ? (
        <p id={`${reasonId}-error`} role="alert" className="text-[0.8125rem] text-danger">
          {wrong}
        </p>
      ) : null}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{text.markAs(entry.student_name)}</legend>
        {MARKS.map((mark) => (
          <Button
            key={mark}
            type="submit"
            name="verdict"
            value={mark}
            size="sm"
            variant={mark === verdict ? "primary" : "secondary"}
            busy={fetcher.state !== "idle" && mark === verdict}
            className="px-3"
          >
            {text.marks[mark]}
          </Button>
        ))}
        {entry.marked ? (
          <Button type="submit" name="verdict" value="observed" size="sm" variant="ghost" className="px-3">
            {text.unmark}
          </Button>
        ) : null}
      </fieldset>
      {failed?.tone === "error" && fetcher.state === "idle" ? (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {failed.title}
          {failed.description ? `: ${failed.description}` : null}
        </p>
      ) : null}
    </fetcher.Form>
  )
}
