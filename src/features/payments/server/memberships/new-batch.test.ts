import { beforeAll, beforeEach, expect, test } from "vitest"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createClass } from "#tests/classes.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf, testSales } from "#tests/sales.ts"
import { reviewProgram } from "../checkout/review.ts"
import { createOrder } from "../orders.ts"

const sales = testSales()
let office: SignedInCtx
let course_id: string

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
})
beforeEach(async () => {
  sales.world.clock.set("2026-11-10T05:00:00Z")
  const priced = { price_rupees: 9_000, monthly_fee_rupees: 2_000 }
  course_id = (await createProgram(office, { ...DRAFT, ...priced, id: newId() })).id
})

/** A batch with a class at noon in India on each of these days, as an instructor of its own teaches it. */
async function schedule(...days: string[]): Promise<string> {
  const teacher = await createInstructor(sales.world.ctx)
  const series_id = newId()
  for (const day of days) {
    const starts_at = new Date(`${day}T06:30:00Z`)
    const { id } = await createClass(sales.world.ctx, teacher, { course_id, series_id, starts_at })
    await sales.world.ctx.jobs.publish(sales.world.ctx, "class.scheduled", { class_id: id })
  }
  await runJobs(sales.world, classesJobs)
  return series_id
}

type Wanted = Partial<Parameters<typeof createOrder>[1]>
const adult = async () => sales.world.as(await createStudent(sales.world.ctx))
const order = (buyer: SignedInCtx, wanted: Wanted) =>
  createOrder(buyer, { course_id, state: "29", months: 1, ...wanted })

async function buy(buyer: SignedInCtx, wanted: Wanted = {}) {
  const paid = await sales.pay(buyer, await order(buyer, wanted))
  expect(paid.state).toBe("paid")
  await runJobs(sales.world, classesJobs)
}

const choiceOf = async (buyer: SignedInCtx, asked: Wanted = {}) =>
  (await reviewProgram(buyer, { course_id, state: "29", months: 1, ...asked })).batch_choice

/** The days on which somebody has seats. */
async function seatsOf({ viewer }: SignedInCtx): Promise<string[]> {
  const { rows } = await sales.pool.query(
    `select to_char(c.scheduled_date, 'MM-DD') as day from class_enrollments e
      join scheduled_classes c on c.id = e.class_id where e.student_id = $1 order by 1`,
    [viewer.user_id],
  )
  return rows.map(({ day }) => day)
}

test("PAY-02 CAT-09 a former member whose batch is over chooses another and gets its seats, also later ones", async () => {
  const first = await schedule("2026-11-20")
  const buyer = await adult()
  expect(await choiceOf(buyer)).toEqual({ current: null, after: null })
  await buy(buyer, { batch_id: first })
  sales.world.clock.set("2027-01-10T05:00:00Z")
  const next = await schedule("2027-01-20", "2027-01-27")
  const other = await schedule("2027-01-21")
  expect(await choiceOf(buyer)).toEqual({ current: null, after: "2026-12-09" })
  expect(await refusalOf(order(buyer, { batch_id: first }))).toBe("NOT_FOUND")
  await buy(buyer, { batch_id: next })
  expect(await seatsOf(buyer)).toEqual(["11-20", "01-20", "01-27"].sort())
  const { rows } = await sales.pool.query("select batch_id from enrollments where student_id = $1", [
    buyer.viewer.user_id,
  ])
  expect(rows).toEqual([{ batch_id: next }])
  expect(other).not.toBe(next)
})

test("PAY-02 CAT-09 a renewal in time keeps a batch that goes on, and asks for another where it ends with the term", async () => {
  const [ends, goesOn] = [
    await schedule("2026-11-20", "2026-12-08"),
    await schedule("2026-11-21", "2026-12-15"),
  ]
  const [mover, keeper] = [await adult(), await adult()]
  await buy(mover, { batch_id: ends })
  await buy(keeper, { batch_id: goesOn })
  sales.world.clock.set("2026-12-05T05:00:00Z")
  const next = await schedule("2026-12-07", "2026-12-16")
  expect(await choiceOf(keeper)).toBeNull()
  expect(await choiceOf(mover)).toEqual({ current: null, after: "2026-12-09" })
  expect(await refusalOf(order(mover, { batch_id: ends }))).toBe("NOT_FOUND")
  await buy(mover, { batch_id: next })
  // A batch is not taken from an order that needs none.
  await buy(keeper, { batch_id: next })
  // The rest of the present term stays where it is.
  expect(await seatsOf(mover)).toEqual(["11-20", "12-08", "12-16"])
  expect(await seatsOf(keeper)).toEqual(["11-21", "12-15"])
})

test("PAY-02 CAT-09 a member whose batch is over gets seats in the new one for the rest of the term as well", async () => {
  const buyer = await adult()
  await buy(buyer, { batch_id: await schedule("2026-11-20") })
  sales.world.clock.set("2026-12-05T05:00:00Z")
  await buy(buyer, { batch_id: await schedule("2026-12-07", "2026-12-16") })
  expect(await seatsOf(buyer)).toEqual(["11-20", "12-07", "12-16"])
})

test("PAY-02 CAT-09 without a new batch, one that is over is left for all classes, and the whole program brings one too", async () => {
  const [none, whole] = [await adult(), await adult()]
  const first = await schedule("2026-11-20")
  await buy(none, { batch_id: first })
  await buy(whole, { batch_id: first })
  sales.world.clock.set("2027-01-10T05:00:00Z")
  await buy(none)
  const next = await schedule("2027-01-20")
  await buy(whole, { months: 0, batch_id: next })
  expect(await seatsOf(none)).toEqual(["01-20", "11-20"])
  expect(await seatsOf(whole)).toEqual(["01-20", "11-20"])
})

test("PAY-02 CAT-09 a former member who moves to another batch gives up coming seats in the present one", async () => {
  const first = await schedule("2026-11-20", "2027-01-25")
  const buyer = await adult()
  await buy(buyer, { batch_id: first })
  sales.world.clock.set("2027-01-10T05:00:00Z")
  const next = await schedule("2027-01-20")
  expect(await choiceOf(buyer)).toEqual({ current: first, after: "2026-12-09" })
  await sales.pool.query(
    `insert into class_enrollments (id, class_id, student_id, created_at)
      select gen_random_uuid(), id, $1, now() from scheduled_classes where scheduled_date = '2027-01-25' and series_id = $2`,
    [buyer.viewer.user_id, first],
  )
  await sales.pool.query(
    "update scheduled_classes set seats_taken = seats_taken + 1 where scheduled_date = '2027-01-25' and series_id = $1",
    [first],
  )
  await buy(buyer, { batch_id: next })
  expect(await seatsOf(buyer)).toEqual(["01-20", "11-20"])
})
