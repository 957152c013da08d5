import { and, asc, eq, inArray, notInArray, sql } from "drizzle-orm"
import type { z } from "zod"
import type { shopDesk as contract, ShelfItem } from "#contract/shop/desk.ts"
import { recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { readSizes } from "./items.ts"
import { isPicture } from "./pictures.ts"
import { shopBasketLines, shopItems, shopLines, shopOrders, shopSizes } from "./table.ts"

type Saved = z.output<NonNullable<(typeof contract)["saveItem"]["~orpc"]["inputSchema"]>>
type ItemRow = typeof shopItems.$inferSelect

/** Lists every thing of the shop with its stock, in the academy's order. Three queries. */
export async function listShelf(ctx: Ctx): Promise<ShelfItem[]> {
  const rows = await ctx.db.select().from(shopItems).orderBy(asc(shopItems.position), asc(shopItems.id))
  return withStock(ctx, rows)
}

async function withStock(ctx: Ctx, rows: readonly ItemRow[]): Promise<ShelfItem[]> {
  const sizes = await readSizes(
    ctx,
    rows.map(({ id }) => id),
  )
  const ids = [...sizes.values()].flat().map(({ id }) => id)
  const held = ids.length > 0 ? await readHeld(ctx, ids) : new Map<string, number>()
  return rows.map(({ position: _, created_at: __, ...row }) => ({
    ...row,
    sizes: (sizes.get(row.id) ?? []).map(({ id, label, free }) => ({
      id,
      label,
      free,
      held: held.get(id) ?? 0,
    })),
  }))
}

/** Pieces that are set aside for orders that aren't paid yet. */
async function readHeld({ db }: Ctx, sizeIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ size_id: shopLines.size_id, pieces: sql<number>`sum(${shopLines.quantity})`.mapWith(Number) })
    .from(shopLines)
    .innerJoin(shopOrders, eq(shopOrders.order_id, shopLines.order_id))
    .where(and(inArray(shopLines.size_id, [...sizeIds]), eq(shopOrders.stage, "held")))
    .groupBy(shopLines.size_id)
  return new Map(rows.map(({ size_id, pieces }) => [size_id, pieces]))
}

async function readShelfItem(ctx: Ctx, id: string): Promise<ShelfItem> {
  const [item] = await withStock(ctx, await ctx.db.select().from(shopItems).where(eq(shopItems.id, id)))
  return item ?? notFound()
}

/**
 * Saves a thing of the shop under its id, new or known. Orders keep the name and price that they were made with. Throws
 * FIELD_ERRORS, and SIZE_IN_USE for a size that is left out but was bought or has pieces.
 */
export async function saveItem(ctx: SignedInCtx, saved: Saved): Promise<ShelfItem> {
  const { item_id: id, price_rupees, sizes, hsn = null, ...rest } = saved
  const fields = { ...rest, hsn }
  // Less than half a paisa is no price.
  const price_paise = Math.round((price_rupees ?? 0) * 100) || null
  if (fields.offered && price_paise === null) refuseFields({ price_rupees: "PRICE_MISSING" })
  if (!isPicture(fields.image)) refuseFields({ image: "FIELD_EMPTY" })
  await inTransaction(ctx, async (tx) => {
    const [known] = await tx.db.select().from(shopItems).where(eq(shopItems.id, id)).for("update")
    if (known)
      await tx.db
        .update(shopItems)
        .set({ ...fields, price_paise })
        .where(eq(shopItems.id, id))
    else
      await tx.db.insert(shopItems).values({
        ...{ ...fields, id, price_paise, slug: await freeSlug(tx, fields.title), created_at: tx.clock.now() },
        position: sql`(select coalesce(max(position), 0) + 1 from shop_items)`,
      })
    const from = { ...recordedOf(known), sizes: await labelsOf(tx, id) }
    await saveSizes(tx, id, sizes)
    const to = { ...recordedOf({ ...fields, price_paise }), sizes: await labelsOf(tx, id) }
    await recordChange(tx, "goods.item", id, { from, to })
  })
  return readShelfItem(ctx, id)
}

/** What the log has of an item: what it costs, whether it is sold, and as what it is taxed. */
function recordedOf(item?: Pick<ItemRow, "price_paise" | "offered" | "supplies" | "hsn">) {
  const { price_paise = null, offered = false, supplies = [], hsn = null } = item ?? {}
  return { price_paise, offered, supplies: supplies.join(", "), hsn }
}

async function labelsOf(tx: Ctx, itemId: string): Promise<string> {
  const sizes = await readSizes(tx, [itemId])
  return (sizes.get(itemId) ?? []).map(({ label }) => label).join(", ")
}

async function freeSlug({ db }: Ctx, title: string): Promise<string> {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-|-$/g, "")
  const slug = plain || "item"
  const [used] = await db.select({ id: shopItems.id }).from(shopItems).where(eq(shopItems.slug, slug))
  return used ? `${slug}-${newId().slice(-6)}` : slug
}

/** Writes the labels in turn, and takes away those that are left out. */
async function saveSizes(tx: Ctx, item_id: string, labels: readonly string[]): Promise<void> {
  const wanted = labels.length > 0 ? [...new Set(labels)] : [""]
  const gone = await tx.db
    .select({ id: shopSizes.id, stocked: shopSizes.stocked })
    .from(shopSizes)
    .where(and(eq(shopSizes.item_id, item_id), notInArray(shopSizes.label, wanted)))
    .for("update")
  const ids = gone.map(({ id }) => id)
  // Pieces that were sold and those that were written off aren't in stock, but orders may name their size.
  const isBought = ids.length > 0 && (await tx.db.$count(shopLines, inArray(shopLines.size_id, ids))) > 0
  if (isBought || gone.some(({ stocked }) => stocked > 0)) refuse("SIZE_IN_USE")
  if (ids.length > 0) {
    await tx.db.delete(shopBasketLines).where(inArray(shopBasketLines.size_id, ids))
    await tx.db.delete(shopSizes).where(inArray(shopSizes.id, ids))
  }
  for (const [position, label] of wanted.entries())
    await tx.db
      .insert(shopSizes)
      .values({ id: newId(), item_id, label, position })
      .onConflictDoUpdate({ target: [shopSizes.item_id, shopSizes.label], set: { position } })
}

/**
 * Notes how many pieces of a size are free on the shelf, where `shown` is what the form said: pieces that were sold
 * meanwhile aren't brought back by it. Throws NOT_FOUND and STOCK_CHANGED.
 */
export async function moveStock(
  ctx: SignedInCtx,
  { size_id, shown, free }: { size_id: string; shown: number; free: number },
): Promise<ShelfItem> {
  const item_id = await inTransaction(ctx, async (tx) => {
    const own = eq(shopSizes.id, size_id)
    const [size] = await tx.db.select().from(shopSizes).where(own).for("no key update")
    if (!size) return notFound()
    if (size.free === free) return size.item_id
    if (size.free !== shown) refuse("STOCK_CHANGED")
    await tx.db
      .update(shopSizes)
      .set({ free, stocked: sql`${shopSizes.stocked} + ${free - shown}` })
      .where(own)
    await recordChange(tx, "goods.stock", size_id, { from: { free: shown }, to: { free } })
    return size.item_id
  })
  return readShelfItem(ctx, item_id)
}
