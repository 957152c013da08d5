import { and, eq, gt, gte, or, type SQL, sql } from "drizzle-orm"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { referencesIn } from "../../upi/matching.ts"
import { invoicePayments } from "../invoices/table.ts"
import { bankLines } from "./table.ts"

/**
 * Holds the bank's references in a text until the transaction ends, so that one transfer doesn't count for an invoice and
 * for an order at the same moment. Taken before the lines of statements that have them. Returns them.
 */
export async function holdReferences(tx: Pick<Ctx, "db">, text: string): Promise<string[]> {
  const references = referencesIn(text).toSorted()
  for (const reference of references)
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transfer:${reference}`}, 0))`)
  return references
}

/** What arrived at the bank for invoices: of deducted tax alone the reference is a certificate's. */
const arrived = gt(invoicePayments.amount_paise, 0)

/** Returns the bank's references of transfers that paid organisations' invoices, as far back. One statement. */
export async function readInvoiced(ctx: Pick<Ctx, "db">, since: Date): Promise<string[]> {
  const rows = await ctx.db
    .select({ reference: invoicePayments.reference })
    .from(invoicePayments)
    .where(and(arrived, gte(invoicePayments.created_at, since)))
  return rows.flatMap(({ reference }) => referencesIn(reference))
}

/** Whether one of these references of the bank paid an organisation's invoice. */
export async function isInvoiced(tx: Pick<Ctx, "db">, references: readonly string[]): Promise<boolean> {
  if (references.length === 0) return false
  return (
    (await tx.db.$count(invoicePayments, and(arrived, hasWord(invoicePayments.reference, references)))) > 0
  )
}

/** Whether a line with one of these references was counted already: for an order, or as a settlement. */
export async function isMatched(tx: Pick<Ctx, "db">, references: readonly string[]): Promise<boolean> {
  if (references.length === 0) return false
  return (await tx.db.$count(bankLines, and(eq(bankLines.state, "matched"), ofLine(references)))) > 0
}

/** A transfer was recorded for an invoice: an open line that has it is put aside. In the caller's transaction. */
export async function explainByInvoice(tx: SignedInCtx, references: readonly string[]): Promise<void> {
  if (references.length === 0) return
  await tx.db
    .update(bankLines)
    .set({
      ...{ state: "aside", reason: "recorded-elsewhere" },
      ...{ decided_at: tx.clock.now(), decided_by: tx.viewer.user_id },
    })
    .where(and(eq(bankLines.state, "open"), ofLine(references)))
}

function ofLine(references: readonly string[]): SQL | undefined {
  const utr = sql`${bankLines.utr} = any(${sql.param([...references])}::text[])`
  return or(utr, hasWord(bankLines.text, references))
}

function hasWord(
  text: SQL | typeof bankLines.text | typeof invoicePayments.reference,
  words: readonly string[],
) {
  return sql`regexp_split_to_array(upper(${text}), '[^A-Z0-9]+') && ${sql.param([...words])}::text[]`
}
