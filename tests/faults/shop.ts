import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { onTestFinished } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import type { RefundTerms } from "#contract/payments/refund-terms.ts"
import type { Kept, Payment, Refund } from "#platform/money/gateway/books.ts"
import { GATEWAY_PAGES } from "#shared/trial-gateway.ts"
import { createStudent } from "#tests/people.ts"
import { childOf } from "#tests/processes-of.ts"
import { type Alone, startAlone, whenTrue } from "./alone.ts"
import { cookieFor } from "./sessions.ts"

export type Buyer = { id: string; cookie: string }

/** So long the gateway's own report is waited for before the jobs are told that their time has come. */
const REPORTED_WITHIN_MS = 3_000

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A product that sells through a gateway process of its own, with somebody for each purchase. */
export async function openShop(buyersWanted: number) {
  const alone = await startAlone("shop")
  const pool = new pg.Pool({ connectionString: alone.databaseUrl, max: 2 })
  // PostgreSQL is killed under it.
  pool.on("error", () => {})
  onTestFinished(() => pool.end())
  const buyers = await makeBuyers(alone, buyersWanted)
  const { rows } = await pool.query<{ id: string }>(
    "select id from programs where archived_at is null order by position limit 1",
  )
  const course = rows[0]?.id ?? ""
  const books = () =>
    JSON.parse(readFileSync(join(alone.dataFolder, "gateway.json"), "utf8")) as { port: number; kept: Kept }
  return { ...alone, pool, buyers, course, books, gateway: () => gatewayOf(alone) }
}

function makeBuyers({ inProduct }: Alone, wanted: number): Promise<Buyer[]> {
  return inProduct(async (runtime) => {
    const ctx = runtime.contextFor(null, runtime.log)
    const made: Buyer[] = []
    while (made.length < wanted) {
      const student = await createStudent(ctx)
      made.push({ id: student.user_id, cookie: await cookieFor(ctx, student) })
    }
    return made
  })
}

/** The gateway's process. Throws while there is none. */
function gatewayOf({ member }: Alone): number {
  const pid = childOf(member.pid(), "gateway")
  if (pid === null) throw new Error("the product has no gateway now")
  return pid
}

/** Asks the product. Throws without an answer, and where it is broken or refuses. */
async function ask<T>({ member }: Shop, { cookie }: Buyer, method: string, path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:${member.port}/api/v1${path}`, {
    method,
    headers: { cookie, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}

const listOrders = async (shop: Shop, buyer: Buyer) =>
  (await ask<{ items: Order[] }>(shop, buyer, "GET", "/my/orders")).items

/** Returns the newest order, and not one that was overtaken by another of the same purchase. */
export async function lastOrderOf(shop: Shop, buyer: Buyer): Promise<Order | undefined> {
  const all = await listOrders(shop, buyer)
  return all.find(({ state }) => state !== "cancelled") ?? all[0]
}

/** Orders the program, or returns the order that waits to be paid. */
export function placeOrder(shop: Shop, buyer: Buyer): Promise<Order> {
  return ask<Order>(shop, buyer, "POST", `/programs/${shop.course}/orders`, { state: "29" })
}

type Returned = { payment_id: string; signature: string }

/** Pays on the gateway's page. Returns what the browser brings back, also where it is paid already. */
export async function pay(shop: Shop, { checkout, order_number }: Order): Promise<Returned> {
  if (checkout?.way !== "page") throw new Error(`${order_number} can't be paid on a page`)
  const back = encodeURIComponent(`/orders/${order_number}/return`)
  // At the gateway's own door, which is open while the product is not.
  const page = `http://127.0.0.1:${shop.books().port}${checkout.path}?return_to=${back}`
  const { payment_id = "", signature = "" } = Object.fromEntries(await press(page, { do: "pay" }))
  return { payment_id, signature }
}

/** Presses a button of the gateway's pages. Returns the parameters of where it leads. */
async function press(page: string, form: Record<string, string>): Promise<URLSearchParams> {
  const answer = await fetch(page, { method: "POST", body: new URLSearchParams(form), redirect: "manual" })
  const location = answer.headers.get("location")
  if (!location) throw new Error(`the gateway answered ${answer.status}`)
  return new URL(location, page).searchParams
}

/** Has the gateway pay back what it was asked for. */
export async function payBack(shop: Shop, order: Order): Promise<void> {
  const { port } = shop.books()
  for (const { id, status } of moneyOf(shop, order.order_number).refunds)
    if (status === "pending")
      await press(`http://127.0.0.1:${port}${GATEWAY_PAGES}`, { do: "processed", refund: id })
}

/** What the gateway knows of an order of ours, however many it made for it. */
export function moneyOf(shop: Shop, order_number: string): { payments: Payment[]; refunds: Refund[] } {
  const { kept } = shop.books()
  const made = kept.orders.filter(({ receipt }) => String(receipt).startsWith(`${order_number}-`))
  const payments = kept.payments.filter(({ order_id }) => made.some(({ id }) => id === order_id))
  const refunds = kept.refunds.map(([, { refund }]) => refund)
  return { payments, refunds: refunds.filter((one) => payments.some(({ id }) => id === one.payment_id)) }
}

export async function askRefund(shop: Shop, buyer: Buyer): Promise<Order> {
  const order = await lastOrderOf(shop, buyer)
  const path = `/orders/${order?.order_number}/refund`
  const terms = await ask<RefundTerms>(shop, buyer, "GET", path)
  const { refund_paise } = order?.state === "paid" ? terms : { refund_paise: 0 }
  return ask<Order>(shop, buyer, "POST", path, { refund_paise })
}

/**
 * Does what people do until they have what they paid for: they order, pay, and come back to the product or, without
 * `comesBack`, don't, which leaves it to the gateway's report and to the jobs.
 */
export async function buyAtLast(shop: Shop, buyer: Buyer, comesBack: boolean): Promise<Order> {
  return untilOrder(shop, buyer, "paid", async (before) => {
    if (before?.state === "paid") return
    const order = await placeOrder(shop, buyer)
    const returned = await pay(shop, order)
    if (comesBack) await ask(shop, buyer, "POST", `/orders/${order.order_number}/return`, returned)
  })
}

/** Asks for the money back until it is back. */
export async function refundAtLast(shop: Shop, buyer: Buyer): Promise<Order> {
  return untilOrder(shop, buyer, "refunded", async () => payBack(shop, await askRefund(shop, buyer)))
}

async function untilOrder(
  shop: Shop,
  buyer: Buyer,
  state: Order["state"],
  trying: (order: Order | undefined) => Promise<void>,
): Promise<Order> {
  const began = performance.now()
  let last: Order | undefined
  let hurriedAt = began
  let trouble: unknown
  await whenTrue(`an order that is ${state}`, async () => {
    last = await lastOrderOf(shop, buyer)
    if (last?.state === state) return true
    await trying(last).catch((error: unknown) => {
      trouble = error
    })
    if (performance.now() - hurriedAt > REPORTED_WITHIN_MS) {
      hurriedAt = performance.now()
      await bringForward(shop)
    }
    await delay(100)
    return false
  }).catch(async (error: Error) => {
    const all = await listOrders(shop, buyer).catch(() => [])
    const told = all.map((one) => [one.state, ...one.refunds.map(({ reason }) => reason)].join(" "))
    throw new Error(`${error.message}: there are ${told.join(", ") || "none"}`, { cause: trouble })
  })
  return last as Order
}

/** Puts the minutes back after which the product asks the gateway by itself, and has it look now. */
export async function bringForward({ pool, inProduct }: Shop): Promise<void> {
  await pool.query("update orders set look_at = now() where look_at is not null")
  await pool.query("update refunds set look_at = now() where state in ('asked', 'pending')")
  await inProduct(async (runtime) => {
    await runtime.jobs.send(runtime.contextFor(null, runtime.log), "payments.reconcile", {})
  })
}
