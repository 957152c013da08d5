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
