import { networkOf } from "#platform/client-address.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { Refusal, refuse } from "#platform/errors.ts"
import { countTry, type Limit, takeBackTry, waitFor } from "#platform/limits.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"

/*
 * How often one may try. Anybody can guess at somebody else's account, and a whole school sends from one address, so:
 * - A person is protected by the limits of the account, which many addresses can't get around. Only wrong guesses
 *   count. So that others' guesses don't lock the person out, each way in has limits of its own, a browser that the
 *   person signed in with before is counted apart, and what was mailed or texted stays good whoever asks for more.
 * - A code is good together with its request, and takes five tries itself: nobody else can use them up.
 * - An address has wide limits, of failures wherever something can fail: 500 pupils sign in within minutes.
 */

/** Which other way in a refusal may tell of. */
export type OtherWay = "code-or-reset" | "password-or-reset" | "newest-link" | "child-or-office" | null

type Rule = { name: string; most: number; window: number }

const PASSWORD_OF_ACCOUNT: Rule[] = [
  { name: "password-of-account", most: 10, window: 15 * MINUTE },
  { name: "password-of-account-daily", most: 100, window: DAY },
]
const PASSWORD_OF_DEVICE: Rule[] = [
  { name: "password-of-device", most: 10, window: 15 * MINUTE },
  { name: "password-of-device-daily", most: 50, window: DAY },
]
const FAILED_PASSWORDS_OF_ADDRESS: Rule = { name: "failed-passwords", most: 1_000, window: 15 * MINUTE }

const MAILS_OF_ADDRESS: Rule = { name: "mails-of-address", most: 1_500, window: HOUR }
const CODE_OF_ACCOUNT: Rule[] = [
  { name: "code-of-account", most: 5, window: HOUR },
  { name: "code-of-account-daily", most: 10, window: DAY },
]
/** By the hour alone: a link is good for an hour, so whoever is refused here has one that works in the mailbox. */
const RESET_OF_ACCOUNT: Rule[] = [{ name: "reset-of-account", most: 3, window: HOUR }]
const CONFIRMATION_OF_ACCOUNT: Rule[] = [{ name: "confirmation-of-account", most: 5, window: HOUR }]
const FAILED_GUESSES_OF_ADDRESS: Rule = { name: "failed-guesses", most: 1_000, window: 15 * MINUTE }

const SIGN_UPS_OF_ADDRESS: Rule = { name: "sign-ups-of-address", most: 1_500, window: HOUR }
/** A sign-up tells that an e-mail has an account: so few may be told that. */
const TAKEN_OF_ADDRESS: Rule[] = [
  { name: "taken-of-address", most: 100, window: HOUR },
  { name: "taken-of-address-daily", most: 300, window: DAY },
]
const TAKEN_OF_DEVICE: Rule = { name: "taken-of-device", most: 10, window: HOUR }

const SECOND_STEP_OF_ACCOUNT: Rule[] = [
  { name: "second-step-of-account", most: 10, window: 15 * MINUTE },
  { name: "second-step-of-account-daily", most: 50, window: DAY },
]
const OWN_PASSWORD: Rule[] = [{ name: "own-password", most: 10, window: 15 * MINUTE }]
const NEW_EMAIL: Rule[] = [{ name: "new-email", most: 5, window: HOUR }]
const EXPORTS: Rule[] = [{ name: "exports", most: 10, window: HOUR }]

const TEXTS_OF_PHONE: Rule[] = [
  { name: "texts-of-phone", most: 5, window: HOUR },
  { name: "texts-of-phone-daily", most: 12, window: DAY },
]
/** Texts that somebody else asked for: students who name the number. */
const INVITING_TEXTS_OF_PHONE: Rule = { name: "inviting-texts-of-phone", most: 12, window: DAY }
const INVITING_TEXTS_OF_STUDENT: Rule[] = [
  { name: "inviting-texts-of-student", most: 3, window: HOUR },
  { name: "inviting-texts-of-student-daily", most: 6, window: DAY },
]
const TEXTS_OF_ADDRESS: Rule = { name: "texts-of-address", most: 1_500, window: HOUR }
/** What an academy pays for at most, however many addresses and numbers somebody has. */
const TEXTS_OF_ALL: Rule = { name: "texts-of-all", most: 5_000, window: DAY }

const of = (rules: Rule[], whom: string): Limit[] => rules.map((rule) => ({ ...rule, of: whom }))
/** Of the account, or of a browser that its person signed in with before. Each has a count of its own. */
const ofAccount = (rules: Rule[], account: string, device: string | null): Limit[] =>
  device ? of(rules, `${device}:${account}`) : of(rules, account)
/** Where the address is not known, as in jobs and commands, nothing is counted for it. */
const ofAddress = (rules: Rule[], { http }: Pick<Ctx, "http">): Limit[] =>
  http.address ? of(rules, networkOf(http.address)) : []

function refuseFor(ctx: Ctx, wait: number, otherWay: OtherWay): void {
  if (wait === 0) return
  ctx.http.reply.set("retry-after", String(wait))
  refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait, other_way: otherWay })
}

/** Counts a try or refuses it with TOO_MANY_REQUESTS. One that is refused does not use up the day's. */
async function count(ctx: Ctx, limits: Limit[], otherWay: OtherWay): Promise<void> {
  refuseFor(ctx, await waitFor(ctx, limits), otherWay)
  refuseFor(ctx, await countTry(ctx, limits), otherWay)
}

/**
 * Counts a password that is tried for an account: by the account, or for a browser that signed in to it before, by
 * that browser alone. Others are refused, too, from an address with very many failures. Call the result with what
 * came out. Throws TOO_MANY_REQUESTS.
 */
export async function countPassword(
  ctx: Ctx,
  email: string,
  device: string | null,
): Promise<(right: boolean) => Promise<void>> {
  const failures = device ? [] : ofAddress([FAILED_PASSWORDS_OF_ADDRESS], ctx)
  refuseFor(ctx, await waitFor(ctx, failures), "code-or-reset")
  const limits = ofAccount(device ? PASSWORD_OF_DEVICE : PASSWORD_OF_ACCOUNT, email, device)
  await count(ctx, limits, "code-or-reset")
  return async (right) => {
    if (right) await takeBackTry(ctx, limits)
    else await countTry(ctx, failures)
  }
}

/** Counts a request for a code or a reset link, whether or not the e-mail has an account. */
export function countMail(
  ctx: Ctx,
  purpose: "code" | "reset",
  email: string,
  device: string | null,
): Promise<void> {
  const rules = purpose === "code" ? CODE_OF_ACCOUNT : RESET_OF_ACCOUNT
  const otherWay = purpose === "code" ? "password-or-reset" : "newest-link"
  return count(ctx, [...ofAccount(rules, email, device), ...ofAddress([MAILS_OF_ADDRESS], ctx)], otherWay)
}

/** Counts a mail that asks to confirm an e-mail. */
export function countConfirmation(ctx: Ctx, email: string): Promise<void> {
  return count(ctx, of(CONFIRMATION_OF_ACCOUNT, email), null)
}

/** What says that a code or a link was wrong. */
const WRONG = new Set(["CODE_INVALID", "CODE_WRONG", "LINK_EXPIRED"])

/**
 * Tries a code or a link: `work` refuses a wrong one, which is counted for the address. Each takes five tries itself.
 * Not to be called in a transaction, which would take the count back. Throws TOO_MANY_REQUESTS.
 */
export async function countingGuess<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const failures = ofAddress([FAILED_GUESSES_OF_ADDRESS], ctx)
  refuseFor(ctx, await waitFor(ctx, failures), null)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && WRONG.has(error.code)) await countTry(ctx, failures)
    throw error
  }
}

/**
 * Counts a code of the authenticator app, or a recovery code, of a person whose first proof was right; a browser that
 * they signed in with before is counted apart. Call the result when it was right.
 */
export async function countSecondStep(
  ctx: Ctx,
  userId: string,
  device: string | null,
): Promise<() => Promise<void>> {
  const limits = ofAccount(SECOND_STEP_OF_ACCOUNT, userId, device)
  await count(ctx, limits, null)
  return () => takeBackTry(ctx, limits)
}

/** Counts the own password, asked again. Call the result when it was right. */
export async function countOwnPassword(ctx: Ctx, userId: string): Promise<() => Promise<void>> {
  const limits = of(OWN_PASSWORD, userId)
  await count(ctx, limits, null)
  return () => takeBackTry(ctx, limits)
}

/** Counts a code that a person has mailed to a new e-mail, or for erasing the account. */
export function countNewEmail(ctx: Ctx, userId: string): Promise<void> {
  return count(ctx, of(NEW_EMAIL, userId), null)
}

/**
 * Counts a code that is to be texted to whoever asks, whether or not anybody gave the number: by the number, or for
 * a browser that its guardian signed in with before, by that browser alone.
 */
export function countTexts(ctx: Ctx, phone: string, device: string | null): Promise<void> {
  const limits = ofAccount(TEXTS_OF_PHONE, phone, device)
  if (device === null) limits.push(...ofAddress([TEXTS_OF_ADDRESS], ctx), ...of([TEXTS_OF_ALL], "all"))
  return count(ctx, limits, "child-or-office")
}

/** Counts a text that the viewer, a student, has sent to the guardian. */
export function countInvitingText(ctx: SignedInCtx): Promise<void> {
  return count(ctx, of(INVITING_TEXTS_OF_STUDENT, ctx.viewer.user_id), null)
}

/**
 * Whether one more text may go to a number that a student named, which counts it. Numbers of strangers can be named,
 * so beyond that nothing is sent, and nobody is told.
 */
export async function mayInvite(ctx: Ctx, phone: string): Promise<boolean> {
  const limits = [
    ...of([INVITING_TEXTS_OF_PHONE], phone),
    ...ofAddress([TEXTS_OF_ADDRESS], ctx),
    ...of([TEXTS_OF_ALL], "all"),
  ]
  return (await countTry(ctx, limits)) === 0
}

/** Counts an export of everything. */
export function countExport(ctx: Ctx, userId: string): Promise<void> {
  return count(ctx, of(EXPORTS, userId), null)
}

/**
 * Counts an account that is to be made. An address, and a browser, that learned of many e-mails that they have an
 * account make none for a while. Call the result when the e-mail has one. Throws TOO_MANY_REQUESTS.
 */
export async function countSignUp(ctx: Ctx, device: string | null): Promise<() => Promise<void>> {
  const taken = [...ofAddress(TAKEN_OF_ADDRESS, ctx), ...(device ? of([TAKEN_OF_DEVICE], device) : [])]
  refuseFor(ctx, await waitFor(ctx, taken), null)
  await count(ctx, ofAddress([SIGN_UPS_OF_ADDRESS], ctx), null)
  return async () => {
    await countTry(ctx, taken)
  }
}
