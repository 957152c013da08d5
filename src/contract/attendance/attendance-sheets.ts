import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate } from "../base.ts"
import { VerdictReason } from "./verdict-reasons.ts"

const count = z.number().int()

/** A month in the institution's zone, as YYYY-MM. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Give a month such as 2026-11")

/** The verdict about a student after the class; `none` where presence was hardly possible. */
export const SettledVerdict = z.enum(["present", "absent", "excused", "none"])

/**
 * A student's month compared with the share of classes that progress requires. Medical absences and classes
 * without a verdict count on neither side; an absence whose make-up class was attended counts as attended.
 */
export const MonthStanding = z.object({
  month: Month,
  attended: count,
  held: count,
  excused: count,
  /** Classes without a verdict. */
  no_verdict: count,
  /** Classes of the month with a seat that are not over yet, without make-ups. */
  to_come: count,
  /** Make-up classes to come for absences of the month, whenever they are. */
  make_ups: count,
  /** The attendance that progress requires, in per cent. */
  required_percent: count,
  /** How many more absences the month bears; negative once it can't reach the share any more. */
  absences_left: count,
  /** How many of the remaining classes, make-ups among them, must be attended to reach the share. */
  needed: count,
  state: z.enum(["none", "on-course", "close", "met", "missed"]),
})
export type MonthStanding = z.infer<typeof MonthStanding>

export const SheetLine = z.object({
  class_id: Id,
  title: z.string(),
  subject: z.string(),
  instructor_name: z.string(),
  scheduled_date: WallDate,
  start_time: z.string(),
  verdict: SettledVerdict,
  /** The absence counts as attended, for its make-up class was. */
  made_up: z.boolean(),
  present_minutes: count,
  /** The reasons for the verdict, the deciding one first. */
  reasons: z.array(VerdictReason),
})
export type SheetLine = z.infer<typeof SheetLine>

/** One student's month, the newest class first; a month has at most some hundred classes. */
export const StudentSheet = z.object({ standing: MonthStanding, lines: z.array(SheetLine) })
export type StudentSheet = z.infer<typeof StudentSheet>

const ofMonth = z.object({ month: Month.optional() })

const readMySheet = base
  .route({
    method: "GET",
    path: "/my/attendance",
    summary: "Get the student's own month, by default the current one",
  })
  .input(ofMonth)
  .output(StudentSheet)

const readStudentSheet = base
  .route({
    method: "GET",
    path: "/attendance/students/{student_id}",
    summary: "Get a student's month in the instructor's classes. Admins get all classes",
  })
  .input(ofMonth.extend({ student_id: Id }))
  .output(StudentSheet.extend({ student_name: z.string() }))

export const MonthLine = MonthStanding.extend({ student_id: Id, student_name: z.string(), grade: z.string() })
export type MonthLine = z.infer<typeof MonthLine>

const readMonth = base
  .route({
    method: "GET",
    path: "/attendance/months/{month}",
    summary: "List every student's month by name, in the instructor's classes. Admins get all classes",
  })
  .input(
    PageQuery.extend({
      month: Month,
      q: z.string().trim().max(100).default(""),
      /** The pages make a file, which the audit log records once. */
      as_file: z.stringbool().prefault("false"),
    }),
  )
  .output(pageOf(MonthLine))

export const sheetProcedures = { mySheet: readMySheet, studentSheet: readStudentSheet, month: readMonth }
