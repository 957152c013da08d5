import { z } from "zod"
import { ROLES } from "#shared/roles.ts"
import { base, Id, sensitive } from "../base.ts"
import { Password, Person } from "./accounts.ts"

const ALREADY_JOINED = { status: 409, message: "This person has a way to sign in already" } as const
const MAIL_UNAVAILABLE = { status: 409, message: "No mail server is set up" } as const

/** How an invitation is delivered: by mail, or as a link that the admin hands over. */
const how = z.enum(["mail", "link"]).default("mail")
const Invited = z.object({
  user_id: Id,
  /** Shown this once, where the admin hands it over. */
  url: z.string().nullable(),
  expires_at: z.date(),
})

export const inviteInstructor = sensitive
  .route({ method: "POST", path: "/people/invitations", summary: "Invite a new instructor" })
  .input(
    z.object({
      first_name: z.string("Give the first name").trim().min(1, "Give the first name").max(60),
      last_name: z.string("Give the last name").trim().min(1, "Give the last name").max(60),
      email: z.email("Give an e-mail such as meera@academy.example").toLowerCase().max(120),
      how,
    }),
  )
  .output(Invited)
  .errors({ EMAIL_TAKEN: { status: 409, message: "This e-mail has an account" }, MAIL_UNAVAILABLE })

export const invitePerson = sensitive
  .route({
    method: "POST",
    path: "/people/{user_id}/invitation",
    summary: "Invite somebody who has not joined yet",
  })
  .input(z.object({ user_id: Id, how }))
  .output(Invited)
  .errors({ ALREADY_JOINED, MAIL_UNAVAILABLE })

const invitation = z.object({ request: Id, secret: z.string().min(1).max(100) })
const LINK_EXPIRED = {
  status: 410,
  message: "This invitation was used, or it is older than two weeks",
} as const

export const readInvitation = base
  .route({
    method: "POST",
    path: "/invitations/read",
    summary: "Get who an invitation is for, without using it",
  })
  .input(invitation)
  .output(z.object({ first_name: z.string(), email: z.string(), role: z.enum(ROLES).nullable() }))
  .errors({ LINK_EXPIRED })

export const acceptInvitation = base
  .route({
    method: "POST",
    path: "/invitations/accept",
    summary: "Accept an invitation by setting a password, once",
  })
  .input(
    invitation.extend({
      password: Password,
      terms: z.literal(true, "Please agree to the terms and conditions"),
    }),
  )
  .output(Person)
  .errors({
    LINK_EXPIRED,
    EMAIL_UNCONFIRMED: { status: 403, message: "The e-mail has to be confirmed first" },
    CONFIRMATION_LATER: {
      status: 403,
      message: "The e-mail has to be confirmed first, and its link can't be mailed today",
    },
    INSTRUCTORS_ONLY: { status: 403, message: "This portal is for teachers only" },
    ACCOUNT_DISABLED: { status: 403, message: "This account is disabled" },
    SECOND_STEP_REQUIRED: { status: 401, message: "A code of the authenticator app is asked as well" },
  })

export const invitationProcedures = { invite: inviteInstructor, invitePerson }
export const invitationAnswers = { readInvitation, acceptInvitation }
