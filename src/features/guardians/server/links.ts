import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { minorStudent } from "#features/accounts/server/age.ts"
import { guardians, students, user } from "#features/accounts/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emitAll } from "#platform/events.ts"
import type { GuardianRight } from "#shared/guardian-rights.ts"
import { guardianOf, rightsOf } from "./table.ts"

/** Jobs listen to it: `{ student_id, guardian_id }` after rights of a guardian ended. */
export const RIGHTS_ENDED = "guardian.rights_ended"
/** Jobs listen to it: `{ student_id }` after a student names another contact number, or none. */
export const NUMBER_CHANGED = "guardian.number_changed"

type Student = typeof students.$inferSelect
type Viewing = Pick<SignedInCtx, "db" | "viewer">

/**
 * Whether a selected row of `guardian_of` is a confirmed guardian's with this right; without one, with any. A
 * removed guardian has none.
 */
export function holds(right?: GuardianRight): SQL<boolean> {
  const confirmed = sql<boolean>`${guardianOf.answer} = 'confirmed'`
  return right ? sql<boolean>`(${confirmed} and ${rightsOf[right]})` : confirmed
}

/**
 * Whether a selected row is of a guardian who decides who else is one: with all rights, and named by the
 * student or the office, or known to staff. Somebody who was invited could otherwise remove who invited them.
 */
export function manages(): SQL<boolean> {
  return sql<boolean>`(${holds()} and ${guardianOf.may_see} and ${guardianOf.may_pay}
    and ${guardianOf.may_consent} and ${guardianOf.is_told}
    and (${guardianOf.invited_by} is null or ${guardianOf.known_at} is not null))`
}

/** Selects the ids of the viewer's children for whom the viewer has this right, as a subquery. */
export function childrenWith({ db, viewer }: Viewing, right: GuardianRight) {
  return db
    .select({ id: guardianOf.student_id })
    .from(guardianOf)
    .where(and(eq(guardianOf.guardian_id, viewer.user_id), holds(right)))
}

/** A guardian whom notices about a child reach. */
export type Told = {
  student_id: string
  guardian_id: string
  first_name: string
  last_name: string
  /** E.164; null for a guardian who was invited by e-mail. */
  phone: string | null
  /** Whether a notice may lead to a payment. */
  may_pay: boolean
  child: { first_name: string; last_name: string }
  /** Whether the student is under 18. */
  minor: boolean
}

/** Returns the guardians who are to be told about these students, by student. Disabled accounts get nothing. */
export async function listTold(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  studentIds: readonly string[],
): Promise<Told[]> {
  if (studentIds.length === 0) return []
  return ctx.db
    .select({
      student_id: guardianOf.student_id,
      guardian_id: guardianOf.guardian_id,
      first_name: guardians.first_name,
      last_name: guardians.last_name,
      phone: guardians.phone,
      may_pay: guardianOf.may_pay,
      child: { first_name: students.first_name, last_name: students.last_name },
      minor: minorStudent(ctx),
    })
    .from(guardianOf)
    .innerJoin(guardians, eq(guardians.user_id, guardianOf.guardian_id))
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .innerJoin(user, eq(user.id, guardianOf.guardian_id))
    .where(
      and(
        inArray(guardianOf.student_id, [...studentIds]),
        holds("told"),
        sql`${user.disabledAt} is null and ${user.erasedAt} is null`,
      ),
    )
    .orderBy(guardianOf.student_id, guardianOf.answered_at, guardianOf.guardian_id)
}

/**
 * Returns which of these students' own parent contacts are not told any more, because the number's owner was
 * removed as a guardian or is not to be told.
 */
export async function listUntold(ctx: Pick<Ctx, "db">, studentIds: readonly string[]): Promise<Set<string>> {
  if (studentIds.length === 0) return new Set()
  const rows = await ctx.db
    .select({ student_id: guardianOf.student_id })
    .from(guardianOf)
    .innerJoin(guardians, eq(guardians.user_id, guardianOf.guardian_id))
    .innerJoin(
      students,
      and(eq(students.user_id, guardianOf.student_id), eq(students.parent_phone, guardians.phone)),
    )
    .where(
      and(
        inArray(guardianOf.student_id, [...studentIds]),
        sql`(${guardianOf.answer} = 'removed' or (${holds()} and not ${guardianOf.is_told}))`,
      ),
    )
  return new Set(rows.map(({ student_id }) => student_id))
}

/** Whether a student is a minor with a confirmed guardian, who then decides for them. */
export async function isDecidedByGuardian(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  studentId: string,
): Promise<boolean> {
  const [row] = await ctx.db
    .select({ guardian_id: guardianOf.guardian_id })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(and(eq(guardianOf.student_id, studentId), holds(), minorStudent(ctx)))
    .limit(1)
  return row !== undefined
}

async function findLink(ctx: Viewing, studentId: string, which: SQL<boolean>) {
  const [row] = await ctx.db
    .select({ student: students, allowed: which })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(and(eq(guardianOf.guardian_id, ctx.viewer.user_id), eq(guardianOf.student_id, studentId), holds()))
  return row ?? null
}

/**
 * Returns a confirmed child of the viewer for whom the viewer has the right, or null, also for viewers who are
 * not guardians.
 */
export async function findChild(
  ctx: Viewing,
  studentId: string,
  right: GuardianRight,
): Promise<Student | null> {
  const link = await findLink(ctx, studentId, holds(right))
  return link?.allowed ? link.student : null
}

/**
 * Returns a confirmed child of the viewer. Throws NOT_FOUND if this is not one, and RIGHT_MISSING if the
 * viewer doesn't have the right for this child.
 */
export async function requireChild(ctx: Viewing, studentId: string, right: GuardianRight): Promise<Student> {
  const link = (await findLink(ctx, studentId, holds(right))) ?? notFound()
  return link.allowed ? link.student : refuse("RIGHT_MISSING", { right })
}

/**
 * Returns a child of the viewer, who decides about the account and the other guardians. Throws NOT_FOUND, and
 * RIGHT_MISSING for a guardian who was given less than that.
 */
export async function requireManaged(ctx: Viewing, studentId: string): Promise<Student> {
  const link = (await findLink(ctx, studentId, manages())) ?? notFound()
  return link.allowed ? link.student : refuse("RIGHT_MISSING", { right: "all" })
}

/**
 * Returns the viewer's context as their child would have it, to read what the child can read. Throws
 * NOT_FOUND and RIGHT_MISSING.
 */
export async function asChild(ctx: SignedInCtx, studentId: string): Promise<SignedInCtx> {
  const { user_id, email, first_name, last_name } = await requireChild(ctx, studentId, "see")
  return { ...ctx, viewer: { ...ctx.viewer, user_id, email, first_name, last_name, role: "student" } }
}

/** Notifies the pages of students' confirmed guardians that something about their children changed. */
export async function tellGuardians(ctx: Pick<Ctx, "db">, studentIds: readonly string[]): Promise<void> {
  if (studentIds.length === 0) return
  const rows = await ctx.db
    .selectDistinct({ guardian_id: guardianOf.guardian_id })
    .from(guardianOf)
    .where(and(inArray(guardianOf.student_id, [...studentIds]), holds()))
  await emitAll(
    ctx,
    "person.changed",
    rows.map(({ guardian_id }) => guardian_id),
  )
}

type Link = { student_id: string; guardian_id: string }

async function isLinked({ db }: Pick<Ctx, "db">, link: Link, which: SQL<boolean>): Promise<boolean> {
  const [row] = await db
    .select({ id: guardianOf.guardian_id })
    .from(guardianOf)
    .where(
      and(eq(guardianOf.student_id, link.student_id), eq(guardianOf.guardian_id, link.guardian_id), which),
    )
  return row !== undefined
}

/** Whether a person is a confirmed guardian of a student. */
export function isGuardian(ctx: Pick<Ctx, "db">, link: Link): Promise<boolean> {
  return isLinked(ctx, link, holds())
}

/** Whether a person is a guardian who may pay for a student. */
export function guardianMayPay(ctx: Pick<Ctx, "db">, link: Link): Promise<boolean> {
  return isLinked(ctx, link, holds("pay"))
}
