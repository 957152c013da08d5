import type { Environment } from "../env.ts"
import type { MoneyPort } from "./port.ts"
import { razorpay } from "./razorpay.ts"
import type { RazorpaySettings } from "./razorpay-api.ts"

/**
 * Returns the provider that the environment names, or null without one: enrolment is then open at once. A trial's
 * own gateway is one that was started with the product.
 */
export function moneyPortFor(env: Environment, trial: RazorpaySettings | null = null): MoneyPort | null {
  if (env.paymentProvider === "trial") return trial && razorpay(trial)
  if (env.paymentProvider !== "razorpay") return null
  const { RAZORPAY_WEBHOOK_SECRET: secret, RAZORPAY_WEBHOOK_SECRET_OLD: before } = env
  return razorpay({
    baseUrl: env.RAZORPAY_BASE_URL,
    // The environment is checked at start: these are set.
    keyId: env.RAZORPAY_KEY_ID ?? "",
    keySecret: env.RAZORPAY_KEY_SECRET ?? "",
    webhookSecrets: [secret, before].flatMap((one) => one ?? []),
  })
}
