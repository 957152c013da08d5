import { and, eq, inArray, ne, or, sql } from "drizzle-orm"
import { sumByKey } from "#features/ledger/server/movements.ts"
import type { Ctx } from "#platform/context.ts"
import type { Known } from "../../settlements.ts"
import { returnedKey } from "../journals.ts"
import { payments, refunds } from "../table.ts"
import { settlementItems } from "./table.ts"

type Subject = { payment_id: string | null; refund_id: string | null }
type Entity = { type: string; entity_id: string }
export type Facts = Subject & { known: Known | null }

const NOBODY: Facts = { payment_id: null, refund_id: null, known: null }

/** Returns what the product knows of each payment and refund that a provider names, by its id there. Four statements. */
export async function readKnown(
  ctx: Pick<Ctx, "db">,
  provider: string,
  entities: readonly Entity[],
): Promise<(entity: Entity) => Facts> {
  const ids = (type: string) => entities.flatMap((one) => (one.type === type ? one.entity_id : []))
  const paid = await ctx.db
    .select({ id: payments.id, entity_id: payments.provider_payment_id })
    .from(payments)
    .where(and(eq(payments.provider, provider), inArray(payments.provider_payment_id, ids("payment"))))
  const returned = await ctx.db
    .select({
      ...{ id: refunds.id, reopened: refunds.reopened },
      entity_id: sql<string>`${refunds.provider_refund_id}`,
    })
    .from(refunds)
    .where(and(eq(refunds.provider, provider), inArray(refunds.provider_refund_id, ids("refund"))))
  const [paidIds, returnedIds] = [paid, returned].map((rows) => rows.map(({ id }) => id)) as [
    string[],
    string[],
  ]
  const clearing = await sumByKey(ctx, "gateway-clearing", [
    ...paidIds.flatMap((id) => [`sale:${id}`, `owed:${id}`]),
    ...returned.map(returnedKey),
  ])
  const { payment_id, refund_id, booked_paise } = settlementItems
  const settled = await ctx.db
    .select({ payment_id, refund_id })
    .from(settlementItems)
    .where(and(ne(booked_paise, 0), or(inArray(payment_id, paidIds), inArray(refund_id, returnedIds))))
  const before = new Set(settled.map((one) => one.payment_id ?? one.refund_id))
  const known = (id: string, ...keys: string[]): Known => ({
    clearing_paise: keys.reduce((sum, key) => sum + (clearing.get(key) ?? 0), 0),
    settled_before: before.has(id),
  })
  const facts = new Map<string, Facts>([
    ...paid.map(({ id, entity_id }): [string, Facts] => [
      `payment ${entity_id}`,
      { payment_id: id, refund_id: null, known: known(id, `sale:${id}`, `owed:${id}`) },
    ]),
    ...returned.map(({ id, entity_id, reopened }): [string, Facts] => [
      `refund ${entity_id}`,
      { payment_id: null, refund_id: id, known: known(id, returnedKey({ id, reopened })) },
    ]),
  ])
  return ({ type, entity_id }) => facts.get(`${type} ${entity_id}`) ?? NOBODY
}
