import { and, eq } from "drizzle-orm"
import type { AsideReason } from "#contract/bank.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, Refusal, refuse, refuseFields } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { settlements } from "../settlements/table.ts"
import { orders } from "../table.ts"
import { settleTransfer } from "../upi/settle.ts"
import { holdReferences, isInvoiced, OPEN } from "./invoiced.ts"
import { matchedTo, referenceFor } from "./keep.ts"
import { bankLines } from "./table.ts"

type Line = typeof bankLines.$inferSelect

/** Locks a line about which nobody has decided. Throws NOT_FOUND and LINE_DECIDED. */
async function lockOpen(tx: SignedInCtx, lineId: string): Promise<Line> {
  const [line] = await tx.db.select().from(bankLines).where(eq(bankLines.id, lineId)).for("update")
  if (!line) return notFound()
  return line.state === "open" ? line : refuse("LINE_DECIDED")
}

/** Holds the references of a line, which never change, before the line itself. Returns them. */
async function holdOf(tx: SignedInCtx, lineId: string): Promise<string[]> {
  const { text, utr } = bankLines
  const [line] = await tx.db.select({ text, utr }).from(bankLines).where(eq(bankLines.id, lineId))
  return holdReferences(tx, `${line?.text ?? ""} ${line?.utr ?? ""}`)
}

/**
 * Counts a line's money for an order that is paid by UPI, in the same way as a transfer that staff record: the right
 * amount pays the order, any other goes back. Throws NOT_FOUND, LINE_DECIDED and FIELD_ERRORS.
 */
export async function matchLine(
  ctx: SignedInCtx,
  { line_id, order_number }: { line_id: string; order_number: string },
): Promise<{ outcome: "paid" | "owed" }> {
  return inTransaction(ctx, async (tx) => {
    // Whoever counts a transfer locks its order first.
    const [order] = await tx.db
      .select()
      .from(orders)
      .where(and(eq(orders.number, order_number), eq(orders.provider, DIRECT_UPI)))
      .for("update")
    if (!order) return refuseFields({ order_number: "ORDER_UNKNOWN" })
    const references = await holdOf(tx, line_id)
    const line = await lockOpen(tx, line_id)
    if (await isInvoiced(tx, references)) refuseFields({ order_number: "LINE_COUNTED" })
    await tx.db
      .update(bankLines)
      .set(matchedTo(tx, { order_id: order.id }))
      .where(eq(bankLines.id, line.id))
    const utr = line.utr ?? (await referenceFor(tx, order, line))
    const { amount_paise } = line
    const { outcome } = await settleTransfer(tx, order, { utr, amount_paise }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "FIELD_ERRORS")
        return refuseFields({ order_number: "LINE_COUNTED" })
      throw error
    })
    await recordAct(tx, "bank.match", line.id, { order_id: order.id, amount_paise, outcome })
    return { outcome }
  })
}

/** Says which settlement a line is. Throws NOT_FOUND, LINE_DECIDED and FIELD_ERRORS. */
export async function matchSettlement(
  ctx: SignedInCtx,
  { line_id, settlement_id }: { line_id: string; settlement_id: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const line = await lockOpen(tx, line_id)
    const [settlement] = await tx.db
      .select({ id: settlements.id, net_paise: settlements.net_paise })
      .from(settlements)
      .where(eq(settlements.id, settlement_id))
      .for("update")
    if (!settlement) return refuseFields({ settlement_id: "SETTLEMENT_UNKNOWN" })
    if ((await tx.db.$count(bankLines, eq(bankLines.settlement_id, settlement_id))) > 0)
      refuseFields({ settlement_id: "SETTLEMENT_ARRIVED" })
    if (settlement.net_paise !== line.amount_paise) refuseFields({ settlement_id: "SETTLEMENT_OTHER_AMOUNT" })
    await tx.db.update(bankLines).set(matchedTo(tx, { settlement_id })).where(eq(bankLines.id, line.id))
    await recordAct(tx, "bank.settlement", line.id, { settlement_id, amount_paise: line.amount_paise })
  })
}

/** Puts a line aside: its money isn't for an order. Throws NOT_FOUND, LINE_DECIDED and FIELD_ERRORS. */
export async function setAside(
  ctx: SignedInCtx,
  { line_id, reason, note }: { line_id: string; reason: AsideReason; note?: string | undefined },
): Promise<void> {
  if (reason === "other" && !note) refuseFields({ note: "LINE_NOTE_NEEDED" })
  await inTransaction(ctx, async (tx) => {
    const line = await lockOpen(tx, line_id)
    await tx.db
      .update(bankLines)
      .set({
        ...{ state: "aside", reason, note: note || null },
        ...{ decided_at: tx.clock.now(), decided_by: tx.viewer.user_id },
      })
      .where(eq(bankLines.id, line.id))
    await recordAct(tx, "bank.aside", line.id, { reason, amount_paise: line.amount_paise })
  })
}

/**
 * Takes up a line again that was put aside or matched to a settlement. What was counted for an order stays so until
 * the transfer is taken back. Throws NOT_FOUND and LINE_DECIDED.
 */
export async function reopenLine(ctx: SignedInCtx, lineId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [line] = await tx.db.select().from(bankLines).where(eq(bankLines.id, lineId)).for("update")
    if (!line) return notFound()
    if (line.state === "open") return
    if (line.order_id) return refuse("LINE_DECIDED")
    await tx.db.update(bankLines).set(OPEN).where(eq(bankLines.id, line.id))
    await recordAct(tx, "bank.reopen", line.id, { amount_paise: line.amount_paise })
  })
}
