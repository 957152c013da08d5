import { and, eq, isNull } from "drizzle-orm"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import type { PresenceEvent } from "#features/rooms/presence-plan.ts"
import { appendPresence } from "#features/rooms/server/presence.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { possibleTime } from "../possible.ts"
import type { Interval } from "../presence.ts"
import { decideVerdict } from "../rules.ts"
import { VERDICT_RULE } from "./sheet.ts"
import { attendanceVerdicts, classAttendance } from "./table.ts"

/** Of the demo people's past seats, every fifth was missed; the others came a little late and stayed. */
const MISSED_EVERY = 5
const LATE_MS = 2 * MINUTE

type Held = typeof scheduledClasses.$inferSelect

/**
 * Gives the trial's past classes their register: who was in the room, and what follows from it. Only for the very first
 * start: later, a class without verdicts is one to settle.
 */
export async function seedAttendance(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const seats = await tx.db
      .select({
        held: scheduledClasses,
        student_id: classEnrollments.student_id,
        seatedAt: classEnrollments.created_at,
      })
      .from(scheduledClasses)
      .innerJoin(classEnrollments, eq(classEnrollments.class_id, scheduledClasses.id))
      .leftJoin(
        attendanceVerdicts,
        and(
          eq(attendanceVerdicts.class_id, scheduledClasses.id),
          eq(attendanceVerdicts.student_id, classEnrollments.student_id),
        ),
      )
      .where(and(eq(scheduledClasses.status, "completed"), isNull(attendanceVerdicts.class_id)))
      .orderBy(scheduledClasses.starts_at, classEnrollments.student_id)
    const taught = new Set<string>()
    for (const [index, { held, student_id, seatedAt }] of seats.entries()) {
      const whole = { joinedAt: held.starts_at, leftAt: held.ends_at }
      if (!taught.has(held.id)) await appendPresence(tx, stayOf(held, held.instructor_id, whole))
      taught.add(held.id)
      const attended = index % MISSED_EVERY !== MISSED_EVERY - 1
      const stay = { ...whole, joinedAt: new Date(held.starts_at.getTime() + LATE_MS) }
      if (attended) await writeStay(tx, held, student_id, stay)
      await writeVerdict(tx, held, { student_id, seatedAt, staff: whole, intervals: attended ? [stay] : [] })
    }
  })
}

type Stay = { joinedAt: Date; leftAt: Date }

async function writeStay(tx: Ctx, held: Held, student_id: string, stay: Stay): Promise<void> {
  await appendPresence(tx, stayOf(held, student_id, stay))
  const interval = { joined_at: stay.joinedAt, left_at: stay.leftAt }
  await tx.db
    .insert(classAttendance)
    .values({ id: newId(), class_id: held.id, student_id, attended: true, ...interval })
}

function stayOf(held: Held, personId: string, { joinedAt, leftAt }: Stay): PresenceEvent[] {
  const connectionId = `PA_${newId()}`
  const event = (kind: "joined" | "left", at: Date): PresenceEvent => ({
    id: `${connectionId}:${kind}`,
    classId: held.id,
    personId,
    deviceId: "trial",
    connectionId,
    kind,
    source: "webhook",
    at,
  })
  return [event("joined", joinedAt), event("left", leftAt)]
}

type Seat = { student_id: string; seatedAt: Date; staff: Interval; intervals: Interval[] }

async function writeVerdict(tx: Ctx, held: Held, seat: Seat): Promise<void> {
  const { student_id, seatedAt, staff, intervals } = seat
  const until = held.ends_at
  const possible = possibleTime({ startedAt: held.starts_at, seatedAt, until, staff: [[staff]], outages: [] })
  const { verdict, presentMs, requiredMs, reasons } = decideVerdict({
    intervals,
    possible,
    minimumMs: tx.env.ATTENDANCE_MINIMUM_MINUTES * MINUTE,
    voiceEvidenceCounts: false,
    classState: "completed",
    until,
  })
  await tx.db.insert(attendanceVerdicts).values({
    class_id: held.id,
    student_id,
    verdict,
    present_seconds: Math.floor(presentMs / SECOND),
    minimum_seconds: Math.ceil(requiredMs / SECOND),
    possible_seconds: Math.floor(possible.ms / SECOND),
    rule: VERDICT_RULE,
    reasons,
    settled_at: held.ends_at,
  })
}
