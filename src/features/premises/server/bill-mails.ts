import { eq } from "drizzle-orm"
import { findBill } from "#features/payments/server/bills/list.ts"
import type { Ctx } from "#platform/context.ts"
import { creditNoteMail, invoiceMail } from "./mails.ts"
import { MAIL_QUEUE } from "./queues.ts"
import type { EnquiryRow, QuoteRow } from "./quote-view.ts"
import { premisesEnquiries as enquiries } from "./table.ts"

/** Mails the invoice of a quote, in the caller's transaction, unless whom to reach was erased. */
export async function mailInvoice(
  tx: Ctx,
  { email, name }: EnquiryRow,
  { language }: QuoteRow,
  bill_id: string,
): Promise<void> {
  const bill = await findBill(tx, bill_id)
  if (!email || !name || !bill) return
  await tx.post.mail(tx, {
    ...{ kind: "premises-invoice", cause_id: bill_id, recipient_name: name, to: email, via: MAIL_QUEUE },
    body: invoiceMail(tx, { ...bill, language, name }),
  })
}

/** Mails the credit note that cancels the invoice of a quote, in the same way; nothing where none was issued. */
export async function mailCreditNote(
  tx: Ctx,
  { enquiry_id, language }: QuoteRow,
  note_id: string | null,
): Promise<void> {
  const [to] = await tx.db.select().from(enquiries).where(eq(enquiries.id, enquiry_id))
  const note = note_id ? await findBill(tx, note_id) : null
  if (!to?.email || !to.name || !note_id || !note?.corrects) return
  await tx.post.mail(tx, {
    ...{ kind: "premises-credit-note", cause_id: note_id, recipient_name: to.name, to: to.email },
    ...{
      via: MAIL_QUEUE,
      body: creditNoteMail(tx, { ...note, corrects: note.corrects, language, name: to.name }),
    },
  })
}
