import { sql } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { roomPolicies } from "../board-tables.ts"

type StoredPolicy = typeof roomPolicies.$inferSelect

/**
 * Takes the next revision of a class's board in the caller's transaction. Nobody else can change this board
 * until that ends, so revisions are committed in order.
 */
export async function nextRevision(
  tx: Pick<Ctx, "db">,
  classId: string,
  set: Partial<StoredPolicy> = {},
): Promise<StoredPolicy> {
  const [row] = await tx.db
    .insert(roomPolicies)
    .values({ ...set, class_id: classId, revision: 1 })
    .onConflictDoUpdate({
      target: roomPolicies.class_id,
      set: { ...set, revision: sql`${roomPolicies.revision} + 1` },
    })
    .returning()
  if (!row) throw new Error(`class ${classId} has no board`)
  return row
}

/** Runs `work` with the board's next revision in its own transaction. */
export function changeBoard<C extends Ctx, T>(
  ctx: C,
  classId: string,
  work: (tx: C, revision: number) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => work(tx, (await nextRevision(tx, classId)).revision))
}
