import { and, asc, count, eq, inArray, sql } from "drizzle-orm"
import { MOST_COLLECTORS } from "#contract/attendance/check-ins.ts"
import { ageColumns, isMinor, todayOf } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { isYoung } from "#features/attendance/arrivals.ts"
import { holds, requireChild } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { gateCodeOf } from "./codes.ts"
import { collectors } from "./table.ts"

type Collector = { id: string; name: string }

/** Returns who may collect these children besides their guardians, by child. One query. */
export async function listCollectors(
  ctx: Pick<Ctx, "db">,
  studentIds: readonly string[],
): Promise<Map<string, Collector[]>> {
  if (studentIds.length === 0) return new Map()
  const { id, name, student_id, added_at } = collectors
  const rows = await ctx.db
    .select({ id, name, student_id })
    .from(collectors)
    .where(inArray(student_id, [...studentIds]))
    .orderBy(asc(added_at), asc(id))
  const byStudent = Map.groupBy(rows, ({ student_id }) => student_id)
  return new Map([...byStudent].map(([student, own]) => [student, own.map(({ id, name }) => ({ id, name }))]))
}

/** Returns the viewer's code of today, and who may collect the children whom the viewer may see. Two queries. */
export async function readMyGate(ctx: SignedInCtx) {
  const { user_id } = ctx.viewer
  const rows = await ctx.db
    .select({
      student_id: students.user_id,
      first_name: students.first_name,
      last_name: students.last_name,
      ...ageColumns,
    })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(and(eq(guardianOf.guardian_id, user_id), holds("see")))
    .orderBy(asc(students.first_name), asc(students.user_id))
  const named = await listCollectors(
    ctx,
    rows.map(({ student_id }) => student_id),
  )
  const today = todayOf(ctx)
  return {
    code: gateCodeOf(ctx, user_id, today),
    children: rows.map(({ student_id, first_name, last_name, ...age }) => ({
      student_id,
      name: `${first_name} ${last_name}`.trim(),
      young: isYoung({ date_of_birth: age.date_of_birth, minor: isMinor(ctx, age) }, today),
      collectors: named.get(student_id) ?? [],
    })),
  }
}

/**
 * Names somebody who may collect a child. The same name again changes nothing. Throws NOT_FOUND, RIGHT_MISSING and
 * TOO_MANY_COLLECTORS.
 */
export function addCollector(
  ctx: SignedInCtx,
  { student_id, name }: { student_id: string; name: string },
): Promise<Collector> {
  return inTransaction(ctx, async (tx) => {
    await requireChild(tx, student_id, "consent")
    // One at a time for each child, so that the count holds.
    await tx.db
      .select({ id: students.user_id })
      .from(students)
      .where(eq(students.user_id, student_id))
      .for("no key update")
    const [known] = await tx.db
      .select({ id: collectors.id, name: collectors.name })
      .from(collectors)
      .where(and(eq(collectors.student_id, student_id), sql`lower(${collectors.name}) = lower(${name})`))
    if (known) return known
    const [named] = await tx.db
      .select({ count: count() })
      .from(collectors)
      .where(eq(collectors.student_id, student_id))
    if (named && named.count >= MOST_COLLECTORS) refuse("TOO_MANY_COLLECTORS")
    const one = { id: newId(), name }
    await tx.db
      .insert(collectors)
      .values({ ...one, student_id, added_by: tx.viewer.user_id, added_at: tx.clock.now() })
    await recordAct(tx, "collector.add", student_id, { collector_id: one.id })
    return one
  })
}

/** Takes somebody off the list; again changes nothing. Throws NOT_FOUND and RIGHT_MISSING. */
export function removeCollector(
  ctx: SignedInCtx,
  { student_id, collector_id }: { student_id: string; collector_id: string },
): Promise<{ removed: boolean }> {
  return inTransaction(ctx, async (tx) => {
    await requireChild(tx, student_id, "consent")
    const gone = await tx.db
      .delete(collectors)
      .where(and(eq(collectors.id, collector_id), eq(collectors.student_id, student_id)))
      .returning({ id: collectors.id })
    if (gone.length > 0) await recordAct(tx, "collector.remove", student_id, { collector_id })
    return { removed: gone.length > 0 }
  })
}
