import { z } from "zod"
import type { AttendanceEntry } from "#contract/attendance.ts"
import type { PageRequest } from "#ui/api.ts"
import { VERDICTS } from "./verdicts.ts"

/** What the form of a register's row posts; `observed` takes a mark back. */
export const Mark = z.object({
  student_id: z.uuid(),
  verdict: z.enum(["present", "absent", "excused", "observed"]),
  reason: z.string().max(300, "Use at most 300 characters").optional(),
})

/** Marks a student as the form says, or takes the mark back, and says what came of it. */
export async function applyMark(
  api: PageRequest["api"],
  class_id: string,
  { student_id, verdict, reason }: z.output<typeof Mark>,
) {
  if (verdict === "observed") {
    const entry = await api.attendance.unmark({ class_id, student_id, ...(reason && { reason }) })
    return { tone: "success" as const, title: `Mark removed. ${nameAndVerdict(entry)}` }
  }
  const entry = await api.attendance.mark({ class_id, student_id, verdict, ...(reason && { reason }) })
  return { tone: "success" as const, title: nameAndVerdict(entry) }
}

function nameAndVerdict({ student_name, verdict }: AttendanceEntry): string {
  return `${student_name}: ${VERDICTS[verdict].label.toLowerCase()}`
}
