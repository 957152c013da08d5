import { data } from "react-router"
import type { MonthLine } from "#contract/attendance/attendance-sheets.ts"
import { percentAttended } from "#features/attendance/month-rule.ts"
import { csvFile } from "#shared/csv-file.ts"
import { askedMonth } from "#shared/month.ts"
import { dateInZone } from "#shared/time.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/month-csv.page.ts"
import { csvTexts } from "./csv.texts.ts"

const PAGE = 100

/** Every student's month as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request, "/teacher-auth")
  if (role !== "instructor" && role !== "admin") throw data(null, { status: 404 })
  const month = askedMonth(new URL(request.url).searchParams, dateInZone(page.now, page.zone).slice(0, 7))
  const text = csvTexts[page.language]
  const lines: MonthLine[] = []
  let cursor: string | null = null
  do {
    const next: { items: MonthLine[]; next_cursor: string | null } = await page.api.attendance.month({
      month,
      limit: PAGE,
      as_file: "true",
      ...(cursor && { cursor }),
    })
    lines.push(...next.items)
    cursor = next.next_cursor
  } while (cursor)
  return csvFile(
    `attendance-${month}.csv`,
    text.month,
    lines.map((line) => [
      line.student_name,
      line.grade,
      line.attended,
      line.held,
      line.excused,
      line.to_come,
      percentAttended(line),
      text.state(line.state),
    ]),
  )
}
