import type { Snapshot } from "#contract/attendance/attendance.ts"
import { formatTimeIn, timeInZone } from "#shared/time.ts"
import { Card } from "#ui/components/card.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { attendanceTexts } from "./texts/attendance.texts.ts"

/** The pictures taken in a class; renders nothing without any. */
export function Snapshots({ snapshots, zone }: { snapshots: Snapshot[]; zone: string }) {
  const text = useTexts(attendanceTexts).register
  const tag = LANGUAGE_TAGS[useLanguage()]
  const timeOf = ({ taken_at }: Snapshot) => formatTimeIn(tag, timeInZone(taken_at, zone))
  if (snapshots.length === 0) return null
  return (
    <Card title={text.snapshots} description={text.snapshotsText}>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {snapshots.map((snapshot) => (
          <li key={snapshot.id} className="grid gap-1.5">
            <img
              src={snapshot.url}
              alt={text.snapshotOf(snapshot.student_name, timeOf(snapshot))}
              loading="lazy"
              className="aspect-video w-full rounded-md bg-surface-sunken object-cover"
            />
            <p className="text-sm">
              {snapshot.student_name} <span className="text-ink-muted">{timeOf(snapshot)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
