import { z } from "zod"
import { Code, Language } from "../accounts/accounts.ts"
import { base, Id, textErrors } from "../base.ts"
import { GuardianRight, ofChild } from "./rights.ts"

/** How long the link of an invitation works, in days. */
export const INVITATION_DAYS = 7

/** One of the guardians of a child. */
export const GuardianPerson = z.object({
  guardian_id: Id,
  name: z.string(),
  /** The number or e-mail. Hidden from other guardians but for its end. */
  address: z.string(),
  rights: z.array(GuardianRight),
  /** Named by the student or the office, not invited. */
  first: z.boolean(),
  /** When staff confirmed who this is. */
  known_at: z.date().nullable(),
  /** The viewer. */
  own: z.boolean(),
  /** Whether the viewer may change the rights, or remove this guardian. */
  changeable: z.boolean(),
})
export type GuardianPerson = z.infer<typeof GuardianPerson>

/** An invitation that nobody has accepted or withdrawn. */
export const GuardianInvitation = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  rights: z.array(GuardianRight),
  invited_at: z.date(),
  expires_at: z.date(),
  expired: z.boolean(),
})
export type GuardianInvitation = z.infer<typeof GuardianInvitation>

const Guardians = z.object({ guardians: z.array(GuardianPerson), invitations: z.array(GuardianInvitation) })
export type Guardians = z.infer<typeof Guardians>

const Rights = z.array(GuardianRight).min(1, "RIGHTS_MISSING").max(4)

const Draft = {
  name: z.string("Enter this name").trim().min(1, "Enter this name").max(80),
  to: z.string("PHONE_OR_EMAIL").trim().min(1, "PHONE_OR_EMAIL").max(254),
  rights: Rights,
  /** The language of the message. */
  language: Language,
}

const INVITING_ERRORS = {
  ...textErrors,
  GUARDIAN_ALREADY: { status: 409, message: "This person is a guardian of this child already" },
  GUARDIAN_DISABLED: { status: 409, message: "This person's account is disabled" },
  MAIL_UNAVAILABLE: { status: 503, message: "E-mails can't be sent here" },
} as const

const ENDING_ERRORS = {
  FIRST_GUARDIAN: { status: 409, message: "Only the academy can change the first guardian" },
  CONSENT_GUARDIAN_MISSING: {
    status: 409,
    message: "A child needs at least one guardian who decides about consents",
  },
} as const

const forChild = z.object({ student_id: Id })
const forGuardian = forChild.extend({ guardian_id: Id })
const forInvitation = forChild.extend({ invitation_id: Id })
const nothing = z.object({})

export const listGuardians = ofChild
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/guardians",
    summary: "List a child's guardians and open invitations",
  })
  .input(forChild)
  .output(Guardians)

export const inviteGuardian = ofChild
  .route({
    method: "POST",
    path: "/guardian/children/{student_id}/invitations",
    summary: "Invite another guardian by phone number or e-mail. Inviting again renews the invitation",
  })
  .errors(INVITING_ERRORS)
  .input(forChild.extend(Draft))
  .output(GuardianInvitation)

export const withdrawInvitation = ofChild
  .route({
    method: "DELETE",
    path: "/guardian/children/{student_id}/invitations/{invitation_id}",
    summary: "Withdraw an invitation",
  })
  .input(forInvitation)
  .output(nothing)

export const setGuardianRights = ofChild
  .route({
    method: "PUT",
    path: "/guardian/children/{student_id}/guardians/{guardian_id}/rights",
    summary: "Set what another guardian may do",
  })
  .errors(ENDING_ERRORS)
  .input(forGuardian.extend({ rights: Rights }))
  .output(nothing)

export const removeGuardian = ofChild
  .route({
    method: "DELETE",
    path: "/guardian/children/{student_id}/guardians/{guardian_id}",
    summary: "Remove another guardian, or leave. What they gave stays recorded",
  })
  .errors(ENDING_ERRORS)
  .input(forGuardian)
  .output(nothing)

/** Twelve characters, as in the link. */
const byLink = z.object({ token: z.string().regex(/^[\w-]{12}$/, "LINK_EXPIRED") })
const LINK_ERRORS = {
  LINK_EXPIRED: { status: 410, message: "This invitation can't be used any more" },
  ACCEPTED_ALREADY: { status: 409, message: "This invitation was accepted already. Sign in" },
} as const

export const readGuardianInvitation = base
  .route({
    method: "GET",
    path: "/guardian/invitations/{token}",
    summary: "Get what an invitation says. Reading does not use it up",
  })
  .errors(LINK_ERRORS)
  .input(byLink)
  .output(
    z.object({
      name: z.string(),
      child: z.string(),
      invited_by: z.string(),
      /** Hidden but for its end. */
      address: z.string(),
      by: z.enum(["phone", "email"]),
      rights: z.array(GuardianRight),
      expires_at: z.date(),
    }),
  )

export const requestInvitedCode = base
  .route({
    method: "POST",
    path: "/guardian/invitations/{token}/codes",
    summary: "Send the code that accepting an invitation needs, to the number or e-mail that was invited",
  })
  .errors({ ...LINK_ERRORS, ...textErrors, MAIL_UNAVAILABLE: INVITING_ERRORS.MAIL_UNAVAILABLE })
  .input(byLink)
  .output(z.object({ request: Id, minutes: z.number().int() }))

export const acceptGuardianInvitation = base
  .route({
    method: "POST",
    path: "/guardian/invitations/{token}/acceptance",
    summary: "Accept an invitation with the code, and sign in",
  })
  .errors({
    ...LINK_ERRORS,
    CODE_WRONG: { status: 401, message: "This code is wrong or has expired" },
    ACCOUNT_DISABLED: { status: 403, message: "This account is disabled" },
    SECOND_STEP_REQUIRED: { status: 401, message: "The code of the authenticator app is asked for" },
    INVITED_ELSEWHERE: { status: 409, message: "This e-mail belongs to another kind of account" },
    GUARDIAN_IS_CHILD: { status: 409, message: "A student can't be their own guardian" },
  })
  .input(byLink.extend({ request: Id, code: Code }))
  .output(z.object({ first_name: z.string(), student_id: Id }))

/** A child's guardians, as part of the guardians' page. */
export const guardianPeople = {
  people: listGuardians,
  invite: inviteGuardian,
  withdrawInvitation,
  setRights: setGuardianRights,
  removeGuardian,
  readInvitation: readGuardianInvitation,
  requestInvitedCode,
  acceptInvitation: acceptGuardianInvitation,
}

const forStudent = z.object({ user_id: Id })

/** The same for staff, beside the list of people. */
export const staffGuardians = {
  guardians: base
    .route({
      method: "GET",
      path: "/people/{user_id}/guardians",
      summary: "List a student's guardians and open invitations",
    })
    .input(forStudent)
    .output(Guardians),
  inviteGuardian: base
    .route({
      method: "POST",
      path: "/people/{user_id}/guardian-invitations",
      summary: "Invite a guardian of a student by phone number or e-mail",
    })
    .errors(INVITING_ERRORS)
    .input(forStudent.extend(Draft))
    .output(GuardianInvitation),
  withdrawGuardianInvitation: base
    .route({
      method: "DELETE",
      path: "/people/{user_id}/guardian-invitations/{invitation_id}",
      summary: "Withdraw an invitation of a guardian",
    })
    .input(forStudent.extend({ invitation_id: Id }))
    .output(nothing),
  setGuardianRights: base
    .route({
      method: "PUT",
      path: "/people/{user_id}/guardians/{guardian_id}/rights",
      summary: "Set what a student's guardian may do",
    })
    .input(forStudent.extend({ guardian_id: Id, rights: Rights }))
    .output(nothing),
  removeGuardian: base
    .route({
      method: "DELETE",
      path: "/people/{user_id}/guardians/{guardian_id}",
      summary: "Remove a student's guardian. What they gave stays recorded",
    })
    .input(forStudent.extend({ guardian_id: Id }))
    .output(nothing),
}
