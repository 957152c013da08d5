import { eq } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { credit, debit } from "#features/ledger/rules.ts"
import { recordAct } from "#platform/audit.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { creditOf } from "../../bills/credit.ts"
import { needsSecondPerson } from "../../refunds.ts"
import { billingOf, issueUnordered } from "../bills/issue.ts"
import type { bills } from "../bills/table.ts"
import { momentOf, partsOf, writeJournal } from "../journals.ts"
import { limitOf } from "../refunding/by-staff.ts"
import { holdReturn } from "./excess.ts"
import { holdInvoice, type InvoiceView, readInvoice, tidyReference } from "./invoice.ts"
import { invoiceCancellations as cancellations } from "./table.ts"

type Bill = typeof bills.$inferSelect
type Row = typeof cancellations.$inferSelect

/**
 * Cancels the whole of an invoice of no order, in the caller's transaction: a credit note under the next number, and the
 * journal by which nothing of it is owed any more; what was paid is owed to the organisation. Where that is above what
 * staff may refund alone, a colleague is only asked. The same person again changes nothing. Returns the credit note's id
 * where this call issued it, else null. Throws NOT_FOUND, INVOICE_CANCELLED and CANCELLATION_WAITS where a colleague was
 * faster.
 */
export async function cancelInvoice(tx: SignedInCtx, billId: string, reason: string): Promise<string | null> {
  const bill = await holdInvoice(tx, billId)
  const row = await readRow(tx, billId)
  const own = row?.asked_by === tx.viewer.user_id
  if (row) return own ? null : refuse(row.decided_at ? "INVOICE_CANCELLED" : "CANCELLATION_WAITS")
  const invoice = await readInvoice(tx, billId)
  const { kept_paise } = invoice
  const limit_paise = limitOf(tx)
  const needs_second = needsSecondPerson({ amount_paise: kept_paise, given_paise: 0, limit_paise })
  await tx.db.insert(cancellations).values({
    ...{ bill_id: billId, reason, needs_second },
    ...{ asked_by: tx.viewer.user_id, asked_at: tx.clock.now() },
  })
  if (!needs_second) return carryOut(tx, bill, reason, invoice)
  await recordAct(tx, "premises.cancel-asked", billId, { amount_paise: kept_paise })
  return null
}

/**
 * Cancels the invoice that a colleague asked to cancel, in the caller's transaction. The same person again changes nothing.
 * Returns as `cancelInvoice` does. Throws NOT_FOUND, OWN_CANCELLATION for who asked for it, and INVOICE_CANCELLED where
 * somebody was faster.
 */
export async function approveCancellation(tx: SignedInCtx, billId: string): Promise<string | null> {
  const bill = await holdInvoice(tx, billId)
  const row = (await readRow(tx, billId)) ?? notFound()
  if (row.asked_by === tx.viewer.user_id) refuse("OWN_CANCELLATION")
  if (row.decided_at) return row.decided_by === tx.viewer.user_id ? null : refuse("INVOICE_CANCELLED")
  return carryOut(tx, bill, row.reason, await readInvoice(tx, billId))
}

/**
 * Keeps an invoice that somebody asked to cancel, in the caller's transaction: the request goes. Again changes nothing.
 * Throws NOT_FOUND, and INVOICE_CANCELLED where a colleague was faster.
 */
export async function keepInvoice(tx: SignedInCtx, billId: string): Promise<void> {
  await holdInvoice(tx, billId)
  const row = await readRow(tx, billId)
  if (!row) return
  if (row.decided_at) refuse("INVOICE_CANCELLED")
  await tx.db.delete(cancellations).where(eq(cancellations.bill_id, billId))
  await recordAct(tx, "premises.cancel-declined", billId)
}

async function readRow(tx: Pick<SignedInCtx, "db">, billId: string): Promise<Row | undefined> {
  const [row] = await tx.db.select().from(cancellations).where(eq(cancellations.bill_id, billId))
  return row
}

async function carryOut(
  tx: SignedInCtx,
  bill: Bill,
  reason: string,
  { kept_paise, back_paise, deducted_paise, charges_paise }: InvoiceView,
): Promise<string> {
  const { series, total_paise } = bill
  const { pay_to: _, ...content } = bill.content
  const taken = content.lines.map(({ amount_paise }) => amount_paise)
  const credited = creditOf(
    content,
    taken.map(() => 0),
    taken,
  )
  const seller = { gstin: content.supplier.gstin, prefix: series.split("/")[0] ?? "" }
  const trace = [{ code: "cancelled", reason, paid_paise: kept_paise, deducted_paise }]
  // What was too much is owed to the organisation already.
  const paid_paise = kept_paise - back_paise
  const [note_id] = await issueUnordered(
    tx,
    billingOf(tx, null, seller, [
      {
        ...{ kind: "credit-note" as const, corrects: bill.id, refund_id: null },
        content: { ...content, ...credited, taken, paid: null, trace },
      },
    ]),
  )
  if (!note_id) throw new Error("the credit note was not written")
  const settled = [
    credit({ kind: "receivable" as const }, total_paise - paid_paise - deducted_paise - charges_paise),
    // The organisation has it back from the tax department.
    credit({ kind: "tds-receivable" as const }, deducted_paise),
    // Of an invoice that isn't owed, what the bank kept is no expense of the academy.
    credit({ kind: "bank-charges" as const }, charges_paise),
    credit({ kind: "refunds-payable" as const }, paid_paise),
  ]
  await writeJournal(tx, `invoice-cancelled:${bill.id}`, "1", trace, [
    ...partsOf([credited]).map(([account, amount]) => debit(account, amount)),
    ...settled.filter(({ amount }) => amount !== 0),
  ])
  await tx.db
    .update(cancellations)
    .set({ decided_by: tx.viewer.user_id, decided_at: tx.clock.now(), note_id, owed_paise: kept_paise })
    .where(eq(cancellations.bill_id, bill.id))
  await recordAct(tx, "premises.cancelled", bill.id, { amount_paise: total_paise })
  return note_id
}

export type Returned = { bill_id: string; reference: string; returned_on: string }

/**
 * Notes by which transfer the office gave back what was paid of a cancelled invoice, all of it, in the caller's transaction.
 * The same transfer again changes nothing. Throws NOT_FOUND where nothing goes back, REFUND_SETTLED where another transfer
 * was noted, and FIELD_ERRORS for a reference of another invoice and for a date to come or before all payments.
 */
export async function recordReturn(
  tx: SignedInCtx,
  { bill_id, returned_on, ...typed }: Returned,
): Promise<void> {
  const reference = tidyReference(typed.reference)
  if (returned_on > todayOf(tx)) refuseFields({ returned_on: "DATE_TO_COME" })
  await holdInvoice(tx, bill_id)
  const row = await readRow(tx, bill_id)
  if (!row?.owed_paise) return notFound()
  if (row.reference) return row.reference === reference ? undefined : refuse("REFUND_SETTLED")
  const { payments } = await readInvoice(tx, bill_id)
  if (payments.every(({ received_on }) => returned_on < received_on))
    refuseFields({ returned_on: "DATE_BEFORE_PAID" })
  await holdReturn(tx, reference)
  await tx.db
    .update(cancellations)
    .set({ reference, returned_on, returned_by: tx.viewer.user_id })
    .where(eq(cancellations.bill_id, bill_id))
  const entries = [
    debit({ kind: "refunds-payable" as const }, row.owed_paise),
    credit({ kind: "bank" as const }, row.owed_paise),
  ]
  await writeJournal(
    tx,
    `invoice-returned:${bill_id}`,
    "1",
    [{ code: "invoice-returned", bill_id }],
    entries,
    momentOf(tx, returned_on),
  )
  await recordAct(tx, "premises.returned", bill_id, { amount_paise: row.owed_paise })
}
