import { and, asc, eq, gte, isNotNull, sql } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { type Awaited, settlementIn } from "../../arrivals.ts"
import { settlementItems, settlements } from "../settlements/table.ts"
import { bankLines } from "./table.ts"

/** How old a settlement may be that a statement is searched for. */
const LOOKED_FOR = 120 * DAY
/** How many open lines are compared in one run. */
const AT_ONCE = 1_000

/** Returns the settlements that no statement has had yet. One statement. */
export async function readAwaited(ctx: Pick<Ctx, "db" | "clock">): Promise<Awaited[]> {
  const since = new Date(ctx.clock.now().getTime() - LOOKED_FOR)
  const rows = await ctx.db
    .select({
      ...{ id: settlements.id, utr: sql<string>`${settlements.utr}` },
      net_paise: sql<number>`sum(${settlementItems.credit_paise} - ${settlementItems.debit_paise})`.mapWith(
        Number,
      ),
    })
    .from(settlements)
    .innerJoin(settlementItems, eq(settlementItems.settlement_id, settlements.id))
    .where(
      and(
        gte(settlements.settled_at, since),
        isNotNull(settlements.utr),
        sql`not exists (select from ${bankLines} b where b.settlement_id = ${settlements.id})`,
      ),
    )
    .groupBy(settlements.id)
  return rows
}

/** Finds settlements that were read only now among the lines of statements that were imported before. */
export async function matchArrivals(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const awaited = await readAwaited(tx)
    if (awaited.length === 0) return
    const open = await tx.db
      .select({ id: bankLines.id, text: bankLines.text, amount_paise: bankLines.amount_paise })
      .from(bankLines)
      .where(eq(bankLines.state, "open"))
      .orderBy(asc(bankLines.imported_at), asc(bankLines.id))
      .limit(AT_ONCE)
      .for("update")
    const taken = new Set<string>()
    for (const { id, text, amount_paise } of open) {
      const found = settlementIn(text ?? "", amount_paise, awaited)
      if (!found?.exact || taken.has(found.id)) continue
      taken.add(found.id)
      await tx.db
        .update(bankLines)
        .set({ state: "matched", settlement_id: found.id, decided_at: tx.clock.now() })
        .where(eq(bankLines.id, id))
    }
  })
}
