import { todayOf } from "#features/accounts/server/age.ts"
import { credit, debit } from "#features/ledger/rules.ts"
import { recordAct } from "#platform/audit.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { mayBeCharges } from "../../bank-charges.ts"
import { writeJournal } from "../journals.ts"
import { holdInvoice, readInvoice } from "./invoice.ts"
import { invoicePayments } from "./table.ts"

/**
 * Writes off what is left of an invoice as charges that banks kept on the way, in the caller's transaction: nothing of it is
 * owed any more, and the books have it as an expense. `amount_paise` is what the office was shown as owed. The same again
 * changes nothing. Throws NOT_FOUND, INVOICE_CANCELLED, INVOICE_CHANGED where another amount is owed by now, and
 * NOT_CHARGES where so much can't be.
 */
export async function writeOffRemainder(
  tx: SignedInCtx,
  { bill_id, amount_paise }: { bill_id: string; amount_paise: number },
): Promise<void> {
  await holdInvoice(tx, bill_id)
  const invoice = await readInvoice(tx, bill_id)
  const { owed_paise, charges_paise, cancellation } = invoice
  if (cancellation?.note) refuse("INVOICE_CANCELLED")
  if (owed_paise === 0 && charges_paise === amount_paise) return
  if (owed_paise !== amount_paise) refuse("INVOICE_CHANGED")
  if (!mayBeCharges({ ...invoice, total_paise: invoice.bill.total_paise })) refuse("NOT_CHARGES")
  const id = newId()
  await tx.db.insert(invoicePayments).values({
    ...{ id, bill_id, reference: "", amount_paise: 0, charges_paise: amount_paise },
    ...{ received_on: todayOf(tx), recorded_by: tx.viewer.user_id, created_at: tx.clock.now() },
  })
  const kind = "invoice-charges"
  await writeJournal(
    tx,
    `${kind}:${id}`,
    "1",
    [{ code: kind, bill_id }],
    [debit({ kind: "bank-charges" }, amount_paise), credit({ kind: "receivable" }, amount_paise)],
  )
  await recordAct(tx, "premises.charges", bill_id, { amount_paise })
}
