import { existsSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { onTestFinished } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { whenTrue } from "./alone.ts"
import { askRefund, type Buyer, buyAtLast, moneyOf, pay, payBack, placeOrder, type Shop } from "./shop.ts"

export type LetGo = () => Promise<unknown> | unknown
/** Leads to a moment and stops everything right there. Returns what lets it go on. */
type Reach = (shop: Shop, buyer: Buyer) => Promise<LetGo>

/** The moments of a sale, in their order; after the first seven it is bought, after the others paid back. */
export const MOMENTS: [name: string, reach: Reach][] = [
  [
    "the order is written",
    async (shop, buyer) => {
      const thaw = freeze(shop.gateway())
      await pressUntilWritten(shop, buyer)
      return thaw
    },
  ],
  [
    "the gateway has made its order and says so",
    async (shop, buyer) => {
      const thaw = freeze(shop.gateway())
      const id = await pressUntilWritten(shop, buyer)
      return holding(shop, ["select from orders where id = $1 for update", [id]], thaw)
    },
  ],
  [
    "it is paid at the gateway, and the product doesn't listen",
    async (shop, buyer) => {
      const order = await atLast(() => placeOrder(shop, buyer))
      const thaw = freeze(shop.member.pid())
      await pay(shop, order)
      return thaw
    },
  ],
  [
    "the report of the payment has arrived",
    async (shop, buyer) => {
      const order = await atLast(() => placeOrder(shop, buyer))
      const id = await orderIdOf(shop, buyer)
      return holding(shop, ["select from orders where id = $1 for update", [id]], () => pay(shop, order))
    },
  ],
  ["the student is enrolled", whilePaying("enrollments")],
  ["the invoice gets its number", whilePaying("bill_counters")],
  ["the invoice is mailed", whilePaying("notices")],
  ["a refund is written", whileAskingBack("refunds")],
  ["the credit note gets its number", whileAskingBack("bill_counters")],
  [
    "the gateway is asked for the refund",
    async (shop, buyer) => {
      await bought(shop, buyer)
      const thaw = freeze(shop.gateway())
      await untilAskedFor(shop, await atLast(() => askRefund(shop, buyer)))
      return thaw
    },
  ],
  [
    "the gateway has taken the refund and says so",
    async (shop, buyer) => {
      await bought(shop, buyer)
      const id = await orderIdOf(shop, buyer)
      const thaw = freeze(shop.gateway())
      await untilAskedFor(shop, await atLast(() => askRefund(shop, buyer)))
      return holding(shop, ["select from orders where id = $1 for update", [id]], thaw)
    },
  ],
  [
    "the report of the refund has arrived",
    async (shop, buyer) => {
      await bought(shop, buyer)
      const order = await atLast(() => askRefund(shop, buyer))
      await whenTrue("a refund at the gateway", async () => {
        return moneyOf(shop, order.order_number).refunds.length > 0 && (await isQuiet(shop, buyer))
      })
      const id = await orderIdOf(shop, buyer)
      return holding(shop, ["select from orders where id = $1 for update", [id]], () => payBack(shop, order))
    },
  ],
]
export const BOUGHT = 7

function whilePaying(table: string): Reach {
  return async (shop, buyer) => {
    const order = await atLast(() => placeOrder(shop, buyer))
    return holding(shop, [`lock table ${table} in share mode`], () => pay(shop, order))
  }
}

function whileAskingBack(table: string): Reach {
  return async (shop, buyer) => {
    await bought(shop, buyer)
    return holding(shop, [`lock table ${table} in share mode`], () => askRefund(shop, buyer))
  }
}

/** Buys, and waits until nothing of that is on its way any more. */
async function bought(shop: Shop, buyer: Buyer): Promise<void> {
  await buyAtLast(shop, buyer, true)
  await whenTrue("the end of the purchase", () => isQuiet(shop, buyer))
}

/** Whether no job about this buyer waits or runs. */
async function isQuiet({ pool }: Shop, buyer: Buyer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with own as (select id from orders where student_id = $1)
     select from pgboss.job j where j.state in ('created', 'active', 'retry') and (
       j.data ->> 'order_id' in (select id::text from own)
       or j.data ->> 'refund_id' in (
         select r.id::text from refunds r join payments p on p.id = r.payment_id join own on own.id = p.order_id)
       or j.data ->> 'notice_id' in (
         select n.id::text from notices n join bills b on b.id = n.cause_id join own on own.id = b.order_id))`,
    [buyer.id],
  )
  return rowCount === 0
}

async function findOrder({ pool }: Shop, buyer: Buyer): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>("select id from orders where student_id = $1", [buyer.id])
  return rows[0]?.id
}

const orderIdOf = async (shop: Shop, buyer: Buyer) => (await findOrder(shop, buyer)) ?? ""

/** Orders, and returns the order's id as soon as it is written, long before the answer. */
function pressUntilWritten(shop: Shop, buyer: Buyer): Promise<string> {
  return atLast(async () => {
    let answered = false
    const pressed = () => {
      answered = true
    }
    void placeOrder(shop, buyer).then(pressed, pressed)
    for (;;) {
      const id = await findOrder(shop, buyer)
      if (id) return id
      if (answered) throw new Error("no order was written")
      await delay(10)
    }
  })
}

/** Repeats what fails, as people do where the product is just coming back. */
async function atLast<T>(work: () => Promise<T>): Promise<T> {
  let result: { of: T } | undefined
  await whenTrue("an answer", async () => {
    result = { of: await work() }
    return true
  })
  return (result as { of: T }).of
}

/** Resolves once the worker has the job that asks the gateway for the only refund of an order. */
async function untilAskedFor({ pool }: Shop, { refunds }: Order): Promise<void> {
  await whenTrue("a request for a refund", async () => {
    const { rowCount } = await pool.query(
      "select from pgboss.job where state = 'active' and data ->> 'refund_id' = $1",
      [refunds[0]?.id],
    )
    return rowCount === 1
  })
  // From there to the gateway.
  await delay(100)
}

/** Keeps what the statement locks, does `next`, and waits until the product needs that. Returns what gives it back. */
async function holding(
  { databaseUrl, pool }: Shop,
  [statement, values = []]: [statement: string, values?: unknown[]],
  next: () => unknown,
): Promise<LetGo> {
  const holder = new pg.Client({ connectionString: databaseUrl, application_name: "holder" })
  // PostgreSQL may be killed under it.
  holder.on("error", () => {})
  await holder.connect()
  await holder.query("begin")
  await holder.query(statement, values)
  const doing = Promise.resolve(next()).catch(() => {})
  await whenTrue("a wait for the lock", async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and application_name like 'kaksha%'`,
    )
    return (rowCount ?? 0) > 0
  })
  return async () => {
    await holder.end().catch(() => {})
    await doing
  }
}

/** Stops a process where it is. Returns what lets it go on, if it still lives. */
function freeze(pid: number): () => void {
  process.kill(pid, "SIGSTOP")
  const thaw = () => {
    if (existsSync(`/proc/${pid}`)) process.kill(pid, "SIGCONT")
  }
  // What is frozen can't be stopped.
  onTestFinished(thaw)
  return thaw
}
