import { desc, isNull } from "drizzle-orm"
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { instant } from "#platform/database/columns.ts"
import type { Ctx } from "./context.ts"
import { currentScope } from "./tracing/trace.ts"

/** What was decided about the unsent messages of a restored copy. */
export type MessagesDecision = "send" | "drop"

/**
 * One row for each restore of this database from a backup. Until an admin decides, the original may still be
 * running.
 */
export const restoredCopies = pgTable(
  "restored_copies",
  {
    id: uuid("id").primaryKey(),
    backup_made_at: instant("backup_made_at").notNull(),
    restored_at: instant("restored_at").notNull(),
    decision: text("decision").$type<MessagesDecision>(),
    decided_at: instant("decided_at"),
  },
  (table) => [index("restored_copies_newest").on(table.restored_at)],
)

export type RestoredCopy = typeof restoredCopies.$inferSelect

/** Returns the last restore while its messages are undecided; null otherwise. One query. */
export async function findUndecidedCopy(ctx: Pick<Ctx, "db">): Promise<RestoredCopy | null> {
  const [copy] = await ctx.db
    .select()
    .from(restoredCopies)
    .where(isNull(restoredCopies.decision))
    .orderBy(desc(restoredCopies.restored_at))
    .limit(1)
  return copy ?? null
}

/** Returns the last restore of this database, decided or not; null if it was never restored. */
export async function findLastCopy(ctx: Pick<Ctx, "db">): Promise<RestoredCopy | null> {
  const [copy] = await ctx.db.select().from(restoredCopies).orderBy(desc(restoredCopies.restored_at)).limit(1)
  return copy ?? null
}

/**
 * Returns the undecided copy if the current work may also be done by the original: work of a timer, or of a
 * job that came with the backup. What a person asks for here is done only here. Locks the decision until the
 * caller's transaction ends.
 */
export async function findCopyToHoldFor(ctx: Pick<Ctx, "db">): Promise<RestoredCopy | null> {
  if (currentScope()?.asked) return null
  const [copy] = await ctx.db
    .select()
    .from(restoredCopies)
    .where(isNull(restoredCopies.decision))
    .orderBy(desc(restoredCopies.restored_at))
    .limit(1)
    .for("share")
  return copy ?? null
}

/**
 * Whether the original has the thing with this id, too: it was made before the restore. Our ids contain the
 * time.
 */
export function isOfOriginal(copy: RestoredCopy, id: string): boolean {
  const isTimed = id[14] === "7"
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return !isTimed || madeAt < copy.restored_at.getTime()
}
