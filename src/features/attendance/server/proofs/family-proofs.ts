import { and, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { ProvableAbsence } from "#contract/attendance/medical-proofs.ts"
import { students } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { DAY } from "#shared/time.ts"
import { absenceAnswers, attendanceVerdicts, medicalProofs } from "../table.ts"
import { describeProof, filesStored, proofOpenUntil } from "./proof-state.ts"

const OPEN_MS = policies.attendance.answerWithinDays * DAY
const MOST = 20

/**
 * Returns the absences of children for which a medical proof may be sent, waits or was declined a short while
 * ago, newest first. One query.
 */
export async function listProvable(
  ctx: SignedInCtx,
  studentIds: readonly string[],
): Promise<ProvableAbsence[]> {
  const since = new Date(ctx.clock.now().getTime() - OPEN_MS)
  const ids = [...studentIds]
  // The few that can match, by index. A register is settled after its class, which is taken a day early to be safe.
  const { class_id, student_id, verdict, settled_at } = attendanceVerdicts
  const concerned = ctx.db
    .select({ class_id, student_id })
    .from(attendanceVerdicts)
    .where(
      and(
        inArray(student_id, ids),
        eq(verdict, "absent"),
        gt(settled_at, boundAt(new Date(since.getTime() - DAY))),
      ),
    )
    .union(
      ctx.db
        .select({ class_id: medicalProofs.class_id, student_id: medicalProofs.student_id })
        .from(medicalProofs)
        .where(
          and(
            inArray(medicalProofs.student_id, ids),
            or(eq(medicalProofs.state, "waiting"), gt(medicalProofs.decided_at, since)),
          ),
        ),
    )
  const rows = await ctx.db
    .select({
      class: scheduledClasses,
      student_id: attendanceVerdicts.student_id,
      first_name: students.first_name,
      proof: medicalProofs,
      files: filesStored,
    })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, attendanceVerdicts.class_id))
    .innerJoin(students, eq(students.user_id, attendanceVerdicts.student_id))
    .leftJoin(
      absenceAnswers,
      and(
        eq(absenceAnswers.class_id, attendanceVerdicts.class_id),
        eq(absenceAnswers.student_id, attendanceVerdicts.student_id),
      ),
    )
    .leftJoin(
      medicalProofs,
      and(
        eq(medicalProofs.class_id, attendanceVerdicts.class_id),
        eq(medicalProofs.student_id, attendanceVerdicts.student_id),
      ),
    )
    .where(
      and(
        sql`(${class_id}, ${student_id}) in ${concerned}`,
        eq(attendanceVerdicts.verdict, "absent"),
        eq(scheduledClasses.status, "completed"),
        or(
          eq(medicalProofs.state, "waiting"),
          gt(medicalProofs.decided_at, since),
          and(
            isNull(medicalProofs.state),
            gt(scheduledClasses.ended_at, since),
            // Forgotten classes have no proof; unanswered ones are asked about by the notice.
            or(isNull(absenceAnswers.token_hash), eq(absenceAnswers.answer, "ill")),
          ),
        ),
      ),
    )
    .orderBy(desc(scheduledClasses.starts_at), students.first_name)
    .limit(MOST)
  return rows.map(({ class: { id, ...row }, student_id, first_name, proof, files }) => {
    const sent = proof && { proof: describeProof(proof, files), decided_at: proof.decided_at }
    const until = proofOpenUntil(row.ended_at ?? row.ends_at, sent)
    return {
      ...{ class_id: id, student_id, first_name, title: row.title, scheduled_date: row.scheduled_date },
      start_time: row.start_time.slice(0, 5),
      proof: sent?.proof ?? null,
      open_until: until && until > ctx.clock.now() ? until : null,
    }
  })
}
