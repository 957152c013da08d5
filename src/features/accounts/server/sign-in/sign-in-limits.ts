import { networkOf } from "#platform/client-address.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { Refusal, refuse } from "#platform/errors.ts"
import { countTry, type Limit, takeBackTry, waitFor } from "#platform/limits.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"

/*
 * Rate limits for signing in. Anybody can guess at another person's account, and a whole school uses one
 * address:
 * - The limits of the account protect a person, and using many addresses does not get around them. Only wrong
 *   guesses count. So that others' guesses don't block the person, each way to sign in has its own limits,
 *   browsers that the person signed in with before are counted separately, and what was mailed or texted
 *   stays valid when others ask for more.
 * - A code only works with its request and allows five tries, so nobody else can use them up.
 * - An address has wide limits, counted by failures where something can fail: 500 pupils sign in within
 *   minutes.
 */

/** Which other way to sign in a refusal suggests. */
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
/**
 * Hourly only: a link is valid for an hour, so a person who is refused still has a valid one in the mailbox.
 */
const RESET_OF_ACCOUNT: Rule[] = [{ name: "reset-of-account", most: 3, window: HOUR }]
const CONFIRMATION_OF_ACCOUNT: Rule[] = [{ name: "confirmation-of-account", most: 5, window: HOUR }]
/** Mails to addresses that strangers typed would get the academy's own refused. */
const CONFIRMATIONS_OF_ALL: Rule = { name: "confirmations-of-all", most: 5_000, window: DAY }
const FAILED_GUESSES_OF_ADDRESS: Rule = { name: "failed-guesses", most: 1_000, window: 15 * MINUTE }

const SIGN_UPS_OF_ADDRESS: Rule = { name: "sign-ups-of-address", most: 1_500, window: HOUR }
/** A sign-up reveals that an e-mail has an account, so an address may learn of only a few. */
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
/** Texts that students request for the number they name. */
const INVITING_TEXTS_OF_PHONE: Rule = { name: "inviting-texts-of-phone", most: 12, window: DAY }
const INVITING_TEXTS_OF_STUDENT: Rule[] = [
  { name: "inviting-texts-of-student", most: 3, window: HOUR },
  { name: "inviting-texts-of-student-daily", most: 6, window: DAY },
]
/** Invitations of guardians, by who invites. */
const INVITATIONS_OF_GUARDIAN: Rule[] = [
  { name: "invitations-of-guardian", most: 5, window: HOUR },
  { name: "invitations-of-guardian-daily", most: 10, window: DAY },
]
/** A busy day at the office, and the most that reach one e-mail. */
const INVITATIONS_OF_STAFF: Rule = { name: "invitations-of-staff", most: 500, window: DAY }
const INVITATIONS_TO_EMAIL: Rule = { name: "invitations-to-email", most: 12, window: DAY }
const TEXTS_OF_ADDRESS: Rule = { name: "texts-of-address", most: 1_500, window: HOUR }
/**
 * The most that an academy pays for, however many addresses and numbers are used: codes that strangers ask for, and
 * texts that pupils have sent. Each has its own, so that no one stops the other.
 */
const CODES_OF_ALL: Rule = { name: "texted-codes-of-all", most: 5_000, window: DAY }
const INVITING_TEXTS_OF_ALL: Rule = { name: "inviting-texts-of-all", most: 5_000, window: DAY }

const of = (rules: Rule[], whom: string): Limit[] => rules.map((rule) => ({ ...rule, of: whom }))
/**
 * Limits of the account, or of a browser that its owner signed in with before, which is counted separately.
 */
const ofAccount = (rules: Rule[], account: string, device: string | null): Limit[] =>
  device ? of(rules, `${device}:${account}`) : of(rules, account)
/** The network that a request came from, if its address is known. */
export function networkHere({ http }: Pick<Ctx, "http">): string | undefined {
  return http.address ? networkOf(http.address) : undefined
}

/** Nothing is counted if the address is unknown, as in jobs and commands. */
const ofAddress = (rules: Rule[], ctx: Pick<Ctx, "http">): Limit[] => {
  const network = networkHere(ctx)
  return network ? of(rules, network) : []
}

function refuseFor(ctx: Ctx, wait: number, otherWay: OtherWay): void {
  if (wait === 0) return
  ctx.http.reply.set("retry-after", String(wait))
  refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait, other_way: otherWay })
}

/** Counts a try, or throws TOO_MANY_REQUESTS. A refused try does not use up the daily limit. */
async function count(ctx: Ctx, limits: Limit[], otherWay: OtherWay): Promise<void> {
  refuseFor(ctx, await waitFor(ctx, limits), otherWay)
  refuseFor(ctx, await countTry(ctx, limits), otherWay)
}

/**
 * Counts a password that is tried for an account: by the account or, in a browser that signed in to it
 * before, by that browser alone. Addresses with very many failures are refused too. Call the result with the
 * outcome. Throws TOO_MANY_REQUESTS.
 */
export async function countPassword(
  ctx: Ctx,
  email: string,
  device: string | null,
): Promise<(outcome: "right" | "wrong" | "unchecked") => Promise<void>> {
  const failures = device ? [] : ofAddress([FAILED_PASSWORDS_OF_ADDRESS], ctx)
  refuseFor(ctx, await waitFor(ctx, failures), "code-or-reset")
  const limits = ofAccount(device ? PASSWORD_OF_DEVICE : PASSWORD_OF_ACCOUNT, email, device)
  await count(ctx, limits, "code-or-reset")
  return async (outcome) => {
    if (outcome === "wrong") await countTry(ctx, failures)
    else await takeBackTry(ctx, limits)
  }
}

/**
 * Counts a request for a code or a reset link, whether or not the e-mail has an account. Throws
 * TOO_MANY_REQUESTS.
 */
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

/**
 * Counts a mail that asks again to confirm an e-mail: by the e-mail, and with all that went to addresses that nobody
 * has proved. Throws TOO_MANY_REQUESTS.
 */
export function countConfirmation(ctx: Ctx, email: string): Promise<void> {
  return count(ctx, [...of(CONFIRMATION_OF_ACCOUNT, email), ...of([CONFIRMATIONS_OF_ALL], "all")], null)
}

/** Takes back what was counted for a mail or a text that wasn't sent after all. */
export type TakeBack = () => Promise<void>

/** Counts what may be sent, or returns null and counts nothing if a limit is reached. */
async function countIfAllowed(ctx: Ctx, limits: Limit[]): Promise<TakeBack | null> {
  if ((await waitFor(ctx, limits)) > 0) return null
  // Counted at once, in the order that all counts have, or two of them could wait for each other.
  const takeBack = () => takeBackTry(ctx, limits)
  if ((await countTry(ctx, limits)) === 0) return takeBack
  // Another was quicker: what isn't sent uses up nothing of what all share.
  await takeBack()
  return null
}

/**
 * Counts the link of a sign-up, or returns null if no more may be mailed today. Don't call it in a transaction:
 * everybody's count is one row, and others would wait for the commit.
 */
export function countSignUpMail(ctx: Ctx): Promise<TakeBack | null> {
  return countIfAllowed(ctx, of([CONFIRMATIONS_OF_ALL], "all"))
}

/** The errors that mean that a code or a link was wrong. */
const WRONG = new Set(["CODE_INVALID", "CODE_WRONG", "LINK_EXPIRED"])

/**
 * Runs `work`, which tries a code or a link, and counts a wrong one for the address. Each code allows five
 * tries of its own. Don't call it in a transaction, which would roll the count back. Throws
 * TOO_MANY_REQUESTS.
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
 * Counts a code of the authenticator app, or a recovery code, of a person whose first factor was right.
 * Browsers that they signed in with before are counted separately. Call the result when the code was right.
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

/** Counts the viewer's password when it is asked again. Call the result when it was right. */
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
 * Counts a code that is to be texted, whether or not the number is known: by the number or, in a browser that
 * its guardian signed in with before, by that browser alone. Throws TOO_MANY_REQUESTS.
 */
export async function countTexts(ctx: Ctx, phone: string, device: string | null): Promise<void> {
  const limits = ofAccount(TEXTS_OF_PHONE, phone, device)
  if (device === null) {
    refuseFor(ctx, await waitFor(ctx, of([CODES_OF_ALL], "all")), "child-or-office")
    limits.push(...ofAddress([TEXTS_OF_ADDRESS], ctx))
  }
  return count(ctx, limits, "child-or-office")
}

/**
 * Counts a code that is texted for all who asked: only then does it cost anything, and numbers that somebody makes up
 * must not use up what others may ask for.
 */
export async function countTextedCode(ctx: Ctx): Promise<void> {
  await countTry(ctx, of([CODES_OF_ALL], "all"))
}

/** Counts a text that the viewer, a student, has sent to the guardian. */
export function countInvitingText(ctx: SignedInCtx): Promise<void> {
  return count(ctx, of(INVITING_TEXTS_OF_STUDENT, ctx.viewer.user_id), null)
}

/**
 * Counts a text to a number that a student named, or returns null. Students can name strangers' numbers, so beyond
 * the limit nothing is sent and no error is shown.
 */
export function countTextTo(ctx: Ctx, phone: string): Promise<TakeBack | null> {
  return countIfAllowed(ctx, [
    ...of([INVITING_TEXTS_OF_PHONE], phone),
    ...ofAddress([TEXTS_OF_ADDRESS], ctx),
    ...of([INVITING_TEXTS_OF_ALL], "all"),
  ])
}

/**
 * Counts an invitation of a guardian, by who invites and by the number or e-mail. Throws TOO_MANY_REQUESTS, also
 * if too many texts were sent to this number.
 */
export async function countInvitation(
  ctx: SignedInCtx,
  to: { phone: string } | { email: string },
): Promise<void> {
  const isStaff = ctx.viewer.role === "admin"
  const reached =
    "phone" in to
      ? [...of([INVITING_TEXTS_OF_PHONE], to.phone), ...(isStaff ? [] : of([INVITING_TEXTS_OF_ALL], "all"))]
      : of([INVITATIONS_TO_EMAIL], to.email)
  const rules = isStaff ? [INVITATIONS_OF_STAFF] : INVITATIONS_OF_GUARDIAN
  await count(ctx, [...of(rules, ctx.viewer.user_id), ...reached], null)
}

/** Counts an export of everything. */
export function countExport(ctx: Ctx, userId: string): Promise<void> {
  return count(ctx, of(EXPORTS, userId), null)
}

/**
 * Counts a new account. Addresses and browsers that learned of many e-mails with an account can't create one
 * for a while. Call the result when the e-mail has one. Throws TOO_MANY_REQUESTS.
 */
export async function countSignUp(ctx: Ctx, device: string | null): Promise<() => Promise<void>> {
  const taken = [...ofAddress(TAKEN_OF_ADDRESS, ctx), ...(device ? of([TAKEN_OF_DEVICE], device) : [])]
  refuseFor(ctx, await waitFor(ctx, taken), null)
  await count(ctx, ofAddress([SIGN_UPS_OF_ADDRESS], ctx), null)
  return async () => {
    await countTry(ctx, taken)
  }
}
