import { z } from "zod"
import { base, digits, Id } from "../base.ts"
import { Email, Password, Person } from "./accounts.ts"

/** The teacher portal accepts only instructors; anyone else is not signed in at all. */
const Portal = z.enum(["any", "instructor"]).default("any")

export const SignIn = z.object({
  email: Email,
  password: z.string("Fill in your password").min(1, "Fill in your password").max(128),
  portal: Portal,
})

export const MailedTo = z.object({ email: Email })

export const CodeSignIn = z.object({
  /** The id returned when the code was requested: the code is valid only together with it. */
  request: Id,
  code: digits("Type the 6 digits of the code").regex(/^\d{6}$/, "Type the 6 digits of the code"),
  portal: Portal,
})

/** The contents of a mailed link. */
const MailedLink = z.object({ request: Id, secret: z.string().min(1).max(100) })

export const NewPassword = MailedLink.extend({ password: Password })

export const StartGoogle = z.object({
  /** Where to go on afterwards, a path of this site. */
  to: z.string().max(2_000).default(""),
  portal: Portal,
})

export const FinishGoogle = z.object({
  code: z.string().max(4_000).optional(),
  state: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
})

/** A person whose e-mail was proved by signing in. */
export const Proved = Person.extend({
  /**
   * Whether this was the first proof, from another browser than the account was made in: earlier ways to sign
   * in were ended.
   */
  access_ended: z.boolean(),
})

const admissionErrors = {
  INSTRUCTORS_ONLY: { status: 403, message: "Access denied. This portal is for teachers only." },
  ACCOUNT_DISABLED: { status: 403, message: "This account is disabled" },
  SECOND_STEP_REQUIRED: { status: 401, message: "The code of the authenticator app is asked for" },
  EMAIL_UNCONFIRMED: {
    status: 403,
    message: "Please check your email to verify your account before signing in.",
  },
  CONFIRMATION_LATER: {
    status: 403,
    message: "The e-mail has to be confirmed first, and its link can't be mailed today",
  },
} as const

const mailErrors = {
  MAIL_UNAVAILABLE: { status: 409, message: "This academy can't send e-mail" },
} as const

const linkErrors = {
  LINK_EXPIRED: { status: 410, message: "This link ran out or was used already" },
} as const

const signIn = base
  .route({ method: "POST", path: "/session", summary: "Sign in with e-mail and password" })
  .input(SignIn)
  .output(Person)
  .errors({
    INVALID_CREDENTIALS: { status: 401, message: "The e-mail or the password is wrong" },
    ...admissionErrors,
  })

const requestCode = base
  .route({
    method: "POST",
    path: "/session/codes",
    summary: "Mail a sign-in code. The response is the same for unknown e-mails",
  })
  .input(MailedTo)
  .output(z.object({ request: Id }))
  .errors(mailErrors)

const signInByCode = base
  .route({ method: "POST", path: "/session/by-code", summary: "Sign in with a mailed code" })
  .input(CodeSignIn)
  .output(Proved)
  .errors({
    CODE_INVALID: { status: 401, message: "The code is wrong or ran out" },
    ...admissionErrors,
  })

const requestPasswordReset = base
  .route({
    method: "POST",
    path: "/password-resets",
    summary: "Mail a link that sets a password. The response is the same for unknown e-mails",
  })
  .input(MailedTo)
  .output(z.object({}))
  .errors(mailErrors)

const checkPasswordReset = base
  .route({
    method: "POST",
    path: "/password-resets/check",
    summary: "Check whether a mailed link still works",
  })
  .input(MailedLink)
  .output(z.object({ usable: z.boolean() }))

const resetPassword = base
  .route({ method: "POST", path: "/password-resets/use", summary: "Set a password and end every session" })
  .input(NewPassword)
  .output(z.object({}))
  .errors(linkErrors)

const confirmEmail = base
  .route({
    method: "POST",
    path: "/email-confirmations/use",
    summary: "Confirm an e-mail with a mailed link, in the browser that signed up or with a password",
  })
  .input(
    MailedLink.extend({
      /** The account's password, from another browser than the account was made in. */
      password: z.string().min(1).max(128).optional(),
      /** A new one instead, which ends everything that was set before. */
      new_password: Password.optional(),
    }),
  )
  .output(z.object({ access_ended: z.boolean() }))
  .errors({
    ...linkErrors,
    PASSWORD_ASKED: {
      status: 409,
      message: "This is not the browser the account was made in: give its password, or choose a new one",
    },
    PASSWORD_WRONG: { status: 401, message: "This is not the account's password" },
  })

const sendConfirmation = base
  .route({ method: "POST", path: "/email-confirmations", summary: "Resend the confirmation link" })
  .output(z.object({}))
  .errors({ ALREADY_CONFIRMED: { status: 409, message: "The e-mail is confirmed already" }, ...mailErrors })

/** Where a sign-in with Google began and what it leads to; null if this browser began none. */
const GoogleWay = z.object({ to: z.string(), portal: z.enum(["any", "instructor"]) }).nullish()
export type GoogleWay = z.infer<typeof GoogleWay>

const googleErrors = {
  GOOGLE_UNAVAILABLE: {
    status: 409,
    message: "Sign-in with Google is not set up, or Google does not answer",
    data: GoogleWay,
  },
} as const

const signInOptions = base
  .route({ method: "GET", path: "/sign-in-options", summary: "List this academy's ways to sign in" })
  .output(z.object({ google: z.boolean(), mail: z.boolean() }))

const startGoogle = base
  .route({ method: "POST", path: "/session/google", summary: "Start signing in with Google" })
  .input(StartGoogle)
  .output(z.object({ url: z.string() }))
  .errors(googleErrors)

const finishGoogle = base
  .route({ method: "POST", path: "/session/google/answer", summary: "Complete signing in with Google" })
  .input(FinishGoogle)
  .output(z.object({ person: Proved, to: z.string(), portal: z.enum(["any", "instructor"]) }))
  .errors({
    ...googleErrors,
    GOOGLE_FAILED: {
      status: 401,
      message: "Google's answer does not belong to this browser, or ran out",
      data: GoogleWay,
    },
    GOOGLE_CANCELLED: { status: 401, message: "Signing in with Google was cancelled", data: GoogleWay },
    GOOGLE_REFUSED: {
      status: 409,
      message: "Google refused the request, as where the client is set up wrongly",
      data: GoogleWay,
    },
    GOOGLE_EMAIL_UNVERIFIED: {
      status: 403,
      message: "Google has not verified this e-mail",
      data: GoogleWay,
    },
    INSTRUCTORS_ONLY: { ...admissionErrors.INSTRUCTORS_ONLY, data: GoogleWay },
    ACCOUNT_DISABLED: { ...admissionErrors.ACCOUNT_DISABLED, data: GoogleWay },
    SECOND_STEP_REQUIRED: { ...admissionErrors.SECOND_STEP_REQUIRED, data: GoogleWay },
    EMAIL_UNCONFIRMED: { ...admissionErrors.EMAIL_UNCONFIRMED, data: GoogleWay },
    CONFIRMATION_LATER: { ...admissionErrors.CONFIRMATION_LATER, data: GoogleWay },
  })

/** The ways to sign in, and the mails they need. Joined with the catalogue of accounts. */
export const signInProcedures = {
  signInOptions,
  signIn,
  requestCode,
  signInByCode,
  startGoogle,
  finishGoogle,
  requestPasswordReset,
  checkPasswordReset,
  resetPassword,
  confirmEmail,
  sendConfirmation,
}
