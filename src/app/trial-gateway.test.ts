import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createLog } from "#platform/log/log.ts"
import { razorpay } from "#platform/money/razorpay.ts"
import { SECOND } from "#shared/time.ts"
import { GATEWAY_PAGES } from "#shared/trial-gateway.ts"
import { startTrialGateway, type TrialGateway } from "./trial-gateway.ts"

const projectRoot = resolve(import.meta.dirname, "../..")
let dataFolder: string
let gateway: TrialGateway
/** What the gateway posted. */
const posted: { body: Buffer; headers: Headers }[] = []
const product = createServer(async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  posted.push({
    body: Buffer.concat(pieces),
    headers: new Headers(request.headers as Record<string, string>),
  })
  response.end()
})

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "kaksha-gateway-"))
  await new Promise<void>((ready) => product.listen(0, "127.0.0.1", ready))
  gateway = await start()
})
afterAll(async () => {
  await gateway?.stop()
  product.close()
  rmSync(dataFolder, { recursive: true, force: true })
})

const webhookUrl = () => `http://127.0.0.1:${(product.address() as AddressInfo).port}/hooks/payments/razorpay`
const start = () =>
  startTrialGateway({ projectRoot, dataFolder, webhookUrl: webhookUrl(), log: createLog("silent") })

const RETURN = "/orders/K-1/return"
const press = (address: string, form: Record<string, string>, headers = {}) =>
  fetch(address, { method: "POST", body: new URLSearchParams(form), redirect: "manual", headers })

test("PAY-01 PAY-05 a trial pays on a page of its own gateway, which reports it, sends the payer back and knows it after a restart", async () => {
  const money = () => razorpay(gateway.settings)
  const { id } = await money().createOrder({ amount_paise: 899_900, reference: "K-1-1", notes: {} })
  const checkout = money().checkout(id)
  if (checkout.way !== "page") throw new Error("a trial pays on a page")
  const pay = new URL(checkout.path, gateway.settings.baseUrl).href
  const page = `${pay}?return_to=${encodeURIComponent(RETURN)}&name=${encodeURIComponent("<b>Nritya</b>")}`
  const shown = await (await fetch(page)).text()
  expect(shown).toContain("₹8,999.00")
  expect(shown).toContain("No money moves")
  expect(shown).not.toContain("<b>Nritya")
  expect(await (await fetch(`${page}&language=hi`)).text()).toContain("पैसे नहीं कटेंगे")

  const failed = await press(page, { do: "fail" })
  expect(failed.headers.get("location")).toMatch(/^\/orders\/K-1\/return\?/)
  expect((await press(page, { do: "pay" }, { "sec-fetch-site": "cross-site" })).status).toBe(403)
  for (const away of [
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
  ]) {
    const address = `${pay}?return_to=${encodeURIComponent(away)}`
    expect(await (await fetch(address)).text(), away).not.toContain("Go back")
    expect((await press(address, { do: "nothing" })).headers.get("location"), away).toMatch(
      /^\/dev\/gateway\/pay\//,
    )
  }
  const paid = await press(page, { do: "pay" })
  const back = new URL(paid.headers.get("location") ?? "", gateway.settings.baseUrl).searchParams
  // Pressed again, nothing is paid twice, and the payer comes back all the same.
  expect((await press(page, { do: "pay" })).headers.get("location")).toBe(paid.headers.get("location"))
  const returned = {
    order_id: id,
    payment_id: back.get("payment_id") ?? "",
    signature: back.get("signature") ?? "",
  }
  expect(money().verifyReturn(returned)).toBe(true)
  await vi.waitFor(() => expect(posted).toHaveLength(2), 10 * SECOND)
  const events = posted.map(({ body, headers }) => money().parseWebhook(body, headers))
  expect(events).toMatchObject([{ payment: { state: "failed" } }, { payment: { state: "captured" } }])

  const before = gateway.settings
  await gateway.stop()
  gateway = await start()
  expect(gateway.settings).toEqual(before)
  expect((await money().fetchOrderPayments(id)).map(({ state }) => state).sort()).toEqual([
    "captured",
    "failed",
  ])
  const refund = await money().refund(returned.payment_id, 899_900, "refund-0001")
  const list = new URL(GATEWAY_PAGES, gateway.settings.baseUrl).href
  await press(list, { do: "processed", refund: refund.id })
  expect((await money().fetchRefund(refund.id)).state).toBe("processed")
  await press(list, { do: "severalAttempts" })
  expect(await (await fetch(list)).text()).toContain("No")
})
