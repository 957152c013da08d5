import { eq } from "drizzle-orm"
import { languageOf } from "#features/accounts/server/language.ts"
import { shownEmail } from "#features/accounts/server/no-mail.ts"
import { user } from "#features/accounts/server/table.ts"
import { sendNotice } from "#features/notifications/server/sending.ts"
import { readNotice } from "#features/notifications/server/service.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { billMail } from "../../bills/bill-mail.ts"
import { billFile, billPdf } from "../../bills/bill-pdf.ts"
import { SEND_BILL_QUEUE } from "../queues.ts"
import { orders } from "../table.ts"
import { billsOfOrder, findBill } from "./list.ts"

/** Writes a mail to the payer for each bill of an order that has none yet. */
export async function mailBills(ctx: Ctx, orderId: string): Promise<void> {
  if (!ctx.mail.configured) return
  const [buyer] = await ctx.db
    .select({ id: user.id, name: user.name, email: user.email, order_number: orders.number })
    .from(orders)
    .innerJoin(user, eq(user.id, orders.buyer_id))
    .where(eq(orders.id, orderId))
  if (!buyer || shownEmail(buyer.email) === "") return
  const language = await languageOf(ctx, buyer.id)
  const url = `${ctx.address}/orders/${encodeURIComponent(buyer.order_number)}`
  const issued = await billsOfOrder(ctx, orderId)
  await inTransaction(ctx, async (tx) => {
    for (const { id, bill } of issued) {
      await tx.post.mail(tx, {
        ...{ kind: "bill", cause_id: id, subject_ids: [buyer.id], recipient_name: buyer.name },
        ...{ to: buyer.email, via: SEND_BILL_QUEUE },
        body: { language, ...billMail(bill, language, { name: buyer.name, academy: ctx.brand.name, url }) },
      })
    }
  })
}

/** Sends a bill's mail with its PDF, which is made of what was issued, in the payer's language. */
export async function sendBill(ctx: Ctx, noticeId: string): Promise<void> {
  const notice = await readNotice(ctx, noticeId)
  const bill = notice?.status === "queued" ? await findBill(ctx, notice.cause_id) : null
  if (!notice || !bill) return sendNotice(ctx, noticeId)
  const content = await billPdf(bill, await languageOf(ctx, notice.subject_ids[0] ?? ""))
  return sendNotice(ctx, noticeId, [{ name: billFile(bill), type: "application/pdf", content }])
}
