import type { NoticeReason } from "#contract/notice-reasons.ts"

/** What the provider or the network reported about one message. */
export type ReportState = "accepted" | "delivered" | "undelivered"

export type Report = { provider_id: string; state: ReportState; detail: string | null }

type Standing = {
  status: "held" | "queued" | "sending" | "sent" | "failed" | "unknown" | "withdrawn" | "told"
  provider_id: string | null
}

export type DeliveryChange = {
  status: Standing["status"]
  delivery: "delivered" | "undelivered" | null
  provider_id: string | null
  reasons: NoticeReason[]
}

/**
 * Returns the delivery status that all reports about a notice add up to, or null where they change nothing.
 * Order and repeats don't matter. Delivered is final, whichever attempt it came from. Undelivered and
 * accepted count only for the notice's current attempt: `earlier` are the messages of past attempts.
 */
export function decideDelivery(
  notice: Standing,
  reports: readonly Report[],
  earlier: readonly string[],
): DeliveryChange | null {
  const delivered = reports.find((report) => report.state === "delivered")
  if (delivered) {
    const open = ["queued", "sent", "failed", "unknown"].includes(notice.status)
    if (!open) return null
    return { status: "sent", delivery: "delivered", provider_id: delivered.provider_id, reasons: [] }
  }
  const own = reports.filter((report) =>
    notice.status === "sent"
      ? report.provider_id === notice.provider_id
      : !earlier.includes(report.provider_id),
  )
  const undelivered = own.find((report) => report.state === "undelivered")
  if (undelivered && (notice.status === "sent" || notice.status === "unknown")) {
    const { provider_id, detail: said } = undelivered
    return {
      status: "failed",
      delivery: "undelivered",
      provider_id,
      reasons: [{ code: "undelivered", said }],
    }
  }
  const [accepted] = own
  if (accepted && notice.status === "unknown") {
    return { status: "sent", delivery: null, provider_id: accepted.provider_id, reasons: [] }
  }
  return null
}
