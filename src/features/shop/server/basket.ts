import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Basket } from "#contract/shop/shop.ts"
import { students } from "#features/accounts/server/table.ts"
import { orders } from "#features/payments/server/table.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { leftOf, requireShop } from "./items.ts"
import { findPeople } from "./people.ts"
import { shopBasketLines, shopItems, shopLines, shopOrders, shopSizes } from "./table.ts"

const MOST_LINES = 30

/** A line of a basket as it would be sold now. */
export type BasketRow = Awaited<ReturnType<typeof readLines>>[number]

/** The viewer's lines, the oldest first, but not those for somebody whom they don't pay for any more. */
async function readLines({ db, viewer }: SignedInCtx, people: Basket["people"]) {
  const known = new Set(people.map(({ student_id }) => student_id))
  const rows = await db
    .select({
      ...{ id: shopBasketLines.id, quantity: shopBasketLines.quantity, size: shopSizes, item: shopItems },
      student: { student_id: students.user_id, first_name: students.first_name },
    })
    .from(shopBasketLines)
    .innerJoin(shopSizes, eq(shopSizes.id, shopBasketLines.size_id))
    .innerJoin(shopItems, eq(shopItems.id, shopSizes.item_id))
    .innerJoin(students, eq(students.user_id, shopBasketLines.student_id))
    .where(eq(shopBasketLines.owner_id, viewer.user_id))
    .orderBy(asc(shopBasketLines.added_at), asc(shopBasketLines.id))
    .limit(MOST_LINES)
  return rows.filter(({ student }) => known.has(student.student_id))
}

/** The pieces that are set aside for the viewer's own order while they pay it, by size: they can have them. */
async function readHeld({ db, viewer }: SignedInCtx): Promise<Map<string, number>> {
  const rows = await db
    .select({ size_id: shopLines.size_id, pieces: sql<number>`sum(${shopLines.quantity})`.mapWith(Number) })
    .from(shopLines)
    .innerJoin(shopOrders, eq(shopOrders.order_id, shopLines.order_id))
    .innerJoin(orders, eq(orders.id, shopOrders.order_id))
    .where(
      and(
        eq(orders.buyer_id, viewer.user_id),
        isNull(orders.course_id),
        inArray(orders.state, ["created", "awaiting"]),
        eq(shopOrders.stage, "held"),
      ),
    )
    .groupBy(shopLines.size_id)
  return new Map(rows.map(({ size_id, pieces }) => [size_id, pieces]))
}

/** Returns the viewer's basket with its rows. A size that several lines want has to have enough for all of them. */
export async function openBasket(ctx: SignedInCtx): Promise<{ basket: Basket; rows: BasketRow[] }> {
  const found = await findPeople(ctx)
  const rows = await readLines(ctx, found.people)
  const held = await readHeld(ctx)
  const freeOf = ({ id, free }: BasketRow["size"]) => free + (held.get(id) ?? 0)
  const wanted = new Map<string, number>()
  for (const { size, quantity } of rows) wanted.set(size.id, (wanted.get(size.id) ?? 0) + quantity)
  const lines = rows.map(({ id, quantity, size, item, student }): Basket["lines"][number] => ({
    size_id: size.id,
    ...{ id, quantity, student, slug: item.slug, image: item.image, size: size.label },
    title: { en: item.title, hi: item.title_hi },
    unit_paise: item.price_paise ?? 0,
    left: leftOf(freeOf(size)),
    fault:
      !item.offered || item.price_paise === null
        ? "withdrawn"
        : freeOf(size) === 0
          ? "sold-out"
          : freeOf(size) < (wanted.get(size.id) ?? 0)
            ? "fewer"
            : null,
  }))
  const total_paise = lines.reduce(
    (all, { fault, quantity, unit_paise }) => (fault === "withdrawn" ? all : all + quantity * unit_paise),
    0,
  )
  return { basket: { lines, total_paise, ...found }, rows }
}

/** Returns what the viewer means to buy. */
export async function readBasket(ctx: SignedInCtx): Promise<Basket> {
  return (await openBasket(ctx)).basket
}

type Put = { size_id: string; student_id?: string | undefined; quantity: number }

/**
 * Puts so many pieces of a size for a child into the basket, however many were there. Throws SHOP_CLOSED, NOT_FOUND,
 * GUARDIAN_PAYS, SOLD_OUT and BASKET_FULL.
 */
export async function putInBasket(ctx: SignedInCtx, { size_id, student_id, quantity }: Put): Promise<Basket> {
  requireShop(ctx)
  const { people, asks_parent } = await findPeople(ctx)
  if (asks_parent) refuse("GUARDIAN_PAYS")
  const only = people.length === 1 ? people[0] : undefined
  const child = student_id ? people.find((one) => one.student_id === student_id) : only
  if (!child) return notFound()
  const owner_id = ctx.viewer.user_id
  const line = and(
    eq(shopBasketLines.owner_id, owner_id),
    eq(shopBasketLines.size_id, size_id),
    eq(shopBasketLines.student_id, child.student_id),
  )
  if (quantity === 0) {
    await ctx.db.delete(shopBasketLines).where(line)
    return readBasket(ctx)
  }
  await inTransaction(ctx, async (tx) => {
    const [size] = await tx.db
      .select({ free: shopSizes.free })
      .from(shopSizes)
      .innerJoin(shopItems, eq(shopItems.id, shopSizes.item_id))
      .where(and(eq(shopSizes.id, size_id), eq(shopItems.offered, true)))
    if (!size) return notFound()
    if (size.free + ((await readHeld(tx)).get(size_id) ?? 0) < quantity) refuse("SOLD_OUT")
    const added = { id: newId(), owner_id, size_id, student_id: child.student_id, quantity }
    await tx.db
      .insert(shopBasketLines)
      .values({ ...added, added_at: tx.clock.now() })
      .onConflictDoUpdate({
        target: [shopBasketLines.owner_id, shopBasketLines.size_id, shopBasketLines.student_id],
        set: { quantity: sql`excluded.quantity` },
      })
    const [all] = await tx.db
      .select({ lines: count() })
      .from(shopBasketLines)
      .where(eq(shopBasketLines.owner_id, owner_id))
    if (all && all.lines > MOST_LINES) refuse("BASKET_FULL")
  })
  return readBasket(ctx)
}
