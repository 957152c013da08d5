import { afterAll, beforeAll, expect, test } from "vitest"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { SECOND } from "#shared/time.ts"
import { brokenInvariants } from "./faults/invariants.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { sellingThrough } from "./orders.ts"
import { createStudent } from "./people.ts"

let gateway: RazorpayGateway
let product: HttpProduct
let buyer: SignedIn
let course: string

beforeAll(async () => {
  gateway = await startRazorpayGateway()
  product = await startHttpProduct({
    ...sellingThrough(gateway),
    RAZORPAY_WEBHOOK_SECRET_OLD: "the-secret-before-this-one",
  })
  await seedPrograms(product.ctx)
  buyer = await createStudent(product.ctx)
  const [program] = await product.ctx.db.select({ id: programs.id }).from(programs).limit(1)
  course = program?.id ?? ""
})
afterAll(async () => {
  await product?.close()
  await gateway?.close()
})

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await product.call(buyer, method, `/api/v1${path}`, body)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as T
}

type Order = { order_number: string; state: string; checkout: { order_id: string } }

function post({ body, headers }: { body: Buffer; headers: Headers }, provider = "razorpay") {
  const more = new Headers(headers)
  more.set("content-type", "application/json")
  return fetch(`${product.address}/hooks/payments/${provider}`, {
    method: "POST",
    headers: more,
    body: new Uint8Array(body),
  })
}

test("PAY-05 over HTTP a program is reviewed, ordered and paid for, and the amount is never the browser's", async () => {
  expect(await ask("GET", "/payments")).toEqual({ provider: "razorpay", upi_instead: false })
  const refused = await product.call(buyer, "POST", `/api/v1/programs/${course}/enrolments`)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([402, "PAYMENT_NEEDED"])
  const review = await ask<{ price: { total_paise: number } }>("GET", `/programs/${course}/review?state=29`)
  const order = await ask<Order>("POST", `/programs/${course}/orders`, {
    ...{ state: "29", total_paise: 1, amount: 1 },
  })
  const { order_id } = order.checkout
  expect(gateway.orders.get(order_id)?.amount).toBe(review.price.total_paise)

  const payment = gateway.pay(order_id, "captured")
  const told = gateway.webhook("payment.captured", payment)
  const forged = gateway.webhook("payment.captured", payment, { secret: "guessed" })
  expect((await post(forged)).status).toBe(401)
  expect((await post(told, "stripe")).status).toBe(404)
  const larger = Buffer.concat([told.body, Buffer.alloc(80_000, " ")])
  expect((await post({ ...told, body: larger })).status).toBe(413)
  const state = async () => (await ask<Order>("GET", `/orders/${order.order_number}`)).state
  expect(await state()).toBe("awaiting")

  const started = performance.now()
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(told)))
  expect(performance.now() - started).toBeLessThan(5 * SECOND)
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await state()).toBe("paid")
  expect(await ask("GET", "/my/points")).toEqual({ points: 50 })
  expect(await ask<{ items: unknown[] }>("GET", "/my/programs")).toHaveLength(1)
  const again = await product.call(buyer, "POST", `/api/v1/programs/${course}/orders`, { state: "29" })
  expect(again.status).toBe(409)
  expect(await brokenInvariants(product.runtime.pool)).toEqual([])
})

test("PAY-05 a payer whom the provider sends back by a form of its own site is taken at its signature, without a session", async () => {
  const [, other] = await product.ctx.db.select({ id: programs.id }).from(programs).limit(2)
  const order = await ask<Order>("POST", `/programs/${other?.id}/orders`, { state: "29" })
  const { order_number, checkout } = order
  const foreign = {
    "content-type": "application/x-www-form-urlencoded",
    origin: "https://api.razorpay.com",
    "sec-fetch-site": "cross-site",
  }
  const back = (fields: Record<string, string>, path = `/orders/${order_number}/return`) =>
    fetch(product.address + path, {
      ...{ method: "POST", headers: foreign, redirect: "manual" },
      body: new URLSearchParams(fields),
    })
  const state = async () => (await ask<Order>("GET", `/orders/${order_number}`)).state
  const { payment_id, signature } = gateway.returnOf(gateway.pay(checkout.order_id, "captured"))
  const signed = { razorpay_payment_id: payment_id, razorpay_signature: signature }

  const forged = await back({ ...signed, razorpay_signature: "00" })
  expect([forged.status, forged.headers.get("location")]).toEqual([303, `/orders/${order_number}`])
  expect((await back({ ...signed, more: "x".repeat(5_000) })).headers.get("location")).not.toContain("done")
  expect(await state()).toBe("awaiting")
  // The signature is for one order of ours, and nothing else takes what another site posts.
  await back(signed, "/orders/K-ANOTHER/return")
  for (const path of [`/orders/${order_number}`, "/orders/a/b/return", "/login"])
    expect((await back(signed, path)).status, path).toBe(403)
  expect(await state()).toBe("awaiting")

  for (const _ of "twice")
    expect((await back(signed)).headers.get("location")).toBe(`/orders/${order_number}?done`)
  expect(await state()).toBe("paid")
  expect(await brokenInvariants(product.runtime.pool)).toEqual([])
})
