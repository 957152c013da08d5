import { existsSync } from "node:fs"
import { expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { databaseAnswers, killPostgres, whenTrue } from "./alone.ts"
import { brokenInvariants } from "./invariants.ts"
import { BOUGHT, type LetGo, MOMENTS } from "./sale-moments.ts"
import {
  type Buyer,
  bringForward,
  buyAtLast,
  lastOrderOf,
  moneyOf,
  openShop,
  refundAtLast,
  type Shop,
} from "./shop.ts"

/** How many times something is killed; `npm run test:faults` does it more often: 36 times for 100 of the others. */
const KILLS = process.env.FAULT_KILLS ? Math.ceil(Number(process.env.FAULT_KILLS) * 0.36) : 3
const VICTIMS = ["the product", "the gateway", "PostgreSQL"] as const
type Victim = (typeof VICTIMS)[number]

/** Kills one of the three, lets go of what was held, and waits until the product sells again. */
async function kill(shop: Shop, victim: Victim, letGo: LetGo): Promise<void> {
  const { member, dataFolder, databaseUrl } = shop
  const gateway = shop.gateway()
  if (victim === "the product") {
    await member.kill()
    await letGo()
    await whenTrue("the end of its gateway", async () => !existsSync(`/proc/${gateway}`))
    await member.start()
  } else if (victim === "the gateway") {
    process.kill(gateway, "SIGKILL")
    await letGo()
    await whenTrue("another gateway", async () => shop.gateway() !== gateway)
  } else {
    const another = await killPostgres(dataFolder)
    await letGo()
    await another()
    await databaseAnswers(databaseUrl)
  }
  await whenTrue("a shop that is open", async () => {
    const address = `http://127.0.0.1:${member.port}`
    const answers = await Promise.all([fetch(`${address}/readyz`), fetch(`${address}/dev/gateway`)])
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    return answers.every(({ ok }) => ok)
  })
}

/** What the gateway holds for an order is what the order is worth now, and it was paid and paid back once at most. */
function expectPaidOnce(shop: Shop, { order_number, price }: Order, isPaidBack: boolean, told: string) {
  const { payments, refunds } = moneyOf(shop, order_number)
  const paid = payments.filter(({ captured }) => captured).map(({ amount }) => amount)
  expect(paid, told).toEqual([price.total_paise])
  expect(
    refunds.map(({ amount, status }) => [amount, status]),
    told,
  ).toEqual(isPaidBack ? [[price.total_paise, "processed"]] : [])
}

/** Orders of the students who buy here. A trial begins with one of a guardian's. */
const OWN = "(select o.* from orders o join students s on s.user_id = o.buyer_id) o"
const NOT_MAILED = `bills b join ${OWN} on o.id = b.order_id
  where not exists (select from notices n where n.kind = 'bill' and n.cause_id = b.id)`

async function countOf({ pool }: Shop, query: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${query}`)
  return rows[0]?.count ?? Number.NaN
}

test("PAY-05 kill -9 of the product, its gateway or PostgreSQL at each moment from order to refund loses no money, charges nobody twice and leaves no gap in the bills", {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  const shop = await openShop(KILLS)
  const ended: [Buyer, Order, boolean, string][] = []
  const killed = new Map<string, number>()
  for (const [round, buyer] of shop.buyers.entries()) {
    // Twelve moments and three victims: each with each in 36 rounds, and few rounds see moments far from each other.
    const at = (round * 5) % MOMENTS.length
    const victim = VICTIMS[(round + Math.floor(round / MOMENTS.length)) % VICTIMS.length] as Victim
    const [moment, reach] = MOMENTS[at] as (typeof MOMENTS)[number]
    const told = `${victim} was killed while ${moment}, round ${round}`
    await kill(shop, victim, await reach(shop, buyer))
    expect(await brokenInvariants(shop.pool), told).toEqual([])
    const isPaidBack = at >= BOUGHT
    const order = isPaidBack
      ? await refundAtLast(shop, buyer)
      : await buyAtLast(shop, buyer, Math.floor(round / MOMENTS.length) % 2 === 0)
    expect(await brokenInvariants(shop.pool), told).toEqual([])
    expectPaidOnce(shop, order, isPaidBack, told)
    ended.push([buyer, order, isPaidBack, told])
    killed.set(victim, (killed.get(victim) ?? 0) + 1)
  }

  // Whatever was lost with a process is found again by the jobs, and none of that pays or enrols anybody anew.
  await bringForward(shop)
  await whenTrue("an end of the jobs", async () => (await countOf(shop, NOT_MAILED)) === 0)
  expect(await brokenInvariants(shop.pool)).toEqual([])
  for (const [buyer, order, isPaidBack, told] of ended) {
    expectPaidOnce(shop, order, isPaidBack, told)
    expect((await lastOrderOf(shop, buyer))?.state, told).toBe(isPaidBack ? "refunded" : "paid")
  }
  const refunded = ended.filter(([, , isPaidBack]) => isPaidBack).length
  expect(
    await countOf(
      shop,
      `payments p join ${OWN} on o.id = p.order_id where captured_at is not null and fulfils`,
    ),
  ).toBe(KILLS)
  expect(
    await countOf(shop, `enrollments e join ${OWN} using (student_id, course_id) where status = 'active'`),
  ).toBe(KILLS - refunded)
  process.stdout.write(
    `  ${[...killed].map(([victim, times]) => `${victim} killed ${times} times`).join(", ")}: ${KILLS - refunded} sold, ${refunded} paid back\n`,
  )
})
