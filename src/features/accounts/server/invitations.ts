import { and, eq, gt, inArray, isNotNull, isNull, max, or, sql } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { brand } from "#shared/brand.ts"
import { newId } from "#shared/ids.ts"
import type { Role } from "#shared/roles.ts"
import { DAY } from "#shared/time.ts"
import { admit, describePerson } from "./admission.ts"
import { proveEmail } from "./email-proof.ts"
import { languageOf } from "./language.ts"
import { issueLink, isUsable, redeem, withdrawMails } from "./mail-requests.ts"
import { refuseWeakFor } from "./new-passwords.ts"
import { NO_MAIL } from "./no-mail.ts"
import { writePassword } from "./password-reset.ts"
import { readPerson } from "./sessions.ts"
import { countingGuess } from "./sign-in-limits.ts"
import { account, mailRequests, teachers, user } from "./table.ts"

/*
 * An invitation is a link that sets the first password of an account that others made, as an admin or an import
 * does: it works once, for two weeks, and is known by its keyed hash alone. One that was mailed proves that its
 * reader reads the e-mail; one that was handed over proves nothing of it.
 */

type How = "mail" | "link"
const PURPOSE = { mail: "invite", link: "invite-link" } as const
const GOOD_FOR = 14 * DAY

type Invited = { user_id: string; url: string | null; expires_at: Date }
type Reader = { user_id: string; email: string; first_name: string }
/** A person who hasn't joined this long after an invitation may get another. */
const REMIND_AFTER = 2 * DAY
/** Those who have no invitation yet, or those whose last one was some days ago. */
export type InviteWhom = "new" | "again"

/** A person with a password, or with another way in, has joined. */
const joined = (ctx: Pick<Ctx, "db">) =>
  ctx.db
    .select({ id: account.userId })
    .from(account)
    .where(or(isNotNull(account.password), sql`${account.providerId} <> 'credential'`))

/** Which of these people have an account and no way into it yet. One query. */
async function listUnjoined(ctx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<Reader[]> {
  if (userIds.length === 0) return []
  return ctx.db
    .select({
      user_id: user.id,
      email: user.email,
      first_name: sql<string>`split_part(${user.name}, ' ', 1)`,
    })
    .from(user)
    .where(
      and(
        inArray(user.id, [...userIds]),
        isNull(user.disabledAt),
        isNull(user.erasedAt),
        sql`${user.email} not like ${`%${NO_MAIL}`}`,
        sql`${user.id} not in ${joined(ctx)}`,
      ),
    )
}

/**
 * Invites somebody who has no way in yet; an earlier invitation of theirs ends. Throws NOT_FOUND, ALREADY_JOINED and
 * MAIL_UNAVAILABLE.
 */
export async function invitePerson(
  ctx: SignedInCtx,
  { user_id, how }: { user_id: string; how: How },
): Promise<Invited> {
  if (how === "mail" && !ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  return inTransaction(ctx, async (tx) => {
    const [known] = await tx.db.select({ id: user.id }).from(user).where(eq(user.id, user_id)).for("update")
    if (!known) notFound()
    const [reader] = await listUnjoined(tx, [user_id])
    if (!reader) refuse("ALREADY_JOINED")
    return invite(tx, reader, how)
  })
}

async function invite(tx: SignedInCtx, reader: Reader, how: How): Promise<Invited> {
  await tx.db
    .delete(mailRequests)
    .where(
      and(eq(mailRequests.user_id, reader.user_id), inArray(mailRequests.purpose, Object.values(PURPOSE))),
    )
  const { id, url, expires_at } = await issueLink(tx, "/invitation", reader, GOOD_FOR, PURPOSE[how])
  await recordAct(tx, "invitation.make", reader.user_id, { how })
  if (how === "link") return { user_id: reader.user_id, url, expires_at }
  await tx.post.mail(tx, {
    kind: "invitation",
    cause_id: id,
    subject_ids: [reader.user_id],
    recipient_name: reader.first_name,
    to: reader.email,
    send_before: expires_at,
    secret: true,
    body: invitationMail(await languageOf(tx, reader.user_id), reader.first_name, url),
  })
  return { user_id: reader.user_id, url: null, expires_at }
}

/** How those of these people stand who have not joined: who is to be invited, and who again. Two queries. */
export async function readInvited(
  ctx: Pick<Ctx, "db" | "clock">,
  userIds: readonly string[],
): Promise<(Reader & { invited_at: Date | null; next: InviteWhom | null })[]> {
  const readers = await listUnjoined(ctx, userIds)
  if (readers.length === 0) return []
  const now = ctx.clock.now()
  const sent = await ctx.db
    .select({ user_id: mailRequests.user_id, at: max(mailRequests.created_at) })
    .from(mailRequests)
    .where(
      and(
        inArray(
          mailRequests.user_id,
          readers.map(({ user_id }) => user_id),
        ),
        inArray(mailRequests.purpose, Object.values(PURPOSE)),
        gt(mailRequests.expires_at, now),
      ),
    )
    .groupBy(mailRequests.user_id)
  const sentAt = new Map(sent.map(({ user_id, at }) => [user_id, at]))
  return readers.map((reader) => {
    const invited_at = sentAt.get(reader.user_id) ?? null
    const isOld = invited_at !== null && invited_at.getTime() + REMIND_AFTER <= now.getTime()
    return { ...reader, invited_at, next: invited_at === null ? "new" : isOld ? "again" : null }
  })
}

/**
 * Mails an invitation to those of these who have not joined and have none yet, or `again` to whom the last one was
 * sent two days ago or earlier. Doing it twice mails nobody twice. Returns how many. Throws MAIL_UNAVAILABLE.
 */
export async function inviteAll(
  tx: SignedInCtx,
  userIds: readonly string[],
  whom: InviteWhom,
): Promise<number> {
  if (!tx.mail.configured) refuse("MAIL_UNAVAILABLE")
  const readers = (await readInvited(tx, userIds)).filter(({ next }) => next === whom)
  for (const reader of readers) await invite(tx, reader, "mail")
  return readers.length
}

function invitationMail(language: MailLanguage, name: string, url: string) {
  if (language === "hi") {
    return {
      language,
      subject: `${brand.name} में आपका स्वागत है`,
      paragraphs: [
        `नमस्ते ${name}, ${brand.name} ने आपका खाता बनाया है। अपना पासवर्ड चुनकर भीतर आएँ।`,
        "यह लिंक एक बार और दो हफ़्ते तक काम करता है।",
      ],
      button: { label: "पासवर्ड चुनें", url },
    }
  }
  return {
    language,
    subject: `${brand.name} invites you`,
    paragraphs: [
      `Hello ${name}, ${brand.name} has made an account for you. Choose a password, and you are in.`,
      "The link works once, for two weeks.",
    ],
    button: { label: "Choose a password", url },
  }
}

type NewInstructor = { email: string; first_name: string; last_name: string; how: How }

/** Makes an instructor who may teach, and invites them. Throws EMAIL_TAKEN and MAIL_UNAVAILABLE. */
export async function inviteInstructor(ctx: SignedInCtx, person: NewInstructor): Promise<Invited> {
  const { email, first_name, last_name, how } = person
  if (how === "mail" && !ctx.mail.configured) refuse("MAIL_UNAVAILABLE")
  const user_id = newId()
  const now = ctx.clock.now()
  try {
    return await inTransaction(ctx, async (tx) => {
      const name = `${first_name} ${last_name}`
      await tx.db
        .insert(user)
        .values({ id: user_id, name, email, profileByOffice: true, createdAt: now, updatedAt: now })
      await tx.db
        .insert(teachers)
        .values({ user_id, email, first_name, last_name, created_at: now, approved_at: now })
      return invite(tx, { user_id, email, first_name }, how)
    })
  } catch (error) {
    if (brokenConstraint(error) === "users_email_unique") refuse("EMAIL_TAKEN")
    throw error
  }
}

type Link = { request: string; secret: string }

async function findInvitation(ctx: Ctx, { request, secret }: Link) {
  for (const purpose of Object.values(PURPOSE)) {
    if (!(await isUsable(ctx, purpose, request, secret))) continue
    const [row] = await ctx.db
      .select({ user_id: mailRequests.user_id })
      .from(mailRequests)
      .where(eq(mailRequests.id, request))
    const person = row?.user_id ? await readPerson(ctx.db, row.user_id) : null
    if (person) return { purpose, person }
  }
  return refuse("LINK_EXPIRED")
}

/** Whom an invitation is for. Looking does not use it up, for mail programs look too. Throws LINK_EXPIRED. */
export async function readInvitation(
  ctx: Ctx,
  link: Link,
): Promise<{ first_name: string; email: string; role: Role | null }> {
  const { person } = await countingGuess(ctx, () => findInvitation(ctx, link))
  const { first_name, email, role } = describePerson(person)
  return { first_name, email, role }
}

/**
 * Sets the first password by an invitation, once, and signs in. Throws LINK_EXPIRED, FIELD_ERRORS for a password that
 * can't stand, which leaves the invitation as it was, and what `admit` throws.
 */
export async function acceptInvitation(ctx: Ctx, input: Link & { password: string }) {
  const { purpose, person } = await countingGuess(ctx, () => findInvitation(ctx, input))
  await refuseWeakFor(ctx, person.user_id, input.password)
  // Before the transaction, which would otherwise hold a connection while others' passwords are hashed.
  const hashed = await ctx.sessions.hashPassword(input.password)
  await inTransaction(ctx, async (tx) => {
    const userId = await redeem(tx, purpose, input.request, input.secret)
    if (!userId) refuse("LINK_EXPIRED")
    if (purpose === "invite") await proveEmail(tx, userId)
    await writePassword(tx, userId, hashed)
    await withdrawMails(tx, userId)
    await recordAct({ ...tx, viewer: person }, "invitation.accept", userId)
  })
  return admit(ctx, person.user_id, "any")
}
