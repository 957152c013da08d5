import { z } from "zod"
import { NoticeStatus } from "../attendance/attendance-notices.ts"
import { MonthStanding, SettledVerdict } from "../attendance/attendance-sheets.ts"
import { ProvableAbsence } from "../attendance/medical-proofs.ts"
import { OpenAbsence } from "../attendance/waiting.ts"
import { base, Id, WallDate, WallTime } from "../base.ts"
import { CLASS_STATUSES } from "../classes/classes.ts"

/** A class that children of one guardian have seats in or asked for. */
export const FamilyClass = z.object({
  class_id: Id,
  title: z.string(),
  instructor_name: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  starts_at: z.date(),
  ends_at: z.date(),
  status: z.enum(CLASS_STATUSES),
  /** Where a class on premises takes place. */
  venue_name: z.string().nullable(),
  is_demo: z.boolean(),
  /** Which of the guardian's children have a seat, or asked for one. */
  student_ids: z.array(Id),
  /** Whose request for a seat in the demo class waits for an answer. */
  waiting_ids: z.array(Id),
})
export type FamilyClass = z.infer<typeof FamilyClass>

const SettledClass = z.object({
  class_id: Id,
  title: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  verdict: SettledVerdict,
  /** The absence counts as attended, for its make-up class was. */
  made_up: z.boolean(),
  present_minutes: z.number().int(),
})

const ChildMonth = z.object({
  student_id: Id,
  month: MonthStanding,
  /** The child's last classes, newest first. */
  latest: z.array(SettledClass),
})

const FamilyMessage = z.object({
  id: Id,
  text: z.string(),
  status: NoticeStatus,
  /** When it was sent, or else written. */
  at: z.date(),
})

export const Family = z.object({
  /** The next seven days, today's from its start, by start. Includes what was cancelled. */
  timetable: z.array(FamilyClass),
  /** Coming demo classes after these days. */
  demos: z.array(FamilyClass),
  /** Coming classes that were moved in the last week, to their new times. */
  moved: z.array(FamilyClass),
  absences: z.array(OpenAbsence),
  /** Absences for which a medical proof may be sent, waits or was declined a short while ago. */
  proofs: z.array(ProvableAbsence),
  attendance: z.array(ChildMonth),
  /** The last messages to the guardian about any child, newest first. */
  messages: z.array(FamilyMessage),
})
export type Family = z.infer<typeof Family>

export const readFamily = base
  .route({
    method: "GET",
    path: "/guardian/family",
    summary: "Get what concerns all children of the viewer: what needs an answer, timetable, attendance",
  })
  .output(Family)
