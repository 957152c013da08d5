import { eq } from "drizzle-orm"
import { type Ctx, inTransaction, type SignedIn, type SignedInCtx } from "#platform/context.ts"
import { Refusal, refuse } from "#platform/errors.ts"
import { languageAsked } from "../language.ts"
import { countConfirmation } from "../sign-in/sign-in-limits.ts"
import { user } from "../table.ts"
import { hasLink, issueLink } from "./mail-requests.ts"
import { confirmationMail } from "./mails.ts"

/**
 * Whether an instructor must confirm the e-mail before signing in. True in production with a mail server. In
 * a trial mails only reach the outbox, so accounts open at once. Students are only reminded.
 */
export function mustConfirmFirst(
  { env, mail }: Pick<Ctx, "env" | "mail">,
  { role, email_verified }: Pick<SignedIn, "role" | "email_verified">,
): boolean {
  return role === "instructor" && !email_verified && !env.trial && mail.configured
}

type Unconfirmed = Pick<SignedIn, "user_id" | "email" | "first_name">

/**
 * Mails the link that confirms an e-mail, in the caller's transaction. Does nothing where no mail can be
 * sent.
 */
export async function mailConfirmation(tx: Ctx, person: Unconfirmed): Promise<void> {
  if (!tx.mail.configured) return
  const { id, url, expires_at } = await issueLink(tx, "/verify-email", person)
  await tx.db.update(user).set({ confirmationMailedAt: tx.clock.now() }).where(eq(user.id, person.user_id))
  await tx.post.mail(tx, {
    kind: "confirm-email",
    cause_id: id,
    subject_ids: [person.user_id],
    recipient_name: person.first_name,
    to: person.email,
    send_before: expires_at,
    secret: true,
    body: confirmationMail(languageAsked(tx), { name: person.first_name, url }),
  })
}

/** Mails the link again. Throws TOO_MANY_REQUESTS. */
async function sendConfirmation(ctx: Ctx, person: Unconfirmed): Promise<void> {
  await countConfirmation(ctx, person.email)
  await inTransaction(ctx, (tx) => mailConfirmation(tx, person))
}

/**
 * Mails the link again to somebody who can't sign in without it. Returns whether they have one that works: if mails
 * were requested too often, it is an earlier one.
 */
export async function remindToConfirm(ctx: Ctx, person: Unconfirmed): Promise<boolean> {
  try {
    await sendConfirmation(ctx, person)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return hasLink(ctx, "confirm", person)
  }
}

/** Mails the link to the viewer again. Throws MAIL_UNAVAILABLE, ALREADY_CONFIRMED, TOO_MANY_REQUESTS. */
export async function sendOwnConfirmation(ctx: SignedInCtx): Promise<void> {
  if (ctx.viewer.email_verified) refuse("ALREADY_CONFIRMED")
  if (!ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  await sendConfirmation(ctx, ctx.viewer)
}
