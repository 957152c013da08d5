import { CATALOGUE_PATH, checkoutPath, orderPath, programPath } from "#features/programs/paths.ts"
import { BASKET_PATH } from "#features/shop/paths.ts"
import { formatPaise } from "#shared/money.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import type { ToldOrder } from "./order.load.ts"
import { PayButton } from "./pay-button.tsx"
import { tellRefundState } from "./tell-refund-state.ts"
import { TrialRefundLink } from "./trial-refund.tsx"

/** What became of the last try to pay, while the order is open. */
export function Tries({ order }: { order: ToldOrder }) {
  const text = useTexts(checkoutTexts)
  const [last] = order.payments
  if (!last || order.state !== "awaiting") return null
  if (last.state === "authorized") return <Told title={text.underWay} text={text.underWayText} />
  return last.state === "failed" ? <Told title={text.lastFailed} text={text.lastFailedText} /> : null
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-md bg-surface-sunken p-4">
      <p className="font-semibold">{title}</p>
      <p className="text-ink-muted">{text}</p>
    </div>
  )
}

/** The way to pay, or on. */
export function NextStep({ order, origin }: { order: ToldOrder; origin: string }) {
  const text = useTexts(checkoutTexts)
  if (order.checkout?.way === "upi" || order.upi?.claim?.state === "waiting") return null
  const failedBefore = order.payments.some(({ state }) => state === "failed")
  if (order.checkout) {
    return (
      <PayButton
        checkout={order.checkout}
        title={order.title}
        returnTo={`${origin}${orderPath(order.order_number)}/return`}
        label={failedBefore ? text.tryAgain(order.price.total) : text.pay(order.price.total)}
      />
    )
  }
  if (order.state === "paid") {
    if (!order.course) return null
    return (
      <ButtonLink to={programPath(order.course.slug)} reloadDocument className="sm:justify-self-start">
        {text.toProgram}
      </ButtonLink>
    )
  }
  if (order.state === "refunding" || order.state === "refunded") {
    return (
      <Link to={CATALOGUE_PATH} className="font-semibold text-primary-text hover:underline">
        {text.browse}
      </Link>
    )
  }
  return (
    <ButtonLink
      to={order.course ? checkoutPath(order.course.slug) : BASKET_PATH}
      reloadDocument={order.course !== null}
      className="justify-self-start"
    >
      {text.orderAgain}
    </ButtonLink>
  )
}

/** What is refunded of it, and how far that is. */
export function Refunds({ order, zone, atTrial }: { order: ToldOrder; zone: string; atTrial: boolean }) {
  const text = useTexts(checkoutTexts)
  const said = useSaidTime(zone)
  return (
    <Card title={text.refunds}>
      <ul className="grid gap-3">
        {order.refunds.map((refund) => (
          <li key={refund.id} className="flex flex-wrap justify-between gap-x-4">
            <span className="grid">
              <span>
                {tellRefundState(text, refund)}, {said(new Date(refund.at), "within")}
              </span>
              <span className="text-ink-muted">
                {refund.note ? text.refundReason(refund.note) : text.refundReasons[refund.reason]}
              </span>
            </span>
            <span className="font-semibold tabular-nums">{formatPaise(refund.amount_paise)}</span>
          </li>
        ))}
      </ul>
      {atTrial ? <TrialRefundLink /> : null}
    </Card>
  )
}
