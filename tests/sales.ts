import { ORPCError } from "@orpc/server"
import type { Pool } from "pg"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { paymentsJobs } from "#features/payments/server/jobs.ts"
import { readOrder } from "#features/payments/server/order-view.ts"
import { receiveEvent } from "#features/payments/server/webhook.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import type { MoneyPort } from "#platform/money/port.ts"
import { razorpay } from "#platform/money/razorpay.ts"
import { DEFAULT_TIMEOUT_MS } from "#platform/money/razorpay-api.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "./context.ts"
import type { TestDatabase } from "./database.ts"
import { brokenInvariants } from "./faults/invariants.ts"
import { runJobs } from "./run-jobs.ts"

export type Sales = {
  world: TestContext
  gateway: RazorpayGateway
  pool: Pool
  /** Has the gateway take the money of an order and report it. */
  capture(orderNumber: string): Promise<void>
  /** The same. Returns the order as the buyer then sees it. */
  pay(buyer: SignedInCtx, order: Pick<Order, "order_number">): Promise<Order>
  /** Has the gateway process every refund that it was asked for, and report it. */
  settleRefunds(): Promise<void>
  /** Has somebody pay back of an order's money on the gateway's own pages, which reports it. */
  refundOutside(orderNumber: string, amount_paise: number): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** A webhook secret that counts as well. */
  olderSecret?: string
  env?: NodeJS.ProcessEnv
  /** Where everything is written; a database of its own if none is given. */
  database?: Pick<TestDatabase, "pool" | "drop">
}

/**
 * How the product asks a gateway. It waits as long as the product does, so that a slow machine isn't taken for a gateway
 * that is away, but gives up soon on one that was told to hang.
 */
export function moneyOf(gateway: RazorpayGateway, olderSecret?: string): MoneyPort {
  const { url, keyId, keySecret, webhookSecret } = gateway
  return razorpay({
    ...{ baseUrl: url, keyId, keySecret },
    webhookSecrets: [webhookSecret, ...(olderSecret ? [olderSecret] : [])],
    get timeoutMs() {
      return gateway.hangs ? 100 : DEFAULT_TIMEOUT_MS
    },
  })
}

/** A world that sells through a gateway of its own. */
export async function startSales({ olderSecret, env, database }: Options = {}): Promise<Sales> {
  const gateway = await startRazorpayGateway()
  const world = await createTestContext({
    ...(env && { env }),
    ...(database && { database }),
    money: moneyOf(gateway, olderSecret),
  })
  const pool = (world.ctx.db as unknown as { $client: Pool }).$client
  const report = async (...event: Parameters<RazorpayGateway["webhook"]>) => {
    const { body, headers } = gateway.webhook(...event)
    await receiveEvent(world.ctx, "razorpay", body, headers)
  }
  const idOf = async (orderNumber: string): Promise<string> => {
    const { rows } = await pool.query("select provider_order_id as id from orders where number = $1", [
      orderNumber,
    ])
    return rows[0].id
  }
  const capture = async (orderNumber: string) =>
    report("payment.captured", gateway.pay(await idOf(orderNumber), "captured"))
  return {
    ...{ world, gateway, pool, capture },
    async pay(buyer, { order_number }) {
      await capture(order_number)
      return readOrder(buyer, order_number)
    },
    async settleRefunds() {
      await runJobs(world, paymentsJobs)
      for (const refund of gateway.refunds()) {
        if (refund.status === "processed") continue
        refund.status = "processed"
        await report("refund.processed", refund)
      }
    },
    async refundOutside(orderNumber, amount) {
      const id = await idOf(orderNumber)
      const payment = [...gateway.payments.values()].find(({ order_id }) => order_id === id)
      if (!payment) throw new Error("nothing was paid")
      const refund = gateway.refund(payment, { amount }, `by-hand-${newId()}`, "")
      refund.status = "processed"
      await report("refund.processed", refund)
    },
    async close() {
      await world.close()
      await gateway.close()
    },
  }
}

/**
 * The same for all tests of a file, with the built-in programs: started before them, checked after each and closed after
 * the last.
 */
export function testSales({ online = false, ...options }: Options & { online?: boolean } = {}) {
  const made = { sales: undefined as unknown as Sales, courses: [] as string[], turn: 0 }
  beforeAll(async () => {
    made.sales = await startSales(options)
    await seedPrograms(made.sales.world.ctx)
    const { rows } = await made.sales.pool.query<{ id: string }>(
      "select id from programs where delivery = 'online' or not $1 order by position",
      [online],
    )
    made.courses = rows.map(({ id }) => id)
  })
  afterEach(async () => {
    made.sales.gateway.behave("work")
    expect(await brokenInvariants(made.sales.pool)).toEqual([])
  })
  afterAll(() => made.sales?.close())
  return {
    get world() {
      return made.sales.world
    },
    get gateway() {
      return made.sales.gateway
    },
    get pool() {
      return made.sales.pool
    },
    get courses() {
      return made.courses
    },
    /** A program that nobody in another test buys. */
    course(): string {
      made.turn += 1
      return made.courses[made.turn % made.courses.length] ?? ""
    },
    capture: (orderNumber: string) => made.sales.capture(orderNumber),
    pay: (buyer: SignedInCtx, order: Pick<Order, "order_number">) => made.sales.pay(buyer, order),
    settleRefunds: () => made.sales.settleRefunds(),
    refundOutside: (orderNumber: string, amount_paise: number) =>
      made.sales.refundOutside(orderNumber, amount_paise),
  }
}

/** The program of an order that isn't of goods. */
export function courseOf({ course }: Pick<Order, "course">): NonNullable<Order["course"]> {
  if (!course) throw new Error("the order is of goods")
  return course
}

/** The code with which some work was refused; `done` for none. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  )
  return error instanceof ORPCError ? error.code : ((error as { code?: string } | null)?.code ?? "done")
}

/** What refused some work: the reason of a sale, a field with its code, or the error's code; `done` for nothing. */
export async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (caught: unknown) =>
      caught as { code?: string; data?: { reasons?: { code: string }[]; fields?: object } },
  )
  const [reason] = error?.data?.reasons ?? []
  if (error?.data?.fields) return error.data.fields
  return reason?.code ?? (error instanceof ORPCError ? error.code : error?.code) ?? "done"
}
