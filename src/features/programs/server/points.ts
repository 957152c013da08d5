import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { named } from "#platform/db.ts"
import { newId } from "#shared/ids.ts"
import { pointsLedger } from "./table.ts"

type Award = { student_id: string; amount: number; reason: "program-enrolment"; cause_id: string }

/** Writes points into the ledger, once per student, reason and cause. Answers what was written: 0 for a repeat. */
export async function awardPoints(tx: Ctx, award: Award): Promise<number> {
  const [row] = await tx.db
    .insert(pointsLedger)
    .values({ id: newId(), ...award, created_at: tx.clock.now() })
    .onConflictDoNothing()
    .returning({ amount: pointsLedger.amount })
  return row?.amount ?? 0
}

const sumOf = named<{ points: number }>(
  "points_of_student",
  () => sql`
    select coalesce(sum(${pointsLedger.amount}), 0)::int as points from ${pointsLedger}
    where ${pointsLedger.student_id} = ${sql.placeholder("student")}`,
)

/** The points a student has: the sum of the ledger. */
export async function sumPoints(ctx: Ctx, studentId: string): Promise<{ points: number }> {
  const [sum] = await sumOf(ctx.db, { student: studentId })
  return sum ?? { points: 0 }
}
