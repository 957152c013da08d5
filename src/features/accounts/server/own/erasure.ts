import {
  and,
  asc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lte,
  not,
  notLike,
  or,
  type SQL,
  sql,
} from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { eachByItself } from "#platform/jobs/each.ts"
import { DAY, dateInZone, formatDate } from "#shared/time.ts"
import { languageOf } from "../language.ts"
import { erasureMail } from "../mail/account-mails.ts"
import { NO_MAIL } from "../no-mail.ts"
import { hasPassword, requireOwnPassword } from "../passwords/own-password.ts"
import { lockAdmins, shutOut } from "../people/people.ts"
import { countExport } from "../sign-in/sign-in-limits.ts"
import { admins, demoPeople, guardians, officeStaff, session, students, teachers, user } from "../table.ts"
import { takeOwnMailedCode } from "./own-codes.ts"

/** How long a person can change their mind. */
const GRACE_MS = policies.accountErasure.graceDays * DAY
const ERASE_AT_ONCE = 50
/** How long an account stays that was never confirmed and is not used. */
const UNCONFIRMED_MS = policies.accountErasure.unconfirmedDays * DAY

/** Returns everything that is stored about the viewer. Throws TOO_MANY_REQUESTS. */
export async function exportOwn(ctx: SignedInCtx) {
  return exportOf(ctx, ctx.viewer.user_id)
}

/**
 * Returns everything that is stored about a person. The caller has checked that the viewer may see it. Throws
 * TOO_MANY_REQUESTS.
 */
export async function exportOf(ctx: SignedInCtx, userId: string) {
  await countExport(ctx, ctx.viewer.user_id)
  const data = await ctx.personalData.exportFor(ctx, userId)
  await recordAct(ctx, "account.export", userId)
  return { made_at: ctx.clock.now(), person: userId, data }
}

/**
 * Closes the viewer's account and schedules its erasure in 30 days, which signing in before then cancels.
 * Throws PASSWORD_WRONG, CODE_WRONG, GUARDIAN_DECIDES, LAST_ADMIN, TOO_MANY_REQUESTS.
 */
export async function askErasure(
  ctx: SignedInCtx,
  input: { password?: string | undefined; code?: string | undefined },
): Promise<{ erase_at: Date }> {
  const { user_id, role } = ctx.viewer
  if (await ctx.guardianship.decidesFor(ctx, user_id)) refuse("GUARDIAN_DECIDES")
  if (await hasPassword(ctx, user_id)) await requireOwnPassword(ctx, input.password)
  else await takeOwnMailedCode(ctx, "erasure", input.code ?? "")
  return inTransaction(ctx, async (tx) => {
    if (role === "admin") await refuseLastAdmin(tx)
    return closeAccount(tx, user_id)
  })
}

/**
 * Closes a person's account and schedules its erasure in 30 days, in the caller's transaction. The caller has
 * checked that the viewer may.
 */
export async function closeAccount(tx: SignedInCtx, userId: string): Promise<{ erase_at: Date }> {
  const wanted = new Date(tx.clock.now().getTime() + GRACE_MS)
  const [closed] = await tx.db
    .update(user)
    .set({ eraseAt: wanted, eraseAskedBy: tx.viewer.user_id })
    .where(and(eq(user.id, userId), isNull(user.eraseAt), isNull(user.erasedAt)))
    .returning({ email: user.email, name: user.name })
  if (!closed) return takeOverErasure(tx, userId)
  await shutOut(tx, userId)
  await recordAct(tx, "account.erasure-asked", userId)
  await tx.jobs.publish(tx, "account.closed", { person_id: userId })
  await tellOfErasure(tx, userId, wanted)
  return { erase_at: wanted }
}

/**
 * Returns when an account that is closed already is erased. Who asks after the person themself takes it over, so
 * that a child's sign-in doesn't undo what a guardian asked for.
 */
async function takeOverErasure(tx: SignedInCtx, userId: string): Promise<{ erase_at: Date }> {
  const [row] = await tx.db.select({ at: user.eraseAt }).from(user).where(eq(user.id, userId))
  if (!row?.at) notFound()
  const { user_id } = tx.viewer
  if (user_id !== userId) {
    const taken = await tx.db
      .update(user)
      .set({ eraseAskedBy: user_id })
      .where(and(eq(user.id, userId), eq(user.eraseAskedBy, userId)))
      .returning({ id: user.id })
    if (taken.length > 0) await recordAct(tx, "account.erasure-asked", userId)
  }
  return { erase_at: row.at }
}

async function tellOfErasure(tx: SignedInCtx, userId: string, at: Date): Promise<void> {
  const { email, first_name } = tx.viewer
  if (userId !== tx.viewer.user_id || !email) return
  const reader = { user_id: userId, email, first_name, language: await languageOf(tx, userId) }
  const day = formatDate(dateInZone(at, tx.env.TIME_ZONE))
  await tx.post.mail(tx, erasureMail(tx.brand.name, reader, day, `${tx.address}/auth`))
}

async function refuseLastAdmin(tx: SignedInCtx): Promise<void> {
  await lockAdmins(tx)
  const others = await tx.db
    .select({ user_id: admins.user_id })
    .from(admins)
    .innerJoin(user, eq(user.id, admins.user_id))
    .where(and(isNull(user.disabledAt), isNull(user.eraseAt)))
    .limit(2)
  if (others.every((other) => other.user_id === tx.viewer.user_id)) refuse("LAST_ADMIN")
}

/**
 * Erases the people whose date of erasure has come, each in a separate transaction: one who can't be erased holds up
 * nobody else, and is tried again by the next run. Returns how many were erased.
 */
export async function eraseDue(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(lte(user.eraseAt, ctx.clock.now()))
    .orderBy(asc(user.eraseAt))
    .limit(ERASE_AT_ONCE)
  const failed = await eachByItself(ctx, due, ({ id }) =>
    eraseOne(ctx, id, lte(user.eraseAt, ctx.clock.now())),
  )
  return due.length - failed.length
}

/**
 * Erases accounts that people made for themselves, did not confirm within 30 days of the link and have not used for as
 * long, and that nothing refers to. Nobody is erased while no mail can be sent. Returns how many were erased.
 */
export async function eraseUnconfirmed(ctx: Ctx): Promise<number> {
  if (!ctx.mail.configured) return 0
  const unused = isUnused(ctx)
  const found = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(unused)
    .orderBy(asc(user.confirmationMailedAt))
    .limit(ERASE_AT_ONCE)
  const failed = await eachByItself(ctx, found, ({ id }) => eraseOne(ctx, id, unused))
  return found.length - failed.length
}

/** A condition on the users of a query: the account is one that `eraseUnconfirmed` erases. */
function isUnused({ clock, db, personalData }: Ctx): SQL | undefined {
  const since = new Date(clock.now().getTime() - UNCONFIRMED_MS)
  const of = (table: typeof admins | typeof officeStaff | typeof guardians | typeof demoPeople) =>
    exists(db.select({ id: table.user_id }).from(table).where(eq(table.user_id, user.id)))
  const taught = or(isNotNull(teachers.approved_at), isNotNull(teachers.ended_at))
  const used = [
    of(admins),
    of(officeStaff),
    of(guardians),
    of(demoPeople),
    exists(
      db
        .select({ id: teachers.user_id })
        .from(teachers)
        .where(and(eq(teachers.user_id, user.id), taught)),
    ),
    exists(
      db
        .select({ id: session.id })
        .from(session)
        .where(and(eq(session.userId, user.id), gt(session.updatedAt, since))),
    ),
    personalData.attached,
  ]
  return and(
    eq(user.emailVerified, false),
    eq(user.profileByOffice, false),
    notLike(user.email, `%${NO_MAIL}`),
    // Only who had as long to confirm it. An academy may send mail since yesterday.
    lte(user.confirmationMailedAt, since),
    lte(user.updatedAt, since),
    isNull(user.eraseAt),
    isNull(user.erasedAt),
    // Staff disabled the account, and it would be free to be made again.
    isNull(user.disabledAt),
    not(sql`(${or(...used)})`),
  )
}

function eraseOne(ctx: Ctx, userId: string, due: SQL | undefined): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    // Locks the rows: a simultaneous sign-in or seat either comes first and keeps the account, or finds it erased. What
    // came first is only seen by a query that begins afterwards.
    await tx.db.select({ id: user.id }).from(user).where(eq(user.id, userId)).for("update")
    await tx.db
      .select({ id: students.user_id })
      .from(students)
      .where(eq(students.user_id, userId))
      .for("update")
    const [still] = await tx.db
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.id, userId), due))
    if (!still) return
    await shutOut(tx, userId)
    await tx.personalData.eraseFor(tx, userId)
    await recordAct(tx, "account.erased", userId)
  })
}
