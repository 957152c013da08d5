import { z } from "zod"
import { type PageRequest, serveForm } from "#ui/api.ts"
import { attendanceTexts } from "./texts/attendance.texts.ts"
import { nameVerdict } from "./verdicts.ts"

/** What the form in a register's row posts; `observed` removes a mark. */
const Mark = z.object({
  student_id: z.uuid(),
  verdict: z.enum(["present", "absent", "excused", "observed"]),
  reason: z.string().max(300, "Use at most 300 characters").optional(),
})

/** Serves the form in a register's row, on each page that shows the register of a class. */
export function serveMark(args: Parameters<typeof serveForm>[0], class_id: string) {
  return serveForm(args, Mark, (mark, page) => applyMark(page, class_id, mark))
}

/** Sets or removes a student's mark as the form says, and returns the result. */
async function applyMark(
  { api, language }: PageRequest,
  class_id: string,
  { student_id, verdict, reason }: z.output<typeof Mark>,
) {
  const text = attendanceTexts[language].register
  if (verdict === "observed") {
    const entry = await api.attendance.unmark({ class_id, student_id, ...(reason && { reason }) })
    return {
      tone: "success" as const,
      title: text.unmarked(entry.student_name, nameVerdict(entry.verdict, language)),
    }
  }
  const entry = await api.attendance.mark({ class_id, student_id, verdict, ...(reason && { reason }) })
  return {
    tone: "success" as const,
    title: text.marked(entry.student_name, nameVerdict(entry.verdict, language)),
  }
}
