import { Link } from "react-router"
import type { AuditEntry } from "#contract/admin-audit.ts"
import { formatInstant } from "#shared/time.ts"
import { actorOf, describeAct } from "./audit.text.ts"

/** Acts as sentences, newest first. `full` also shows the details that were recorded. */
export function AuditLines({
  entries,
  zone,
  full = false,
}: {
  entries: AuditEntry[]
  zone: string
  full?: boolean
}) {
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
            {full ? <Detail detail={entry.detail} /> : null}
          </p>
          <time dateTime={entry.at.toISOString()} className="text-sm text-ink-muted tabular-nums">
            {formatInstant(entry.at, zone)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { subject_name, subject_kind, subject_id, actor_id } = entry
  if (!subject_name || subject_id === actor_id) return null
  if (subject_kind !== "class") return <>: {subject_name}</>
  return (
    <>
      :{" "}
      <Link to={`/class/${subject_id}`} className="underline underline-offset-4">
        {subject_name}
      </Link>
    </>
  )
}

function Detail({ detail }: { detail: AuditEntry["detail"] }) {
  const said = Object.entries(detail).filter(([, value]) => value !== null)
  if (said.length === 0) return null
  return (
    <span className="block text-sm wrap-anywhere text-ink-muted">
      {said.map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`).join(" · ")}
    </span>
  )
}
