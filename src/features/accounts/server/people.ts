import { and, desc, eq, ilike, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type {
  changeRole as changeRoleContract,
  listPeople as listContract,
  PersonEntry,
} from "#contract/people.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { isId } from "#shared/ids.ts"
import type { Role } from "#shared/roles.ts"
import { approvedMail } from "./account-mails.ts"
import { guardians } from "./guardian-tables.ts"
import { languageOf } from "./language.ts"
import { shownEmail } from "./no-mail.ts"
import { endSessionsOf } from "./sessions.ts"
import { admins, peopleText, students, teachers, user } from "./table.ts"

type ListInput = z.output<NonNullable<(typeof listContract)["~orpc"]["inputSchema"]>>
type GivenRole = z.output<NonNullable<(typeof changeRoleContract)["~orpc"]["inputSchema"]>>["role"]

/** Serialises changes of who is an admin: of two who demote each other at once, one comes second. */
const ADMINS_LOCK = "kaksha.admins"

function selectPeople(ctx: Pick<Ctx, "db">) {
  return ctx.db
    .select({
      user_id: user.id,
      name: user.name,
      email: user.email,
      created_at: user.createdAt,
      disabled_at: user.disabledAt,
      disabled_reason: user.disabledReason,
      erase_at: user.eraseAt,
      admin: admins.user_id,
      teacher: teachers.user_id,
      approved_at: teachers.approved_at,
      guardian: guardians.user_id,
      student: students.user_id,
    })
    .from(user)
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(teachers, and(eq(teachers.user_id, user.id), isNull(teachers.ended_at)))
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .leftJoin(students, eq(students.user_id, user.id))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectPeople>>[number]

function roleOf(row: Row): Role | null {
  if (row.admin) return "admin"
  if (row.teacher) return "instructor"
  if (row.guardian) return "guardian"
  return row.student ? "student" : null
}

function describe({ admin, teacher, approved_at, guardian, student, ...row }: Row): PersonEntry {
  const role = roleOf({ admin, teacher, approved_at, guardian, student, ...row })
  return {
    ...row,
    email: shownEmail(row.email),
    role,
    awaits_approval: role === "instructor" && approved_at === null,
  }
}

/** People, the newest first, for staff. One query over one page. Throws FIELD_ERRORS. */
export async function listPeople(
  ctx: SignedInCtx,
  input: ListInput,
): Promise<{ items: PersonEntry[]; next_cursor: string | null }> {
  if (input.cursor !== undefined && !isId(input.cursor))
    refuseFields({ cursor: "Start again from the first page" })
  const rows = await selectPeople(ctx)
    .where(
      and(
        isNull(user.erasedAt),
        input.q ? ilike(peopleText(user), `%${input.q.replace(/[\\%_]/g, "\\$&")}%`) : undefined,
        input.role && withRole(ctx, input.role),
        input.state === "disabled" ? isNotNull(user.disabledAt) : undefined,
        input.state === "awaits_approval"
          ? and(isNotNull(teachers.user_id), isNull(teachers.approved_at), isNull(admins.user_id))
          : undefined,
        input.cursor ? lt(user.id, input.cursor) : undefined,
      ),
    )
    .orderBy(desc(user.id))
    .limit(input.limit + 1)
  const items = rows.slice(0, input.limit).map(describe)
  return { items, next_cursor: rows.length > input.limit ? (items.at(-1)?.user_id ?? null) : null }
}

/** The people whose effective role it is. Starts from the role's own table, which may be small. */
function withRole(ctx: Pick<Ctx, "db">, role: Role | "none"): SQL | undefined {
  const { db } = ctx
  switch (role) {
    case "admin":
      return inArray(user.id, db.select({ id: admins.user_id }).from(admins))
    case "instructor":
      return and(
        inArray(user.id, db.select({ id: teachers.user_id }).from(teachers).where(isNull(teachers.ended_at))),
        isNull(admins.user_id),
      )
    case "guardian":
      return inArray(user.id, db.select({ id: guardians.user_id }).from(guardians))
    case "student":
      return and(isNotNull(students.user_id), isNull(teachers.user_id), isNull(admins.user_id))
    case "none":
      return and(
        isNull(students.user_id),
        isNull(teachers.user_id),
        isNull(admins.user_id),
        isNull(guardians.user_id),
      )
  }
}

async function readEntry(ctx: Pick<Ctx, "db">, userId: string): Promise<PersonEntry> {
  const [row] = await selectPeople(ctx).where(and(eq(user.id, userId), isNull(user.erasedAt)))
  return row ? describe(row) : notFound()
}

/** Lets an instructor teach and tells them. Approving again changes nothing. Throws NOT_FOUND. */
export function approveInstructor(ctx: SignedInCtx, userId: string): Promise<PersonEntry> {
  return inTransaction(ctx, async (tx) => {
    const [approved] = await tx.db
      .update(teachers)
      .set({ approved_at: tx.clock.now() })
      .where(and(eq(teachers.user_id, userId), isNull(teachers.approved_at), isNull(teachers.ended_at)))
      .returning({ first_name: teachers.first_name, email: teachers.email })
    const entry = await readEntry(tx, userId)
    if (entry.role !== "instructor") notFound()
    if (!approved) return entry
    await recordAct(tx, "person.approve", userId)
    const reader = { user_id: userId, ...approved, language: await languageOf(tx, userId) }
    await tx.post.mail(tx, approvedMail(reader, `${tx.address}/teacher-dashboard`))
    await emit(tx, "person.changed", userId)
    return entry
  })
}

/**
 * Changes somebody's role, with its profile, at once and in the audit log. What they did before stays theirs.
 * Throws NOT_FOUND, OWN_ACCOUNT, GUARDIAN_ROLE, FORBIDDEN for an admin who is none any more.
 */
export function changeRole(
  ctx: SignedInCtx,
  input: { user_id: string; role: GivenRole },
): Promise<PersonEntry> {
  const { user_id, role } = input
  return asAdmin(ctx, user_id, async (tx) => {
    const before = await readEntry(tx, user_id)
    if (before.role === "guardian") refuse("GUARDIAN_ROLE")
    if (before.role === role) return before
    await writeRole(tx, before, role)
    await recordAct(tx, "person.role", user_id, { from: before.role, to: role })
    await emit(tx, "person.changed", user_id)
    await tx.jobs.publish(tx, "person.role_changed", { person_id: user_id })
    return readEntry(tx, user_id)
  })
}

async function writeRole(tx: Ctx, person: PersonEntry, role: GivenRole): Promise<void> {
  const { user_id } = person
  const now = tx.clock.now()
  const profile = await profileOf(tx, person)
  if (role === "admin") {
    await tx.db.insert(admins).values(profile).onConflictDoNothing()
    return
  }
  await tx.db.delete(admins).where(eq(admins.user_id, user_id))
  if (role === "instructor") {
    await tx.db
      .insert(teachers)
      .values({ ...profile, approved_at: now })
      .onConflictDoUpdate({ target: teachers.user_id, set: { approved_at: now, ended_at: null } })
    return
  }
  // Classes hang on the row of who taught them: it stays, and gives no role any more.
  await tx.db.update(teachers).set({ approved_at: null, ended_at: now }).where(eq(teachers.user_id, user_id))
  await tx.db.insert(students).values(profile).onConflictDoNothing()
}

async function profileOf(tx: Ctx, person: PersonEntry) {
  const { user_id, email } = person
  const [known] = await tx.db
    .select({
      first_name: sql<string>`coalesce(${admins.first_name}, ${teachers.first_name}, ${students.first_name}, ${user.name})`,
      last_name: sql<string>`coalesce(${admins.last_name}, ${teachers.last_name}, ${students.last_name}, '')`,
      phone: sql<string | null>`coalesce(${admins.phone}, ${teachers.phone}, ${students.phone})`,
    })
    .from(user)
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .leftJoin(students, eq(students.user_id, user.id))
    .where(eq(user.id, user_id))
  return { user_id, email, created_at: tx.clock.now(), ...(known ?? notFound()) }
}

/** Shuts an account: its sessions end, live rooms send it out. Throws NOT_FOUND, OWN_ACCOUNT, FORBIDDEN. */
export function disablePerson(
  ctx: SignedInCtx,
  input: { user_id: string; reason: string },
): Promise<PersonEntry> {
  const { user_id, reason } = input
  return asAdmin(ctx, user_id, async (tx) => {
    const [disabled] = await tx.db
      .update(user)
      .set({ disabledAt: tx.clock.now(), disabledReason: reason })
      .where(and(eq(user.id, user_id), isNull(user.disabledAt)))
      .returning({ id: user.id })
    if (disabled) {
      await shutOut(tx, user_id)
      // The reason may name people: it stays with the account and out of the log.
      await recordAct(tx, "person.disable", user_id)
    }
    return readEntry(tx, user_id)
  })
}

/** Ends a person's sessions and tells open pages and live rooms, in the caller's transaction. */
export async function shutOut(tx: Ctx, userId: string): Promise<void> {
  await endSessionsOf(tx, userId)
  await emit(tx, "person.changed", userId)
  await tx.jobs.publish(tx, "person.disabled", { person_id: userId })
}

/** Opens an account again. Throws NOT_FOUND. */
export function enablePerson(ctx: SignedInCtx, userId: string): Promise<PersonEntry> {
  return inTransaction(ctx, async (tx) => {
    const [enabled] = await tx.db
      .update(user)
      .set({ disabledAt: null, disabledReason: null })
      .where(and(eq(user.id, userId), isNotNull(user.disabledAt), isNull(user.erasedAt)))
      .returning({ id: user.id })
    if (enabled) await recordAct(tx, "person.enable", userId)
    return readEntry(tx, userId)
  })
}

/** Runs `work` when the viewer still is an admin, about somebody else, one such act after the other. */
async function asAdmin<T>(
  ctx: SignedInCtx,
  userId: string,
  work: (tx: SignedInCtx) => Promise<T>,
): Promise<T> {
  if (userId === ctx.viewer.user_id) refuse("OWN_ACCOUNT")
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx)
    const [still] = await tx.db
      .select({ user_id: admins.user_id })
      .from(admins)
      .innerJoin(user, eq(user.id, admins.user_id))
      .where(and(eq(admins.user_id, ctx.viewer.user_id), isNull(user.disabledAt)))
    if (!still) refuse("FORBIDDEN")
    return work(tx)
  })
}

/** Takes the turn to change who is an admin, until the caller's transaction ends. */
export async function lockAdmins(tx: Pick<Ctx, "db">): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ADMINS_LOCK}, 0))`)
}
