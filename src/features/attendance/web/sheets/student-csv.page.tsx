import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { csvFile } from "#shared/csv-file.ts"
import { isId } from "#shared/ids.ts"
import { askedMonth } from "#shared/month.ts"
import { dateInZone } from "#shared/time.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { explainReasons } from "../verdict-reasons.texts.ts"
import type { Route } from "./+types/student-csv.page.ts"
import { csvTexts } from "./csv.texts.ts"

/** One student's month as a file. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const text = csvTexts[page.language]
  const { studentId: student_id } = params
  if (!isId(student_id)) throw data(null, { status: 404 })
  const month = askedMonth(new URL(request.url).searchParams, dateInZone(page.now, page.zone).slice(0, 7))
  try {
    const { student_name, lines } = await page.api.attendance.studentSheet({ student_id, month })
    return csvFile(
      `attendance-${student_name}-${month}.csv`,
      text.sheet,
      lines.map((line) => [
        line.scheduled_date,
        line.start_time,
        line.title,
        line.subject,
        line.instructor_name,
        text.verdict(line.verdict),
        line.present_minutes,
        explainReasons(line.reasons, page.language, page.zone),
      ]),
    )
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}
