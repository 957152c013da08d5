import type { SheetLine } from "#contract/attendance/attendance-sheets.ts"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart } from "#ui/said-time.ts"
import { attendanceTexts } from "../texts/attendance.texts.ts"
import { VerdictBadge } from "../verdict-badge.card.tsx"
import { explainReasons } from "../verdict-reasons.texts.ts"

type SheetLinesProps = { lines: SheetLine[]; zone: string; isPast: boolean }

/** The classes of a student's month, over if `isPast`, with the verdict on each and its reasons. Times are in `zone`. */
export function SheetLines({ lines, zone, isPast }: SheetLinesProps) {
  const language = useLanguage()
  const said = useSaidStart()
  const text = useTexts(attendanceTexts).sheet
  const columns: Column<SheetLine>[] = [
    { key: "class", header: text.columns.class, cell: (line) => line.title },
    { key: "when", header: text.columns.when, cell: said },
    { key: "who", header: text.columns.who, cell: (line) => line.instructor_name },
    { key: "verdict", header: text.columns.verdict, cell: (line) => <VerdictBadge line={line} /> },
    {
      key: "why",
      header: text.columns.why,
      cell: ({ reasons }) => (
        <span className="text-sm text-ink-muted">{explainReasons(reasons, language, zone)}</span>
      ),
    },
  ]
  return (
    <DataTable
      caption={text.caption}
      columns={columns}
      rows={lines}
      rowKey={(line) => line.class_id}
      empty={
        <EmptyState
          illustration="no-classes"
          title={isPast ? text.noneHeld : text.empty}
          text={isPast ? undefined : text.emptyText}
        />
      }
    />
  )
}
