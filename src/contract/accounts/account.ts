import { z } from "zod"
import { base, Id, sensitive, textErrors } from "../base.ts"
import { accountProof } from "./account-proof.ts"
import { accountSecurity, codeErrors, passwordErrors, TypedPassword } from "./account-security.ts"
import { BirthDate, Code, Email, Language, Name, Password, Person } from "./accounts.ts"

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
  /** Whether the academy can text the guardian a code. */
  guardian_texted: z.boolean(),
  /** A guardian of a minor decides about contacts, consents and erasure. */
  guardian_decides: z.boolean(),
  sms_notifications_enabled: z.boolean(),
  marketing_opt_out: z.boolean(),
  language: Language,
  has_password: z.boolean(),
  two_step: z.object({
    on: z.boolean(),
    /** Admins can use nothing else until it is on. */
    required: z.boolean(),
    recovery_codes_left: z.number().int(),
  }),
})
export type Profile = z.infer<typeof Profile>

const Phone = z.string().trim().max(20)
export const getProfile = base
  .route({ method: "GET", path: "/account", summary: "Get the viewer's account" })
  .output(Profile)

/** Fields left out of a PATCH are unchanged; an empty text clears the field. */
export const ProfileDraft = z.object({
  first_name: Name.optional(),
  last_name: Name.optional(),
  phone: Phone.optional(),
  curriculum: z.string().trim().max(40).optional(),
  grade: z.string().trim().max(40).optional(),
})

export const updateProfile = base
  .route({ method: "PATCH", path: "/account", summary: "Update the viewer's profile" })
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
    summary: "Update the guardian's contact and the text-message setting",
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
    summary: "Add the date of birth to an account that has none",
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
    summary: "Update language and marketing preferences",
  })
  .input(PreferencesDraft)
  .output(Profile)

export const changeEmail = sensitive
  .route({
    method: "POST",
    path: "/account/email",
    summary: "Mail a code to a new e-mail, to confirm the change",
  })
  .input(z.object({ email: Email }))
  .output(z.object({ email: z.string(), minutes: z.number().int() }))
  .errors({ MAIL_UNAVAILABLE: { status: 503, message: "No mail can be sent from here" } })

export const confirmEmail = base
  .route({
    method: "POST",
    path: "/account/email/confirmation",
    summary: "Change the e-mail with the mailed code",
  })
  .input(z.object({ email: Email, code: Code }))
  .output(Profile)
  .errors({
    ...codeErrors,
    EMAIL_TAKEN: { status: 409, message: "There is already an account with this e-mail" },
  })

export const changePassword = base
  .route({ method: "POST", path: "/account/password", summary: "Change the password and end other sessions" })
  .input(z.object({ current_password: TypedPassword.optional(), new_password: Password }))
  .output(z.object({ ended: z.number().int() }))
  .errors(passwordErrors)

export const inviteGuardian = base
  .route({
    method: "POST",
    path: "/account/guardian-code",
    summary: "Resend the code to the guardian of the viewer, a student",
  })
  .output(z.object({ phone: z.string(), minutes: z.number().int() }))
  .errors(textErrors)

/** Every row that concerns a person, by feature and table. */
export const PersonalData = z.object({
  made_at: z.date(),
  person: Id,
  data: z.record(z.string(), z.unknown()),
})

export const exportAccount = sensitive
  .route({ method: "GET", path: "/account/export", summary: "Export all data about the viewer" })
  .output(PersonalData)

export const requestOwnErasureCode = base
  .route({
    method: "POST",
    path: "/account/erasure-code",
    summary: "Mail or text the code needed to erase an account without a password",
  })
  .output(z.object({ minutes: z.number().int() }))
  .errors({ ...textErrors, MAIL_UNAVAILABLE: { status: 503, message: "No mail can be sent from here" } })

export const eraseAccount = base
  .route({
    method: "POST",
    path: "/account/erasure",
    summary: "Schedule the viewer's account for erasure in 30 days",
  })
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
  inviteGuardian,
  export: exportAccount,
  requestErasureCode: requestOwnErasureCode,
  erase: eraseAccount,
}
