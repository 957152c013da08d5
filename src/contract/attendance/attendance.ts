import { z } from "zod"
import { base, Id, WallDate } from "../base.ts"
import { absenceProcedures, GivenAnswer } from "./absence-answers.ts"
import { noticeProcedures } from "./attendance-notices.ts"
import { SettledVerdict, sheetProcedures } from "./attendance-sheets.ts"
import { checkInProcedures } from "./check-ins.ts"
import { coachProcedures, HallList, ShownMark } from "./coach-register.ts"
import { MedicalProof, proofProcedures } from "./medical-proofs.ts"
import { VerdictReason } from "./verdict-reasons.ts"
import { countWaiting } from "./waiting.ts"

const Verdict = z.enum(["pending", ...SettledVerdict.options])

/** One manual mark of a student's attendance, or its removal. */
export const AttendanceCorrection = z.object({
  id: Id,
  /** The previous verdict; null for marks from before corrections were kept. */
  from: Verdict.nullable(),
  to: Verdict,
  removed: z.boolean(),
  /** Null where none was given, and once the student's data was erased. */
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.date(),
})
export type AttendanceCorrection = z.infer<typeof AttendanceCorrection>

export const AttendanceEntry = z.object({
  student_id: Id,
  student_name: z.string(),
  verdict: Verdict,
  attended: z.boolean(),
  joined_at: z.date().nullable(),
  left_at: z.date().nullable(),
  /** Presence that counts, in whole seconds: devices united, within the possible time. */
  present_seconds: z.number().int(),
  /** Presence that makes this student present, in whole seconds. */
  minimum_seconds: z.number().int(),
  /** For how long this student could have been present, in whole seconds; null from before that was counted. */
  possible_seconds: z.number().int().nullable(),
  /** Marked by hand; staff may remove the mark. */
  marked: z.boolean(),
  /** The reasons for the verdict, the deciding one first. */
  reasons: z.array(VerdictReason),
  /** The guardian's answer to the absence notice. */
  given: GivenAnswer.nullable(),
  /** The medical proof that the family sent. */
  proof: MedicalProof.nullable(),
  /** How the mark was changed, oldest first. */
  corrections: z.array(AttendanceCorrection),
  /** Every mark of coaches' devices, oldest first. */
  marks: z.array(ShownMark),
})
export type AttendanceEntry = z.infer<typeof AttendanceEntry>

export const getRegister = base
  .route({ method: "GET", path: "/classes/{class_id}/attendance", summary: "Get the register of a class" })
  .input(z.object({ class_id: Id }))
  .output(
    z.object({
      class_id: Id,
      /** The class is over, so that a correction needs a reason. */
      reason_needed: z.boolean(),
      entries: z.array(AttendanceEntry),
      /** Of a class on premises, and of another once a coach's device marked it; null otherwise. */
      list: HallList.nullable(),
      /**
       * The students with consent on file to use their voice as evidence. No other student's voice is
       * measured.
       */
      voice_for: z.array(Id),
      /**
       * The students who may be pictured now and then: the institution uses pictures, and consent is on file.
       */
      snapshots_of: z.array(Id),
    }),
  )

export const markAttendance = base
  .route({
    method: "PUT",
    path: "/classes/{class_id}/attendance/{student_id}",
    summary: "Mark a student by hand. Excused is a medical absence with proof seen",
  })
  .input(
    z.object({
      class_id: Id,
      student_id: Id,
      verdict: z.enum(["present", "absent", "excused"]),
      /** Needed with a medical absence, to say which proof was seen, and for any correction once the class is over. */
      reason: z.string().trim().max(300).optional(),
    }),
  )
  .output(AttendanceEntry)
  .errors({
    NOT_ON_REGISTER: { status: 404, message: "This student is not in the class" },
    MEDICAL_LIMIT: { status: 409, message: "No more medical absences can be recorded for this month" },
  })

export const unmarkAttendance = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/attendance/{student_id}",
    summary: "Remove a mark. Observed presence decides again",
  })
  .input(
    z.object({
      class_id: Id,
      student_id: Id,
      /** Needed once the class is over. */
      reason: z.string().trim().max(300).optional(),
    }),
  )
  .output(AttendanceEntry)
  .errors({ NOT_ON_REGISTER: { status: 404, message: "This student is not in the class" } })

export const recordVoice = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/voice",
    summary: "Report voices heard by the instructor's client",
  })
  .input(z.object({ class_id: Id, student_id: Id, level: z.number().min(0).max(100) }))
  .output(z.object({ counted: z.boolean() }))

const recordSnapshot = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/snapshots",
    summary: "Add a snapshot of a student's camera",
  })
  .input(z.object({ class_id: Id, student_id: Id, image: z.file() }))
  .output(z.object({ kept: z.boolean() }))

export const Snapshot = z.object({
  id: Id,
  student_id: Id,
  student_name: z.string(),
  taken_at: z.date(),
  /** Opens for some minutes. */
  url: z.string(),
})
export type Snapshot = z.infer<typeof Snapshot>

const listSnapshots = base
  .route({ method: "GET", path: "/classes/{class_id}/snapshots", summary: "List the snapshots of a class" })
  .input(z.object({ class_id: Id }))
  .output(z.array(Snapshot))

export const myProgress = base
  .route({ method: "GET", path: "/my/progress", summary: "Get how many of the classes held were attended" })
  .output(z.object({ attended: z.number().int(), held: z.number().int() }))

const count = z.number().int()

/** The outcomes of the demo requests of some days. */
export const DemoFunnel = z.object({
  requested: count,
  approved: count,
  attended: count,
  /** Who learns on: a regular seat with the same instructor, or the demo's own program, taken after asking. */
  enrolled: count,
  called_in_time: count,
  called_late: count,
  calls_overdue: count,
})
export type DemoFunnel = z.infer<typeof DemoFunnel>

export const readDemoFunnel = base
  .route({
    method: "GET",
    path: "/my/demo-funnel",
    summary:
      "Get the instructor's funnel from demo request to enrolment. Admins get everyone's, or one instructor's",
  })
  .input(
    z.object({
      /** The days of asking, both among them; the last 30 without them. */
      from: WallDate.optional(),
      to: WallDate.optional(),
      /** Only an admin names one. */
      instructor_id: Id.optional(),
    }),
  )
  .output(DemoFunnel)

export const ClassFigures = z.object({
  class_id: Id,
  title: z.string(),
  scheduled_date: WallDate,
  present: count,
  absent: count,
  excused: count,
})
export type ClassFigures = z.infer<typeof ClassFigures>

export const listFigures = base
  .route({
    method: "GET",
    path: "/my/figures/attendance",
    summary: "List attendance of the latest completed classes, newest first. Admins get everyone's",
  })
  .output(z.array(ClassFigures))

export const attendance = {
  register: getRegister,
  mark: markAttendance,
  unmark: unmarkAttendance,
  recordVoice,
  recordSnapshot,
  snapshots: listSnapshots,
  ...noticeProcedures,
  ...sheetProcedures,
  ...absenceProcedures,
  ...proofProcedures,
  ...coachProcedures,
  ...checkInProcedures,
  myProgress,
  figures: listFigures,
  demoFunnel: readDemoFunnel,
  waiting: countWaiting,
}
