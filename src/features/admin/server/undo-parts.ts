import { and, eq, exists, gte, inArray, isNotNull, or, sql } from "drizzle-orm"
import { union } from "drizzle-orm/pg-core"
import {
  holdAccounts,
  listJoined,
  removeAccounts,
  takeGuardians,
} from "#features/accounts/server/imported.ts"
import { attendanceMarks, attendanceVerdicts } from "#features/attendance/server/table.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { deleteImportedClasses, freePlaces, listPlaced } from "#features/classes/server/take-back.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { orders } from "#features/payments/server/table.ts"
import {
  readCourses,
  readEnded,
  removeEnrolments,
  removePrograms,
  resumeEnrolments,
} from "#features/programs/server/imported.ts"
import { enrollments } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { Refusal } from "#platform/errors.ts"
import { emitAll } from "#platform/events.ts"
import type { imports, Made } from "./table.ts"

type ImportRow = typeof imports.$inferSelect

/** One kind of thing that an import creates. */
type Part = {
  of: keyof Made
  /** The most that is undone in one transaction. */
  most: number
  /** Undoes some, and returns the ids of those in use. */
  undo(tx: SignedInCtx, ids: string[], row: ImportRow): Promise<string[]>
  /** Restores what was removed from those that are kept. */
  keep?(tx: SignedInCtx, ids: string[], row: ImportRow): Promise<void>
}

/**
 * In this order: seats are freed before their students are removed, and students before what is left of their
 * enrolments.
 */
export const PARTS: Part[] = [
  {
    of: "classes",
    most: 20,
    async undo(tx, ids, row) {
      await deleteImportedClasses(tx, ids, { id: row.id, ofSeveral: row.created > 1 })
      return []
    },
  },
  {
    // A class has hundreds of seats.
    of: "seats",
    most: 20,
    async undo(tx, ids, row) {
      await freePlaces(tx, ids, await readEnded(tx, row.made.enrolments ?? []))
      return []
    },
  },
  {
    of: "contacts",
    most: 100,
    async undo(tx, ids) {
      const taken = new Set(await takeGuardians(tx, ids))
      return ids.filter((id) => !taken.has(id))
    },
  },
  {
    of: "programs",
    most: 20,
    async undo(tx, ids) {
      await removePrograms(tx, ids)
      return []
    },
  },
  { of: "users", most: 50, undo: removePeople, keep: resumePeople },
  { of: "enrolments", most: Number.POSITIVE_INFINITY, undo: removeKnown },
]

/** Keeps people who came into use meanwhile. Nobody can while this runs. */
async function removePeople(tx: SignedInCtx, ids: string[]): Promise<string[]> {
  await holdAccounts(tx, ids)
  const inUse = await listInUse(tx, ids)
  const leaving = ids.filter((id) => !inUse.includes(id))
  // Past classes that were not held count too, and so do courses that gave them seats since the import.
  const pairs = await readCourses(tx, leaving)
  const past = true
  await freePlaces(tx, await listPlaced(tx, pairs, { past }), pairs, { past })
  await removeAccounts(tx, leaving)
  return inUse
}

async function resumePeople(tx: SignedInCtx, ids: string[], row: ImportRow): Promise<void> {
  const kept = new Set(ids)
  const ended = await readEnded(tx, row.made.enrolments ?? [])
  await resumeEnrolments(
    tx,
    ended.filter(({ student_id }) => kept.has(student_id)),
  )
}

/** Removes existing students from the courses that the list added them to. */
async function removeKnown(tx: SignedInCtx, ids: string[]): Promise<string[]> {
  const ended = await readEnded(tx, ids)
  await freePlaces(tx, await listPlaced(tx, ended), ended)
  await removeEnrolments(
    tx,
    ended.map(({ id }) => id),
  )
  await emitAll(tx, "person.changed", [...new Set(ended.map(({ student_id }) => student_id))])
  return []
}

/** Undoes all of these, or one by one if some are in use. Returns those that were kept. */
export async function undoPart(
  tx: SignedInCtx,
  part: Part,
  ids: string[],
  row: ImportRow,
): Promise<string[]> {
  const all = await tryPart(tx, part, ids, row)
  if (all === null && ids.length > 1) {
    const kept: string[] = []
    for (const id of ids) kept.push(...(await undoPart(tx, part, [id], row)))
    return kept
  }
  const kept = all ?? ids
  if (kept.length > 0) await part.keep?.(tx, kept, row)
  return kept
}

/** Returns the ids in use, or null if nothing was undone because an unknown one is in use. */
async function tryPart(tx: SignedInCtx, part: Part, ids: string[], row: ImportRow): Promise<string[] | null> {
  try {
    return await inTransaction(tx, (inner) => part.undo(inner, ids, row))
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}

/** Whether an error means that something is in use and can't be undone. */
export function isRefused(error: unknown): boolean {
  if (error instanceof Refusal) return ["CLASS_HAS_RECORDS", "CLASS_NOT_OPEN"].includes(error.code)
  return brokenConstraint(error)?.endsWith("_fk") ?? false
}

/** Returns those of these people who can't be removed any more: they joined, or records that matter refer to them. */
export async function listInUse(tx: Ctx, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const ids = [...userIds]
  return [
    ...new Set([
      ...(await listJoined(tx, ids)),
      ...(await listAttended(tx, ids)),
      ...(await listBound(tx, ids)),
    ]),
  ]
}

/**
 * Whether a program was ordered since an instant for a student who is in it by one of these enrolments. None can be
 * ordered for them until the caller's transaction ends.
 */
export async function someOrdered(tx: Ctx, enrolmentIds: readonly string[], since: Date): Promise<boolean> {
  if (enrolmentIds.length === 0) return false
  const those = inArray(enrollments.id, [...enrolmentIds])
  const rows = await tx.db.select({ id: enrollments.student_id }).from(enrollments).where(those)
  await holdAccounts(tx, [...new Set(rows.map(({ id }) => id))])
  const isOf = and(
    eq(orders.student_id, enrollments.student_id),
    eq(orders.course_id, enrollments.course_id),
    gte(orders.created_at, since),
  )
  const found = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(enrollments, isOf)
    .where(those)
    .limit(1)
  return found.length > 0
}

/**
 * Returns those of these people who have a confirmed guardian, an order in any state, as a failed one may still be
 * paid, or a request for a demo class. A guardian makes all of these for a child who never joined.
 */
async function listBound(tx: Ctx, ids: string[]): Promise<string[]> {
  const confirmed = eq(guardianOf.answer, "confirmed")
  const rows = await union(
    tx.db
      .select({ id: guardianOf.student_id })
      .from(guardianOf)
      .where(and(inArray(guardianOf.student_id, ids), confirmed)),
    tx.db
      .select({ id: demoClassRequests.student_id })
      .from(demoClassRequests)
      .where(inArray(demoClassRequests.student_id, ids)),
    tx.db
      .select({ id: sql<string>`${orders.student_id}` })
      .from(orders)
      .where(inArray(orders.student_id, ids)),
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns those of these people who are on a register, were in a class that began, or have a class of their
 * own.
 */
async function listAttended(tx: Ctx, ids: string[]): Promise<string[]> {
  const { instructor_id, substitutes_for } = scheduledClasses
  const began = tx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, classEnrollments.class_id), isNotNull(scheduledClasses.started_at)))
  const [verdicts, marks, taught, came] = [
    await tx.db
      .select({ id: attendanceVerdicts.student_id })
      .from(attendanceVerdicts)
      .where(inArray(attendanceVerdicts.student_id, ids)),
    await tx.db
      .select({ id: attendanceMarks.student_id })
      .from(attendanceMarks)
      .where(inArray(attendanceMarks.student_id, ids)),
    await tx.db
      .select({ id: instructor_id, other: substitutes_for })
      .from(scheduledClasses)
      .where(or(inArray(instructor_id, ids), inArray(substitutes_for, ids))),
    await tx.db
      .select({ id: classEnrollments.student_id })
      .from(classEnrollments)
      .where(and(inArray(classEnrollments.student_id, ids), exists(began))),
  ]
  const found = new Set([...verdicts, ...marks, ...came].map(({ id }) => id))
  for (const { id, other } of taught) found.add(id).add(other ?? id)
  return ids.filter((id) => found.has(id))
}
