import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { erasureCodeMail, proofCodeMail } from "./account-mails.ts"
import { readOwnGuardianPhone } from "./guardians.ts"
import { languageOf } from "./language.ts"
import { CODE_MINUTES, makeCode, openRequest, requestCode, takeOneTimeCode } from "./one-time-codes.ts"
import { countingGuess, countNewEmail } from "./sign-in-limits.ts"

/** What a person who has no password shows by a code of their own. */
type OwnCode = "erasure" | "proof"

const MAILS = { erasure: erasureCodeMail, proof: proofCodeMail }
const TEXTS: Record<OwnCode, (code: string) => string> = {
  erasure: (code) =>
    `${code} confirms that an account is to be deleted, good for ${CODE_MINUTES} minutes. If you did not ask for it, tell nobody and call us.`,
  proof: (code) =>
    `${code} confirms that it is you, good for ${CODE_MINUTES} minutes. If you did not ask for it, tell nobody and call us.`,
}

/**
 * Sends the viewer, who has no password, a code of their own: to the e-mail, or as a text to a guardian. Throws
 * MAIL_UNAVAILABLE, TOO_MANY_REQUESTS.
 */
export async function sendOwnCode(ctx: SignedInCtx, purpose: OwnCode): Promise<{ minutes: number }> {
  const { user_id, role } = ctx.viewer
  if (role !== "guardian" && !ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  await countNewEmail(ctx, user_id)
  await inTransaction(ctx, async (tx) => {
    const key = await requestCode(tx, { purpose, to: user_id, user_id })
    const request = await openRequest(tx, key)
    if (request) await deliver(tx, purpose, await makeCode(tx, key), request.expires_at)
  })
  return { minutes: CODE_MINUTES }
}

async function deliver(tx: SignedInCtx, purpose: OwnCode, code: string, send_before: Date): Promise<void> {
  const { user_id, first_name, email, role } = tx.viewer
  if (role !== "guardian") {
    const reader = { user_id, first_name, email, language: await languageOf(tx, user_id) }
    return tx.post.mail(tx, MAILS[purpose](reader, code, send_before))
  }
  await tx.post.text(tx, {
    kind: `${purpose}-code`,
    cause_id: newId(),
    subject_ids: [user_id],
    recipient_name: first_name,
    to: await readOwnGuardianPhone(tx),
    text: TEXTS[purpose](code),
    variables: { code, academy: "" },
    send_before,
    secret: true,
  })
}

/** Uses up such a code. Throws CODE_WRONG, TOO_MANY_REQUESTS. */
export function takeOwnMailedCode(ctx: SignedInCtx, purpose: OwnCode, code: string): Promise<void> {
  const of = ctx.viewer.user_id
  return countingGuess(ctx, () => takeOneTimeCode(ctx, { purpose, of, code }))
}
