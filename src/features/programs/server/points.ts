import { credit, debit } from "#features/ledger/rules.ts"
import { readBalance } from "#features/ledger/server/balances.ts"
import { type NamedDraft, writeFirst } from "#features/ledger/server/first.ts"
import type { Ctx } from "#platform/context.ts"
import { ENROLMENT_POINTS } from "../rules.ts"

type Enrolled = { course_id: string; student_id: string }

/**
 * Gives students the XP of their first enrolment in a program, in the caller's transaction, and writes other
 * journals with it in the same statement. Returns the XP given for each: 0 where it was given before, whatever
 * it was then.
 */
export async function awardPoints(
  tx: Pick<Ctx, "db" | "clock">,
  enrolled: readonly Enrolled[],
  beside: readonly NamedDraft[] = [],
): Promise<number[]> {
  const written = await writeFirst(tx, [
    ...enrolled.map(
      ({ course_id, student_id }): NamedDraft => ({
        kind: "program-enrolment",
        key: `program-enrolment:{account}:${course_id}`,
        rules_version: "xp-1",
        trace: [{ code: "first-enrolment", course_id }],
        effective_at: tx.clock.now(),
        entries: [
          debit({ kind: "xp-given" }, ENROLMENT_POINTS),
          credit({ kind: "xp", holder: student_id }, ENROLMENT_POINTS),
        ],
      }),
    ),
    ...beside,
  ])
  return enrolled.map((_, at) => (written[at] ? ENROLMENT_POINTS : 0))
}

/** Returns the XP that a student has. */
export async function readPoints(ctx: Pick<Ctx, "db">, studentId: string): Promise<{ points: number }> {
  return { points: await readBalance(ctx, "xp", studentId) }
}
