import { desc, isNull } from "drizzle-orm"
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { Ctx } from "./context.ts"
import { currentScope } from "./trace.ts"

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })

/** What became of the messages that a restored copy held. */
export type MessagesDecision = "send" | "drop"

/** Each time this database was restored from a backup. Until somebody decides, the original may still be running. */
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

/** The last restore as long as nobody has decided about its messages; null otherwise. One query. */
export async function findUndecidedCopy(ctx: Pick<Ctx, "db">): Promise<RestoredCopy | null> {
  const [copy] = await ctx.db
    .select()
    .from(restoredCopies)
    .where(isNull(restoredCopies.decision))
    .orderBy(desc(restoredCopies.restored_at))
    .limit(1)
  return copy ?? null
}

/** The last restore of this database, decided about or not; null for one that was never restored. */
export async function findLastCopy(ctx: Pick<Ctx, "db">): Promise<RestoredCopy | null> {
  const [copy] = await ctx.db.select().from(restoredCopies).orderBy(desc(restoredCopies.restored_at)).limit(1)
  return copy ?? null
}

/**
 * The undecided copy, where what is done now may be done by the original too: by a timer, or by a job that came with
 * the backup. What somebody asks for here is done nowhere else. Locked against a decision until the caller's
 * transaction ends.
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

/** Whether the original has what an id stands for, too: it was made before the restore. Our ids tell when. */
export function isOfOriginal(copy: RestoredCopy, id: string): boolean {
  const isTimed = id[14] === "7"
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return !isTimed || madeAt < copy.restored_at.getTime()
}
