import { z } from "zod"
import { base, Id, sensitive } from "../base.ts"
import { Code, Person } from "./accounts.ts"

/** The viewer's own password, asked once more. */
export const TypedPassword = z.string("Fill in your password").min(1, "Fill in your password").max(128)

export const codeErrors = {
  CODE_WRONG: { status: 401, message: "This code is wrong or has expired" },
} as const
export const twoStepErrors = {
  ...codeErrors,
  TWO_STEP_UNREADABLE: { status: 409, message: "Codes of this app can't be checked any more" },
} as const
export const passwordErrors = {
  PASSWORD_WRONG: { status: 401, message: "This is not your password" },
} as const

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
  .route({ method: "GET", path: "/account/sessions", summary: "List where the viewer is signed in" })
  .output(z.array(OwnSession))

export const endSession = base
  .route({ method: "DELETE", path: "/account/sessions/{session_id}", summary: "Sign one device out" })
  .input(z.object({ session_id: Id }))
  .output(z.object({}))

export const endOtherSessions = base
  .route({ method: "DELETE", path: "/account/sessions", summary: "Sign every other device out" })
  .output(z.object({ ended: z.number().int() }))

export const startTwoStep = sensitive
  .route({ method: "POST", path: "/account/two-step", summary: "Create a secret for an authenticator app" })
  .output(z.object({ secret: z.string(), url: z.string() }))
  .errors({ TWO_STEP_ON: { status: 409, message: "It is on already" } })

export const confirmTwoStep = base
  .route({
    method: "POST",
    path: "/account/two-step/confirmation",
    summary: "Switch two-step sign-in on with a first code",
  })
  .input(z.object({ code: Code }))
  .output(z.object({ recovery_codes: z.array(z.string()) }))
  .errors(twoStepErrors)

const AnyCode = z.string("Enter the code").trim().min(6, "The code has 6 digits").max(20)

export const renewRecoveryCodes = base
  .route({
    method: "POST",
    path: "/account/two-step/recovery-codes",
    summary: "Create new recovery codes. The old ones stop working",
  })
  .input(z.object({ code: Code }))
  .output(z.object({ recovery_codes: z.array(z.string()) }))
  .errors(twoStepErrors)

export const stopTwoStep = base
  .route({ method: "POST", path: "/account/two-step/end", summary: "Switch two-step sign-in off" })
  .input(z.object({ code: AnyCode }))
  .output(z.object({}))
  .errors({
    ...twoStepErrors,
    TWO_STEP_REQUIRED: { status: 403, message: "Your academy asks admins for two-step sign-in" },
  })

export const finishSignIn = base
  .route({
    method: "POST",
    path: "/session/second-step",
    summary: "Complete sign-in with an authenticator or recovery code",
  })
  .input(z.object({ code: AnyCode }))
  .output(Person)
  .errors({
    ...twoStepErrors,
    SIGN_IN_EXPIRED: { status: 401, message: "This sign-in took too long: begin again" },
    ACCOUNT_DISABLED: { status: 403, message: "This account is disabled" },
  })

/** Where one is signed in, and the second step of signing in. Joined with the catalogue of the own account. */
export const accountSecurity = {
  sessions: listSessions,
  endSession,
  endOtherSessions,
  startTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  stopTwoStep,
  finishSignIn,
}
