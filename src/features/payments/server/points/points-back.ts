import { sql } from "drizzle-orm"
import { credit, debit } from "#features/ledger/rules.ts"
import { readBalance } from "#features/ledger/server/balances.ts"
import { writeFirst } from "#features/ledger/server/first.ts"
import type { Ctx } from "#platform/context.ts"
import { POINT_PAISE } from "../../spending.ts"
import type { orders } from "../table.ts"
import { orderStep } from "./holding.ts"

type Order = Pick<typeof orders.$inferSelect, "id" | "number" | "student_id" | "points" | "rules_version">

/** The key of the journal that gives the points which an order earns. */
export function earnedKey({ id }: Pick<Order, "id">): string {
  return `early-points:${id}`
}

/** What a refund does to points: those the order was paid with come back, and those that it earned go. */
export type PointsBack = {
  back: number
  earned: number
  /** Of the earned ones, how many are spent already, so that their worth is deducted from the money, in paise. */
  earned_and_spent_paise: number
}

/** Returns what a refund of the whole order does to its student's points. */
export async function readPointsBack(ctx: Pick<Ctx, "db">, order: Order): Promise<PointsBack> {
  const back = order.points
  const { student_id } = order
  if (!student_id) return { back: 0, earned: 0, earned_and_spent_paise: 0 }
  const earned = await readEarned(ctx, order)
  if (earned === 0) return { back, earned, earned_and_spent_paise: 0 }
  const has = (await readBalance(ctx, "points", student_id)) + back
  return { back, earned, earned_and_spent_paise: Math.max(0, earned - has) * POINT_PAISE }
}

async function readEarned(ctx: Pick<Ctx, "db">, order: Order): Promise<number> {
  const { rows } = await ctx.db.execute<{ points: number }>(sql`
    select coalesce(sum(-e.amount), 0)::int as points from ledger_journals j
    join ledger_entries e on e.journal_id = j.id join ledger_accounts a on a.id = e.account_id
    where j.idempotency_key = ${earnedKey(order)} and a.kind = 'points'`)
  return Number(rows[0]?.points ?? 0)
}

/**
 * Gives back the points that a refunded order was paid with and takes those that it earned, as far as they are there,
 * in the transaction of the refund and once.
 */
export async function giveBackPoints(tx: Pick<Ctx, "db" | "clock">, order: Order): Promise<void> {
  const { student_id: holder, rules_version } = order
  if (!holder) return
  const { back, earned, earned_and_spent_paise } = await readPointsBack(tx, order)
  const amount = back - (earned - earned_and_spent_paise / POINT_PAISE)
  if (amount === 0) return
  const [own, given] = [{ kind: "points", holder } as const, { kind: "points-given" } as const]
  await writeFirst(tx, [
    {
      ...{ kind: "points-back", key: `points-back:${order.id}`, rules_version },
      ...{ trace: [orderStep(order), { code: "points-back", back, earned }], effective_at: tx.clock.now() },
      entries: [debit(given, amount), credit(own, amount)],
    },
  ])
}
