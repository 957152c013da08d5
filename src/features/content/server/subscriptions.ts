import { createHash, randomBytes } from "node:crypto"
import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm"
import type { SubscribeRequest } from "#contract/content.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { countOpenForm } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { confirmationMail, welcomeMail } from "./subscription-mails.ts"
import { subscribers } from "./table.ts"

/** The most confirmations one address gets within a day, so that nobody can flood it. */
export const CONFIRMATIONS_PER_DAY = 3
/** How long a confirmation link works. */
export const CONFIRM_WITHIN_MS = 7 * DAY
/** A double click, or another try while the mail is on its way, sends no second mail. */
const SECOND_TRY_MS = 2 * MINUTE

export type Subscriber = typeof subscribers.$inferSelect

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url")
const newSecret = () => randomBytes(32).toString("base64url")

/**
 * Sends a link that confirms the subscription. An address that is already subscribed, or was written to often
 * enough, gets no mail, and the person asking can't tell. Only the newest link of an address works. Throws
 * TOO_MANY_REQUESTS.
 */
export async function subscribe(ctx: Ctx, { email, language }: SubscribeRequest): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // Whatever the address is, so that nothing is learned of it.
    await countOpenForm(tx, "subscription")
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`subscribe:${email}`}, 0))`)
    const [known] = await tx.db.select().from(subscribers).where(eq(subscribers.email, email))
    const asks = nextAsks(known, tx.clock.now())
    if (!asks) return
    const token = newSecret()
    const values = { language, confirm_hash: hashOf(token), ...asks }
    await tx.db
      .insert(subscribers)
      .values({ id: newId(), email, end_key: newSecret(), ...values })
      .onConflictDoUpdate({ target: subscribers.email, set: values })
    await tx.post.mail(tx, {
      kind: "subscription-confirmation",
      cause_id: newId(),
      recipient_name: email,
      to: email,
      body: confirmationMail(tx, language, token),
      send_before: new Date(tx.clock.now().getTime() + CONFIRM_WITHIN_MS),
      secret: true,
    })
  })
}

/** Returns the count of requests after this one; null if no mail is to be sent. */
function nextAsks(known: Subscriber | undefined, now: Date) {
  const first = { asked_at: now, asks: 1, asks_from: now }
  if (!known) return first
  const since = (instant: Date) => now.getTime() - instant.getTime()
  if (known.confirmed_at || since(known.asked_at) < SECOND_TRY_MS) return null
  if (since(known.asks_from) >= DAY) return first
  if (known.asks >= CONFIRMATIONS_PER_DAY) return null
  return { asked_at: now, asks: known.asks + 1, asks_from: known.asks_from }
}

/**
 * Confirms by a link's token and returns the key that unsubscribes. Repeating it changes nothing. Throws
 * SUBSCRIPTION_LINK_EXPIRED for a link that is too old, was replaced by a newer one, or is unknown.
 */
export async function confirmSubscription(ctx: Ctx, token: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const own = eq(subscribers.confirm_hash, hashOf(token))
    const [confirmed] = await tx.db
      .update(subscribers)
      .set({ confirmed_at: now })
      .where(
        and(
          own,
          isNull(subscribers.confirmed_at),
          gt(subscribers.asked_at, new Date(now.getTime() - CONFIRM_WITHIN_MS)),
        ),
      )
      .returning()
    if (confirmed) {
      await tx.post.mail(tx, {
        kind: "subscription-welcome",
        cause_id: confirmed.id,
        recipient_name: confirmed.email,
        to: confirmed.email,
        body: welcomeMail(tx, confirmed),
      })
      return confirmed.end_key
    }
    const [before] = await tx.db
      .select({ end_key: subscribers.end_key })
      .from(subscribers)
      .where(and(own, isNotNull(subscribers.confirmed_at)))
    return before?.end_key ?? refuse("SUBSCRIPTION_LINK_EXPIRED")
  })
}

/** Deletes the address that a mail's unsubscribe link names; does nothing if it is already gone. */
export async function endSubscription(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.delete(subscribers).where(eq(subscribers.end_key, key))
}

/** Deletes addresses that were not confirmed in time. */
export async function forgetUnconfirmed(ctx: Ctx): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - CONFIRM_WITHIN_MS)
  await ctx.db
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmed_at), lt(subscribers.asked_at, oldest)))
}
