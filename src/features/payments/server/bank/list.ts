import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { BankLine, Payout } from "#contract/bank.ts"
import { user } from "#features/accounts/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { settlements } from "../settlements/table.ts"
import { orders } from "../table.ts"
import { readPayouts } from "./arrivals.ts"
import { bankLines } from "./table.ts"

/**
 * Lists money of imported statements: what is open, the first imported first, or what was decided, the last first. With
 * open lines come the payouts that they may be. Three statements. Throws FIELD_ERRORS for an invalid cursor.
 */
export async function listLines(
  ctx: Pick<Ctx, "db">,
  {
    cursor,
    limit,
    decided = false,
  }: { cursor?: string | undefined; limit: number; decided?: boolean | undefined },
): Promise<{
  items: BankLine[]
  next_cursor: string | null
  open: { paise: number; count: number }
  payouts: Payout[]
}> {
  const after = decodeCursor(cursor)
  const place = decided ? bankLines.decided_at : bankLines.imported_at
  const turn = decided ? desc : asc
  const than = decided ? sql`<` : sql`>`
  const rows = await selectLines(ctx)
    .where(
      and(
        decided ? ne(bankLines.state, "open") : eq(bankLines.state, "open"),
        after
          ? sql`(${place}, ${bankLines.id}) ${than} (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(turn(place), turn(bankLines.id))
    .limit(limitFor(limit))
  const page = toPage(
    rows,
    limit,
    ({ line }) => ({ id: line.id, at: (decided ? line.decided_at : line.imported_at) ?? line.imported_at }),
    show,
  )
  const [open] = await ctx.db
    .select({
      paise: sum(sql`coalesce(sum(${bankLines.amount_paise}), 0)::bigint`),
      count: sum(sql`count(*)`),
    })
    .from(bankLines)
    .where(eq(bankLines.state, "open"))
  const amounts = decided ? [] : page.items.map(({ amount_paise }) => amount_paise)
  return { ...page, open: open ?? { paise: 0, count: 0 }, payouts: await readPayouts(ctx, amounts) }
}

const sum = (value: SQL) => sql<number>`${value}`.mapWith(Number)

function selectLines(ctx: Pick<Ctx, "db">) {
  const [hint, matched] = [alias(orders, "hint"), alias(orders, "matched")]
  const [payer, decider] = [alias(user, "payer"), alias(user, "decider")]
  return ctx.db
    .select({
      line: bankLines,
      ...{ hint_number: hint.number, hint_total: hint.total_paise, payer: payer.name },
      ...{ order_number: matched.number, reference: settlements.provider_settlement_id },
      decider: decider.name,
    })
    .from(bankLines)
    .leftJoin(hint, eq(hint.id, bankLines.hint_order_id))
    .leftJoin(payer, eq(payer.id, hint.buyer_id))
    .leftJoin(matched, eq(matched.id, bankLines.order_id))
    .leftJoin(settlements, eq(settlements.id, bankLines.settlement_id))
    .leftJoin(decider, eq(decider.id, bankLines.decided_by))
}

type Row = Awaited<ReturnType<typeof selectLines>>[number]

function show({ line, hint_number, hint_total, payer, order_number, reference, decider }: Row): BankLine {
  const { id, day, text, amount_paise, why, state, reason, note, settlement_id } = line
  return {
    ...{ id, day, text, amount_paise, why, state, reason, note, order_number },
    hint: hint_number === null ? null : { order_number: hint_number, payer, total_paise: hint_total ?? 0 },
    settlement: settlement_id === null ? null : { settlement_id, reference: reference ?? "" },
    decided_at: line.decided_at?.toISOString() ?? null,
    decided_by: decider,
  }
}
