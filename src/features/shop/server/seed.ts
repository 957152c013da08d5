import { eq } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import filed from "#content/shop.json" with { type: "json" }
import type { Supply } from "#features/payments/supplies.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { shopItems, shopSizes } from "./table.ts"

/** What the academy's policies name the price of. */
const PRICES: Record<string, number> = {
  uniform: policies.uniform.pricePaise,
  welcomeKit: policies.welcomeKit.pricePaise,
}

/**
 * Writes the things of content/shop.json that aren't there yet, without pieces. What has no price there isn't on sale until
 * the academy gives it one.
 */
export async function seedShop(ctx: Ctx): Promise<void> {
  for (const [position, { price, sizes, supplies, ...item }] of filed.entries()) {
    const price_paise = (price && PRICES[price]) || null
    const [known] = await ctx.db
      .select({ id: shopItems.id })
      .from(shopItems)
      .where(eq(shopItems.slug, item.slug))
    if (known) continue
    const [id, created_at] = [newId(), ctx.clock.now()]
    await inTransaction(ctx, async (tx) => {
      const [made] = await tx.db
        .insert(shopItems)
        .values({
          ...{ ...item, id, position, price_paise, offered: price_paise !== null, created_at },
          supplies: supplies as Supply[],
        })
        .onConflictDoNothing()
        .returning({ id: shopItems.id })
      if (!made) return
      const labels = sizes.length > 0 ? sizes : [""]
      await tx.db
        .insert(shopSizes)
        .values(labels.map((label, at) => ({ id: newId(), item_id: id, label, position: at })))
    })
  }
}

/** Puts pieces of everything on sale on a trial's shelf, where there are none yet. */
export async function stockShop(ctx: Ctx, pieces: number): Promise<void> {
  await ctx.db.update(shopSizes).set({ stocked: pieces, free: pieces }).where(eq(shopSizes.stocked, 0))
}
