import { and, eq } from "drizzle-orm"
import type { CentreCodes, CheckedIn } from "#contract/attendance/check-ins.ts"
import { type CheckIn, takesCheckIns } from "#features/attendance/arrivals.ts"
import { beginOnPremises } from "#features/classes/server/lifecycle.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { MINUTE } from "#shared/time.ts"
import { refreshAttendance } from "../settle.ts"
import { lockClass, readSheet } from "../sheet.ts"
import { centreCodesFrom, isCentreCode } from "./codes.ts"
import { type HallClassRow, listHallClasses, listVenues } from "./hall-classes.ts"
import { isStale, listCheckIns } from "./read-check-ins.ts"
import { checkIns } from "./table.ts"
import { tellArrival } from "./tell-arrival.ts"
import { requireTrusted } from "./trusted.ts"
import { tryCode } from "./try-code.ts"

/** The job that begins a class for which somebody checked in before its time. */
export const BEGIN_QUEUE = "attendance.begin-class"

/** The screen asks again long before they run out, so that it goes on without a network for a while. */
const MINUTES_AHEAD = 60

/** Returns the codes that the screen of a venue shows in the coming hour. Throws FORBIDDEN as `requireTrusted`. */
export async function readCentreCodes(ctx: SignedInCtx, venue: string | undefined): Promise<CentreCodes> {
  await requireTrusted(ctx)
  const now = ctx.clock.now()
  return {
    now,
    venues: await listVenues(ctx),
    codes: centreCodesFrom(ctx, venue || null, now, MINUTES_AHEAD),
  }
}

/** Three of a million codes count at a time: who guesses through every class finds one in some three thousand. */
const MOST_WRONG = 10
const WRONG_WINDOW_MS = 10 * MINUTE

/**
 * Checks the viewer in to the first class at the venue whose screen shows this code. Checking in again changes
 * nothing. Throws NO_CLASS_HERE without a class that takes check-ins now, FIELD_ERRORS for a code that no screen of
 * theirs shows, and TOO_MANY_REQUESTS for any code after ten of those.
 */
export async function checkIn(ctx: SignedInCtx, code: string): Promise<CheckedIn> {
  const { user_id } = ctx.viewer
  const now = ctx.clock.now()
  const open = (await listHallClasses(ctx, [user_id])).get(user_id)?.filter((row) => takesCheckIns(row, now))
  if (!open || open.length === 0) refuse("NO_CLASS_HERE")
  const limit = { name: "centre-code", of: user_id, most: MOST_WRONG, window: WRONG_WINDOW_MS }
  const here = await tryCode(
    ctx,
    limit,
    () => open.find((row) => isCentreCode(ctx, row.venue_name, code, now)) ?? null,
  )
  if (!here) refuseFields({ code: "CENTRE_CODE_WRONG" })
  return { ...describeHallClass(here), at: await recordCheckIn(ctx, here.id, user_id, { way: "code" }) }
}

/** Returns a class on premises as screens show it. */
export function describeHallClass({ id, title, start_time, end_time, venue_name }: HallClassRow) {
  return {
    ...{ class_id: id, title, venue_name },
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
  }
}

/**
 * Records that a student came to a class on premises in which they have a seat, and returns when they first did in
 * this way. A check-in from before the class was moved, or before the student was signed out of it, is replaced. The
 * class begins with it at its time, as with the first mark of a coach's device, and guardians who want that are told.
 */
export function recordCheckIn(
  ctx: SignedInCtx,
  classId: string,
  studentId: string,
  { way, guardian_id = null }: { way: CheckIn["way"]; guardian_id?: string | null },
): Promise<Date> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockClass(tx, classId)
    if (!row || row.status === "cancelled") refuse("NOT_FOUND")
    const now = tx.clock.now()
    const [first] = await tx.db
      .insert(checkIns)
      .values({
        ...{ class_id: classId, student_id: studentId, way, at: now },
        ...{ made_by: tx.viewer.user_id, guardian_id },
      })
      .onConflictDoUpdate({
        target: [checkIns.class_id, checkIns.student_id, checkIns.way],
        set: { at: now, made_by: tx.viewer.user_id, guardian_id },
        setWhere: isStale(tx, row.starts_at),
      })
      .returning({ at: checkIns.at })
    if (!first) {
      const of = and(
        eq(checkIns.class_id, classId),
        eq(checkIns.student_id, studentId),
        eq(checkIns.way, way),
      )
      const [before] = await tx.db.select({ at: checkIns.at }).from(checkIns).where(of)
      return before?.at ?? now
    }
    await begin(tx, classId)
    await emit(tx, "class.attendance", classId)
    await tellArrival(tx, row, studentId, now)
    return first.at
  })
}

/** Begins a class on premises for which somebody came, at its time. */
export function beginClass(ctx: Ctx, classId: string): Promise<void> {
  return inTransaction(ctx, (tx) => begin(tx, classId))
}

async function begin(tx: Ctx, classId: string): Promise<void> {
  const row = await lockClass(tx, classId)
  if (!row) return
  // Before its time, or moved to a later one.
  if (row.status === "scheduled" && tx.clock.now() < row.starts_at)
    return tx.jobs.send(tx, BEGIN_QUEUE, { class_id: classId }, { startAfter: row.starts_at })
  // Who came before it was moved to another day is not there now.
  if ((await listCheckIns(tx, [classId])).length === 0) return
  const held = await beginOnPremises(tx, row)
  if (held.started_at) await refreshAttendance(tx, await readSheet(tx, held))
}
