import { and, eq, isNotNull } from "drizzle-orm"
import { pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { type Ctx, inTransaction } from "./context.ts"
import type { Keys } from "./keys.ts"

/**
 * The product's secrets by their ids, since when each is in use. Those that were replaced are sealed under the one in
 * use: what stays, such as printed cards, goes on without them in the environment or the data folder.
 */
export const productSecrets = pgTable("product_secrets", {
  id: text("id").primaryKey(),
  since: timestamp("since", { withTimezone: true }).notNull(),
  /** Null for the one in use, and for one that no start found beside its successor. */
  sealed: text("sealed"),
})

type Row = typeof productSecrets.$inferSelect

/** Since when the first secret that is noted is in use, and those that were already replaced by then. */
const BEFORE_NOTES = { current: new Date(1), former: new Date(0) }

/** Takes on the secrets that were replaced, and seals those under the one in use that aren't yet. Runs at each start. */
export async function keepFormerSecrets(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { keys } = tx
    const noted = await readSecrets(tx)
    const since = noted.length === 0 ? BEFORE_NOTES.current : tx.clock.now()
    const former = noted.length === 0 ? keys.sealFormer() : []
    await tx.db
      .insert(productSecrets)
      .values([
        { id: keys.currentId, since },
        ...former.map(({ id }) => ({ id, since: BEFORE_NOTES.former })),
      ])
      .onConflictDoNothing()
    const { toKeep } = compare(keys, await readSecrets(tx))
    for (const { id, sealed } of toKeep)
      await tx.db.update(productSecrets).set({ sealed }).where(eq(productSecrets.id, id))
    // The one in use must not be readable by one that leaked.
    await tx.db
      .update(productSecrets)
      .set({ sealed: null })
      .where(and(eq(productSecrets.id, keys.currentId), isNotNull(productSecrets.sealed)))
  })
}

/**
 * Counts the replaced secrets that are still needed from the environment or the data folder, because no start has
 * kept them, and those that are neither there nor kept. `since` is when the one in use came into use.
 */
export async function countFormerSecrets({ db, keys }: Pick<Ctx, "db" | "keys">) {
  const { current, toKeep, lost } = compare(keys, await readSecrets({ db, keys }))
  return { older: toKeep.length, lost: lost.length, since: current?.since ?? null }
}

/** Reads what is noted, and takes on what is kept. */
async function readSecrets({ db, keys }: Pick<Ctx, "db" | "keys">): Promise<Row[]> {
  const rows = await db.select().from(productSecrets)
  keys.takeFormer(rows.flatMap(({ sealed }) => sealed ?? []))
  return rows
}

function compare(keys: Keys, rows: Row[]) {
  const current = rows.find(({ id }) => id === keys.currentId)
  // One that comes into use later is announced to all processes first. Under its predecessor it must not be sealed.
  const replaced = rows.filter(
    ({ id, since }) => id !== keys.currentId && !(current && since > current.since),
  )
  const known = keys.sealFormer()
  const toKeep = known.filter(({ id }) =>
    replaced.some((row) => row.id === id && !(row.sealed && keys.isFresh(row.sealed))),
  )
  const lost = replaced.filter(({ id }) => known.every((one) => one.id !== id))
  return { current, toKeep, lost }
}
