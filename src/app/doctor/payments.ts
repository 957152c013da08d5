import { hasSupplier } from "#features/payments/server/sales.ts"
import { paymentSettings } from "#features/payments/server/settings.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import type { Environment } from "#platform/env.ts"
import { DEFAULT_TIMEOUT_MS } from "#platform/money/razorpay-api.ts"
import { environmentWith, readSettingRows, type SettingRows } from "#platform/settings.ts"
import { SECOND } from "#shared/time.ts"
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts"

/** Signatures of other providers' machines bear less. */
const LARGEST_SKEW = 30 * SECOND

/** What admins entered about selling. */
export type Selling = { settings: SettingRows; hasSupplier: boolean }

/** Reads what admins entered about selling. */
export async function readSelling(url: string): Promise<Selling> {
  const pool = createPool(url, 1)
  try {
    const db = databaseOn(pool)
    return { settings: await readSettingRows(db), hasSupplier: await hasSupplier({ db }) }
  } finally {
    await pool.end()
  }
}

/**
 * Whether the provider knows our keys, its webhooks can reach us, our clock agrees with its own, and bills have
 * somebody to name. Without what admins entered, which is in the database, it judges by the environment alone.
 */
export async function checkPayments(started: Environment, selling: Selling | null): Promise<Finding[]> {
  const env = selling ? environmentWith(started, selling.settings, paymentSettings) : started
  const upi = env.UPI_ID ? `by Direct UPI to ${env.UPI_ID}` : null
  const sells = env.paymentProvider !== null || upi !== null
  return [
    ...(env.paymentProvider === "razorpay" ? [...(await checkKeys(env)), await checkWebhook(env)] : []),
    ...(env.paymentProvider === "razorpay" && !upi ? [] : [fine("payments", waysOf(env, upi))]),
    ...(sells && selling ? [sellerFinding(env, selling)] : []),
  ]
}

function waysOf({ paymentProvider }: Environment, upi: string | null): string {
  if (paymentProvider === "razorpay") return `Programs are sold ${upi}, too`
  if (paymentProvider === "trial") {
    return `Programs are sold through the trial's own gateway, which takes no money${upi ? `, and ${upi}` : ""}`
  }
  return upi ? `Programs are sold ${upi}` : "No provider and no UPI id: enrolment is open at once"
}

function sellerFinding({ trial }: Environment, selling: Selling): Finding {
  if (selling.hasSupplier) return fine("seller", "Bills name who sells")
  if (trial) return fine("seller", "Bills of this trial name sample values until an admin enters who sells")
  return warning(
    "seller",
    "Nobody can buy: bills have to name who sells, and nobody is entered",
    "Enter legal name, address, State and GST registration at /admin/settings under Seller",
  )
}

async function checkKeys(env: Environment): Promise<Finding[]> {
  const keys = Buffer.from(`${env.RAZORPAY_KEY_ID}:${env.RAZORPAY_KEY_SECRET}`).toString("base64")
  try {
    const reply = await fetch(new URL("/v1/orders?count=1", env.RAZORPAY_BASE_URL), {
      headers: { authorization: `Basic ${keys}` },
      signal: AbortSignal.timeout(DEFAULT_TIMEOUT_MS),
    })
    await reply.body?.cancel()
    if (reply.status === 401)
      return [
        problem(
          "payments",
          "Razorpay refuses our keys",
          "Copy RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET from its dashboard; both of the same mode, test or live",
        ),
      ]
    if (!reply.ok)
      return [
        problem(
          "payments",
          `Razorpay answers ${reply.status}`,
          "Try again later, and look at its status page",
        ),
      ]
    const mode = env.RAZORPAY_KEY_ID?.startsWith("rzp_test_") ? "test" : "live"
    const known = env.trial || mode === "live"
    const found = known
      ? fine("payments", `Razorpay knows our keys, of its ${mode} mode`)
      : warning(
          "payments",
          "Razorpay takes no money: these are keys of its test mode",
          "Set the keys of its live mode",
        )
    return [found, clockFinding(reply.headers.get("date"))]
  } catch (error) {
    const mend = "Check that this machine reaches api.razorpay.com by https"
    return [problem("payments", `Razorpay doesn't answer: ${reasonOf(error)}`, mend)]
  }
}

function clockFinding(date: string | null): Finding {
  const skew = date === null ? 0 : Date.now() - Date.parse(date)
  if (Math.abs(skew) <= LARGEST_SKEW) return fine("clock", "It agrees with Razorpay's")
  const seconds = Math.round(Math.abs(skew) / SECOND)
  return problem(
    "clock",
    `It is ${seconds} s ${skew > 0 ? "ahead of" : "behind"} Razorpay's`,
    "Have the system set it by the network, such as with `timedatectl set-ntp true`",
  )
}

/** An unsigned event has to be refused by us, and not by something in between. */
async function checkWebhook({ APP_URL }: Environment): Promise<Finding> {
  if (!APP_URL) {
    return warning(
      "payments webhook",
      "Razorpay can't reach a trial, so payments are found by asking only",
      "Set APP_URL on a public server",
    )
  }
  const address = new URL("/hooks/payments/razorpay", APP_URL).href
  const mend = `Start the product and have the proxy pass ${address} on; Razorpay's dashboard names the same address`
  try {
    const reply = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      redirect: "manual",
      signal: AbortSignal.timeout(DEFAULT_TIMEOUT_MS),
    })
    const told = (await reply.json().catch(() => null)) as { code?: string } | null
    if (reply.status === 401 && told?.code === "FORGED")
      return fine("payments webhook", `${address} can be reached and refuses what isn't signed`)
    return problem("payments webhook", `${address} answers ${reply.status}`, mend)
  } catch (error) {
    return problem("payments webhook", `${address} can't be reached: ${reasonOf(error)}`, mend)
  }
}
