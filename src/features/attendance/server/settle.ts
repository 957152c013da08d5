import { isDeepStrictEqual } from "node:util"
import { eq, inArray, sql } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import { classRooms } from "#features/rooms/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { lacksMs } from "../rules.ts"
import { settleNotices } from "./notices/notices.ts"
import { lockClass, readSheet, type Sheet, VERDICT_RULE } from "./sheet.ts"
import { attendanceVerdicts, classAttendance } from "./table.ts"

export const SETTLE_QUEUE = "attendance.settle"
export const PROJECT_QUEUE = "attendance.project"
/** After this long a notice that was being sent has an outcome, or is known to have none. */
const LOOK_AGAIN_MS = 150 * SECOND
/** The verdicts that count on one side or the other. */
const COUNTED = ["present", "absent"]

/**
 * Writes the intervals of presence that follow from a class's events. For a completed class it also settles
 * the verdicts again, so that late events count. Running again changes nothing.
 */
export function projectAttendance(ctx: Ctx, classId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockClass(tx, classId)
    if (!row?.started_at) return
    const sheet = await readSheet(tx, row)
    await refreshAttendance(tx, sheet)
    const again = row.status === "live" ? nextPresentAt(sheet, tx.clock.now()) : null
    if (again) await tx.jobs.send(tx, PROJECT_QUEUE, { class_id: classId }, { startAfter: again })
  })
}

/**
 * Returns when the next student in the room will have been there for long enough, because time alone is no event;
 * null if nobody is waited for. Not sooner than in a minute: time without staff doesn't count.
 */
function nextPresentAt(sheet: Sheet, now: Date): Date | null {
  const waits = sheet.rows
    .filter(({ intervals, decision }) => intervals.at(-1)?.leftAt === null && decision.verdict !== "present")
    .map(({ decision }) => lacksMs(decision))
  return waits.length === 0 ? null : new Date(now.getTime() + Math.max(MINUTE, Math.min(...waits)))
}

/**
 * Settles a completed class in one transaction: a verdict for everyone on the roster, the attended flags, and
 * the absence notices. Safe to repeat and to run concurrently. A class in any other state is left unchanged.
 */
export function settleAttendance(ctx: Ctx, classId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockClass(tx, classId)
    if (row?.status === "completed") await refreshAttendance(tx, await readSheet(tx, row))
  })
}

/** Updates what is stored to match a sheet whose class is locked in the caller's transaction. */
export async function refreshAttendance(tx: Ctx, sheet: Sheet): Promise<void> {
  const classId = sheet.class.id
  let changed = await writeIntervals(tx, sheet)
  if (sheet.class.status === "completed") {
    changed = (await writeVerdicts(tx, sheet)) || changed
    const inFlight = await settleNotices(tx, sheet, await readDownMs(tx, sheet))
    if (inFlight) {
      const startAfter = new Date(tx.clock.now().getTime() + LOOK_AGAIN_MS)
      await tx.jobs.send(tx, SETTLE_QUEUE, { class_id: classId }, { startAfter })
    }
  }
  if (changed) await emit(tx, "class.attendance", classId)
}

/** Returns for how long of a class, in ms, it was unknown who was in its room. */
async function readDownMs(tx: Ctx, sheet: Sheet): Promise<number> {
  const [room] = await tx.db
    .select({ seconds: classRooms.video_down_seconds })
    .from(classRooms)
    .where(eq(classRooms.class_id, sheet.class.id))
  const ended = sheet.class.ended_at?.getTime() ?? Number.POSITIVE_INFINITY
  return sheet.outages.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to.getTime(), ended) - from.getTime()),
    (room?.seconds ?? 0) * SECOND,
  )
}

/** Returns whether anything changed. The class is locked, so nothing changes between reading and writing. */
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

/** Returns whether anything changed. */
async function writeVerdicts(tx: Ctx, sheet: Sheet): Promise<boolean> {
  const now = tx.clock.now()
  const changed = sheet.rows.flatMap(({ student, decision, stored }) => {
    const verdict = {
      verdict: decision.verdict,
      present_seconds: Math.floor(decision.presentMs / SECOND),
      minimum_seconds: Math.ceil(decision.requiredMs / SECOND),
      possible_seconds: decision.possibleMs === null ? null : Math.floor(decision.possibleMs / SECOND),
      // In the form it is read back from JSON, so that it can be compared.
      reasons: JSON.parse(JSON.stringify(decision.reasons)) as unknown[],
    }
    const { verdict: before } = stored ?? {}
    const same =
      before &&
      before.verdict === verdict.verdict &&
      before.present_seconds === verdict.present_seconds &&
      before.minimum_seconds === verdict.minimum_seconds &&
      before.possible_seconds === verdict.possible_seconds &&
      isDeepStrictEqual(before.reasons, verdict.reasons)
    if (same) return []
    const rule = before?.rule ?? VERDICT_RULE
    const first_counted_at = COUNTED.includes(verdict.verdict) ? now : null
    const of = { class_id: sheet.class.id, student_id: student.student_id }
    return [{ ...of, ...verdict, rule, settled_at: now, first_counted_at }]
  })
  if (changed.length === 0) return false
  const { verdict, settled_at, first_counted_at } = attendanceVerdicts
  await tx.db
    .insert(attendanceVerdicts)
    .values(changed)
    .onConflictDoUpdate({
      target: [attendanceVerdicts.class_id, attendanceVerdicts.student_id],
      set: {
        verdict: sql`excluded.verdict`,
        present_seconds: sql`excluded.present_seconds`,
        minimum_seconds: sql`excluded.minimum_seconds`,
        possible_seconds: sql`excluded.possible_seconds`,
        reasons: sql`excluded.reasons`,
        settled_at: sql`excluded.settled_at`,
        // Of a verdict from before this was kept, the first time that is known.
        first_counted_at: sql`coalesce(${first_counted_at},
          case when ${inArray(verdict, COUNTED)} then ${settled_at} end, excluded.first_counted_at)`,
      },
    })
  return true
}
