import { z } from "zod"
import { base, Id, WallDate } from "../base.ts"
import { SettledVerdict } from "./attendance-sheets.ts"
import { MedicalProof } from "./medical-proofs.ts"
import { ABSENCE_ANSWERS } from "./verdict-reasons.ts"

const Answer = z.enum(ABSENCE_ANSWERS, "Choose a reason")

/** A class whose seat makes up for a missed one. */
export const OfferedClass = z.object({
  class_id: Id,
  title: z.string(),
  scheduled_date: WallDate,
  start_time: z.string(),
  end_time: z.string(),
  instructor_name: z.string(),
})
export type OfferedClass = z.infer<typeof OfferedClass>

/** What staff and guardians see of an answer. */
export const GivenAnswer = z.object({
  answer: Answer,
  note: z.string().nullable(),
  answered_at: z.date(),
  make_up: OfferedClass.pick({
    class_id: true,
    title: true,
    scheduled_date: true,
    start_time: true,
  }).nullable(),
})
export type GivenAnswer = z.infer<typeof GivenAnswer>

const AskedChild = z.object({
  student_id: Id,
  first_name: z.string(),
  /** By now it may be known that the child was there after all. */
  verdict: SettledVerdict,
  given: GivenAnswer.nullable(),
  proof: MedicalProof.nullable(),
  /** A medical proof may be sent: the child was ill, and it isn't too late. */
  provable: z.boolean(),
  /** Offered once the guardian has answered. */
  offers: z.array(OfferedClass),
})
export type AskedChild = z.infer<typeof AskedChild>

export const AbsenceQuestion = z.object({
  title: z.string(),
  scheduled_date: WallDate,
  start_time: z.string(),
  /** Until then it may be answered, and the answer changed. */
  open_until: z.date(),
  open: z.boolean(),
  children: z.array(AskedChild),
})
export type AbsenceQuestion = z.infer<typeof AbsenceQuestion>

const byLink = z.object({ token: z.string().max(40) })
const closed = { ANSWER_CLOSED: { status: 410, message: "It's too late to answer here" } } as const

const readQuestion = base
  .route({
    method: "GET",
    path: "/absences/{token}",
    summary: "Get the absence that a notice's link asks about",
  })
  .input(byLink)
  .output(AbsenceQuestion)

const answerAbsence = base
  .route({ method: "POST", path: "/absences/{token}/answer", summary: "Explain a child's absence" })
  .input(byLink.extend({ student_id: Id, answer: Answer, note: z.string().trim().max(300).optional() }))
  .output(AbsenceQuestion)
  .errors(closed)

const takeMakeUp = base
  .route({ method: "POST", path: "/absences/{token}/make-up", summary: "Take a seat in a make-up class" })
  .input(byLink.extend({ student_id: Id, class_id: Id }))
  .output(AbsenceQuestion)
  .errors({
    ...closed,
    MAKE_UP_GONE: { status: 409, message: "This seat is no longer free" },
    MAKE_UP_TAKEN: { status: 409, message: "A seat was taken already" },
  })

export const absenceProcedures = { question: readQuestion, answer: answerAbsence, makeUp: takeMakeUp }
