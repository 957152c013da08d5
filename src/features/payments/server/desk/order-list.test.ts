import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { orderFor, refundRequestOf, refusedRefundOf } from "#tests/orders.ts"
import { createStudent } from "#tests/people.ts"
import { explainCall } from "../../../../../bench/rig/explain.ts"
import { listEveryOrder } from "./order-list.ts"

let world: TestContext
const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client

beforeAll(async () => {
  world = await createTestContext()
  await seedPrograms(world.ctx)
})
afterAll(() => world?.close())

/** Copies the one order until there are `total`, of 2,000 people, each with its payment; one in 500 waits for staff. */
async function grow(total: number): Promise<void> {
  const columns = "number, provider_order_id, buyer_id, student_id, state, paid_at, created_at"
  const { rows } = await pool().query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'orders' and column_name <> 'id'",
  )
  const copied = rows.map((row) => row.column_name).filter((name) => !columns.split(", ").includes(name))
  await pool().query(
    `insert into users (id, name, email, created_at)
     select uuidv7(), 'Ravi Nair', 'family' || n || '@' || $1::text || '.example', now() from generate_series(1, 2000) n`,
    [String(total)],
  )
  await pool().query(
    `with people as (select array_agg(id) as ids from users where email like '%@' || $1::int || '.example')
     insert into orders (id, ${columns}, ${copied.join()})
     select uuidv7(), 'K-' || $1::int || '-' || n, 'order_' || $1::int || '-' || n, people.ids[1 + n % 2000], null,
       case when n % 3 = 0 then 'expired' else 'paid' end, now() - n * interval '5 minutes',
       now() - n * interval '5 minutes', ${copied.join()}
     from (select * from orders limit 1) one, people, generate_series(1, $1::int) series(n)`,
    [total],
  )
  await pool().query(
    `insert into payments (id, order_id, provider, provider_payment_id, amount_paise, state, fulfils, created_at, captured_at)
     select uuidv7(), id, 'razorpay', 'pay_' || number, total_paise, 'captured', true, created_at, created_at
     from orders o where state = 'paid' and not exists (select from payments p where p.order_id = o.id)`,
  )
  await pool().query(
    `insert into refunds (id, payment_id, provider, amount_paise, reason, state, created_at, changed_at)
     select uuidv7(), id, 'razorpay', 100, 'by-staff', case when n % 500 = 0 then 'failed' else 'processed' end,
       created_at, created_at
     from (select *, row_number() over () as n from payments p
       where not exists (select from refunds r where r.payment_id = p.id)) p where n % 5 = 0`,
  )
  await pool().query("vacuum analyze")
}

test("PAY-05 the office's list of orders costs one statement, and as much at 100,000 orders as at 1,000", async () => {
  const [program] = await world.ctx.db.select({ id: programs.id }).from(programs).limit(1)
  const student = await createStudent(world.ctx)
  const order_number = await orderFor(world.ctx, program?.id ?? "", student)
  await refusedRefundOf(world.ctx, order_number)
  await refundRequestOf(world.ctx, order_number)
  const costs = async () => {
    const found: Record<string, { statements: number; buffers: number; scans: string[] }> = {}
    const queries: [string, object][] = [
      ["all", {}],
      ["a later page", { cursor: `${Date.now() - 3_600_000}.00000000-0000-7000-8000-000000000000` }],
      ["paid", { state: "paid" }],
      ["of a state that nothing is in", { state: "refunding" }],
      ["for staff", { state: "for-staff" }],
      ["with a refund on its way", { state: "refund-on-its-way" }],
      ["with a refund to approve", { state: "to-approve" }],
      ["a person", { q: "family77@" }],
      ["nobody", { q: "qqqq" }],
      ["a number", { q: "K-ABCDEFGHJK" }],
    ]
    for (const [what, query] of queries) {
      const call = (db: NodePgDatabase) =>
        listEveryOrder({ ...world.ctx, db } as Ctx, { q: "", limit: 50, ...query })
      // A first call plans; what counts is what each later one reads.
      await explainCall(pool(), call)
      const { statements, buffers, scans } = await explainCall(pool(), call)
      found[what] = {
        statements,
        buffers,
        scans: scans.filter((table) => /orders|payments|refunds|users/.test(table)),
      }
    }
    return found
  }
  await grow(1_000)
  const few = await costs()
  await grow(99_000)
  for (const [what, cost] of Object.entries(await costs())) {
    expect([what, cost.statements, cost.scans]).toEqual([what, 1, []])
    // What waits for staff, and what a person bought, is more by now as well.
    const most = what === "for staff" || what === "a person" ? 3_000 : 1.5 * (few[what]?.buffers ?? 0)
    expect(cost.buffers, what).toBeLessThan(most)
  }
}, 120_000)
