import { and, desc, eq, gte, inArray } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import type { SettledItem } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { entriesOf, judge, type SettledWhy } from "../../settlements.ts"
import { writeExplained, writeSettlement } from "../journals.ts"
import { LOOK_QUEUE } from "../queues.ts"
import { orders } from "../table.ts"
import { readKnown } from "./known.ts"
import { settlementItems, settlements } from "./table.ts"

type Item = typeof settlementItems.$inferInsert

/**
 * Takes in what a provider paid to the bank at once, in one transaction with its journal: fee, tax and what arrived.
 * What was taken in before changes nothing, and what a provider adds to a settlement later gets a journal of its own.
 */
export async function bookSettlement(
  ctx: Ctx,
  provider: string,
  reference: string,
  told: readonly SettledItem[],
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [first] = told
    const settled_at = first?.settled_at ?? tx.clock.now()
    const row = { id: newId(), provider, provider_settlement_id: reference, settled_at }
    await tx.db
      .insert(settlements)
      .values({ ...row, utr: first?.settlement_utr ?? null })
      .onConflictDoNothing()
    const which = and(eq(settlements.provider, provider), eq(settlements.provider_settlement_id, reference))
    // Two readings of one settlement come one after the other.
    const [settlement] = await tx.db.select().from(settlements).where(which).for("update")
    if (!settlement) throw new Error(`the settlement ${reference} is gone`)
    const known = await tx.db
      .select({ type: settlementItems.type, entity_id: settlementItems.entity_id })
      .from(settlementItems)
      .where(eq(settlementItems.settlement_id, settlement.id))
    const keyOf = ({ type, entity_id }: { type: string; entity_id: string }) => `${type} ${entity_id}`
    const before = new Set(known.map(keyOf))
    const fresh = told.filter((item) => !before.has(keyOf(item)))
    if (fresh.length === 0) return
    const booking_id = known.length === 0 ? settlement.id : newId()
    const items = await judged(tx, provider, fresh, { settlement_id: settlement.id, booking_id })
    await tx.db.insert(settlementItems).values(items)
    await writeSettlement(tx, { booking_id, reference, utr: settlement.utr, settled_at }, entriesOf(items))
    await lookForUnknown(tx, provider, items)
  })
}

async function judged(
  tx: Ctx,
  provider: string,
  told: readonly SettledItem[],
  of: { settlement_id: string; booking_id: string },
): Promise<Item[]> {
  const factsOf = await readKnown(tx, provider, told)
  return told.map((item) => {
    const { known, ...subject } = factsOf(item)
    const { type, entity_id, amount_paise, credit_paise, debit_paise, fee_paise, tax_paise } = item
    const moved = { type, amount_paise, credit_paise, debit_paise, fee_paise, tax_paise }
    return {
      ...{ id: newId(), ...of, entity_id, provider_order_id: item.order_id, ...subject },
      ...{ ...moved, ...judge(moved, known) },
    }
  })
}

/** Asks about the orders whose payment the provider settled and never told us of. */
async function lookForUnknown(tx: Ctx, provider: string, items: readonly Item[]): Promise<void> {
  const wanted = items.flatMap(({ why, provider_order_id }) =>
    (why === "unknown-payment" || why === "not-booked") && provider_order_id ? provider_order_id : [],
  )
  if (wanted.length === 0) return
  const found = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.provider, provider), inArray(orders.provider_order_id, wanted)))
  for (const { id } of found) await tx.jobs.send(tx, LOOK_QUEUE, { order_id: id })
}

/** What a payment or a refund that is told of later can still explain. */
const MAY_BE_EXPLAINED: SettledWhy[] = ["unknown-payment", "unknown-refund", "not-booked"]
/** How many of them are looked at in one run, the newest first, and for how long: refunds take a week or two. */
const AT_ONCE = 1_000
const LOOKED_AT_FOR = 45 * DAY

/** Compares again what wasn't in the books when its settlement was read: by now it may be. */
export async function explainLater(ctx: Ctx, provider: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - LOOKED_AT_FOR)
  await inTransaction(ctx, async (tx) => {
    const open = await tx.db
      .select({ item: settlementItems })
      .from(settlementItems)
      .innerJoin(settlements, eq(settlements.id, settlementItems.settlement_id))
      .where(
        and(
          inArray(settlementItems.why, MAY_BE_EXPLAINED),
          eq(settlements.provider, provider),
          gte(settlements.settled_at, since),
        ),
      )
      .orderBy(desc(settlementItems.id))
      .limit(AT_ONCE)
      .for("update", { of: settlementItems })
    if (open.length === 0) return
    const factsOf = await readKnown(
      tx,
      provider,
      open.map(({ item }) => item),
    )
    // A payment in two settlements is explained by one.
    const done = new Set<string>()
    for (const { item } of open) {
      const { known, ...subject } = factsOf(item)
      const id = subject.payment_id ?? subject.refund_id ?? ""
      const { why, booked_paise } = judge(
        item,
        known && { ...known, settled_before: known.settled_before || done.has(id) },
      )
      if (why === item.why && subject.payment_id === item.payment_id && subject.refund_id === item.refund_id)
        continue
      if (booked_paise !== 0) done.add(id)
      await tx.db
        .update(settlementItems)
        .set({ ...subject, why, booked_paise })
        .where(eq(settlementItems.id, item.id))
      if (booked_paise !== 0) await writeExplained(tx, item.id, booked_paise)
    }
  })
}
