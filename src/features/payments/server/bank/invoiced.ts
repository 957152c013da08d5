import { and, asc, eq, gt, gte, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { isUtr, referencesIn } from "../../upi/matching.ts"
import { invoicePayments } from "../invoices/table.ts"
import type { orders } from "../table.ts"
import { upiClaims } from "../upi/table.ts"
import { OWN_LETTERS } from "./keep.ts"
import { bankLines } from "./table.ts"

/**
 * Holds the bank's references in a text until the transaction ends, and the text itself, so that one transfer doesn't count
 * for an invoice and for an order, or for two invoices, at the same moment. Taken before the lines of statements that have
 * them. Returns them.
 */
export async function holdReferences(tx: Pick<Ctx, "db">, text: string): Promise<string[]> {
  const references = referencesIn(text).toSorted()
  for (const reference of new Set([...references, text].toSorted()))
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transfer:${reference}`}, 0))`)
  return references
}

/** What arrived at the bank for invoices: of deducted tax alone the reference is a certificate's. */
const arrived = and(gt(invoicePayments.amount_paise, 0), isNull(invoicePayments.reversed_at))

/**
 * Returns the bank's references of transfers that paid organisations' invoices, as far back, with the payment that has each.
 * One statement.
 */
export async function readInvoiced(ctx: Pick<Ctx, "db">, since: Date): Promise<Map<string, string>> {
  const { id, reference } = invoicePayments
  const rows = await ctx.db
    .select({ id, reference })
    .from(invoicePayments)
    .where(and(arrived, gte(invoicePayments.created_at, since)))
  return new Map(rows.flatMap((row) => referencesIn(row.reference).map((word) => [word, row.id])))
}

/** Returns which of these payments still count, and keeps them from being taken back until the transaction ends. */
export async function holdStanding(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { id } = invoicePayments
  const rows = await tx.db
    .select({ id })
    .from(invoicePayments)
    .where(and(arrived, inArray(id, [...ids])))
    .orderBy(asc(id))
    .for("share")
  return new Set(rows.map((row) => row.id))
}

/** Payments of invoices that a transfer made, under this reference or another text with one of the bank's. */
export function ofTransfer(reference: string, references: readonly string[]): SQL | undefined {
  const same = eq(invoicePayments.reference, reference)
  if (references.length === 0) return same
  return or(same, and(arrived, hasWord(invoicePayments.reference, references)))
}

/** Whether one of these references of the bank paid an organisation's invoice. */
export async function isInvoiced(tx: Pick<Ctx, "db">, references: readonly string[]): Promise<boolean> {
  return (await findInvoiced(tx, references)) !== null
}

async function findInvoiced(tx: Pick<Ctx, "db">, references: readonly string[]): Promise<string | null> {
  if (references.length === 0) return null
  const [payment] = await tx.db
    .select({ id: invoicePayments.id })
    .from(invoicePayments)
    .where(and(arrived, hasWord(invoicePayments.reference, references)))
    .orderBy(asc(invoicePayments.created_at))
    .limit(1)
  return payment?.id ?? null
}

/** Whether a line with one of these references was counted already: for an order, or as a settlement. */
export async function isMatched(tx: Pick<Ctx, "db">, references: readonly string[]): Promise<boolean> {
  if (references.length === 0) return false
  return (await tx.db.$count(bankLines, and(eq(bankLines.state, "matched"), ofLine(references)))) > 0
}

/** A payment was recorded for an invoice: an open line that has its transfer is put aside. In the caller's transaction. */
export async function explainByInvoice(
  tx: SignedInCtx,
  paymentId: string,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return
  await tx.db
    .update(bankLines)
    .set({
      ...{ state: "aside", reason: "recorded-elsewhere", invoice_payment_id: paymentId },
      ...{ decided_at: tx.clock.now(), decided_by: tx.viewer.user_id },
    })
    .where(and(eq(bankLines.state, "open"), ofLine(references)))
}

/**
 * A payment of an invoice was recorded by mistake: lines that it explained are open again, unless the same transfer paid
 * another invoice as well. What staff put aside by hand stays so. In the caller's transaction, after it counts no more.
 */
export async function reopenByInvoice(
  tx: SignedInCtx,
  paymentId: string,
  references: readonly string[],
): Promise<void> {
  const explained = or(eq(bankLines.invoice_payment_id, paymentId), explainedBefore(references))
  const other = await findInvoiced(tx, references)
  if (other) {
    await tx.db.update(bankLines).set({ invoice_payment_id: other }).where(explained)
    return
  }
  const lines = await tx.db
    .update(bankLines)
    .set(OPEN)
    .where(explained)
    .returning({ id: bankLines.id, amount_paise: bankLines.amount_paise })
  for (const { id, amount_paise } of lines) await recordAct(tx, "bank.reopen", id, { amount_paise })
}

/** Lines that were put aside before it was noted by which payment. What staff wrote a note to stays. */
function explainedBefore(references: readonly string[]): SQL | undefined {
  if (references.length === 0) return undefined
  return and(
    eq(bankLines.state, "aside"),
    eq(bankLines.reason, "recorded-elsewhere"),
    isNull(bankLines.note),
    isNull(bankLines.invoice_payment_id),
    ofLine(references),
  )
}

/** A line that nothing explains any more. */
export const OPEN = {
  ...{ state: "open" as const, reason: null, note: null, decided_at: null, decided_by: null },
  ...{ order_id: null, settlement_id: null, invoice_payment_id: null },
}

/**
 * A transfer was counted for an order by mistake: the lines that it explained are open again. In the caller's transaction,
 * after the transfer counts no more.
 */
export async function reopenByTransfer(
  tx: Pick<Ctx, "db">,
  order: Pick<typeof orders.$inferSelect, "id" | "number" | "provider_order_id">,
  { utr, references }: { utr: string; references: readonly string[] },
): Promise<void> {
  const own = order.provider_order_id ?? order.number
  const start = sql`left(${bankLines.fingerprint}, ${OWN_LETTERS})`
  const which = isUtr(utr)
    ? ofLine(references)
    : // Counted without the bank's reference: the first under the order's own, any other with letters of its own.
      and(
        isNull(bankLines.utr),
        utr === own
          ? sql`not exists (select from ${upiClaims} c where c.order_id = ${order.id} and c.state = 'approved'
              and c.utr = ${`${own}-`} || ${start})`
          : sql`${start} = ${utr.slice(own.length + 1)}`,
      )
  await tx.db
    .update(bankLines)
    .set(OPEN)
    .where(and(eq(bankLines.state, "matched"), eq(bankLines.order_id, order.id), which))
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
