import { z } from "zod"
import { accountProof } from "./account-proof.ts"
import { accountSecurity, codeErrors, passwordErrors, TypedPassword } from "./account-security.ts"
import { BirthDate, Email, Name, Password, Person } from "./accounts.ts"
import { base, sensitive } from "./base.ts"
import { Code, Consent, ConsentPurpose, Language, PersonalData } from "./guardians.ts"

/** The viewer's own account. */
export const Profile = Person.extend({
  phone: z.string().nullable(),
  grade: z.string().nullable(),
  curriculum: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  /** One that waits for staff, because it would make an adult of a child. */
  date_of_birth_claimed: z.string().nullable(),
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
export const getProfile = base
  .route({ method: "GET", path: "/account", summary: "The viewer's own account" })
  .output(Profile)

/** What a PATCH leaves out stays as it is; an empty text takes it away. */
export const ProfileDraft = z.object({
  first_name: Name.optional(),
  last_name: Name.optional(),
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
  sms_notifications_enabled: z.boolean().optional(),
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

export const DateOfBirthDraft = z.object({
  date_of_birth: BirthDate,
  parent_name: z.string().trim().max(120).optional(),
  parent_phone: Phone.optional(),
})

export const giveDateOfBirth = base
  .route({
    method: "POST",
    path: "/account/date-of-birth",
    summary: "The date of birth of a student whose account is older than the question",
  })
  .input(DateOfBirthDraft)
  .output(Profile)
  .errors({
    DATE_OF_BIRTH_GIVEN: { status: 409, message: "The date of birth is known: the office corrects it" },
  })

export const PreferencesDraft = z.object({
  language: Language.optional(),
  marketing_opt_out: z.boolean().optional(),
})

export const updatePreferences = base
  .route({
    method: "PATCH",
    path: "/account/preferences",
    summary: "Language, and whether to get news and offers",
  })
  .input(PreferencesDraft)
  .output(Profile)

export const changeEmail = sensitive
  .route({
    method: "POST",
    path: "/account/email",
    summary: "Mail a code to a new e-mail; the change waits for it",
  })
  .input(z.object({ email: Email }))
  .output(z.object({ email: z.string(), minutes: z.number().int() }))
  .errors({ MAIL_UNAVAILABLE: { status: 503, message: "No mail can be sent from here" } })

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
  .input(z.object({ current_password: TypedPassword.optional(), new_password: Password }))
  .output(z.object({ ended: z.number().int() }))
  .errors(passwordErrors)

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

export const exportAccount = sensitive
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
  .input(z.object({ password: TypedPassword.optional(), code: Code.optional() }))
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
  giveDateOfBirth,
  updatePreferences,
  changeEmail,
  confirmEmail,
  changePassword,
  ...accountSecurity,
  ...accountProof,
  consents: listConsents,
  setConsent: setOwnConsent,
  inviteGuardian,
  export: exportAccount,
  requestErasureCode: requestOwnErasureCode,
  erase: eraseAccount,
}
