import { and, inArray, sql } from "drizzle-orm"
import { kindName } from "#features/notifications/server/service.ts"
import { notices } from "#features/notifications/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { SETTLE_QUEUE } from "../settle.ts"
import { endAnswersOf } from "./answer-links.ts"
import { ABSENCES } from "./notice-chains.ts"

/**
 * Ends what a student's former contact number could still get or do: links, and absence notices that wait. Those go to
 * the present contacts instead. Running it again changes nothing.
 */
export async function leaveFormerNumber(ctx: Ctx, { student_id }: { student_id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const open = await endAnswersOf(tx, { student_id })
    const waiting = await tx.db
      .selectDistinct({ class_id: notices.cause_id })
      .from(notices)
      .where(
        and(
          inArray(notices.cause_id, open),
          inArray(kindName, [...ABSENCES]),
          inArray(notices.status, ["queued", "held"]),
          sql`${student_id}::uuid = any (${notices.subject_ids})`,
        ),
      )
    for (const one of waiting) await tx.jobs.send(tx, SETTLE_QUEUE, one)
  })
}
