import { DAY } from "#shared/time.ts"
import type { Policy, Refund, RefundFacts } from "./facts.ts"

const GOODS = new Set(["welcome-kit", "uniform", "goods", "delivery"])

/**
 * What comes back of an order: until the end of the policy's last day, with the start as day 0, the whole
 * price of what is taught, and of goods that came faulty. What the order earned the family is taken back
 * beforehand; what of that was spent is deducted, so that no balance goes below zero.
 */
export function refundFirst({
  policy,
  asked_on,
  starts_on,
  lines,
  followed,
  earned_and_spent_paise,
}: RefundFacts): Refund {
  const day = (Date.parse(asked_on) - Date.parse(starts_on)) / DAY
  const last_day = policy.refund.noneAfterDaysFromStart
  const refund: Refund = { refund_paise: 0, points_paise: 0, credit_paise: 0, trace: [] }
  if (day > last_day) {
    refund.trace.push({ code: "too-late", day, last_day })
    return refund
  }
  refund.trace.push({ code: "in-time", day, last_day })
  if (followed) {
    refund.trace.push({ code: "later-term" })
    return refund
  }
  for (const [at, { code, amount_paise, refunded_paise, faulty, offs }] of lines.entries()) {
    const isGoods = GOODS.has(code)
    const left_paise = amount_paise - refunded_paise
    if (isGoods && !faulty) refund.trace.push({ code: "goods-not-faulty", line: at })
    else if (left_paise === 0 && amount_paise > 0) refund.trace.push({ code: "refunded-before", line: at })
    else {
      refund.refund_paise += left_paise
      refund.trace.push({ code: isGoods ? "faulty" : "whole-price", line: at, refund_paise: left_paise })
      for (const { code: paid_with, off_paise } of offs) {
        if (paid_with === "points") refund.points_paise += off_paise
        if (paid_with === "credit") refund.credit_paise += off_paise
      }
    }
  }
  const deducted_paise = Math.min(refund.refund_paise, earned_and_spent_paise)
  if (deducted_paise > 0) {
    refund.refund_paise -= deducted_paise
    refund.trace.push({ code: "earned-and-spent", deducted_paise })
  }
  return refund
}

/**
 * The points, in paise, for a renewal that was captured before the policy's day of the month in which it
 * starts. Both dates are YYYY-MM-DD in the academy's zone.
 */
export function earlyPointsFirst(
  { earlyPaymentPoints }: Policy,
  renewal: { captured_on: string; starts_on: string },
): number {
  const before = earlyBefore({ earlyPaymentPoints }, renewal.starts_on)
  return renewal.captured_on < before ? earlyPaymentPoints.valuePaise : 0
}

/** The day before which a term that starts on a date is paid early. Both are YYYY-MM-DD. */
export function earlyBefore(
  { earlyPaymentPoints }: Pick<Policy, "earlyPaymentPoints">,
  startsOn: string,
): string {
  return `${startsOn.slice(0, 7)}-${String(earlyPaymentPoints.payBeforeDayOfMonth).padStart(2, "0")}`
}

/**
 * Whether a colleague has to approve what staff refund: where all that staff gave of an order comes to more than the
 * limit, so that a large refund isn't given in small ones. A limit of 0 asks for nobody.
 */
export function needsSecondPerson(refund: {
  amount_paise: number
  /** What staff gave of the same order before. */
  given_paise: number
  limit_paise: number
}): boolean {
  return refund.limit_paise > 0 && refund.given_paise + refund.amount_paise > refund.limit_paise
}
