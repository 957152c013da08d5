import { z } from "zod"
import { ROLES } from "#shared/roles.ts"
import { BirthDate } from "./accounts.ts"
import { base, Id, PageQuery, pageOf, sensitive } from "./base.ts"
import { ConsentPurpose, GuardianProof, GuardianSeen } from "./guardians.ts"
import { invitationProcedures } from "./invitations.ts"

/** A person as staff sees them. */
export const PersonEntry = z.object({
  user_id: Id,
  name: z.string(),
  /** Empty for a guardian who gave none. */
  email: z.string(),
  role: z.enum(ROLES).nullable(),
  created_at: z.date(),
  /** An instructor whom nobody let in yet. */
  awaits_approval: z.boolean(),
  /** Has a way to sign in; who does not can be invited. */
  joined: z.boolean(),
  /** Signs in with an authenticator app, too. */
  two_step: z.boolean(),
  disabled_at: z.date().nullable(),
  disabled_reason: z.string().nullable(),
  erase_at: z.date().nullable(),
})
export type PersonEntry = z.infer<typeof PersonEntry>

const forPerson = z.object({ user_id: Id })
const OWN_ACCOUNT = {
  status: 409,
  message: "Nobody does this to their own account: ask another admin",
} as const

export const listPeople = base
  .route({ method: "GET", path: "/people", summary: "People, the newest first" })
  .input(
    PageQuery.extend({
      /** Any part of a name or an e-mail. */
      q: z.string().trim().max(100).default(""),
      role: z.enum([...ROLES, "none"]).optional(),
      state: z.enum(["awaits_approval", "disabled"]).optional(),
    }),
  )
  .output(pageOf(PersonEntry))

export const approveInstructor = sensitive
  .route({ method: "POST", path: "/people/{user_id}/approval", summary: "Let an instructor teach" })
  .input(forPerson)
  .output(PersonEntry)

export const changeRole = sensitive
  .route({
    method: "PUT",
    path: "/people/{user_id}/role",
    summary: "Make somebody a student, instructor or admin",
  })
  .input(forPerson.extend({ role: z.enum(["student", "instructor", "admin"], "Choose a role") }))
  .output(PersonEntry)
  .errors({
    OWN_ACCOUNT,
    GUARDIAN_ROLE: { status: 409, message: "A guardian signs in by phone alone and keeps that role" },
  })

export const disablePerson = base
  .route({ method: "POST", path: "/people/{user_id}/disabling", summary: "Shut an account at once" })
  .input(
    forPerson.extend({
      reason: z.string("Say why").trim().min(1, "Say why").max(300, "Use at most 300 characters"),
    }),
  )
  .output(PersonEntry)
  .errors({ OWN_ACCOUNT })

export const resetTwoStep = sensitive
  .route({
    method: "DELETE",
    path: "/people/{user_id}/two-step",
    summary: "Take two-step sign-in off somebody who lost app and recovery codes",
  })
  .input(forPerson)
  .output(PersonEntry)
  .errors({ OWN_ACCOUNT })

export const enablePerson = base
  .route({ method: "DELETE", path: "/people/{user_id}/disabling", summary: "Open an account again" })
  .input(forPerson)
  .output(PersonEntry)

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
  /** The guardian's number, who the guardian of a minor is, or a date of birth. */
  waits_for: z.array(z.enum(["number", "guardian", "date_of_birth"])),
  /** The owner of the number said that they don't know this child. */
  declined: z.boolean(),
  /** The guardian answered in a browser that the student signs in with. */
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
    summary: "Guardians, their numbers and dates of birth to confirm, newest first",
  })
  .input(PageQuery)
  .output(pageOf(GuardianToConfirm))

export const confirmGuardian = base
  .route({
    method: "PUT",
    path: "/people/{user_id}/guardian",
    summary: "Confirm who a student's guardian is, in person or by phone; their consents count from then on",
  })
  .input(forPerson.extend({ known_how: GuardianProof.exclude(["signed_paper"]), known_seen: GuardianSeen }))
  .output(z.object({}))

export const forgetGuardian = base
  .route({
    method: "DELETE",
    path: "/people/{user_id}/guardian",
    summary: "Take back that a student's guardian is known; their consents wait again",
  })
  .input(forPerson)
  .output(z.object({}))

export const setDateOfBirth = base
  .route({
    method: "PUT",
    path: "/people/{user_id}/date-of-birth",
    summary: "Correct or confirm a student's date of birth",
  })
  .input(forPerson.extend({ date_of_birth: BirthDate }))
  .output(z.object({}))

export const recordPaper = base
  .route({
    method: "POST",
    path: "/people/{user_id}/paper",
    summary: "Record a paper that a guardian signed: it confirms who they are and gives what it names",
  })
  .input(
    forPerson.extend({
      paper_reference: z
        .string("Say where the paper is kept")
        .trim()
        .min(3, "Say where the paper is kept, such as 'Folder 2026, sheet 14'")
        .max(120, "Use at most 120 characters"),
      known_seen: GuardianSeen,
      purposes: z.array(ConsentPurpose).max(4).default([]),
    }),
  )
  .output(z.object({}))

export const people = {
  ...invitationProcedures,
  list: listPeople,
  approve: approveInstructor,
  changeRole,
  disable: disablePerson,
  resetTwoStep,
  enable: enablePerson,
  unconfirmed: listUnconfirmed,
  confirmGuardian,
  forgetGuardian,
  setDateOfBirth,
  recordPaper,
}
