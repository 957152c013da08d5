import { z } from "zod"
import { ROLES } from "#shared/roles.ts"
import { base, Id, PageQuery, pageOf } from "./base.ts"
import { ConsentPurpose } from "./guardians.ts"
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

export const approveInstructor = base
  .route({ method: "POST", path: "/people/{user_id}/approval", summary: "Let an instructor teach" })
  .input(forPerson)
  .output(PersonEntry)

export const changeRole = base
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

export const resetTwoStep = base
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

/** A student whose guardian's number nobody confirmed. */
export const UnconfirmedNumber = z.object({
  student_id: Id,
  student_name: z.string(),
  under_18: z.boolean(),
  parent_name: z.string().nullable(),
  parent_phone: z.string(),
  /** The owner of the number said that they don't know this child. */
  declined: z.boolean(),
  created_at: z.date(),
})
export type UnconfirmedNumber = z.infer<typeof UnconfirmedNumber>

export const listUnconfirmed = base
  .route({
    method: "GET",
    path: "/people/unconfirmed-numbers",
    summary: "Guardians' numbers to confirm, newest first",
  })
  .input(PageQuery)
  .output(pageOf(UnconfirmedNumber))

export const recordPaper = base
  .route({
    method: "POST",
    path: "/people/{user_id}/paper",
    summary: "Record a paper that a guardian signed: it confirms the number and gives what it names",
  })
  .input(
    forPerson.extend({
      paper_reference: z
        .string("Say where the paper lies")
        .trim()
        .min(3, "Say where the paper lies, such as 'Folder 2026, sheet 14'")
        .max(120, "Use at most 120 characters"),
      purposes: z.array(ConsentPurpose).max(4).default([]),
    }),
  )
  .output(UnconfirmedNumber)

export const people = {
  ...invitationProcedures,
  list: listPeople,
  approve: approveInstructor,
  changeRole,
  disable: disablePerson,
  resetTwoStep,
  enable: enablePerson,
  unconfirmed: listUnconfirmed,
  recordPaper,
}
