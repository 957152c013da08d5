import { and, asc, eq, inArray } from "drizzle-orm"
import type { ShopItem } from "#contract/shop/goods.ts"
import type { Ways } from "#contract/shop/shop.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import type { Ctx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { promisedOn } from "../promise.ts"
import { type Terms, termsOf } from "./settings.ts"
import { shopItems, shopSizes } from "./table.ts"

type ItemRow = typeof shopItems.$inferSelect
export type SizeRow = typeof shopSizes.$inferSelect

/** More pieces than anybody buys at once aren't told apart. */
const MOST_SHOWN = 20

/** How the academy sells goods now. Throws SHOP_CLOSED. */
export function requireShop(ctx: Pick<Ctx, "env">): Terms {
  const terms = termsOf(ctx)
  return terms.isOpen ? terms : refuse("SHOP_CLOSED")
}

/** Lists what is on sale, in the academy's order; nothing of a closed shop. Two queries. */
export async function listItems(ctx: Ctx): Promise<{ open: boolean; ways: Ways; items: ShopItem[] }> {
  const terms = termsOf(ctx)
  const ways = waysOf(ctx, terms)
  if (!terms.isOpen) return { open: false, ways, items: [] }
  const rows = await ctx.db
    .select()
    .from(shopItems)
    .where(eq(shopItems.offered, true))
    .orderBy(asc(shopItems.position), asc(shopItems.id))
  return { open: true, ways, items: await withSizes(ctx, rows) }
}

/** Returns one thing that is on sale. Throws NOT_FOUND. */
export async function readItem(ctx: Ctx, slug: string): Promise<{ item: ShopItem; ways: Ways }> {
  const terms = termsOf(ctx)
  if (!terms.isOpen) notFound()
  const rows = await ctx.db
    .select()
    .from(shopItems)
    .where(and(eq(shopItems.slug, slug), eq(shopItems.offered, true)))
  const [item] = await withSizes(ctx, rows)
  return item ? { item, ways: waysOf(ctx, terms) } : notFound()
}

async function withSizes(ctx: Pick<Ctx, "db">, rows: readonly ItemRow[]): Promise<ShopItem[]> {
  const sizes = await readSizes(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...{ id: row.id, slug: row.slug, image: row.image, price_paise: row.price_paise ?? 0 },
    title: { en: row.title, hi: row.title_hi },
    summary: { en: row.summary, hi: row.summary_hi },
    sizes: (sizes.get(row.id) ?? []).map(({ id, label, free }) => ({ id, label, left: leftOf(free) })),
  }))
}

export function leftOf(free: number): number {
  return Math.min(free, MOST_SHOWN)
}

/** Returns the sizes of items, in turn. */
export async function readSizes(
  { db }: Pick<Ctx, "db">,
  itemIds: readonly string[],
): Promise<Map<string, SizeRow[]>> {
  if (itemIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(shopSizes)
    .where(inArray(shopSizes.item_id, [...itemIds]))
    .orderBy(asc(shopSizes.position), asc(shopSizes.label))
  return Map.groupBy(rows, ({ item_id }) => item_id)
}

/** How goods that are ordered today reach their buyers. */
export function waysOf(ctx: Pick<Ctx, "clock" | "env">, terms: Terms): Ways {
  const { pins, centres, delivery_days, pickup_days, delivery_fee_paise, holidays, return_days } = terms
  const promise = (working_days: number) => ({
    working_days,
    promised_on: promisedOn(todayOf(ctx), working_days, holidays),
  })
  return {
    delivery: pins.length > 0 ? { ...promise(delivery_days), fee_paise: delivery_fee_paise, pins } : null,
    pickup: centres.length > 0 ? { ...promise(pickup_days), centres } : null,
    return_days,
  }
}
