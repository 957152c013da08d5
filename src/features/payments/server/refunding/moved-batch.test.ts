import { expect, test } from "vitest"
import { moveToBatch } from "#features/programs/server/service.ts"
import { inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { testSales } from "#tests/sales.ts"
import { requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { readTerms } from "./terms.ts"

const sales = testSales()

/** A program with one batch a week of two, from days of now, bought in the first of the two. */
async function boughtFirstOf(days: { first: number; second: number }) {
  const { world } = sales
  const course_id = sales.course()
  const [teacher, buyer] = [await createInstructor(world.ctx), world.as(await createStudent(world.ctx))]
  const began = world.clock.now().getTime()
  const classesOf = async (from: number) => {
    const series_id = newId()
    for (const week of [0, 1, 2, 3, 4, 5]) {
      const starts_at = new Date(began + (from + 7 * week) * DAY)
      await createClass(world.ctx, teacher, { course_id, series_id, starts_at })
    }
    return series_id
  }
  const [first, second] = [await classesOf(days.first), await classesOf(days.second)]
  const order = { course_id, batch_id: first, state: "29" as const }
  const { order_number } = await sales.pay(buyer, await createOrder(buyer, order))
  const student_id = buyer.viewer.user_id
  return {
    move: () =>
      inTransaction(world.ctx, (tx) => moveToBatch(tx, { course_id, student_id, batch_id: second })),
    start: async () => (await readTerms(buyer, await requireOrder(buyer, order_number)))?.terms.trace[0],
    dayAfter: (count: number) => ({
      ...{ code: "start", why: "first-class" },
      starts_on: dateInZone(new Date(began + count * DAY), world.ctx.env.TIME_ZONE),
    }),
  }
}

test("PAY-04 a program that was bought in a batch begins with the student's first class after the office moved them", async () => {
  const later = await boughtFirstOf({ first: 3, second: 40 })
  expect(await later.start()).toEqual(later.dayAfter(3))
  await later.move()
  expect(await later.start()).toEqual(later.dayAfter(40))

  const sooner = await boughtFirstOf({ first: 40, second: 1 })
  sales.world.clock.advance(5 * DAY)
  await sooner.move()
  expect(await sooner.start()).toEqual(sooner.dayAfter(8))
})
