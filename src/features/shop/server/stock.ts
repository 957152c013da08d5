import { and, asc, eq, gte, inArray, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { shopSizes } from "./table.ts"

type Tx = Pick<Ctx, "db">

/** How many pieces of each size. */
type Pieces = readonly { size_id: string; quantity: number }[]

/** Sums up by size, in an order that all transactions take them in, so that none waits for another one that waits for it. */
function inTurn(pieces: Pieces): [size_id: string, quantity: number][] {
  const sums = new Map<string, number>()
  for (const { size_id, quantity } of pieces) sums.set(size_id, (sums.get(size_id) ?? 0) + quantity)
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Locks sizes, in the same order, before some of their pieces are put back and others taken. Only as a change of their
 * pieces does: a first basket locks what its lines refer to, in their own order.
 */
export async function lockSizes({ db }: Tx, sizeIds: readonly string[]): Promise<void> {
  await db
    .select({ id: shopSizes.id })
    .from(shopSizes)
    .where(inArray(shopSizes.id, [...sizeIds]))
    .orderBy(asc(shopSizes.id))
    .for("no key update")
}

/**
 * Takes pieces off the shelf by guarded updates, in the caller's transaction, which ends with the refusal. Throws SOLD_OUT
 * where fewer are left of one size.
 */
export async function takePieces({ db }: Tx, pieces: Pieces): Promise<void> {
  for (const [id, quantity] of inTurn(pieces)) {
    const taken = await db
      .update(shopSizes)
      .set({ free: sql`${shopSizes.free} - ${quantity}` })
      .where(and(eq(shopSizes.id, id), gte(shopSizes.free, quantity)))
    if (taken.rowCount === 0) refuse("SOLD_OUT")
  }
}

/** Puts pieces back onto the shelf. */
export async function putBack({ db }: Tx, pieces: Pieces): Promise<void> {
  for (const [id, quantity] of inTurn(pieces))
    await db
      .update(shopSizes)
      .set({ free: sql`${shopSizes.free} + ${quantity}` })
      .where(eq(shopSizes.id, id))
}
