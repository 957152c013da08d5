import { and, eq } from "drizzle-orm"
import { priceGoods } from "#features/payments/server/price.ts"
import { orders, payments } from "#features/payments/server/table.ts"
import { shopItems, shopLines, shopOrders, shopReturns, shopSizes } from "#features/shop/server/table.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"

/** Writes a thing of the shop with ten pieces, if there is none of that slug. Returns the ids of both. */
export async function itemFor(ctx: Ctx, slug: string): Promise<{ item_id: string; size_id: string }> {
  const [id, size, now] = [newId(), newId(), ctx.clock.now()]
  await ctx.db
    .insert(shopItems)
    .values({
      ...{ id, slug, position: 900, title: "Test kit", title_hi: "टेस्ट किट", summary: "", summary_hi: "" },
      ...{ image: "/images/shop/welcome-kit.svg", supplies: ["bag"], price_paise: 50_000, offered: true },
      created_at: now,
    })
    .onConflictDoNothing()
  const [item] = await ctx.db.select().from(shopItems).where(eq(shopItems.slug, slug))
  const item_id = item?.id ?? ""
  await ctx.db
    .insert(shopSizes)
    .values({ id: size, item_id, label: "", position: 0, stocked: 10, free: 10 })
    .onConflictDoNothing()
  const [known] = await ctx.db
    .select()
    .from(shopSizes)
    .where(and(eq(shopSizes.item_id, item_id), eq(shopSizes.label, "")))
  return { item_id, size_id: known?.id ?? "" }
}

/**
 * Writes an order of goods that a buyer paid for a student and got, with a return that was accepted. Its pieces are put on
 * the shelf and sold.
 */
export async function goodsFor(ctx: Ctx, buyer: SignedIn | null, student: SignedIn, slug: string) {
  const { item_id, size_id } = await itemFor(ctx, slug)
  const [id, line_id, return_id, now] = [newId(), newId(), newId(), ctx.clock.now()]
  const order_number = `K-${id}`
  const name = { en: "Test kit", hi: "टेस्ट किट" }
  const { priced, facts, rules_version } = priceGoods(
    ctx,
    [{ kind: "goods", supplies: ["bag"], unit_paise: 50_000, quantity: 2, name }],
    { state: "29", delivered_to: null, gstin_state: null },
    [],
  )
  if (!priced) throw new Error("the goods have no price")
  const { trace, documents, total_paise } = priced
  await ctx.db.insert(orders).values({
    ...{ id, number: order_number, buyer_id: buyer?.user_id ?? null, state: "paid", paid_at: now },
    ...{ facts, rules_version, trace, documents, total_paise, provider: "razorpay", provider_order_id: id },
    ...{ hold_until: now, created_at: now },
  })
  await ctx.db.insert(payments).values({
    ...{ id: newId(), order_id: id, provider: "razorpay", provider_payment_id: `pay_${id}` },
    ...{ amount_paise: total_paise, state: "captured", fulfils: true, created_at: now, captured_at: now },
  })
  await ctx.db.insert(shopOrders).values({
    ...{ order_id: id, stage: "delivered", way: "delivery", name: "Sunita Rao", phone: "+919845012345" },
    ...{ address: "11th Main", pin: "560041", promised_on: "2026-12-14", return_days: 10 },
    ...{ changed_at: now, handed_over_at: now },
  })
  const line = { id: line_id, order_id: id, size_id, student_id: student.user_id, position: 0, quantity: 2 }
  await ctx.db.insert(shopLines).values(line)
  await ctx.db.insert(shopReturns).values({
    ...{ id: return_id, line_id, quantity: 1, reason: "faulty", state: "accepted", asked_at: now },
    decided_at: now,
  })
  return { item_id, size_id, line_id, return_id, order_number }
}
