import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { GATEWAY_PAGES, PAY_PAGES } from "#shared/trial-gateway.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"

let gateway: RazorpayGateway
let product: HttpProduct
/** What reached the gateway's process. */
const asked: { url: string; headers: IncomingHttpHeaders }[] = []
// Stands between the two, to see what is passed on.
const between = createServer(async (request, response) => {
  asked.push({ url: request.url ?? "", headers: request.headers })
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { "content-type": type = "text/plain" } = request.headers
  const reply = await fetch(new URL(request.url ?? "/", gateway.url), {
    method: request.method ?? "GET",
    ...(pieces.length > 0 && { body: Buffer.concat(pieces), headers: { "content-type": type } }),
    redirect: "manual",
  })
  const headers = { ...Object.fromEntries(reply.headers), "set-cookie": "gateway=1" }
  response.writeHead(reply.status, headers).end(await reply.text())
})
const { promise: listening, resolve } = Promise.withResolvers<void>()

beforeAll(async () => {
  gateway = await startRazorpayGateway()
  between.listen(0, "127.0.0.1", resolve)
  await listening
  const baseUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  const { keyId, keySecret, webhookSecret } = gateway
  product = await startHttpProduct({}, undefined, undefined, undefined, undefined, {
    gateway: { baseUrl, keyId, keySecret, webhookSecrets: [webhookSecret], checkoutPage: PAY_PAGES },
  })
})
afterAll(async () => {
  await product?.close()
  between.close()
  await gateway?.close()
})

const newOrder = () => gateway.createOrder({ amount: 899_900, currency: "INR", receipt: "K-1-1" }).id
const open = (path: string, init: RequestInit = {}) =>
  fetch(product.address + path, { redirect: "manual", ...init })
const press = (path: string, headers: Record<string, string> = {}) =>
  open(path, { method: "POST", body: new URLSearchParams({ do: "pay" }), headers })

test("PAY-01 OPS-03 the pages of a trial's gateway are at the product's own address, without anybody's cookies", async () => {
  const page = `${PAY_PAGES}/${newOrder()}?return_to=/orders/K-1/return`
  const shown = await open(page, {
    headers: { cookie: "kaksha.session=secret", authorization: "Bearer secret" },
  })
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain("₹8,999.00")
  expect(shown.headers.getSetCookie()).toEqual([])
  const paid = await press(page, { cookie: "kaksha.session=secret", "sec-fetch-site": "same-origin" })
  expect([paid.status, paid.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/orders\/K-1\/return\?order_id=/),
  ])
  expect((await open(GATEWAY_PAGES)).status).toBe(200)
  expect(asked).toHaveLength(3)
  expect(JSON.stringify(asked)).not.toContain("secret")
})

test("OPS-03 such a page runs nothing, posts only to the product and says what it broke", async () => {
  const policy = (await open(GATEWAY_PAGES)).headers.get("content-security-policy")?.split("; ")
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy?.join()).not.toContain("unsafe-inline")
  expect(policy?.at(-1)).toBe("report-uri /hooks/csp")
})

test("OPS-03 nothing reaches the gateway from another site, beyond the limits, or for its API", async () => {
  const page = `${PAY_PAGES}/${newOrder()}`
  const before = asked.length
  expect((await press(page, { "sec-fetch-site": "cross-site" })).status).toBe(403)
  expect((await press(page, { origin: "https://elsewhere.example" })).status).toBe(403)
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const large = { method: "POST", body: `do=${"x".repeat(70_000)}`, headers: form }
  expect((await open(page, large)).status).toBe(413)
  const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } }
  expect((await open(page, json)).status).toBe(415)
  for (const path of [
    "/v1/orders",
    `${GATEWAY_PAGES}/v1/orders`,
    `${PAY_PAGES}/a/b`,
    `${PAY_PAGES}/%2e%2e/x`,
  ])
    expect((await open(path)).status, path).toBe(404)
  expect(asked).toHaveLength(before)
})

test("PAY-01 while the gateway is away its pages say to come again, and a product without one has no such pages", async () => {
  const away = await startHttpProduct({}, undefined, undefined, undefined, undefined, {
    gateway: { baseUrl: "http://127.0.0.1:9", keyId: "", keySecret: "", webhookSecrets: [] },
  })
  const none = await startHttpProduct({ PAYMENT_PROVIDER: "off" })
  try {
    expect((await fetch(away.address + GATEWAY_PAGES)).status).toBe(503)
    expect((await fetch(none.address + GATEWAY_PAGES)).status).toBe(404)
  } finally {
    await away.close()
    await none.close()
  }
})
