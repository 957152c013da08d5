import type { Pool } from "pg"
import { withRuntime } from "#app/commands/parts.ts"
import { createOrder } from "#features/payments/server/orders.ts"
import { receiveEvent } from "#features/payments/server/webhook.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import { readEnvironment } from "#platform/env.ts"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { sellingThrough } from "#tests/orders.ts"
import { createStudent } from "#tests/people.ts"
import type { Benchmark } from "./rig/figures.ts"
import { median } from "./rig/rounds.ts"
import { databaseBeside, projectRoot, type World } from "./rig/world.ts"

/** Enrolments, orders and fulfilments that are measured, in turn, after some that are not. */
const MEASURED = 200
const WARM_UP = 40

type Took = { enrolling: number; ordering: number; fulfilling: number }

/** Returns how long some work took, in milliseconds, and its result. */
async function timed<T>(work: () => Promise<T>): Promise<[took: number, result: T]> {
  const started = performance.now()
  const result = await work()
  return [performance.now() - started, result]
}

/** One student enrols where nothing is paid; another orders, and the provider reports the money. */
async function buyBeside(ctx: Ctx, gateway: RazorpayGateway, course_id: string): Promise<Took> {
  const [free, buyer] = [await createStudent(ctx), await createStudent(ctx)]
  const [enrolling] = await timed(() => enrolInProgram({ ...ctx, viewer: free, money: null }, course_id))
  const money = ctx.money
  if (!money) throw new Error("the product doesn't sell")
  let atGateway = 0
  const createAndCount: typeof money.createOrder = async (wanted) => {
    const [took, made] = await timed(() => money.createOrder(wanted))
    atGateway += took
    return made
  }
  const selling = { ...ctx, viewer: buyer, money: { ...money, createOrder: createAndCount } }
  const [whole, order] = await timed(() => createOrder(selling, { course_id, state: "29" }))
  if (order.checkout?.way !== "razorpay") throw new Error("the order can't be paid")
  const payment = gateway.pay(order.checkout.order_id, "captured")
  const { body, headers } = gateway.webhook("payment.captured", payment)
  const [fulfilling, taken] = await timed(() => receiveEvent(ctx, money.name, body, headers))
  if (taken !== "accepted") throw new Error(`the webhook was ${taken}`)
  return { enrolling, ordering: whole - atGateway, fulfilling }
}

async function measure(world: World): Promise<Took[]> {
  const gateway = await startRazorpayGateway()
  world.own(() => gateway.close())
  const { url } = await databaseBeside(world, "buying")
  await migrateDatabase(url, projectRoot)
  const { dataFolder } = await world.product()
  const variables = { ...process.env, ...sellingThrough(gateway), NODE_ENV: "production" }
  const call = { env: readEnvironment(variables), variables, projectRoot, args: [] }
  return withRuntime(call, { url, dataFolder }, async (runtime) => {
    const ctx = runtime.contextFor(null, runtime.log)
    await seedPrograms(ctx)
    const { rows } = await runtime.pool.query<{ id: string }>("select id from programs order by position")
    const all: Took[] = []
    for (let turn = 0; turn < WARM_UP + MEASURED; turn += 1)
      all.push(await buyBeside(ctx, gateway, rows[turn % rows.length]?.id ?? ""))
    await everyoneGotTheirs(runtime.pool, all.length)
    return all.slice(WARM_UP)
  })
}

async function everyoneGotTheirs(pool: Pool, turns: number): Promise<void> {
  const { rows } = await pool.query<{ enrolled: number; billed: number }>(
    "select (select count(*) from enrollments) as enrolled, (select count(*) from bills) as billed",
  )
  const [found] = rows
  if (Number(found?.enrolled) !== 2 * turns || Number(found?.billed) !== turns)
    throw new Error(`${found?.enrolled} were enrolled and ${found?.billed} billed in ${turns} turns`)
}

/** What buying costs beside enrolling where nothing is paid: order and fulfilment, without the provider's own time. */
export const buying: Benchmark = {
  name: "buying",
  async run(world) {
    const all = await measure(world)
    const of = (step: keyof Took) => median(all.map((took) => took[step]))
    const enrolling = of("enrolling")
    const figure = (step: "ordering" | "fulfilling", what: string, more: string) => ({
      what,
      budget: `buying-${step}` as const,
      value: of(step) / enrolling,
      shown: `${(of(step) / enrolling).toFixed(2)} × an enrolment`,
      method: `${more}, median of ${MEASURED}, ${of(step).toFixed(1)} ms, against enrolling where nothing is paid, in turn with it, ${enrolling.toFixed(1)} ms; jobs are written, and everyone was found enrolled and billed`,
    })
    return [
      figure("ordering", "Creating an order", "the provider's own time taken off"),
      figure("fulfilling", "Fulfilling an order", "from the provider's signed report to the commit"),
    ]
  },
}
