import { type SQL, sql } from "drizzle-orm"
import type { Counted, MoneyOverview, MoneyWay } from "#contract/money.ts"
import { type MovementSum, sumMovements } from "#features/ledger/server/movements.ts"
import type { Ctx } from "#platform/context.ts"
import { dateInZone } from "#shared/time.ts"
import { bankLines } from "../bank/table.ts"
import { FOR_STAFF, ON_ITS_WAY } from "../desk/order-list.ts"
import { standingInvoices } from "../invoices/statement.ts"
import { refundRequests } from "../refunding/table.ts"
import { settlementItems } from "../settlements/table.ts"
import { orders, payments, refunds } from "../table.ts"
import { upiClaims } from "../upi/table.ts"
import { countEnding, ENDING_DAYS, listEnding } from "./ending.ts"
import { ARRIVED, spanOf, WAY_OF } from "./movements.ts"

/** How many memberships that end soon the overview names. */
const NAMED = 6

/**
 * Returns what came in and went back in a month of the academy's zone (YYYY-MM, the present one if none is given), as the
 * books have it, and what is owed and to do now. Five statements.
 */
export async function readMoney(
  ctx: Ctx,
  month = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE).slice(0, 7),
): Promise<MoneyOverview> {
  const [arrived, returned, now, count, { items }] = await Promise.all([
    sumMovements(ctx, spanOf(ctx, { month, direction: "in" }), ctx.env.TIME_ZONE),
    sumMovements(ctx, spanOf(ctx, { month, direction: "out" }), ctx.env.TIME_ZONE),
    readNow(ctx),
    countEnding(ctx),
    listEnding(ctx, { limit: NAMED }),
  ])
  const by = (sums: MovementSum[], way: MoneyWay) =>
    total(sums.filter(({ account }) => WAY_OF[account] === way))
  return {
    month,
    received: { gateway: by(arrived, "gateway"), bank: by(arrived, "bank") },
    unasked: total(arrived.filter(({ kind }) => kind === ARRIVED.unasked)),
    refunded: {
      gateway: by(returned, "gateway"),
      bank: by(returned, "bank"),
      credit: by(returned, "credit"),
    },
    by_day: byDay(arrived, returned),
    now,
    ending: { days: ENDING_DAYS, count, first: items },
  }
}

function total(sums: readonly MovementSum[]): Counted {
  return {
    paise: sums.reduce((all, { amount }) => all + Math.abs(amount), 0),
    count: sums.reduce((all, { journals }) => all + journals, 0),
  }
}

/** What came and left on each day. Credit never leaves. */
function byDay(arrived: readonly MovementSum[], returned: readonly MovementSum[]): MoneyOverview["by_day"] {
  const left = returned.filter(({ account }) => WAY_OF[account] !== "credit")
  const days = new Set([...arrived, ...left].map(({ day }) => day))
  const of = (sums: readonly MovementSum[], day: string) => total(sums.filter((sum) => sum.day === day)).paise
  return [...days]
    .toSorted()
    .map((day) => ({ day, received_paise: of(arrived, day), refunded_paise: of(left, day) }))
}

/** What is owed and to do at this moment, each counted as the list behind it does. One statement. */
async function readNow(ctx: Ctx): Promise<MoneyOverview["now"]> {
  const counted = (paise: SQL, count: SQL, rows: SQL) =>
    sql`(select jsonb_build_object('paise', coalesce(sum(${paise}), 0)::bigint, 'count', ${count}) ${rows})`
  const ofInvoices = (paise: SQL, which = sql`${paise} > 0`) =>
    counted(paise, sql`count(*)`, sql`from ${standingInvoices()} i where ${which}`)
  const refundsThat = (which: SQL) =>
    counted(
      sql`r.amount_paise`,
      sql`count(distinct p.order_id)`,
      sql`from ${refunds} r join ${payments} p on p.id = r.payment_id where ${which}`,
    )
  const { rows } = await ctx.db.execute<MoneyOverview["now"]>(sql`select
    ${counted(sql`total_paise`, sql`count(*)`, sql`from ${orders} where state = 'awaiting'`)} as unpaid,
    ${ofInvoices(sql`owed_paise`)} as invoices,
    ${ofInvoices(sql`back_paise`)} as to_organisations,
    ${ofInvoices(sql`total_paise`, sql`waits`)} as cancellations,
    ${counted(
      sql`o.total_paise`,
      sql`count(*)`,
      sql`from ${upiClaims} c join ${orders} o on o.id = c.order_id where c.state = 'waiting'`,
    )} as transfers,
    ${counted(
      sql`amount_paise`,
      sql`count(*)`,
      sql`from ${refundRequests} where state = 'waiting'`,
    )} as to_approve,
    ${refundsThat(FOR_STAFF)} as to_pay,
    ${refundsThat(ON_ITS_WAY)} as on_its_way,
    ${counted(
      sql`amount_paise`,
      sql`count(distinct settlement_id)`,
      sql`from ${settlementItems} where why is not null`,
    )} as unmatched_settlements,
    ${counted(sql`amount_paise`, sql`count(*)`, sql`from ${bankLines} where state = 'open'`)} as bank_lines`)
  const [now] = rows
  if (!now) throw new Error("a count answered no row")
  return now
}
