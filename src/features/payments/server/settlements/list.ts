import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { SETTLEMENT_LISTS, SettledMovement, Settlement } from "#contract/settlements.ts"
import { user } from "#features/accounts/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { decodeCursor, limitFor, type Place, toPage } from "#platform/database/paging.ts"
import { notFound } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { netOf } from "../../settlements.ts"
import { bankLines } from "../bank/table.ts"
import { soldTitle } from "../goods/sold-title.ts"
import { orders, payments, refunds } from "../table.ts"
import { settlementItems, settlementReadings, settlements } from "./table.ts"

type Paged = { cursor?: string | undefined; limit: number }
type Page<Item> = { items: Item[]; next_cursor: string | null }

const net = sql`${settlementItems.credit_paise} - ${settlementItems.debit_paise}`
const sumOf = (value: SQL, which?: SQL) =>
  sql<number>`coalesce(sum(${value})${which ? sql` filter (where ${which})` : sql``}, 0)::bigint`.mapWith(
    Number,
  )
const countOf = (which: SQL) => sql<number>`count(*) filter (where ${which})`.mapWith(Number)
const isKind = (kind: string) => sql`${settlementItems.type} = ${kind}`
const isOther = sql`${settlementItems.type} not in ('payment', 'refund')`
const amount = sql`${settlementItems.amount_paise}`

const FIGURES = {
  ...{ id: settlements.id, reference: settlements.provider_settlement_id, utr: settlements.utr },
  settled_at: settlements.settled_at,
  ...{ paid: sumOf(amount, isKind("payment")), payments: countOf(isKind("payment")) },
  ...{ returned: sumOf(amount, isKind("refund")), refunds: countOf(isKind("refund")) },
  ...{ moved: sumOf(net, isOther), others: countOf(isOther) },
  fee_paise: sumOf(sql`${settlementItems.fee_paise} - ${settlementItems.tax_paise}`),
  tax_paise: sumOf(sql`${settlementItems.tax_paise}`),
  net_paise: settlements.net_paise,
  unmatched: countOf(sql`${settlementItems.why} is not null`),
  arrived: sql<Settlement["arrived"]>`(select jsonb_build_object('day', b.day, 'paise', b.amount_paise)
    from ${bankLines} b where b.settlement_id = ${settlements.id})`,
}

async function readFigures(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Map<string, Settlement>> {
  const rows = await ctx.db
    .select(FIGURES)
    .from(settlements)
    .innerJoin(settlementItems, eq(settlementItems.settlement_id, settlements.id))
    .where(inArray(settlements.id, [...ids]))
    .groupBy(settlements.id)
  return new Map(
    rows.map(({ paid, returned, moved, ...row }) => [
      row.id,
      {
        ...row,
        settled_at: row.settled_at.toISOString(),
        payments: { paise: paid, count: row.payments },
        refunds: { paise: returned, count: row.refunds },
        others: { paise: moved, count: row.others },
      },
    ]),
  )
}

const LISTS: Record<(typeof SETTLEMENT_LISTS)[number], SQL> = {
  unmatched: sql`exists (select from ${settlementItems} i
    where i.settlement_id = ${settlements.id} and i.why is not null)`,
  awaited: sql`not exists (select from ${bankLines} b where b.settlement_id = ${settlements.id})`,
}

/**
 * Lists settlements, the newest first, and says when the provider was last asked. Three statements. Throws FIELD_ERRORS
 * for an invalid cursor.
 */
export async function listSettlements(
  ctx: Ctx,
  { cursor, limit, which }: Paged & { which?: keyof typeof LISTS | undefined },
): Promise<Page<Settlement> & { has_provider: boolean; asked_at: string | null }> {
  const after = decodeCursor(cursor)
  const { id, settled_at } = settlements
  const rows = await ctx.db
    .select({ id, settled_at })
    .from(settlements)
    .where(
      and(
        which && LISTS[which],
        after
          ? sql`(${settled_at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(settled_at), desc(id))
    .limit(limitFor(limit))
  const { items, next_cursor } = toPage(rows, limit, placeOf, (row) => row.id)
  const figures = await readFigures(ctx, items)
  const [reading] = await ctx.db
    .select({ asked_at: settlementReadings.asked_at })
    .from(settlementReadings)
    .orderBy(desc(settlementReadings.asked_at))
    .limit(1)
  return {
    items: items.flatMap((one) => figures.get(one) ?? []),
    next_cursor,
    has_provider: ctx.money !== null && ctx.money.name !== DIRECT_UPI,
    asked_at: reading?.asked_at.toISOString() ?? null,
  }
}

const placeOf = ({ id, settled_at }: { id: string; settled_at: Date }): Place => ({ id, at: settled_at })

/** How many movements that don't match are shown at once. */
const UNEXPLAINED_SHOWN = 100

/**
 * Returns a settlement with what it covers, page by page, and on the first page what doesn't match the books. At most
 * three statements. Throws NOT_FOUND, and FIELD_ERRORS for an invalid cursor.
 */
export async function readSettlement(
  ctx: Pick<Ctx, "db">,
  { settlement_id, cursor, limit }: Paged & { settlement_id: string },
): Promise<Settlement & Page<SettledMovement> & { unexplained: SettledMovement[] }> {
  const after = decodeCursor(cursor)
  const figures = (await readFigures(ctx, [settlement_id])).get(settlement_id) ?? notFound()
  const own = eq(settlementItems.settlement_id, settlement_id)
  const { why, id } = settlementItems
  const at = new Date(figures.settled_at)
  const rows = await selectMovements(
    ctx,
    and(own, isNull(why), after ? sql`${id} > ${after.id}::uuid` : undefined),
    limitFor(limit),
  )
  const page = toPage(
    rows,
    limit,
    (row) => ({ id: row.id, at }),
    (row) => row,
  )
  const unexplained = after ? [] : await selectMovements(ctx, and(own, isNotNull(why)), UNEXPLAINED_SHOWN)
  return { ...figures, ...page, unexplained }
}

async function selectMovements(
  ctx: Pick<Ctx, "db">,
  where: SQL | undefined,
  limit: ReturnType<typeof limitFor> | number,
): Promise<SettledMovement[]> {
  const rows = await ctx.db
    .select({ item: settlementItems, order_number: orders.number, course: soldTitle(), buyer: user.name })
    .from(settlementItems)
    .leftJoin(refunds, eq(refunds.id, settlementItems.refund_id))
    .leftJoin(payments, sql`${payments.id} = coalesce(${settlementItems.payment_id}, ${refunds.payment_id})`)
    .leftJoin(orders, eq(orders.id, payments.order_id))
    .leftJoin(programs, eq(programs.id, orders.course_id))
    .leftJoin(user, eq(user.id, orders.buyer_id))
    .where(where)
    .orderBy(asc(settlementItems.id))
    .limit(limit)
  return rows.map(({ item, order_number, course, buyer }) => ({
    ...{ id: item.id, kind: kindOf(item.type), reference: item.entity_id, amount_paise: item.amount_paise },
    ...{ fee_paise: item.fee_paise - item.tax_paise, tax_paise: item.tax_paise, net_paise: netOf(item) },
    ...{ booked_paise: item.booked_paise, why: item.why, order_number, buyer },
    course: order_number === null ? null : course,
  }))
}

function kindOf(type: string): SettledMovement["kind"] {
  return type === "payment" || type === "refund" ? type : "other"
}
