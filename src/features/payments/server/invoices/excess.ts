import { and, eq, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { credit, debit } from "#features/ledger/rules.ts"
import { recordAct } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { momentOf, writeJournal } from "../journals.ts"
import { holdInvoice, readInvoice, standing, tidyReference } from "./invoice.ts"
import { invoiceCancellations, invoicePayments } from "./table.ts"

/**
 * Holds the office's transfers to organisations until the transaction ends, so that of two that have one reference at the
 * same moment the second waits, and is told. Throws FIELD_ERRORS for a reference that gave something back already.
 */
export async function holdReturn(tx: Pick<Ctx, "db">, reference: string): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('invoice-returns', 0))`)
  const known =
    (await tx.db.$count(invoiceCancellations, eq(invoiceCancellations.reference, reference))) +
    (await tx.db.$count(invoicePayments, eq(invoicePayments.excess_reference, reference)))
  if (known > 0) refuseFields({ reference: "REFERENCE_COUNTED" })
}

export type ExcessReturned = { bill_id: string; payment_id: string; reference: string; returned_on: string }

/**
 * Notes by which transfer the office sent back what a payment had above what was owed, all of it, in the caller's
 * transaction. The same transfer again changes nothing. Throws NOT_FOUND where nothing is too much, INVOICE_CANCELLED where
 * all of the invoice goes back, REFUND_SETTLED where another transfer was noted, and FIELD_ERRORS for a reference that gave
 * something else back and for a date to come or before the payment.
 */
export async function recordExcessReturn(
  tx: SignedInCtx,
  { bill_id, payment_id, returned_on, ...typed }: ExcessReturned,
): Promise<void> {
  const reference = tidyReference(typed.reference)
  if (returned_on > todayOf(tx)) refuseFields({ returned_on: "DATE_TO_COME" })
  await holdInvoice(tx, bill_id)
  const own = and(eq(invoicePayments.id, payment_id), eq(invoicePayments.bill_id, bill_id), standing)
  const [payment] = await tx.db.select().from(invoicePayments).where(own)
  if (!payment?.excess_paise) return notFound()
  const { excess_paise, excess_reference, received_on } = payment
  if (returned_on < received_on) refuseFields({ returned_on: "DATE_BEFORE_PAID" })
  if (excess_reference) return excess_reference === reference ? undefined : refuse("REFUND_SETTLED")
  const { cancellation } = await readInvoice(tx, bill_id)
  if (cancellation?.note) refuse("INVOICE_CANCELLED")
  await holdReturn(tx, reference)
  await tx.db
    .update(invoicePayments)
    .set({
      ...{ excess_reference: reference, excess_returned_on: returned_on },
      excess_returned_by: tx.viewer.user_id,
    })
    .where(own)
  const kind = "invoice-excess"
  await writeJournal(
    tx,
    `${kind}:${payment_id}`,
    "1",
    [{ code: kind, bill_id }],
    [debit({ kind: "refunds-payable" }, excess_paise), credit({ kind: "bank" }, excess_paise)],
    momentOf(tx, returned_on),
  )
  await recordAct(tx, "premises.excess-returned", bill_id, { amount_paise: excess_paise })
}

export type ReturnCorrected = {
  bill_id: string
  /** Of what was too much of a payment; without it, of what was paid of a cancelled invoice. */
  payment_id?: string | undefined
  reference: string
}

/**
 * Corrects the reference of a transfer by which the office sent something back, in the caller's transaction. Repeating it
 * changes nothing. Throws NOT_FOUND where nothing was sent back, and FIELD_ERRORS for a reference that gave something else
 * back.
 */
export async function correctReturn(
  tx: SignedInCtx,
  { bill_id, payment_id, ...typed }: ReturnCorrected,
): Promise<void> {
  const reference = tidyReference(typed.reference)
  await holdInvoice(tx, bill_id)
  const known = payment_id
    ? await readExcessReference(tx, bill_id, payment_id)
    : await readReference(tx, bill_id)
  if (!known) return notFound()
  if (known === reference) return
  await holdReturn(tx, reference)
  await (payment_id
    ? tx.db
        .update(invoicePayments)
        .set({ excess_reference: reference })
        .where(eq(invoicePayments.id, payment_id))
    : tx.db.update(invoiceCancellations).set({ reference }).where(eq(invoiceCancellations.bill_id, bill_id)))
  await recordAct(tx, "premises.return-corrected", bill_id)
}

async function readExcessReference({ db }: Pick<Ctx, "db">, billId: string, paymentId: string) {
  const own = and(eq(invoicePayments.id, paymentId), eq(invoicePayments.bill_id, billId), standing)
  const [row] = await db
    .select({ reference: invoicePayments.excess_reference })
    .from(invoicePayments)
    .where(own)
  return row?.reference
}

async function readReference({ db }: Pick<Ctx, "db">, billId: string) {
  const [row] = await db
    .select({ reference: invoiceCancellations.reference })
    .from(invoiceCancellations)
    .where(eq(invoiceCancellations.bill_id, billId))
  return row?.reference
}
