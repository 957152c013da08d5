import { and, eq, gt, inArray, isNull, max, not, sql } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import type { Role } from "#shared/roles.ts"
import { DAY } from "#shared/time.ts"
import { languageOf } from "./language.ts"
import { mustConfirmFirst } from "./mail/confirmation.ts"
import { proveEmail } from "./mail/email-proof.ts"
import { issueLink, isUsable, redeem, withdrawMails } from "./mail/mail-requests.ts"
import { NO_MAIL } from "./no-mail.ts"
import { refuseWeakFor } from "./passwords/new-passwords.ts"
import { HANDED_OVER } from "./passwords/password-link.ts"
import { writePassword } from "./passwords/password-reset.ts"
import { hasJoined } from "./people/joined.ts"
import { readPerson } from "./sessions.ts"
import { admit, describePerson } from "./sign-in/admission.ts"
import { rememberDevice } from "./sign-in/known-devices.ts"
import { countingGuess } from "./sign-in/sign-in-limits.ts"
import { mailRequests, teachers, user } from "./table.ts"

/*
 * An invitation is a link that sets the first password of an account that an admin or an import made. It
 * works once, for two weeks, and only its keyed hash is stored. Using a mailed invitation proves that the
 * person reads the e-mail; using one that was handed over does not.
 */

type How = "mail" | "link"
const PURPOSE = { mail: "invite", link: HANDED_OVER } as const
const GOOD_FOR = 14 * DAY

type Invited = { user_id: string; url: string | null; expires_at: Date }
type Reader = { user_id: string; email: string; first_name: string }
/** A person who hasn't joined this long after an invitation may get another. */
const REMIND_AFTER = 2 * DAY
/**
 * "new": people who have no invitation yet. "again": people whose last one is at least `REMIND_AFTER` old.
 */
export type InviteWhom = "new" | "again"

/** Returns those of these people who have an account and have not joined yet. One query. */
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
        not(hasJoined(ctx)),
      ),
    )
}

/**
 * Invites a person who has not joined yet, and ends any earlier invitation. Throws NOT_FOUND,
 * ALREADY_JOINED and MAIL_UNAVAILABLE.
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
    body: invitationMail(tx.brand.name, await languageOf(tx, reader.user_id), reader.first_name, url),
  })
  return { user_id: reader.user_id, url: null, expires_at }
}

/**
 * Returns which of these people have not joined: who can be invited, and who can be invited again. Two
 * queries.
 */
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
 * Mails an invitation to those of these people who have not joined and have none yet or, for `again`, whose
 * last one was sent at least two days ago. Running it twice mails nobody twice. Returns how many were sent.
 * Throws MAIL_UNAVAILABLE.
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

function invitationMail(academy: string, language: MailLanguage, name: string, url: string) {
  if (language === "hi") {
    return {
      language,
      subject: `${academy} में आपका स्वागत है`,
      paragraphs: [
        `नमस्ते ${name}, ${academy} ने आपका खाता बनाया है। इसे इस्तेमाल करने के लिए अपना पासवर्ड चुनें।`,
        "यह लिंक एक बार और दो हफ़्ते तक काम करता है।",
      ],
      button: { label: "पासवर्ड चुनें", url },
    }
  }
  return {
    language,
    subject: `${academy} invites you`,
    paragraphs: [
      `Hello ${name}, ${academy} has created an account for you. Choose a password to start using it.`,
      "The link works once, for two weeks.",
    ],
    button: { label: "Choose a password", url },
  }
}

type NewInstructor = { email: string; first_name: string; last_name: string; how: How }

/** Creates an instructor who may teach, and invites them. Throws EMAIL_TAKEN and MAIL_UNAVAILABLE. */
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
    if (!person) continue
    // Handed to somebody who has joined, it is for a new password.
    if (purpose === HANDED_OVER && (await listUnjoined(ctx, [person.user_id])).length === 0) continue
    return { purpose, person }
  }
  return refuse("LINK_EXPIRED")
}

/**
 * Returns whom an invitation is for. Reading does not use it up, because mail programs open links too. Throws
 * LINK_EXPIRED.
 */
export async function readInvitation(
  ctx: Ctx,
  link: Link,
): Promise<{ first_name: string; email: string; role: Role | null }> {
  const { person } = await countingGuess(ctx, () => findInvitation(ctx, link))
  const { first_name, email, role } = describePerson(person)
  return { first_name, email, role }
}

/**
 * Sets the first password by an invitation, once, and signs in. Throws LINK_EXPIRED, FIELD_ERRORS for a
 * rejected password, which leaves the invitation usable, and what `admit` throws.
 */
export async function acceptInvitation(ctx: Ctx, input: Link & { password: string }) {
  const { purpose, person } = await countingGuess(ctx, () => findInvitation(ctx, input))
  await refuseWeakFor(ctx, person.user_id, input.password)
  // Hashing can wait for other passwords. Done before the transaction, it does not hold a connection
  // meanwhile.
  const hashed = await ctx.sessions.hashPassword(input.password)
  await inTransaction(ctx, async (tx) => {
    const userId = await redeem(tx, purpose, input.request, input.secret)
    if (!userId) refuse("LINK_EXPIRED")
    if (purpose === "invite") await proveEmail(tx, userId)
    await writePassword(tx, userId, hashed)
    await withdrawMails(tx, userId)
    await recordAct({ ...tx, viewer: person }, "invitation.accept", userId)
  })
  // An instructor whose link was handed over confirms the e-mail next, in this browser.
  if (mustConfirmFirst(ctx, person)) await rememberDevice(ctx, person.user_id)
  return admit(ctx, person.user_id, "any")
}
