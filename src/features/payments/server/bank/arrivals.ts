import { and, asc, desc, eq, gte, inArray, isNotNull, type SQL, sql } from "drizzle-orm"
import type { Payout } from "#contract/bank.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { type Awaited, settlementIn } from "../../arrivals.ts"
import { settlements } from "../settlements/table.ts"
import { bankLines } from "./table.ts"

/** How old a settlement may be that a statement is searched for. */
const LOOKED_FOR = 120 * DAY

const notArrived = sql`not exists (select from ${bankLines} b where b.settlement_id = ${settlements.id})`

/** Returns the settlements that no statement has had yet. One statement. */
export async function readAwaited(ctx: Pick<Ctx, "db" | "clock">): Promise<Awaited[]> {
  const since = new Date(ctx.clock.now().getTime() - LOOKED_FOR)
  return ctx.db
    .select({
      ...{ id: settlements.id, utr: sql<string>`${settlements.utr}` },
      net_paise: settlements.net_paise,
    })
    .from(settlements)
    .where(and(gte(settlements.settled_at, since), isNotNull(settlements.utr), notArrived))
}

/** Returns the settlements of any age that no statement has had and that have one of these amounts, the newest first. */
export async function readPayouts({ db }: Pick<Ctx, "db">, amounts: readonly number[]): Promise<Payout[]> {
  if (amounts.length === 0) return []
  const rows = await db
    .select({
      ...{ id: settlements.id, reference: settlements.provider_settlement_id, utr: settlements.utr },
      ...{ settled_at: settlements.settled_at, net_paise: settlements.net_paise },
    })
    .from(settlements)
    .where(and(inArray(settlements.net_paise, [...amounts]), notArrived))
    .orderBy(desc(settlements.settled_at), desc(settlements.id))
  return rows.map((row) => ({ ...row, settled_at: row.settled_at.toISOString() }))
}

/** Finds settlements that were read only now among the lines of statements that were imported before. */
export async function matchArrivals(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const awaited = await readAwaited(tx)
    if (awaited.length === 0) return
    const open = await tx.db
      .select({ id: bankLines.id, text: bankLines.text, amount_paise: bankLines.amount_paise })
      .from(bankLines)
      .where(and(eq(bankLines.state, "open"), isOneOf(awaited)))
      .orderBy(asc(bankLines.imported_at), asc(bankLines.id))
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

/** Lines with the amount and the reference of an awaited settlement: other open lines may be any number. */
function isOneOf(awaited: readonly Awaited[]): SQL {
  const utrs = sql.param(awaited.map(({ utr }) => utr.toUpperCase()))
  const amounts = sql.param(awaited.map(({ net_paise }) => net_paise))
  return sql`exists (select from unnest(${utrs}::text[], ${amounts}::bigint[]) as one (utr, net_paise)
    where one.net_paise = ${bankLines.amount_paise} and strpos(upper(${bankLines.text}), one.utr) > 0)`
}
