import { and, eq, isNull } from "drizzle-orm"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { presenceMinimumMs, type VerdictReason } from "../rules.ts"
import { attendanceVerdicts, classAttendance } from "./table.ts"

/** Of the demo people's past seats, every fifth was missed; the others came a little late and stayed. */
const MISSED_EVERY = 5
const LATE_MS = 2 * MINUTE

const NEVER_CAME: VerdictReason = { kind: "never-came" }

function stayed(presentMs: number, minimumMs: number): VerdictReason {
  return {
    kind: "minimum-reached",
    minutes: Math.floor(presentMs / MINUTE),
    minimumMinutes: Math.ceil(minimumMs / MINUTE),
  }
}

/** Gives the trial's past classes their register. Only for the very first start: later, a class without verdicts is one to settle. */
export async function seedAttendance(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const seats = await tx.db
      .select({ session: scheduledClasses, student_id: classEnrollments.student_id })
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
    for (const [index, { session, student_id }] of seats.entries()) {
      const joined = new Date(session.starts_at.getTime() + LATE_MS)
      const attended = index % MISSED_EVERY !== MISSED_EVERY - 1
      const present = attended ? session.ends_at.getTime() - joined.getTime() : 0
      const minimumMs = presenceMinimumMs({ startsAt: session.starts_at, endsAt: session.ends_at })
      if (attended) {
        const interval = { joined_at: joined, left_at: session.ends_at }
        await tx.db
          .insert(classAttendance)
          .values({ id: newId(), class_id: session.id, student_id, attended, ...interval })
      }
      await tx.db.insert(attendanceVerdicts).values({
        class_id: session.id,
        student_id,
        verdict: attended ? "present" : "absent",
        present_seconds: Math.floor(present / SECOND),
        minimum_seconds: Math.ceil(minimumMs / SECOND),
        reasons: [attended ? stayed(present, minimumMs) : NEVER_CAME],
        settled_at: session.ends_at,
      })
    }
  })
}
