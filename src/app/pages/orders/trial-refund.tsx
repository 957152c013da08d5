import { GATEWAY_PAGES } from "#shared/trial-gateway.ts"
import type { PageRequest } from "#ui/api.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import type { ToldOrder } from "./order.load.ts"

/** Whether a refund of the order waits at the trial's own gateway, where people decide how it ends. */
export async function waitsAtTrialGateway(
  page: PageRequest,
  { refunds, upi }: Pick<ToldOrder, "refunds" | "upi">,
): Promise<boolean> {
  const isWaiting = refunds.some(
    ({ way, state }) => way === "provider" && (state === "asked" || state === "pending"),
  )
  if (!page.trial || !isWaiting || upi) return false
  return (await page.api.payments.options()).provider === "trial"
}

export function TrialRefundLink() {
  const text = useTexts(checkoutTexts)
  return (
    <a
      href={GATEWAY_PAGES}
      className="mt-4 inline-block font-semibold text-primary-text underline-offset-4 hover:underline"
    >
      {text.trialRefund}
    </a>
  )
}
