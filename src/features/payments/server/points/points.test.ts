import { sql } from "drizzle-orm"
import { expect, test, vi } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { credit, debit } from "#features/ledger/rules.ts"
import { readBalance, sumAccount } from "#features/ledger/server/balances.ts"
import { writeFirst } from "#features/ledger/server/first.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { codeOf, testSales } from "#tests/sales.ts"
import { reviewProgram } from "../checkout/review.ts"
import { reconcile } from "../looking.ts"
import { readOrder, requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { paymentsData } from "../personal-data.ts"
import { refundByStaff } from "../refunding/by-staff.ts"
import { askRefund } from "../refunding/give-back.ts"
import { readTerms } from "../refunding/terms.ts"
import { readFamilyPoints } from "./family-points.ts"
import { holdSpending } from "./holding.ts"
import { earnedKey } from "./points-back.ts"

const sales = testSales()

const adult = async () => sales.world.as(await createStudent(sales.world.ctx))

type Give = { points?: number; credit_paise?: number; key?: string }

async function give(holder: string, { points = 0, credit_paise = 0, key = `gift:${newId()}` }: Give) {
  const entries = [
    ...(points > 0
      ? [debit({ kind: "points-given" }, points), credit({ kind: "points", holder }, points)]
      : []),
    ...(credit_paise > 0
      ? [
          debit({ kind: "credit-given" }, credit_paise),
          credit({ kind: "family-credit", holder }, credit_paise),
        ]
      : []),
  ] as Parameters<typeof writeFirst>[1][number]["entries"]
  const effective_at = sales.world.clock.now()
  const draft = { kind: key.split(":")[0] ?? "", key, rules_version: "1", trace: [], effective_at, entries }
  await inTransaction(sales.world.ctx, (tx) => writeFirst(tx, [draft]))
}

const has = async (id: string) => ({
  points: await readBalance(sales.world.ctx, "points", id),
  credit_paise: await readBalance(sales.world.ctx, "family-credit", id),
})

type Buying = { course_id?: string; student_id?: string; points?: number; credit_paise?: number }
const buy = (buyer: SignedInCtx, { course_id = sales.course(), ...more }: Buying = {}) =>
  createOrder(buyer, { course_id, state: "29", ...more })

const pay = ({ order_number }: Order) => sales.capture(order_number)

async function billedOf({ order_number }: Order) {
  const { rows } = await sales.pool.query<{ kind: string; total_paise: string }>(
    `select b.kind, b.total_paise from bills b join orders o on o.id = b.order_id where o.number = $1
     order by b.created_at, b.kind`,
    [order_number],
  )
  return rows.map(({ kind, total_paise }) => [kind, Number(total_paise)])
}

test("PAY-02 PAY-04 points take a rupee each off, say so in the trace, and lower the value that is taxed", async () => {
  const buyer = await adult()
  const id = buyer.viewer.user_id
  await give(id, { points: 150 })
  const course_id = sales.course()
  const plain = await reviewProgram(buyer, { course_id, state: "29" })
  expect(plain.spendable).toEqual({ points: 150, credit_paise: 0 })
  const reviewed = await reviewProgram(buyer, { course_id, state: "29", points: 1_000_000 })
  const total = (plain.price?.total_paise ?? 0) - 150_00
  expect(reviewed.price).toMatchObject({ total_paise: total, points: 150, credit_paise: 0 })
  expect(reviewed.price?.documents[0]?.lines[0]?.offs).toEqual([{ code: "points", off_paise: 150_00 }])
  expect(reviewed.price?.trace.map(({ code }) => code)).toContain("points")
  const order = await buy(buyer, { course_id, points: 150 })
  expect(order.price).toEqual(reviewed.price)
  expect(await has(id)).toMatchObject({ points: 0 })
  // What the order has set aside can still be chosen for it.
  expect((await reviewProgram(buyer, { course_id })).spendable.points).toBe(150)
  await pay(order)
  expect(await billedOf(order)).toMatchObject([[expect.any(String), total]])
  expect(await sumAccount(sales.world.ctx, "points-held")).toBe(0)
})

test("PAY-02 credit is money: it pays a part of the price, and the bill has the whole", async () => {
  const buyer = await adult()
  await give(buyer.viewer.user_id, { credit_paise: 500_00 })
  const course_id = sales.course()
  const { price } = await reviewProgram(buyer, { course_id, state: "29" })
  const full = price?.total_paise ?? 0
  const order = await buy(buyer, { course_id, credit_paise: 500_00 })
  expect(order.price).toMatchObject({ total_paise: full - 500_00, credit_paise: 500_00 })
  await pay(order)
  expect((await readOrder(buyer, order.order_number)).state).toBe("paid")
  expect(await billedOf(order)).toMatchObject([[expect.any(String), full]])
})

test("PAY-02 an order of which nothing is left to pay is fulfilled at once, by no provider, and once", async () => {
  const buyer = await adult()
  const id = buyer.viewer.user_id
  const course_id = sales.course()
  const { price } = await reviewProgram(buyer, { course_id, state: "29" })
  const points = (price?.total_paise ?? 0) / 100
  await give(id, { points: points + 7 })
  const made = sales.gateway.orders.size
  const press = () => buy(buyer, { course_id, points: points + 7 })
  const pressed = await Promise.allSettled([press(), press(), press()])
  const orders = pressed.flatMap((one) => (one.status === "fulfilled" ? [one.value.order_number] : []))
  expect(new Set(orders).size).toBe(1)
  const order = await readOrder(buyer, orders[0] ?? "")
  expect(order).toMatchObject({ state: "paid", points_awarded: 50, price: { total_paise: 0, points } })
  expect(sales.gateway.orders.size).toBe(made)
  expect(await has(id)).toMatchObject({ points: 7 })
  expect(await billedOf(order)).toEqual([])
  // It comes back as what it was.
  const { order_number } = order
  expect((await askRefund(buyer, { order_number, refund_paise: 0 })).state).toBe("refunded")
  await askRefund(buyer, { order_number, refund_paise: 0 })
  expect(await has(id)).toMatchObject({ points: points + 7 })
})

test("PAY-02 points go back when the order isn't paid, is replaced, or its student is erased, and nobody spends what they don't have", async () => {
  const buyer = await adult()
  const id = buyer.viewer.user_id
  await give(id, { points: 100, credit_paise: 100_00 })
  const both = { points: 100, credit_paise: 100_00 }
  await buy(buyer, both)
  expect(await has(id)).toEqual({ points: 0, credit_paise: 0 })
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  await reconcile(sales.world.ctx)
  expect(await has(id)).toEqual(both)

  const course_id = sales.course()
  await buy(buyer, { course_id, ...both })
  await buy(buyer, { course_id, points: 40 })
  expect(await has(id)).toEqual({ points: 60, credit_paise: 100_00 })
  await buy(buyer, { course_id, ...both })
  expect(await has(id)).toEqual({ points: 0, credit_paise: 0 })
  await inTransaction(sales.world.ctx, (tx) => paymentsData.eraseFor(tx, { user_id: id, contacts: [] }))
  expect(await has(id)).toEqual(both)

  sales.gateway.behave("broken")
  expect(await codeOf(buy(buyer, both))).toBe("GATEWAY_AWAY")
  sales.gateway.behave("work")
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  expect(await has(id)).toEqual(both)
  expect(await codeOf(buy(buyer, { points: 101 }))).toBe("POINTS_CHANGED")
})

test("PAY-02 points that could not be set aside for another reason than their number are an error, not a refusal", async () => {
  const buyer = await adult()
  await give(buyer.viewer.user_id, { points: 500 })
  const order = { id: newId(), number: "K-BROKEN", student_id: buyer.viewer.user_id, buyer_id: null }
  const holding = inTransaction(sales.world.ctx, async (tx) => {
    // What a database that broke down midway leaves behind.
    await tx.db.execute(sql`select 1 / 0`).catch(() => {})
    await holdSpending(tx, { ...order, points: 100, credit_paise: 0, rules_version: "1" })
  })
  expect(await codeOf(holding)).not.toBe("POINTS_CHANGED")
  expect(await has(buyer.viewer.user_id)).toMatchObject({ points: 500 })
})

test("PAY-05 money that arrives late takes the points again, and goes back if they are spent", async () => {
  const buyer = await adult()
  const id = buyer.viewer.user_id
  await give(id, { points: 100 })
  const first = await buy(buyer, { points: 100 })
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  await pay(first)
  expect((await readOrder(buyer, first.order_number)).state).toBe("paid")
  expect(await has(id)).toMatchObject({ points: 0 })

  await give(id, { points: 100 })
  const late = await buy(buyer, { points: 100 })
  sales.world.clock.advance(HOUR)
  await reconcile(sales.world.ctx)
  const other = await buy(buyer, { points: 100 })
  await pay(late)
  await sales.settleRefunds()
  expect(await readOrder(buyer, late.order_number)).toMatchObject({
    ...{ state: "refunded", refunds: [{ reason: "points-gone" }] },
  })
  await pay(other)
  expect(await has(id)).toMatchObject({ points: 0 })
})

test("PAY-02 PAY-05 a refund returns money as money, credit as credit and points as points, and its notes sum to the bill", async () => {
  const buyer = await adult()
  const id = buyer.viewer.user_id
  await give(id, { points: 99, credit_paise: 333_33 })
  const order = await buy(buyer, { points: 99, credit_paise: 333_33 })
  await pay(order)
  const { order_number, price } = order
  const whole = price.total_paise + 333_33
  const terms = (await readTerms(buyer, await requireOrder(buyer, order_number)))?.terms
  expect(terms).toMatchObject({ refund_paise: whole, credit_paise: 333_33, points: 99, ends_enrolment: true })
  const press = () => askRefund(buyer, { order_number, refund_paise: whole })
  await Promise.all([press(), press()])
  await sales.settleRefunds()
  const refunded = await readOrder(buyer, order_number)
  expect(refunded.state).toBe("refunded")
  expect(refunded.refunds.map(({ way, amount_paise }) => [way, amount_paise]).sort()).toEqual([
    ["credit", 333_33],
    ["provider", price.total_paise],
  ])
  expect(await has(id)).toEqual({ points: 99, credit_paise: 333_33 })
  const [bill, ...notes] = (await billedOf(order)).toSorted(
    (one, other) => Number(one[0] === "credit-note") - Number(other[0] === "credit-note"),
  )
  expect(notes.reduce((sum, [, paise]) => sum + Number(paise), 0)).toBe(bill?.[1])
})

test("PAY-02 points that a refunded order earned go, and those that were spent are deducted from the money", async () => {
  const buyer = await adult()
  const id = buyer.viewer.user_id
  const order = await buy(buyer)
  await pay(order)
  const row = await requireOrder(buyer, order.order_number)
  await give(id, { points: 100, key: earnedKey(row) })
  const other = await buy(buyer, { points: 70 })
  await pay(other)
  const { order_number, price } = order
  const terms = (await readTerms(buyer, await requireOrder(buyer, order_number)))?.terms
  expect(terms).toMatchObject({ refund_paise: price.total_paise - 70_00, ends_enrolment: true })
  await askRefund(buyer, { order_number, refund_paise: price.total_paise - 70_00 })
  await sales.settleRefunds()
  expect(await has(id)).toMatchObject({ points: 0 })
})

test("PAY-02 a parent pays with the child's points and their own credit, and reads why each came and went, page by page", async () => {
  const child = await createStudent(sales.world.ctx, {
    under_18: true,
    parent_name: "Sunita Rao",
    parent_phone: "+919812312399",
  })
  const guardian = sales.world.as(await createGuardian(sales.world.ctx, child))
  const own = guardian.viewer.user_id
  await give(child.user_id, { points: 500 })
  sales.world.clock.advance(1_000)
  await give(own, { credit_paise: 200_00 })
  sales.world.clock.advance(1_000)
  const order = await buy(guardian, { student_id: child.user_id, points: 500, credit_paise: 200_00 })
  const first = await readFamilyPoints(guardian, { limit: 2 })
  expect(first.people).toMatchObject([
    { id: own, points: 0, credit_paise: 0 },
    { id: child.user_id, points: 0, credit_paise: 0 },
  ])
  expect(first.items).toMatchObject([
    {
      kind: "hold",
      trace: [{ code: "order", order_number: order.order_number }],
      changes: [
        { unit: "points", amount: -500, holder_id: child.user_id },
        { unit: "paise", amount: -200_00, holder_id: own },
      ],
    },
    { kind: "gift", changes: [{ unit: "paise", amount: 200_00 }] },
  ])
  const rest = await readFamilyPoints(guardian, { limit: 2, cursor: first.next_cursor ?? "" })
  expect(rest).toMatchObject({ next_cursor: null, items: [{ kind: "gift", changes: [{ amount: 500 }] }] })
  // Somebody else of the family's friends reads nothing of it.
  expect((await readFamilyPoints(await adult(), { limit: 10 })).items).toEqual([])
  const statements = vi.spyOn(sales.pool, "query")
  await readFamilyPoints(guardian, { limit: 2 })
  expect(statements).toHaveBeenCalledTimes(2)
  statements.mockRestore()
})

test("PAY-02 however orders, payments, ends and refunds race for a family's points, no balance goes below zero", async () => {
  const office = sales.world.as(await createAdmin(sales.world.ctx))
  const children = await Promise.all(
    [1, 2].map((one) =>
      createStudent(sales.world.ctx, {
        under_18: true,
        parent_name: "Sunita Rao",
        parent_phone: `+91981231230${one}`,
      }),
    ),
  )
  const [child, other] = await Promise.all(
    children.map(async (one) => sales.world.as(await createGuardian(sales.world.ctx, one))),
  )
  const sides = [
    { guardian: child, student_id: children[0]?.user_id ?? "" },
    { guardian: other, student_id: children[1]?.user_id ?? "" },
  ].flatMap(({ guardian, student_id }) => (guardian ? [{ guardian, student_id }] : []))
  for (const { guardian, student_id } of sides) {
    await give(student_id, { points: 300 })
    await give(guardian.viewer.user_id, { credit_paise: 300_00 })
  }
  let seed = 20_261_123
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const made: { order: Order; guardian: SignedInCtx }[] = []
  const programs = sales.courses.slice(-6)
  const acts = [
    async () => {
      const side = sides[random(sides.length)]
      if (!side) return
      const { guardian, student_id } = side
      const course_id = programs[random(programs.length)] ?? ""
      const spending = { points: random(301), credit_paise: random(300_01) }
      made.push({ order: await buy(guardian, { course_id, student_id, ...spending }), guardian })
    },
    async () => {
      const one = made[random(made.length)]
      if (one && one.order.price.total_paise > 0) await pay(one.order)
    },
    async () => {
      sales.world.clock.advance(HOUR)
      await reconcile(sales.world.ctx)
    },
    async () => {
      const one = made[random(made.length)]
      if (!one) return
      const { order_number } = one.order
      const paid = await readTerms(one.guardian, await requireOrder(one.guardian, order_number))
      if (paid) await askRefund(one.guardian, { order_number, refund_paise: paid.terms.refund_paise })
    },
    async () => {
      const one = made[random(made.length)]
      if (!one) return
      const { order_number } = one.order
      const note = "Goodwill"
      await refundByStaff(office, {
        ...{
          order_number,
          request_id: newId(),
          amount_paise: 1 + random(400_00),
          note,
          ends_enrolment: false,
        },
      })
    },
  ]
  for (let round = 0; round < 25; round += 1) {
    await Promise.allSettled(
      Array.from({ length: 6 }, () => acts[random(8) < 3 ? 0 : random(acts.length)]?.()),
    )
    for (const { guardian, student_id } of sides) {
      expect((await has(student_id)).points).toBeGreaterThanOrEqual(0)
      expect((await has(guardian.viewer.user_id)).credit_paise).toBeGreaterThanOrEqual(0)
    }
    expect(await brokenInvariants(sales.pool)).toEqual([])
  }
  // How many are refused depends on who comes first.
  expect(made.length).toBeGreaterThan(5)
  await sales.settleRefunds()
  // Whatever was spent is with an order that was paid and not refunded, or it is back.
  for (const { student_id } of sides) {
    const { rows } = await sales.pool.query(
      `select coalesce(sum(points), 0)::int as spent from orders where student_id = $1
       and state in ('created', 'awaiting', 'paid')`,
      [student_id],
    )
    expect((await has(student_id)).points + rows[0].spent).toBe(300)
  }
})
