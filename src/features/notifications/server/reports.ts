import { and, eq, or } from "drizzle-orm"
import { decideDelivery } from "#features/notifications/delivery.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import type { DeliveryReport, ReportRequest } from "#platform/sms/port.ts"
import { isId, newId } from "#shared/ids.ts"
import { tryNextChannel } from "./next-channel.ts"
import { because } from "./reasons.ts"
import { emitChange, withdrawNotice } from "./service.ts"
import { deliveryReports, noticeAttempts, notices } from "./table.ts"

/**
 * Receives delivery reports from a provider, in any order and any number of times. Returns whether they came
 * from the provider, or that this provider is not in use. Reports about unknown notices are ignored.
 */
export async function receiveReports(
  ctx: Ctx,
  provider: string,
  request: ReportRequest,
): Promise<"accepted" | "forged" | "unknown"> {
  if (ctx.sms.name !== provider || !ctx.sms.readReports) return "unknown"
  const reports = ctx.sms.readReports(request)
  if (reports === null) return "forged"
  if (reports.length === 0) ctx.log.warn({ provider }, "a delivery report could not be read")
  for (const report of reports) await takeReport(ctx, report)
  return "accepted"
}

/**
 * Receives what Meta posts about WhatsApp messages, as the bytes that it signed. Returns whether it came from
 * Meta, or that WhatsApp is not in use.
 */
export async function receiveWhatsApp(
  ctx: Ctx,
  headers: Headers,
  body: Buffer,
): Promise<"accepted" | "forged" | "unknown"> {
  if (!ctx.whatsapp) return "unknown"
  const reports = ctx.whatsapp.readReports(headers, body)
  if (reports === null) return "forged"
  for (const report of reports) await takeReport(ctx, report)
  return "accepted"
}

function takeReport(ctx: Ctx, report: DeliveryReport): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { reference, providerId: provider_id, state, detail } = report
    // Locked first: two reports that were both written, which locks it a little, would wait for each other.
    const [notice] = await tx.db
      .select({ id: notices.id })
      .from(notices)
      .where(
        or(isId(reference) ? eq(notices.id, reference) : undefined, eq(notices.provider_id, provider_id)),
      )
      .limit(1)
      .for("update")
    if (!notice) return tx.log.info({ provider_id }, "a delivery report is about no message of ours")
    const [taken] = await tx.db
      .insert(deliveryReports)
      .values({
        id: newId(),
        notice_id: notice.id,
        provider_id,
        state,
        detail: detail?.slice(0, 200) ?? null,
        reported_at: tx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: deliveryReports.id })
    if (taken) await settleDelivery(tx, notice.id)
  })
}

/** Updates a notice's delivery from the reports about it, in the caller's transaction. */
export async function settleDelivery(tx: Ctx, noticeId: string): Promise<void> {
  const reports = await tx.db
    .select({
      provider_id: deliveryReports.provider_id,
      state: deliveryReports.state,
      detail: deliveryReports.detail,
    })
    .from(deliveryReports)
    .where(eq(deliveryReports.notice_id, noticeId))
  if (reports.length === 0) return
  const [notice] = await tx.db.select().from(notices).where(eq(notices.id, noticeId)).for("update")
  if (!notice) return
  const over = await tx.db
    .select({ id: noticeAttempts.answer })
    .from(noticeAttempts)
    .where(and(eq(noticeAttempts.notice_id, noticeId), eq(noticeAttempts.outcome, "accepted")))
  const change = decideDelivery(
    notice,
    reports,
    over.flatMap(({ id }) => id ?? []),
  )
  if (!change) return
  const sent_at = change.status === "sent" ? (notice.sent_at ?? tx.clock.now()) : notice.sent_at
  await tx.db
    .update(notices)
    .set({ ...change, ...because(change.reasons), sent_at, due_at: null })
    .where(eq(notices.id, noticeId))
  if (change.status === "sent" && notice.replaced_by) {
    await withdrawNotice(tx, notice.replaced_by, { code: "arrived-already" })
  }
  await tryNextChannel(tx, noticeId)
  await emitChange(tx, notice.cause_id)
}
