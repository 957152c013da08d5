import { and, eq } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { DAY } from "#shared/time.ts"
import { findReader, issueLink } from "../mail/mail-requests.ts"
import { asAdmin } from "../people/people.ts"
import { readEntry } from "../people/people-list.ts"
import { mailRequests } from "../table.ts"

/*
 * A link for a new password that an admin hands over, where no mail can be sent or the mailbox is lost. It opens the
 * page of mailed links. Using it doesn't prove that the person reads the e-mail, so it has the purpose of invitations
 * that are handed over, which only open accounts that nobody has joined.
 */

export const HANDED_OVER = "invite-link"
const GOOD_FOR = DAY

/**
 * Makes a link that sets a new password once, within a day, and ends the earlier one. For people who have joined, sign
 * in by e-mail and have less than staff's rights. Throws NOT_FOUND, OWN_ACCOUNT, NO_PASSWORD_LINK, FORBIDDEN.
 */
export function makePasswordLink(
  ctx: SignedInCtx,
  userId: string,
): Promise<{ user_id: string; url: string; expires_at: Date }> {
  return asAdmin(ctx, userId, async (tx) => {
    const { user_id, email, password_link } = await readEntry(tx, userId)
    if (!password_link) refuse("NO_PASSWORD_LINK")
    await tx.db
      .delete(mailRequests)
      .where(and(eq(mailRequests.user_id, user_id), eq(mailRequests.purpose, HANDED_OVER)))
    const { url, expires_at } = await issueLink(
      tx,
      "/reset-password",
      { user_id, email },
      GOOD_FOR,
      HANDED_OVER,
    )
    await recordAct(tx, "person.password_link", user_id)
    return { user_id, url, expires_at }
  })
}

/** Whether a link that was handed over can set a password. Whose role was raised since needs another way. */
export async function isHandedOver(ctx: Ctx, link: { request: string; secret: string }): Promise<boolean> {
  const userId = await findReader(ctx, HANDED_OVER, link.request, link.secret)
  return userId !== null && (await readEntry(ctx, userId)).password_link
}
