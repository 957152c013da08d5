import { and, eq, isNotNull } from "drizzle-orm"
import type { SignedInCtx } from "#platform/context.ts"
import { bills } from "../bills/table.ts"
import { refundByStaff } from "../refunding/by-staff.ts"
import { holdOrder } from "../refunding/give-back.ts"
import { readTerms } from "../refunding/terms.ts"

type Wanted = {
  order_id: string
  /** The id of the refund's form: asked for twice, it is one. */
  request_id: string
  /** Which line of the order came back, and what those pieces cost. */
  position: number
  worth_paise: number
}

/**
 * Refunds goods that came back, at most what is left of their order, with a credit note for their own line; above the limit
 * a colleague is asked. Part of the caller's transaction. Throws REFUND_WAITS.
 */
export async function refundGoods(
  tx: SignedInCtx,
  { order_id, request_id, position, worth_paise }: Wanted,
): Promise<{ outcome: "given" | "waits" | "nothing"; refund_paise: number }> {
  const order = await holdOrder(tx, order_id)
  const paid = await readTerms(tx, order)
  const amount_paise = Math.min(worth_paise, paid?.terms.left_paise ?? 0)
  if (amount_paise === 0) return { outcome: "nothing", refund_paise: 0 }
  const lines = order.documents.flatMap((document) => document.lines)
  const line = lines[position]
  // What was refunded of the line before leaves less of it: then the rest is taken from the other lines.
  const isWhole = line && line.amount_paise - (await creditedOf(tx, order_id, position)) >= amount_paise
  const { outcome } = await refundByStaff(tx, {
    ...{ order_number: order.number, request_id, amount_paise, note: null, ends_enrolment: false },
    ...(isWhole && { lines: lines.map((_, at) => (at === position ? amount_paise : 0)) }),
  })
  return { outcome, refund_paise: amount_paise }
}

/** What credit notes took back of a line. Goods of one order are delivered to one place, so they have one bill. */
async function creditedOf({ db }: SignedInCtx, orderId: string, position: number): Promise<number> {
  const notes = await db
    .select({ content: bills.content })
    .from(bills)
    .where(and(eq(bills.order_id, orderId), isNotNull(bills.corrects)))
  return notes.reduce((all, { content }) => all + (content.taken?.[position] ?? 0), 0)
}
