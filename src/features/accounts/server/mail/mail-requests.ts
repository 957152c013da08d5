import { randomBytes, randomInt } from "node:crypto"
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { languageAsked } from "../language.ts"
import { readPerson } from "../sessions.ts"
import { knownDevice } from "../sign-in/known-devices.ts"
import { countMail } from "../sign-in/sign-in-limits.ts"
import { mailRequests, user } from "../table.ts"
import { codeMail, resetMail } from "./mails.ts"

/*
 * Codes and links that prove that a person reads an e-mail. A request is a row whether or not the e-mail has
 * an account, and a job looks that up later. So the response is the same in words and in time. The row's id
 * is returned to the browser that asked, and the code only works with it, so nobody else can use up its five
 * tries. Neither the row nor the job contains what is mailed, only its keyed hash. The library's own codes
 * are found by e-mail and deleted in a second step, so two simultaneous requests can both pass. Here the row
 * can be deleted only once.
 */

type Purpose = "code" | "reset" | "confirm" | "invite" | "invite-link"
export const MAIL_QUEUE = "accounts.mail"
const MOST_TRIES = 5

/**
 * Ten minutes for a code, an hour for a link that sets a password, three days for one that confirms an
 * e-mail, two weeks for an invitation.
 */
const LIFETIME: Record<Purpose, number> = {
  code: 10 * MINUTE,
  reset: HOUR,
  confirm: 3 * DAY,
  invite: 14 * DAY,
  "invite-link": 14 * DAY,
}

type NewRequest = { purpose: Purpose; email: string; user_id?: string; lifetime?: number }

/** Writes a request without its secret. Returns its id. */
async function writeRequest(ctx: Ctx, { purpose, email, user_id, lifetime }: NewRequest): Promise<string> {
  const id = newId()
  const now = ctx.clock.now()
  await ctx.db.insert(mailRequests).values({
    id,
    purpose,
    email,
    user_id: user_id ?? null,
    language: languageAsked(ctx),
    created_at: now,
    expires_at: new Date(now.getTime() + (lifetime ?? LIFETIME[purpose])),
  })
  return id
}

/**
 * Has a code or a reset link mailed if the e-mail has an account. Returns the request's id in any case.
 * Throws MAIL_UNAVAILABLE and TOO_MANY_REQUESTS.
 */
export async function requestMail(ctx: Ctx, purpose: "code" | "reset", email: string): Promise<string> {
  if (!ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  await countMail(ctx, purpose, email, await knownDevice(ctx, { email }))
  return inTransaction(ctx, async (tx) => {
    const id = await writeRequest(tx, { purpose, email })
    await tx.jobs.send(tx, MAIL_QUEUE, { request_id: id })
    return id
  })
}

/**
 * Makes a request's code or link and mails it. Does nothing if there is no account or the mail was already
 * made.
 */
export async function serveMailRequest(ctx: Ctx, requestId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [request] = await tx.db
      .select()
      .from(mailRequests)
      .where(and(eq(mailRequests.id, requestId), isNull(mailRequests.secret_hash)))
      .for("update")
    if (!request) return
    const [found] = await tx.db.select({ id: user.id }).from(user).where(eq(user.email, request.email))
    const person = found && (await readPerson(tx.db, found.id))
    if (!person) return
    const secret = request.purpose === "code" ? newCode() : newSecret()
    await tx.db
      .update(mailRequests)
      .set({ user_id: person.user_id, secret_hash: hashOf(tx, requestId, secret) })
      .where(eq(mailRequests.id, requestId))
    const write = request.purpose === "code" ? codeMail : resetMail
    await tx.post.mail(tx, {
      kind: `sign-in-${request.purpose}`,
      cause_id: requestId,
      subject_ids: [person.user_id],
      recipient_name: person.first_name,
      to: request.email,
      send_before: request.expires_at,
      secret: true,
      body: write(request.language as MailLanguage, {
        name: person.first_name,
        secret,
        url: linkFor(tx, "/reset-password", requestId, secret),
      }),
    })
  })
}

/** Writes a request with its secret at once, for a known person. Returns the link that carries it. */
export async function issueLink(
  ctx: Ctx,
  path: "/reset-password" | "/verify-email" | "/invitation",
  person: { user_id: string; email: string },
  lifetime?: number,
  purpose: Purpose = path === "/reset-password" ? "reset" : "confirm",
): Promise<{ id: string; url: string; expires_at: Date }> {
  const id = await writeRequest(ctx, {
    purpose,
    email: person.email,
    user_id: person.user_id,
    ...(lifetime !== undefined && { lifetime }),
  })
  const secret = newSecret()
  await ctx.db
    .update(mailRequests)
    .set({ secret_hash: hashOf(ctx, id, secret) })
    .where(eq(mailRequests.id, id))
  const expires_at = new Date(ctx.clock.now().getTime() + (lifetime ?? LIFETIME[purpose]))
  return { id, url: linkFor(ctx, path, id, secret), expires_at }
}

/**
 * Uses up a code or a link; of two simultaneous calls only one succeeds. Returns the owner's id, or null if
 * it is wrong, expired, used, or was tried five times.
 */
export async function redeem(ctx: Ctx, purpose: Purpose, id: string, secret: string): Promise<string | null> {
  const usable = and(
    eq(mailRequests.id, id),
    eq(mailRequests.purpose, purpose),
    gt(mailRequests.expires_at, ctx.clock.now()),
    lt(mailRequests.tries, MOST_TRIES),
  )
  const [tried] = await ctx.db
    .update(mailRequests)
    .set({ tries: sql`${mailRequests.tries} + 1` })
    .where(usable)
    .returning()
  if (!tried?.secret_hash || !isSecretOf(ctx, tried.secret_hash, id, secret)) return null
  const [used] = await ctx.db
    .delete(mailRequests)
    .where(eq(mailRequests.id, id))
    .returning({ user_id: mailRequests.user_id, email: mailRequests.email })
  if (!used?.user_id) return null
  // After a change of e-mail, what was sent to the old one no longer works.
  const [owner] = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, used.user_id), eq(user.email, used.email)))
  return owner?.id ?? null
}

/** Whether a link can still be used. Checking does not use it up, because mail programs open links too. */
export async function isUsable(ctx: Ctx, purpose: Purpose, id: string, secret: string): Promise<boolean> {
  return (await findReader(ctx, purpose, id, secret)) !== null
}

/** Returns whose link it is, without using it up, or null if it can't be used any more. */
export async function findReader(
  ctx: Ctx,
  purpose: Purpose,
  id: string,
  secret: string,
): Promise<string | null> {
  const [found] = await ctx.db
    .select({ hash: mailRequests.secret_hash, user_id: mailRequests.user_id })
    .from(mailRequests)
    .where(
      and(
        eq(mailRequests.id, id),
        eq(mailRequests.purpose, purpose),
        gt(mailRequests.expires_at, ctx.clock.now()),
        lt(mailRequests.tries, MOST_TRIES),
      ),
    )
  return found?.hash != null && isSecretOf(ctx, found.hash, id, secret) ? found.user_id : null
}

/** Whether a link that was mailed to a person at this e-mail can still be used. */
export async function hasLink(
  ctx: Pick<Ctx, "db" | "clock">,
  purpose: Purpose,
  { user_id, email }: { user_id: string; email: string },
): Promise<boolean> {
  const [found] = await ctx.db
    .select({ id: mailRequests.id })
    .from(mailRequests)
    .where(
      and(
        eq(mailRequests.user_id, user_id),
        eq(mailRequests.email, email),
        eq(mailRequests.purpose, purpose),
        gt(mailRequests.expires_at, ctx.clock.now()),
        lt(mailRequests.tries, MOST_TRIES),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Invalidates everything that was mailed to a person, such as links to set a password that was just set. */
export async function withdrawMails(ctx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await ctx.db.delete(mailRequests).where(eq(mailRequests.user_id, userId))
}

/** Deletes expired requests. */
export async function sweepMailRequests(ctx: Pick<Ctx, "db" | "clock">): Promise<void> {
  await ctx.db.delete(mailRequests).where(lt(mailRequests.expires_at, ctx.clock.now()))
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0")
}

function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

function hashOf(ctx: Pick<Ctx, "keys">, id: string, secret: string): string {
  return ctx.keys.prove("mailed secret", `${id}\n${secret}`)
}

function isSecretOf(ctx: Pick<Ctx, "keys">, hash: string, id: string, secret: string): boolean {
  return ctx.keys.isProof("mailed secret", `${id}\n${secret}`, hash)
}

function linkFor(ctx: Pick<Ctx, "address">, path: string, id: string, secret: string): string {
  return `${ctx.address}${path}?${new URLSearchParams({ request: id, secret })}`
}
