import { z } from "zod"
import { Email, Name, Password, Person } from "./accounts.ts"
import { base, Id } from "./base.ts"
import { Code, Consent, ConsentPurpose, Language, PersonalData } from "./guardians.ts"

/** The viewer's own account. */
export const Profile = Person.extend({
  phone: z.string().nullable(),
  grade: z.string().nullable(),
  curriculum: z.string().nullable(),
  under_18: z.boolean(),
  parent_name: z.string().nullable(),
  parent_phone: z.string().nullable(),
  parent_phone_confirmed: z.boolean(),
  /** A guardian of a minor decides about contacts, consents and erasure. */
  guardian_decides: z.boolean(),
  sms_notifications_enabled: z.boolean(),
  marketing_opt_out: z.boolean(),
  language: Language,
  has_password: z.boolean(),
  two_step: z.object({
    on: z.boolean(),
    /** Admins reach nothing else until it is on. */
    required: z.boolean(),
    recovery_codes_left: z.number().int(),
  }),
})
export type Profile = z.infer<typeof Profile>

const Phone = z.string().trim().max(20)
const Typed = z.string("Fill in your password").min(1, "Fill in your password").max(128)

const codeErrors = { CODE_WRONG: { status: 401, message: "This code is wrong or no longer good" } } as const
const passwordErrors = { PASSWORD_WRONG: { status: 401, message: "This is not your password" } } as const

export const getProfile = base
  .route({ method: "GET", path: "/account", summary: "The viewer's own account" })
  .output(Profile)

export const ProfileDraft = z.object({
  first_name: Name,
  last_name: Name,
  phone: Phone.optional(),
  curriculum: z.string().trim().max(40).optional(),
  grade: z.string().trim().max(40).optional(),
})

export const updateProfile = base
  .route({ method: "PATCH", path: "/account", summary: "Correct the own profile" })
  .input(ProfileDraft)
  .output(Profile)

export const ContactsDraft = z.object({
  parent_name: z.string().trim().max(120).optional(),
  parent_phone: Phone.optional(),
  sms_notifications_enabled: z.boolean().default(false),
})

export const updateContacts = base
  .route({
    method: "PATCH",
    path: "/account/contacts",
    summary: "The guardian's contact and the text-message setting",
  })
  .input(ContactsDraft)
  .output(Profile)
  .errors({
    GUARDIAN_DECIDES: { status: 403, message: "Your guardian decides this on their own page" },
  })

export const PreferencesDraft = z.object({
  language: Language,
  marketing_opt_out: z.boolean().default(false),
})

export const updatePreferences = base
  .route({
    method: "PATCH",
    path: "/account/preferences",
    summary: "Language, and whether to get news and offers",
  })
  .input(PreferencesDraft)
  .output(Profile)

export const changeEmail = base
  .route({
    method: "POST",
    path: "/account/email",
    summary: "Mail a code to a new e-mail; the change waits for it",
  })
  .input(z.object({ email: Email, password: Typed.optional() }))
  .output(z.object({ email: z.string(), minutes: z.number().int() }))
  .errors({ ...passwordErrors, MAIL_UNAVAILABLE: { status: 503, message: "No mail can be sent from here" } })

export const confirmEmail = base
  .route({
    method: "POST",
    path: "/account/email/confirmation",
    summary: "Change the e-mail by the mailed code",
  })
  .input(z.object({ email: Email, code: Code }))
  .output(Profile)
  .errors({
    ...codeErrors,
    EMAIL_TAKEN: { status: 409, message: "There is already an account with this e-mail" },
  })

export const changePassword = base
  .route({ method: "POST", path: "/account/password", summary: "Change the password; other sessions end" })
  .input(z.object({ current_password: Typed.optional(), new_password: Password }))
  .output(z.object({ ended: z.number().int() }))
  .errors(passwordErrors)

export const OwnSession = z.object({
  id: Id,
  /** Such as "Chrome on Android". */
  device: z.string(),
  /** The address with its end hidden, or null where it was not known. */
  place: z.string().nullable(),
  signed_in_at: z.date(),
  last_used_at: z.date(),
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listSessions = base
  .route({ method: "GET", path: "/account/sessions", summary: "Where the viewer is signed in" })
  .output(z.array(OwnSession))

export const endSession = base
  .route({ method: "DELETE", path: "/account/sessions/{session_id}", summary: "Sign one device out" })
  .input(z.object({ session_id: Id }))
  .output(z.object({}))

export const endOtherSessions = base
  .route({ method: "DELETE", path: "/account/sessions", summary: "Sign every other device out" })
  .output(z.object({ ended: z.number().int() }))

export const startTwoStep = base
  .route({ method: "POST", path: "/account/two-step", summary: "A secret for an authenticator app" })
  .input(z.object({ password: Typed.optional() }))
  .output(z.object({ secret: z.string(), url: z.string() }))
  .errors({ ...passwordErrors, TWO_STEP_ON: { status: 409, message: "It is on already" } })

export const confirmTwoStep = base
  .route({ method: "POST", path: "/account/two-step/confirmation", summary: "Switch it on by a first code" })
  .input(z.object({ code: Code }))
  .output(z.object({ recovery_codes: z.array(z.string()) }))
  .errors(codeErrors)

const AnyCode = z.string("Fill in the code").trim().min(6, "The code has 6 digits").max(20)

export const renewRecoveryCodes = base
  .route({
    method: "POST",
    path: "/account/two-step/recovery-codes",
    summary: "New recovery codes; the old ones end",
  })
  .input(z.object({ code: Code }))
  .output(z.object({ recovery_codes: z.array(z.string()) }))
  .errors(codeErrors)

export const stopTwoStep = base
  .route({ method: "POST", path: "/account/two-step/end", summary: "Switch two-step sign-in off" })
  .input(z.object({ code: AnyCode }))
  .output(z.object({}))
  .errors({
    ...codeErrors,
    TWO_STEP_REQUIRED: { status: 403, message: "Your academy asks admins for two-step sign-in" },
  })

export const finishSignIn = base
  .route({
    method: "POST",
    path: "/session/second-step",
    summary: "The code of the authenticator app, or a recovery code, after a first proof was right",
  })
  .input(z.object({ code: AnyCode }))
  .output(Person)
  .errors({
    ...codeErrors,
    SIGN_IN_EXPIRED: { status: 401, message: "This sign-in took too long: begin again" },
    ACCOUNT_DISABLED: { status: 403, message: "This account is disabled" },
  })

export const listConsents = base
  .route({
    method: "GET",
    path: "/account/consents",
    summary: "What was agreed to for the viewer, a student",
  })
  .output(z.array(Consent))

export const setOwnConsent = base
  .route({ method: "PUT", path: "/account/consents/{purpose}", summary: "An adult student's own consent" })
  .input(
    z.object({
      purpose: ConsentPurpose,
      given: z.boolean(),
      notice_version: z.coerce.number().int().min(1),
      language: Language.default("en"),
    }),
  )
  .output(Consent)
  .errors({ GUARDIAN_DECIDES: { status: 403, message: "Your guardian decides this on their own page" } })

export const inviteGuardian = base
  .route({
    method: "POST",
    path: "/account/guardian-code",
    summary: "Text the guardian of the viewer, a student, a code once more",
  })
  .output(z.object({ phone: z.string(), minutes: z.number().int() }))

export const exportAccount = base
  .route({ method: "GET", path: "/account/export", summary: "Everything kept about the viewer" })
  .output(PersonalData)

export const requestOwnErasureCode = base
  .route({
    method: "POST",
    path: "/account/erasure-code",
    summary: "Mail or text the code that erasing asks for where there is no password",
  })
  .output(z.object({ minutes: z.number().int() }))
  .errors({ MAIL_UNAVAILABLE: { status: 503, message: "No mail can be sent from here" } })

export const eraseAccount = base
  .route({ method: "POST", path: "/account/erasure", summary: "Have the own account erased in 30 days" })
  .input(z.object({ password: Typed.optional(), code: Code.optional() }))
  .output(z.object({ erase_at: z.date() }))
  .errors({
    ...codeErrors,
    ...passwordErrors,
    GUARDIAN_DECIDES: { status: 403, message: "Your guardian decides this on their own page" },
    LAST_ADMIN: { status: 409, message: "You are the only admin: make somebody else one first" },
  })

export const account = {
  get: getProfile,
  update: updateProfile,
  updateContacts,
  updatePreferences,
  changeEmail,
  confirmEmail,
  changePassword,
  sessions: listSessions,
  endSession,
  endOtherSessions,
  startTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  stopTwoStep,
  finishSignIn,
  consents: listConsents,
  setConsent: setOwnConsent,
  inviteGuardian,
  export: exportAccount,
  requestErasureCode: requestOwnErasureCode,
  erase: eraseAccount,
}
