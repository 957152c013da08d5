import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { Refusal, refuse } from "#platform/errors.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { readOwnGuardianPhone } from "../guardian-profiles.ts"
import { languageAsked, languageOf } from "../language.ts"
import { erasureCodeMail, proofCodeMail } from "../mail/account-mails.ts"
import {
  CODE_MINUTES,
  makeCode,
  openRequest,
  requestCode,
  tryOneTimeCode,
} from "../sign-in/one-time-codes.ts"
import { countingGuess, countNewEmail } from "../sign-in/sign-in-limits.ts"

/** What a person without a password confirms by a code. */
type OwnCode = "erasure" | "proof"

const MAILS = { erasure: erasureCodeMail, proof: proofCodeMail }
const TEXTS: Record<MailLanguage, Record<OwnCode, (code: string) => string>> = {
  en: {
    erasure: (code) =>
      `${code} is your code to delete your account. It works for ${CODE_MINUTES} minutes. Didn't ask for it? Tell nobody the code and call us.`,
    proof: (code) =>
      `${code} is your code to confirm it's you. It works for ${CODE_MINUTES} minutes. Didn't ask for it? Tell nobody the code and call us.`,
  },
  hi: {
    erasure: (code) =>
      `${code} से खाता मिटाने की पुष्टि होगी, ${CODE_MINUTES} मिनट तक। अगर आपने यह नहीं माँगा, तो किसी को न बताएँ और हमें फ़ोन करें।`,
    proof: (code) =>
      `${code} से पुष्टि होगी कि यह आप ही हैं, ${CODE_MINUTES} मिनट तक। अगर आपने यह नहीं माँगा, तो किसी को न बताएँ और हमें फ़ोन करें।`,
  },
}

/**
 * Sends the viewer, who has no password, a code: to the e-mail, or to a guardian as a text. Throws
 * MAIL_UNAVAILABLE, TEXTS_UNAVAILABLE, TOO_MANY_REQUESTS.
 */
export async function sendOwnCode(ctx: SignedInCtx, purpose: OwnCode): Promise<{ minutes: number }> {
  const { user_id } = ctx.viewer
  const phone = await findPhone(ctx)
  if (phone === null && !ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  if (phone !== null && !(await ctx.post.canText(ctx, `${purpose}-code`))) refuse("TEXTS_UNAVAILABLE")
  await countNewEmail(ctx, user_id)
  await inTransaction(ctx, async (tx) => {
    const key = await requestCode(tx, { purpose, to: user_id, user_id })
    const request = await openRequest(tx, key)
    if (request) await deliver(tx, { purpose, phone }, await makeCode(tx, key), request.expires_at)
  })
  return { minutes: CODE_MINUTES }
}

/** The number of a guardian, who is texted. */
async function findPhone(ctx: SignedInCtx): Promise<string | null> {
  return ctx.viewer.role === "guardian" ? readOwnGuardianPhone(ctx) : null
}

type Way = { purpose: OwnCode; phone: string | null }

async function deliver(tx: SignedInCtx, way: Way, code: string, send_before: Date): Promise<void> {
  const { purpose, phone } = way
  const { user_id, first_name, email } = tx.viewer
  const saved = await languageOf(tx, user_id)
  if (phone === null) {
    const reader = { user_id, first_name, email, language: saved }
    return tx.post.mail(tx, MAILS[purpose](tx.brand.name, reader, code, send_before))
  }
  await tx.post.text(tx, {
    kind: `${purpose}-code`,
    cause_id: newId(),
    subject_ids: [user_id],
    recipient_name: first_name,
    to: phone,
    text: TEXTS[languageAsked(tx) === "hi" ? "hi" : saved][purpose](code),
    variables: { code, academy: tx.brand.name },
    send_before,
    secret: true,
  })
}

/**
 * Uses up such a code, by `within` in the transaction of what else must be right, which is only checked if the code
 * is. Throws CODE_WRONG, TOO_MANY_REQUESTS.
 */
export function takeOwnMailedCode(
  ctx: SignedInCtx,
  purpose: OwnCode,
  code: string,
  within: (spend: (tx: SignedInCtx) => Promise<void>) => Promise<void> = (spend) => spend(ctx),
): Promise<void> {
  return countingGuess(ctx, async () => {
    const right = await tryOneTimeCode(ctx, { purpose, of: ctx.viewer.user_id, code })
    try {
      await within(right.spend)
    } catch (error) {
      if (error instanceof Refusal) await right.takeBack()
      throw error
    }
  })
}
