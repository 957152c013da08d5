import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate, WallTime } from "../base.ts"
import { ofChild } from "../guardians/rights.ts"

/** Files of one absence, at most. */
export const MOST_PROOF_FILES = 5

/** Why staff decline a proof. */
export const DECLINE_REASONS = [
  "unreadable",
  "other_person",
  "other_day",
  "not_medical",
  "month_full",
] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** The proof that a family sent for one absence, without its files. */
export const MedicalProof = z.object({
  state: z.enum(["waiting", "accepted", "declined"]),
  files: z.number().int(),
  sent_at: z.date(),
  /** Why it was declined. */
  reason: z.enum(DECLINE_REASONS).nullable(),
  /** What staff add to the reason. */
  remark: z.string().nullable(),
})
export type MedicalProof = z.infer<typeof MedicalProof>

/** An absence of a guardian's child for which a proof may be sent, or was. */
export const ProvableAbsence = z.object({
  class_id: Id,
  student_id: Id,
  first_name: z.string(),
  title: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  proof: MedicalProof.nullable(),
  /** Until when a file may be sent; null once it is too late, or no more fit. */
  open_until: z.date().nullable(),
})
export type ProvableAbsence = z.infer<typeof ProvableAbsence>

const file = z.file("Choose a file")
export const refusals = {
  ANSWER_CLOSED: { status: 410, message: "It's too late to answer here" },
  PROOF_NOT_NEEDED: { status: 409, message: "This absence needs no proof" },
} as const

export const sendChildProof = ofChild
  .route({
    method: "POST",
    path: "/guardian/children/{student_id}/absences/{class_id}/proof",
    summary: "Send a medical proof for a child's absence: a PDF or picture of at most 10 MB",
  })
  .input(z.object({ student_id: Id, class_id: Id, file }))
  .output(MedicalProof)
  .errors(refusals)

export const sendProofByLink = base
  .route({
    method: "POST",
    path: "/absences/{token}/proof",
    summary: "Send a medical proof for the absence that a notice's link asks about",
  })
  .input(z.object({ token: z.string().max(40), student_id: Id, file }))
  .output(MedicalProof)
  .errors(refusals)

export const WaitingProof = z.object({
  class_id: Id,
  student_id: Id,
  student_name: z.string(),
  title: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  files: z.number().int(),
  sent_at: z.date(),
})
export type WaitingProof = z.infer<typeof WaitingProof>

const listWaitingProofs = base
  .route({
    method: "GET",
    path: "/my/medical-proofs",
    summary: "List the absences whose medical proof waits for the viewer's decision, oldest first",
  })
  .input(PageQuery)
  .output(pageOf(WaitingProof))

const forAbsence = z.object({ class_id: Id, student_id: Id })

export const OpenedProof = WaitingProof.extend({
  state: MedicalProof.shape.state,
  reason: MedicalProof.shape.reason,
  remark: z.string().nullable(),
  /** What the guardian wrote with the answer. */
  note: z.string().nullable(),
  /** Medical absences of the student's month that don't count already, and how many may not. */
  used: z.number().int(),
  most: z.number().int(),
  opened: z.array(
    z.object({
      id: Id,
      content_type: z.string(),
      size_bytes: z.number().int(),
      uploaded_at: z.date(),
      /** Opens for some minutes, as a file to save. */
      url: z.string(),
    }),
  ),
})
export type OpenedProof = z.infer<typeof OpenedProof>

const openProof = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/attendance/{student_id}/proof/links",
    summary: "Get links to the files of a medical proof, valid for 5 minutes",
  })
  .input(forAbsence)
  .output(OpenedProof)

const decideProof = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/attendance/{student_id}/proof/decision",
    summary: "Accept a medical proof, so that the absence doesn't count, or decline it with a reason",
  })
  .input(
    forAbsence.extend({
      decision: z.enum(["accept", "decline"]),
      /** With a decline. */
      reason: z.enum(DECLINE_REASONS).optional(),
      /** What the proof is, for the register; or what the family should know besides the reason. */
      remark: z.string().trim().max(300).optional(),
    }),
  )
  .output(MedicalProof)
  .errors({
    MEDICAL_LIMIT: { status: 409, message: "No more medical absences can be recorded for this month" },
    PROOF_DECIDED: { status: 409, message: "This proof was decided about already" },
  })

export const proofProcedures = {
  sendProof: sendProofByLink,
  proofs: listWaitingProofs,
  openProof,
  decideProof,
}
