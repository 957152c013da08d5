import { eq, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
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

/** The points a student has: the sum of the ledger. */
export async function sumPoints(ctx: Ctx, studentId: string): Promise<{ points: number }> {
  const [sum] = await ctx.db
    .select({ points: sql<number>`coalesce(sum(${pointsLedger.amount}), 0)::int` })
    .from(pointsLedger)
    .where(eq(pointsLedger.student_id, studentId))
  return { points: sum?.points ?? 0 }
}
