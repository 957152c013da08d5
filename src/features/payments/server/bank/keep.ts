import { and, eq, ne, notInArray, sql } from "drizzle-orm"
import type { BankLine } from "#contract/bank.ts"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { utrOf } from "../../upi/matching.ts"
import type { Credit } from "../../upi/statement.ts"
import type { orders } from "../table.ts"
import { upiClaims } from "../upi/table.ts"
import { bankLines } from "./table.ts"

const LONGEST_TEXT = 500
/** So many letters of a line's fingerprint tell a second line without the bank's reference from the first of its order. */
export const OWN_LETTERS = 6
/** How many lines one statement writes. */
const AT_ONCE = 1_000

/** A line of a statement that wasn't counted, and what the import made of it. */
export type Left = {
  fingerprint: string
  credit: Credit
  why: BankLine["why"]
  hint_order_id: string | null
  /** The settlement that it is. */
  settlement_id: string | null
  /** The payment of an organisation's invoice that was recorded for it. */
  invoice_payment_id: string | null
}

/** Returns which of these lines somebody has decided about. One statement. */
export async function readDecided(
  ctx: Pick<Ctx, "db">,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ fingerprint: bankLines.fingerprint })
    .from(bankLines)
    .where(
      and(
        sql`${bankLines.fingerprint} = any(${sql.param([...fingerprints])}::text[])`,
        ne(bankLines.state, "open"),
      ),
    )
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

/**
 * Keeps lines that no order explained, in the caller's transaction. A line that is known stays as it is, unless it is open
 * and turned out to be a settlement or an invoice's. Returns how many are new and open.
 */
export async function keepLines(tx: Pick<Ctx, "db" | "clock">, lines: readonly Left[]): Promise<number> {
  const now = tx.clock.now()
  let kept = 0
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const rows = lines
      .slice(from, from + AT_ONCE)
      .map(({ fingerprint, credit, why, ...explained }): typeof bankLines.$inferInsert => ({
        ...{ id: newId(), fingerprint, day: credit.date, amount_paise: credit.amount_paise, why },
        ...{ text: credit.text.slice(0, LONGEST_TEXT), utr: utrOf(credit.text), imported_at: now },
        ...{ ...explained, ...stateOf(explained, now) },
      }))
    // In the order of their keys, so that two imports of one statement don't wait for each other.
    rows.sort((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1))
    const made = await tx.db
      .insert(bankLines)
      .values(rows)
      .onConflictDoUpdate({
        target: bankLines.fingerprint,
        set: {
          state: sql`excluded.state`,
          settlement_id: sql`excluded.settlement_id`,
          invoice_payment_id: sql`excluded.invoice_payment_id`,
          reason: sql`excluded.reason`,
          decided_at: sql`excluded.decided_at`,
        },
        setWhere: sql`${bankLines.state} = 'open' and excluded.state <> 'open'`,
      })
      .returning({ id: bankLines.id })
    const fresh = new Set(rows.filter(({ state }) => state === "open").map(({ id }) => id))
    kept += made.filter(({ id }) => fresh.has(id)).length
  }
  return kept
}

function stateOf(explained: Pick<Left, "settlement_id" | "invoice_payment_id">, now: Date) {
  if (explained.settlement_id) return { state: "matched" as const, decided_at: now }
  if (!explained.invoice_payment_id) return { state: "open" as const }
  return { state: "aside" as const, reason: "recorded-elsewhere" as const, decided_at: now }
}

/** An order's transfer was counted: a line that has it is explained. In the caller's transaction. */
export async function explainLines(
  tx: Ctx,
  { order_id, utr }: { order_id: string; utr: string },
): Promise<void> {
  await tx.db
    .update(bankLines)
    .set(matchedTo(tx, { order_id }))
    .where(and(eq(bankLines.utr, utr), eq(bankLines.state, "open")))
}

/** The same for one line, by what it is known by. */
export async function explainLine(
  tx: Ctx,
  { order_id, fingerprint }: { order_id: string; fingerprint: string },
): Promise<void> {
  await tx.db
    .update(bankLines)
    .set(matchedTo(tx, { order_id }))
    .where(and(eq(bankLines.fingerprint, fingerprint), eq(bankLines.state, "open")))
}

/**
 * Keeps a line without the bank's reference as one that was counted for an order, in the caller's transaction: by its
 * order's reference alone it couldn't be told from a second transfer. Returns whether it wasn't decided about before.
 */
export async function countLine(
  tx: Ctx,
  { order_id, fingerprint, credit }: { order_id: string; fingerprint: string; credit: Credit },
): Promise<boolean> {
  const matched = { ...matchedTo(tx, { order_id }), decided_by: null }
  const made = await tx.db
    .insert(bankLines)
    .values({
      ...{ id: newId(), fingerprint, day: credit.date, amount_paise: credit.amount_paise },
      ...{ text: credit.text.slice(0, LONGEST_TEXT), utr: utrOf(credit.text), why: "reference-and-amount" },
      ...{ ...matched, imported_at: tx.clock.now() },
    })
    .onConflictDoUpdate({
      target: bankLines.fingerprint,
      set: matched,
      setWhere: eq(bankLines.state, "open"),
    })
  return made.rowCount !== 0
}

/** A line without the bank's reference counts under the order's own, and a second one of it under one of its own. */
export async function referenceFor(
  tx: Pick<Ctx, "db">,
  order: Pick<typeof orders.$inferSelect, "provider_order_id" | "number">,
  { fingerprint }: { fingerprint: string },
): Promise<string> {
  const own = order.provider_order_id ?? order.number
  const [counted] = await tx.db
    .select({ id: upiClaims.id })
    .from(upiClaims)
    .where(and(eq(upiClaims.utr, own), notInArray(upiClaims.state, ["declined", "reversed"])))
  return counted ? `${own}-${fingerprint.slice(0, OWN_LETTERS)}` : own
}

/** What is written to a line that was matched. */
export function matchedTo(
  { clock, viewer }: Pick<Ctx, "clock" | "viewer">,
  to: { order_id: string } | { settlement_id: string },
) {
  return { state: "matched" as const, ...to, decided_at: clock.now(), decided_by: viewer?.user_id ?? null }
}
