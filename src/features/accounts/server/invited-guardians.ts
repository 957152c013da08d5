import { and, eq } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { ensureGuardian, ensureGuardianByEmail } from "./guardian-profiles.ts"
import { languageAsked } from "./language.ts"
import { invitedCodeMail } from "./mail/account-mails.ts"
import { admit } from "./sign-in/admission.ts"
import { GUARDIAN_CODE, requireTexts } from "./sign-in/guardian-codes.ts"
import { knownDevice } from "./sign-in/known-devices.ts"
import {
  CODE_MINUTES,
  makeCode,
  openRequest,
  requestCode,
  takeOneTimeCode,
} from "./sign-in/one-time-codes.ts"
import {
  countInvitation,
  countingGuess,
  countMail,
  countTextedCode,
  countTexts,
} from "./sign-in/sign-in-limits.ts"
import { guardians, user } from "./table.ts"

/*
 * What an invitation of a further guardian needs of the accounts: a code to the number or e-mail that was
 * invited, and the account and session of who proves it.
 */

/** Where an invitation goes: a number as E.164, or an e-mail. */
export type Address = { phone: string } | { email: string }

type Invited = { to: Address; name: string; student_id: string }

const CODE_TEXTS: Record<MailLanguage, (code: string, academy: string) => string> = {
  en: (code, academy) => `${code} is your ${academy} code for ${CODE_MINUTES} minutes. Don't share it.`,
  hi: (code, academy) => `${code} आपका ${academy} कोड है, ${CODE_MINUTES} मिनट तक। किसी को न बताएँ।`,
}

/**
 * Sends who was invited a code, in the language of the page that asks. Returns the key of the request, without
 * which the code doesn't work. Throws MAIL_UNAVAILABLE, TEXTS_UNAVAILABLE, TOO_MANY_REQUESTS.
 */
export async function sendInvitedCode(
  ctx: Ctx,
  { to, name, student_id }: Invited,
): Promise<{ request: string; minutes: number }> {
  if ("phone" in to) {
    await requireTexts(ctx)
    await countTexts(ctx, to.phone, await knownDevice(ctx, { guardian_phone: to.phone }))
  } else if (!ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  else await countMail(ctx, "code", to.email, await knownDevice(ctx, to))
  return inTransaction(ctx, async (tx) => {
    const request = await requestCode(tx, { purpose: "invited", to: textOf(to) })
    const open = (await openRequest(tx, request)) ?? refuse("CODE_WRONG")
    const code = await makeCode(tx, request)
    const language = languageAsked(tx)
    if ("phone" in to) {
      await countTextedCode(tx)
      await tx.post.text(tx, {
        ...{ kind: GUARDIAN_CODE, cause_id: newId(), subject_ids: [student_id], recipient_name: name },
        ...{ to: to.phone, text: CODE_TEXTS[language](code, tx.brand.name) },
        variables: { code, academy: tx.brand.name },
        ...{ send_before: open.expires_at, secret: true },
      })
    } else {
      const reader = { user_id: student_id, first_name: name, email: to.email, language }
      await tx.post.mail(tx, invitedCodeMail(tx.brand.name, reader, code, open.expires_at))
    }
    return { request, minutes: CODE_MINUTES }
  })
}

/** Uses up such a code. Throws CODE_WRONG, TOO_MANY_REQUESTS. Don't call it in a transaction. */
export function takeInvitedCode(ctx: Ctx, to: Address, given: { request: string; code: string }) {
  return countingGuess(ctx, () => takeOneTimeCode(ctx, { purpose: "invited", of: textOf(to), ...given }))
}

/** Runs `work`, which looks up a link, and counts one that doesn't exist. Throws TOO_MANY_REQUESTS. */
export const countingLink = countingGuess

/** Counts an invitation that is to be sent. Throws TOO_MANY_REQUESTS. */
export const countInvited = countInvitation

function textOf(to: Address): string {
  return "phone" in to ? to.phone : to.email
}

/**
 * Returns the id of the guardian who was invited, whose account is made if there is none, in the caller's
 * transaction. The name is the one of the invitation. Throws INVITED_ELSEWHERE.
 */
export function ensureInvited(tx: Ctx, to: Address, name: string, language: MailLanguage): Promise<string> {
  return "phone" in to
    ? ensureGuardian(tx, to.phone, name, language)
    : ensureGuardianByEmail(tx, to.email, name, language)
}

/** Returns whose account has this number or e-mail, and whether it is disabled; null without one. */
export async function findInvited(
  ctx: Pick<Ctx, "db">,
  to: Address,
): Promise<{ user_id: string; disabled: boolean } | null> {
  const [row] = await ctx.db
    .select({ user_id: user.id, disabled_at: user.disabledAt })
    .from(user)
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .where(and("phone" in to ? eq(guardians.phone, to.phone) : eq(user.email, to.email)))
  return row ? { user_id: row.user_id, disabled: row.disabled_at !== null } : null
}

/** Opens the session of a guardian whose code was right. Throws ACCOUNT_DISABLED, SECOND_STEP_REQUIRED. */
export async function admitInvited(ctx: Ctx, guardianId: string): Promise<{ first_name: string }> {
  const { first_name } = await admit(ctx, guardianId, "any")
  return { first_name }
}
