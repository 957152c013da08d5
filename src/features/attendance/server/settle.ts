import { isDeepStrictEqual } from "node:util"
import { eq, inArray, sql } from "drizzle-orm"
import { admins, students } from "#features/accounts/server/table.ts"
import { ownerOf } from "#features/classes/rules.ts"
import { classRooms } from "#features/rooms/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { SECOND } from "#shared/time.ts"
import { type Circumstances, settleNotices } from "./notices.ts"
import { lockClass, readSheet, type Sheet } from "./sheet.ts"
import { attendanceVerdicts, classAttendance } from "./table.ts"

export const SETTLE_QUEUE = "attendance.settle"
/** By then a notice that is just being sent has an outcome, or is known to have none. */
const LOOK_AGAIN_MS = 150 * SECOND
const UNWATCHED_TOLERATED_MS = 30 * SECOND

/**
 * Writes the intervals of presence that the events of a class yield. Of a completed class it settles the
 * verdicts anew, so that presence known late counts. Running again changes nothing.
 */
export function projectAttendance(ctx: Ctx, classId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockClass(tx, classId)
    if (row?.started_at) await refreshAttendance(tx, await readSheet(tx, row))
  })
}

/**
 * Settles a completed class in one transaction: a verdict for everyone on the roster, the attended flags, and
 * the absence notices. Repeats and races change nothing. A class in any other state is left alone.
 */
export function settleAttendance(ctx: Ctx, classId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockClass(tx, classId)
    if (row?.status === "completed") await refreshAttendance(tx, await readSheet(tx, row))
  })
}

/** Brings what is stored in line with a sheet whose class is locked in the caller's transaction. */
export async function refreshAttendance(tx: Ctx, sheet: Sheet): Promise<void> {
  const classId = sheet.class.id
  let changed = await writeIntervals(tx, sheet)
  if (sheet.class.status === "completed") {
    changed = (await writeVerdicts(tx, sheet)) || changed
    const inFlight = await settleNotices(tx, sheet, await readCircumstances(tx, sheet))
    if (inFlight) {
      const startAfter = new Date(tx.clock.now().getTime() + LOOK_AGAIN_MS)
      await tx.jobs.send(tx, SETTLE_QUEUE, { class_id: classId }, { startAfter })
    }
  }
  if (changed) await emit(tx, "class.attendance", classId)
}

/** How long nobody looked into the room before the class ended. A few missed looks are no gap. */
function unwatchedMs(polledAt: Date | null, endedAt: Date | null): number {
  if (!polledAt || !endedAt) return 0
  const gap = endedAt.getTime() - polledAt.getTime()
  return gap > UNWATCHED_TOLERATED_MS ? gap : 0
}

async function readCircumstances(tx: Ctx, sheet: Sheet): Promise<Circumstances> {
  const [room] = await tx.db
    .select({ seconds: classRooms.video_down_seconds, polled_at: classRooms.polled_at })
    .from(classRooms)
    .where(eq(classRooms.class_id, sheet.class.id))
  const unwatched = unwatchedMs(room?.polled_at ?? null, sheet.class.ended_at)
  const videoDownMs = (room?.seconds ?? 0) * SECOND + unwatched
  return { instructorCame: await hadInstructor(tx, sheet), videoDownMs }
}

async function hadInstructor(tx: Ctx, sheet: Sheet): Promise<boolean> {
  if (sheet.intervals.has(sheet.class.instructor_id) || sheet.intervals.has(ownerOf(sheet.class))) return true
  const there = [...sheet.intervals.keys()]
  if (there.length === 0) return false
  const found = await tx.db
    .select({ user_id: admins.user_id })
    .from(admins)
    .where(inArray(admins.user_id, there))
    .limit(1)
  return found.length > 0
}

/** Answers whether anything changed. The class is locked, so what was read is what is there. */
async function writeIntervals(tx: Ctx, sheet: Sheet): Promise<boolean> {
  const classId = sheet.class.id
  const wanted = await listWantedIntervals(tx, sheet)
  const stored = await tx.db.select().from(classAttendance).where(eq(classAttendance.class_id, classId))
  const keyOf = (row: { student_id: string; joined_at: Date }) =>
    `${row.student_id} ${row.joined_at.getTime()}`
  const storedByKey = new Map(stored.map((row) => [keyOf(row), row]))
  const wantedKeys = new Set(wanted.map(keyOf))

  const obsolete = stored.filter((row) => !wantedKeys.has(keyOf(row))).map((row) => row.id)
  const changed = wanted.filter((row) => {
    const before = storedByKey.get(keyOf(row))
    return before?.left_at?.getTime() !== row.left_at?.getTime() || before?.attended !== row.attended
  })
  if (obsolete.length > 0) await tx.db.delete(classAttendance).where(inArray(classAttendance.id, obsolete))
  if (changed.length > 0) {
    await tx.db
      .insert(classAttendance)
      .values(changed.map((row) => ({ id: newId(), class_id: classId, ...row })))
      .onConflictDoUpdate({
        target: [classAttendance.class_id, classAttendance.student_id, classAttendance.joined_at],
        set: { left_at: sql`excluded.left_at`, attended: sql`excluded.attended` },
      })
  }
  return obsolete.length + changed.length > 0
}

async function listWantedIntervals(tx: Ctx, sheet: Sheet) {
  const people = [...sheet.intervals.keys()]
  if (people.length === 0) return []
  // Instructors and admins come too, but have no attendance.
  const found = await tx.db
    .select({ user_id: students.user_id })
    .from(students)
    .where(inArray(students.user_id, people))
  const present = new Set(
    sheet.rows.filter((row) => row.decision.verdict === "present").map((row) => row.student.student_id),
  )
  return found.flatMap(({ user_id }) =>
    (sheet.intervals.get(user_id) ?? []).map(({ joinedAt, leftAt }) => ({
      student_id: user_id,
      joined_at: joinedAt,
      left_at: leftAt,
      attended: present.has(user_id),
    })),
  )
}

/** Answers whether anything changed. */
async function writeVerdicts(tx: Ctx, sheet: Sheet): Promise<boolean> {
  const now = tx.clock.now()
  const changed = sheet.rows.flatMap(({ student, decision, stored }) => {
    const verdict = {
      verdict: decision.verdict,
      present_seconds: Math.floor(decision.totalMs / SECOND),
      minimum_seconds: Math.ceil(sheet.minimumMs / SECOND),
      // As JSON gives it back, so that it can be compared.
      reasons: JSON.parse(JSON.stringify(decision.reasons)) as unknown[],
    }
    const { verdict: before } = stored ?? {}
    const same =
      before &&
      before.verdict === verdict.verdict &&
      before.present_seconds === verdict.present_seconds &&
      before.minimum_seconds === verdict.minimum_seconds &&
      isDeepStrictEqual(before.reasons, verdict.reasons)
    if (same) return []
    return [{ class_id: sheet.class.id, student_id: student.student_id, ...verdict, settled_at: now }]
  })
  if (changed.length === 0) return false
  await tx.db
    .insert(attendanceVerdicts)
    .values(changed)
    .onConflictDoUpdate({
      target: [attendanceVerdicts.class_id, attendanceVerdicts.student_id],
      set: {
        verdict: sql`excluded.verdict`,
        present_seconds: sql`excluded.present_seconds`,
        minimum_seconds: sql`excluded.minimum_seconds`,
        reasons: sql`excluded.reasons`,
        settled_at: sql`excluded.settled_at`,
      },
    })
  return true
}
