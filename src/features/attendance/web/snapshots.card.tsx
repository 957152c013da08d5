import type { Snapshot } from "#contract/attendance.ts"
import { formatTime, timeInZone } from "#shared/time.ts"
import { Card } from "#ui/card.tsx"

/** The pictures taken in a class; nothing where none were. */
export function Snapshots({ snapshots, zone }: { snapshots: Snapshot[]; zone: string }) {
  if (snapshots.length === 0) return null
  return (
    <Card
      title="Snapshots"
      description="For staff alone, with the guardians' consent, and deleted by themselves."
    >
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {snapshots.map((snapshot) => (
          <li key={snapshot.id} className="grid gap-1.5">
            <img
              src={snapshot.url}
              alt={`${snapshot.student_name} at ${formatTime(timeInZone(snapshot.taken_at, zone))}`}
              loading="lazy"
              className="aspect-video w-full rounded-md bg-surface-sunken object-cover"
            />
            <p className="text-sm">
              {snapshot.student_name}{" "}
              <span className="text-ink-muted">{formatTime(timeInZone(snapshot.taken_at, zone))}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
