import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "../base.ts"
import { ConsentPurpose } from "./consents.ts"

/** How staff found out who a guardian is. */
export const GuardianProof = z.enum(["in_person", "phone", "signed_paper"], "Say how you confirmed it")
export type GuardianProof = z.infer<typeof GuardianProof>

/** What staff compared the person with. */
export const GuardianSeen = z.enum(
  ["identity_card", "own_records", "met_before"],
  "Choose what you checked it against",
)
export type GuardianSeen = z.infer<typeof GuardianSeen>

const forPerson = z.object({ user_id: Id })
/** Which of several guardians; without it, the one whose number the student names, or all. */
const oneOfThem = { guardian_id: Id.optional() }

/** A student about whom staff have something to confirm. */
export const GuardianToConfirm = z.object({
  student_id: Id,
  student_name: z.string(),
  under_18: z.boolean(),
  date_of_birth: z.string().nullable(),
  /** Given by the student; it would make an adult of a child. */
  date_of_birth_claimed: z.string().nullable(),
  parent_name: z.string().nullable(),
  parent_phone: z.string().nullable(),
  /**
   * The guardian's number, who the guardian of a minor is, or another guardian who was invited, or a date of
   * birth.
   */
  waits_for: z.array(z.enum(["number", "guardian", "further_guardian", "date_of_birth"])),
  /** The owner of the number said that they don't know this child. */
  declined: z.boolean(),
  /** The guardian answered in a browser in which the student signs in. */
  from_childs_device: z.boolean(),
  /** Names of students whose own number it is. */
  phone_of: z.array(z.string()),
  created_at: z.date(),
})
export type GuardianToConfirm = z.infer<typeof GuardianToConfirm>

export const listUnconfirmed = base
  .route({
    method: "GET",
    path: "/people/unconfirmed-numbers",
    summary: "List guardians, numbers and dates of birth to confirm, newest first",
  })
  .input(PageQuery)
  .output(pageOf(GuardianToConfirm))

export const confirmGuardian = base
  .route({
    method: "PUT",
    path: "/people/{user_id}/guardian",
    summary: "Confirm a student's guardian, in person or by phone. Their consents count from then on",
  })
  .input(
    forPerson.extend({
      ...oneOfThem,
      known_how: GuardianProof.exclude(["signed_paper"]),
      known_seen: GuardianSeen,
    }),
  )
  .output(z.object({}))

export const forgetGuardian = base
  .route({
    method: "DELETE",
    path: "/people/{user_id}/guardian",
    summary: "Undo the confirmation of a guardian. Their consents no longer count",
  })
  .input(forPerson.extend(oneOfThem))
  .output(z.object({}))

export const recordPaper = base
  .route({
    method: "POST",
    path: "/people/{user_id}/paper",
    summary: "Record a form that a guardian signed. It confirms the guardian and gives the consents it names",
  })
  .input(
    forPerson.extend({
      paper_reference: z
        .string("Say where the form is kept")
        .trim()
        .min(3, "Say where the form is kept, such as 'Folder 2026, sheet 14'")
        .max(120, "Use at most 120 characters"),
      known_seen: GuardianSeen,
      purposes: z.array(ConsentPurpose).max(4).default([]),
    }),
  )
  .output(z.object({}))

/** What staff confirm about guardians, beside the list of people. */
export const guardianConfirmations = {
  unconfirmed: listUnconfirmed,
  confirmGuardian,
  forgetGuardian,
  recordPaper,
}
