import { and, eq, gt, isNull } from "drizzle-orm"
import { reverseJournal } from "#features/ledger/server/journals.ts"
import { recordAct } from "#platform/audit.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { holdReferences, reopenByInvoice } from "../bank/invoiced.ts"
import { holdInvoice, readInvoice } from "./invoice.ts"
import { invoicePayments } from "./table.ts"

/**
 * Takes back a payment of an invoice that was recorded by mistake, in the caller's transaction: its amount is owed again,
 * the journal is reversed, the reference may be recorded anew, and lines of statements that it explained are open again.
 * What was written off as a bank's charges is taken back in the same way, also with a payment: it was what that one left.
 * Again changes nothing. Throws NOT_FOUND, INVOICE_CANCELLED where what was paid goes back already, and EXCESS_RETURNED
 * where a part of it did.
 */
export async function reverseInvoicePayment(
  tx: SignedInCtx,
  { bill_id, payment_id }: { bill_id: string; payment_id: string },
): Promise<void> {
  await holdInvoice(tx, bill_id)
  const own = and(eq(invoicePayments.id, payment_id), eq(invoicePayments.bill_id, bill_id))
  const [payment] = await tx.db.select().from(invoicePayments).where(own)
  if (!payment) return notFound()
  if (payment.reversed_at) return
  const { cancellation } = await readInvoice(tx, bill_id)
  if (cancellation?.note) refuse("INVOICE_CANCELLED")
  if (payment.excess_reference) refuse("EXCESS_RETURNED")
  const references = await holdReferences(tx, payment.reference)
  const now = tx.clock.now()
  await tx.db
    .update(invoicePayments)
    .set({ reversed_at: now, reversed_by: tx.viewer.user_id })
    .where(eq(invoicePayments.id, payment_id))
  const { amount_paise, deducted_paise, charges_paise } = payment
  if (amount_paise > 0) await reopenByInvoice(tx, payment_id, references)
  const kind = "invoice-unpaid"
  await reverseJournal(tx, `${charges_paise > 0 ? "invoice-charges" : "invoice-paid"}:${payment_id}`, {
    ...{ kind, key: `${kind}:${payment_id}`, rules_version: "1", effective_at: now },
    trace: [{ code: kind, bill_id }],
  })
  await recordAct(tx, "premises.unpaid", bill_id, {
    ...{ amount_paise: amount_paise + charges_paise, deducted_paise },
  })
  if (charges_paise > 0) return
  const charges = await tx.db
    .select({ payment_id: invoicePayments.id })
    .from(invoicePayments)
    .where(
      and(
        eq(invoicePayments.bill_id, bill_id),
        gt(invoicePayments.charges_paise, 0),
        isNull(invoicePayments.reversed_at),
      ),
    )
  for (const one of charges) await reverseInvoicePayment(tx, { bill_id, ...one })
}
