import { and, desc, eq, exists, gt, inArray, isNull, notExists, notInArray, type SQL, sql } from "drizzle-orm"
import type { OpenAbsence } from "#contract/attendance/waiting.ts"
import { guardians, students } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { kindName } from "#features/notifications/server/service.ts"
import { notices } from "#features/notifications/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { absenceAnswers, attendanceVerdicts } from "../table.ts"
import { toGuardian } from "../to-guardian.ts"
import { answerToken, hashesOf } from "./answer-links.ts"
import { ABSENCES, LATER_ABSENCE } from "./notice-chains.ts"

/** More than a family can miss while the answers are open. */
const MOST = 50

/**
 * Returns the absences of the viewer's children whose notice went to the viewer's number and that nobody has
 * explained yet, newest first. One query.
 */
export async function listOpenAbsences(ctx: SignedInCtx): Promise<OpenAbsence[]> {
  const about = (kinds: readonly string[], state: SQL) =>
    ctx.db
      .select({ id: notices.id })
      .from(notices)
      .where(
        and(
          eq(notices.cause_id, absenceAnswers.class_id),
          inArray(kindName, [...kinds]),
          sql`${absenceAnswers.student_id} = any (${notices.subject_ids})`,
          toGuardian,
          state,
        ),
      )
  // Staff still decide about a held one.
  const unsaid = ["held", "withdrawn"] as const
  const told = about(ABSENCES, notInArray(notices.status, [...unsaid]))
  // Raised after the guardian was told that the child wasn't absent.
  const undecided = about([LATER_ABSENCE], inArray(notices.status, [...unsaid]))
  const rows = await ctx.db
    .select({
      class_id: scheduledClasses.id,
      title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      start_time: scheduledClasses.start_time,
      student_id: students.user_id,
      first_name: students.first_name,
      phone: guardians.phone,
      token_hash: absenceAnswers.token_hash,
      further_hashes: absenceAnswers.further_hashes,
    })
    .from(guardianOf)
    .innerJoin(guardians, eq(guardians.user_id, guardianOf.guardian_id))
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .innerJoin(absenceAnswers, eq(absenceAnswers.student_id, guardianOf.student_id))
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, absenceAnswers.class_id))
    .innerJoin(
      attendanceVerdicts,
      and(
        eq(attendanceVerdicts.class_id, absenceAnswers.class_id),
        eq(attendanceVerdicts.student_id, absenceAnswers.student_id),
      ),
    )
    .where(
      and(
        eq(guardianOf.guardian_id, ctx.viewer.user_id),
        holds("see"),
        isNull(absenceAnswers.answer),
        gt(absenceAnswers.open_until, boundAt(ctx.clock.now())),
        eq(attendanceVerdicts.verdict, "absent"),
        exists(told),
        notExists(undecided),
      ),
    )
    .orderBy(desc(scheduledClasses.starts_at), students.first_name)
    .limit(MOST)
  return rows.flatMap(({ phone, token_hash, further_hashes, start_time, ...absence }) => {
    const token = answerToken(ctx, absence.class_id, phone ?? "")
    const hashes = hashesOf(ctx, token)
    // A link made with an earlier secret, or for another number since, no longer opens.
    if (![token_hash, ...further_hashes].some((hash) => hashes.includes(hash))) return []
    return [{ ...absence, start_time: start_time.slice(0, 5), token }]
  })
}
