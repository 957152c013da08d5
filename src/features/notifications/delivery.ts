/** What the provider or the network said of one message. */
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
  reason: string | null
}

/**
 * What the reports about a notice make of it, all of them at once, so that their order and doubling can't matter;
 * null where they change nothing. Delivered is the last word, whichever try it was. Undelivered and accepted count
 * only for the try that the notice stands for: `earlier` are the messages of tries that are over.
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
    return { status: "sent", delivery: "delivered", provider_id: delivered.provider_id, reason: null }
  }
  const own = reports.filter((report) =>
    notice.status === "sent"
      ? report.provider_id === notice.provider_id
      : !earlier.includes(report.provider_id),
  )
  const undelivered = own.find((report) => report.state === "undelivered")
  if (undelivered && (notice.status === "sent" || notice.status === "unknown")) {
    const why = undelivered.detail ? `: ${undelivered.detail}` : ""
    const reason = `The phone's network did not deliver it${why}`
    return { status: "failed", delivery: "undelivered", provider_id: undelivered.provider_id, reason }
  }
  const [accepted] = own
  if (accepted && notice.status === "unknown") {
    return { status: "sent", delivery: null, provider_id: accepted.provider_id, reason: null }
  }
  return null
}
