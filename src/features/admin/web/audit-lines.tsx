import { Link } from "react-router"
import type { AuditEntry } from "#contract/admin/admin-audit.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { actorOf, describeAct } from "./audit.text.ts"
import { describeDetail, describeSubject } from "./audit-detail.text.ts"

/** Acts as sentences, newest first. `full` also shows the recorded details. */
export function AuditLines({
  entries,
  zone,
  full = false,
}: {
  entries: AuditEntry[]
  zone: string
  full?: boolean
}) {
  const said = useSaidTime(zone, "en")
  return (
    <ol className="border-t border-line">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line px-5 py-3.5 first:border-t-0 sm:px-6"
        >
          <p className="min-w-0 text-[0.9375rem]">
            <span className="font-semibold">{actorOf(entry)}</span> {describeAct(entry.action)}
            <Subject entry={entry} />
            {entry.reason ? <span className="block text-sm break-words">Reason: {entry.reason}</span> : null}
            {full ? <Detail entry={entry} /> : null}
          </p>
          <time dateTime={entry.at.toISOString()} className="text-sm text-ink-muted tabular-nums">
            {said(entry.at)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { subject_kind, subject_id, actor_id } = entry
  const name = entry.subject_name ?? describeSubject(entry)
  if (!name || subject_id === actor_id) return null
  if (subject_kind !== "class") return <>: {name}</>
  return (
    <>
      :{" "}
      <Link to={`/class/${subject_id}`} className="underline underline-offset-4">
        {name}
      </Link>
    </>
  )
}

function Detail({ entry }: { entry: AuditEntry }) {
  const sentences = describeDetail(entry)
  if (sentences.length === 0) return null
  return <span className="block text-sm wrap-anywhere text-ink-muted">{sentences.join(" ")}</span>
}
