import type { SheetLine } from "#contract/attendance-sheets.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import { EmptyState } from "#ui/empty-state.tsx"
import { type Column, DataTable } from "#ui/table.tsx"
import { VerdictBadge } from "./verdict-badge.card.tsx"

const COLUMNS: Column<SheetLine>[] = [
  { key: "class", header: "Class", cell: (line) => line.title },
  {
    key: "when",
    header: "When",
    cell: (line) => `${formatDate(line.scheduled_date)}, ${formatTime(line.start_time)}`,
  },
  { key: "who", header: "Instructor", cell: (line) => line.instructor_name },
  {
    key: "verdict",
    header: "Attendance",
    cell: (line) => <VerdictBadge line={line} />,
  },
  {
    key: "why",
    header: "Why",
    cell: (line) => <span className="text-sm text-ink-muted">{line.reasons.join(". ")}</span>,
  },
]

/** The classes of a student's month with the verdict on each and its reasons. */
export function SheetLines({ lines }: { lines: SheetLine[] }) {
  return (
    <DataTable
      caption="Classes of the month"
      columns={COLUMNS}
      rows={lines}
      rowKey={(line) => line.class_id}
      empty={
        <EmptyState
          illustration="no-classes"
          title="No classes in this month yet"
          text="After each class you can see here whether the student was present, and why."
        />
      }
    />
  )
}
