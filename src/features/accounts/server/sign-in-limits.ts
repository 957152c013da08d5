import { networkOf } from "#platform/client-address.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { countTry, type Limit, takeBackTry } from "#platform/limits.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"

/*
 * How often one may try. An address may be a school or a whole mobile network, so its limits are wide; what
 * protects a person are the limits of the account, which many addresses can't get around. They could be used to
 * lock a person out, so each way in has limits of its own, a browser that the person signed in with before is
 * counted apart, and a code or link that was mailed stays good whoever asks for more.
 */

/** Which other way in a refusal may tell of. */
export type OtherWay = "code-or-reset" | "password-or-reset" | "code" | null

type Rule = { name: string; most: number; window: number }

const PASSWORD_OF_ACCOUNT: Rule[] = [
  { name: "password-of-account", most: 10, window: 15 * MINUTE },
  { name: "password-of-account-daily", most: 100, window: DAY },
]
const PASSWORD_OF_DEVICE: Rule = { name: "password-of-device", most: 10, window: 15 * MINUTE }
const PASSWORD_OF_ADDRESS: Rule = { name: "password-of-address", most: 100, window: 15 * MINUTE }

const MAILS_OF_ADDRESS: Rule = { name: "mails-of-address", most: 60, window: HOUR }

const CODE_OF_ACCOUNT: Rule[] = [
  { name: "code-of-account", most: 5, window: HOUR },
  { name: "code-of-account-daily", most: 10, window: DAY },
]
const RESET_OF_ACCOUNT: Rule[] = [
  { name: "reset-of-account", most: 3, window: HOUR },
  { name: "reset-of-account-daily", most: 10, window: DAY },
]
const CONFIRMATION_OF_ACCOUNT: Rule[] = [{ name: "confirmation-of-account", most: 5, window: HOUR }]
const GUESSES_OF_ADDRESS: Rule = { name: "guesses-of-address", most: 60, window: 15 * MINUTE }
const SIGN_UPS_OF_ADDRESS: Rule = { name: "sign-ups-of-address", most: 100, window: HOUR }

const SECOND_STEP_OF_ACCOUNT: Rule[] = [
  { name: "second-step-of-account", most: 10, window: 15 * MINUTE },
  { name: "second-step-of-account-daily", most: 50, window: DAY },
]
const OWN_PASSWORD: Rule[] = [{ name: "own-password", most: 10, window: 15 * MINUTE }]
const NEW_EMAIL: Rule[] = [{ name: "new-email", most: 5, window: HOUR }]
const TEXTS_OF_PHONE: Rule[] = [
  { name: "texts-of-phone", most: 5, window: HOUR },
  { name: "texts-of-phone-daily", most: 12, window: DAY },
]
const TEXTS_OF_ADDRESS: Rule = { name: "texts-of-address", most: 30, window: HOUR }
const EXPORTS: Rule[] = [{ name: "exports", most: 10, window: HOUR }]

const forAccount = (rules: Rule[], email: string): Limit[] => rules.map((rule) => ({ ...rule, of: email }))
/** Where the address is not known, as in jobs and commands, nothing is counted for it. */
const forAddress = (rule: Rule, { http }: Pick<Ctx, "http">): Limit[] =>
  http.address ? [{ ...rule, of: networkOf(http.address) }] : []

/** Counts a try or refuses it with TOO_MANY_REQUESTS. */
async function count(ctx: Ctx, limits: Limit[], otherWay: OtherWay): Promise<void> {
  const wait = await countTry(ctx, limits)
  if (wait === 0) return
  ctx.http.reply.set("retry-after", String(wait))
  refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait, other_way: otherWay })
}

/**
 * Counts a password that is tried for an account: by the account and the address, or for a browser that signed in
 * to it before, by that browser alone. Call the result when it was right.
 */
export async function countPassword(
  ctx: Ctx,
  email: string,
  device: string | null,
): Promise<() => Promise<void>> {
  const limits = device
    ? [{ ...PASSWORD_OF_DEVICE, of: `${device}:${email}` }]
    : [...forAccount(PASSWORD_OF_ACCOUNT, email), ...forAddress(PASSWORD_OF_ADDRESS, ctx)]
  await count(ctx, limits, "code-or-reset")
  return () => takeBackTry(ctx, limits)
}

/** Counts a request for a code or a reset link, whether or not the e-mail has an account. */
export function countMail(ctx: Ctx, purpose: "code" | "reset", email: string): Promise<void> {
  const ofAccount = purpose === "code" ? CODE_OF_ACCOUNT : RESET_OF_ACCOUNT
  const otherWay = purpose === "code" ? "password-or-reset" : "code"
  return count(ctx, [...forAccount(ofAccount, email), ...forAddress(MAILS_OF_ADDRESS, ctx)], otherWay)
}

/** Counts a mail that asks to confirm an e-mail. */
export function countConfirmation(ctx: Ctx, email: string): Promise<void> {
  return count(ctx, forAccount(CONFIRMATION_OF_ACCOUNT, email), null)
}

/** Counts a code or a link that is tried. Each takes five tries itself. */
export function countGuess(ctx: Ctx): Promise<void> {
  return count(ctx, forAddress(GUESSES_OF_ADDRESS, ctx), null)
}

/** Counts a code of the authenticator app, or a recovery code, of a person whose first proof was right. */
export function countSecondStep(ctx: Ctx, userId: string): Promise<void> {
  return count(ctx, forAccount(SECOND_STEP_OF_ACCOUNT, userId), null)
}

/** Counts the own password, asked again. Call the result when it was right. */
export async function countOwnPassword(ctx: Ctx, userId: string): Promise<() => Promise<void>> {
  const limits = forAccount(OWN_PASSWORD, userId)
  await count(ctx, limits, null)
  return () => takeBackTry(ctx, limits)
}

/** Counts a code that a person has mailed to a new e-mail, or for erasing the account. */
export function countNewEmail(ctx: Ctx, userId: string): Promise<void> {
  return count(ctx, forAccount(NEW_EMAIL, userId), null)
}

/** Counts a code that is to be texted, whether or not anybody gave the number. */
export function countTexts(ctx: Ctx, phone: string): Promise<void> {
  return count(ctx, [...forAccount(TEXTS_OF_PHONE, phone), ...forAddress(TEXTS_OF_ADDRESS, ctx)], null)
}

/** Counts an export of everything. */
export function countExport(ctx: Ctx, userId: string): Promise<void> {
  return count(ctx, forAccount(EXPORTS, userId), null)
}

/** Counts an account that is to be made. */
export function countSignUp(ctx: Ctx): Promise<void> {
  return count(ctx, forAddress(SIGN_UPS_OF_ADDRESS, ctx), null)
}
