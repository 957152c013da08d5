import type { AuditEntry } from "#contract/admin/admin-audit.ts"
import { useProgramNames } from "#features/programs/web/program-names.card.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { settingsTexts } from "../settings/settings.texts.ts"
import type { auditText } from "./audit.text.ts"
import { auditTexts } from "./audit.texts.ts"
import { auditDetailTexts } from "./audit-detail.texts.ts"
import { describeDetail, describeSubject } from "./audit-detail.ts"

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
  const text = useTexts(auditTexts)
  const said = useSaidTime(zone)
  return (
    <ol className="border-t border-line">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line px-5 py-3.5 first:border-t-0 sm:px-6"
        >
          <p className="min-w-0 text-[0.9375rem]">
            <span className="font-semibold">{actorOf(entry, text)}</span> {describeAct(entry.action, text)}
            <Subject entry={entry} />
            {entry.reason ? (
              <span className="block text-sm break-words">{text.reason(entry.reason)}</span>
            ) : null}
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

type Text = typeof auditText

/** The product itself if no person did it. */
function actorOf({ actor_id, actor_name }: AuditEntry, { deleted }: Text): string {
  return actor_id === null ? "Kaksha" : (actor_name ?? deleted)
}

/** An act that only a newer release knows is told by its code. */
function describeAct(action: string, { done }: Text): string {
  return Object.hasOwn(done, action) ? done[action as keyof Text["done"]] : action.replaceAll(/[._-]/g, " ")
}

function Subject({ entry }: { entry: AuditEntry }) {
  const details = useTexts(auditDetailTexts)
  const settings = useTexts(settingsTexts)
  const { subject_kind, subject_id, actor_id } = entry
  const name = entry.subject_name ?? describeSubject(entry, details, settings)
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
  const sentences = describeDetail(entry, useTexts(auditDetailTexts), useProgramNames())
  if (sentences.length === 0) return null
  return <span className="block text-sm wrap-anywhere text-ink-muted">{sentences.join(" ")}</span>
}
