import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { csvFile } from "#shared/csv-file.ts"
import { isId } from "#shared/ids.ts"
import { MINUTE, SECOND, timeInZone } from "#shared/time.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { explainReasons } from "../verdict-reasons.texts.ts"
import type { Route } from "./+types/register-csv.page.ts"
import { csvTexts } from "./csv.texts.ts"

/** The register of a class as a file, its times in the institution's zone. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const text = csvTexts[page.language]
  const { classId: class_id } = params
  if (!isId(class_id)) throw data(null, { status: 404 })
  try {
    const [scheduledClass, { entries }] = await Promise.all([
      page.api.classes.get({ class_id }),
      page.api.attendance.register({ class_id }),
    ])
    const time = (instant: Date | null) => instant && timeInZone(instant, page.zone)
    return csvFile(
      `register-${scheduledClass.title}-${scheduledClass.scheduled_date}.csv`,
      text.register,
      entries.map((entry) => [
        entry.student_name,
        text.verdict(entry.verdict),
        time(entry.joined_at),
        time(entry.left_at),
        Math.floor((entry.present_seconds * SECOND) / MINUTE),
        explainReasons(entry.reasons, page.language, page.zone),
      ]),
    )
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}
