import { z } from "zod"
import { ROLES } from "#shared/roles.ts"
import { base, Id, PageQuery, pageOf, sensitive } from "../base.ts"
import { ContactsDraft, ProfileDraft } from "./account.ts"
import { BirthDate, Email } from "./accounts.ts"
import { invitationProcedures } from "./invitations.ts"

/** A person as staff sees them. */
export const PersonEntry = z.object({
  user_id: Id,
  name: z.string(),
  /** Empty for a guardian without one. */
  email: z.string(),
  role: z.enum(ROLES).nullable(),
  created_at: z.date(),
  /** An instructor whom no admin has approved yet. */
  awaits_approval: z.boolean(),
  /** Has a way to sign in; people without one can be invited. */
  joined: z.boolean(),
  /** Signs in with an authenticator app, too. */
  two_step: z.boolean(),
  /** An admin may hand over a link for a new password. */
  password_link: z.boolean(),
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
  .route({ method: "GET", path: "/people", summary: "List people, newest first" })
  .input(
    PageQuery.extend({
      /** Any part of a name or an e-mail, or at least the last six digits of a phone number. */
      q: z.string().trim().max(100).default(""),
      role: z.enum([...ROLES, "none"]).optional(),
      state: z.enum(["awaits_approval", "disabled"]).optional(),
    }),
  )
  .output(pageOf(PersonEntry))

export const approveInstructor = sensitive
  .route({ method: "POST", path: "/people/{user_id}/approval", summary: "Approve an instructor" })
  .input(forPerson)
  .output(PersonEntry)

export const changeRole = sensitive
  .route({
    method: "PUT",
    path: "/people/{user_id}/role",
    summary: "Change a person's role",
  })
  .input(forPerson.extend({ role: z.enum(["student", "instructor", "office", "admin"], "Choose a role") }))
  .output(PersonEntry)
  .errors({
    OWN_ACCOUNT,
    GUARDIAN_ROLE: { status: 409, message: "A guardian signs in by phone alone and keeps that role" },
  })

export const disablePerson = base
  .route({ method: "POST", path: "/people/{user_id}/disabling", summary: "Disable an account immediately" })
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
    summary: "Switch two-step sign-in off for somebody who lost their app and recovery codes",
  })
  .input(forPerson)
  .output(PersonEntry)
  .errors({ OWN_ACCOUNT })

export const makePasswordLink = sensitive
  .route({
    method: "POST",
    path: "/people/{user_id}/password-link",
    summary: "Make a link for a new password to hand over. It works once, for a day; an earlier one ends",
  })
  .input(forPerson)
  .output(
    z.object({
      user_id: Id,
      /** Shown this once. */
      url: z.string(),
      expires_at: z.date(),
    }),
  )
  .errors({
    OWN_ACCOUNT,
    NO_PASSWORD_LINK: {
      status: 409,
      message:
        "Links are for students, instructors and guardians who have joined, sign in by e-mail and aren't disabled",
    },
  })

export const enablePerson = base
  .route({ method: "DELETE", path: "/people/{user_id}/disabling", summary: "Enable an account again" })
  .input(forPerson)
  .output(PersonEntry)

export const setDateOfBirth = base
  .route({
    method: "PUT",
    path: "/people/{user_id}/date-of-birth",
    summary: "Correct or confirm a student's date of birth",
  })
  .input(forPerson.extend({ date_of_birth: BirthDate }))
  .output(z.object({}))

export const correctStudent = base
  .route({
    method: "PATCH",
    path: "/people/{user_id}/profile",
    summary: "Correct a student's name, phone and school",
  })
  .input(forPerson.extend(ProfileDraft.shape))
  .output(z.object({}))

export const correctGuardian = sensitive
  .route({
    method: "PATCH",
    path: "/people/{user_id}/guardian-contact",
    summary: "Correct the name and number of a student's guardian. Who has the old number loses access",
  })
  .input(forPerson.extend(ContactsDraft.omit({ sms_notifications_enabled: true }).shape))
  .output(z.object({}))

export const correctEmail = sensitive
  .route({
    method: "PUT",
    path: "/people/{user_id}/email",
    summary: "Correct the e-mail of a student or instructor, who is signed out and has to confirm it",
  })
  .input(forPerson.extend({ email: Email }))
  .output(PersonEntry)
  .errors({
    OWN_ACCOUNT,
    STAFF_EMAIL: {
      status: 409,
      message: "Only the e-mails of students and instructors can be corrected: others change their own",
    },
  })

export const people = {
  ...invitationProcedures,
  list: listPeople,
  approve: approveInstructor,
  changeRole,
  disable: disablePerson,
  resetTwoStep,
  makePasswordLink,
  enable: enablePerson,
  setDateOfBirth,
  correctStudent,
  correctGuardian,
  correctEmail,
}
