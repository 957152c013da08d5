import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { DAY } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { createClass } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor } from "#tests/people.ts"
import { checkZone } from "./zone.ts"

let world: TestContext
let url: string

beforeAll(async () => {
  world = await createTestContext()
  url = (world.ctx.db as unknown as { $client: pg.Pool }).$client.options.connectionString ?? ""
})
afterAll(() => world.close())

test("CLS-01 doctor is content with times that a change of clocks repeats or skips", async () => {
  const year = new Date().getUTCFullYear() + 1
  const instructor = await createInstructor(world.ctx)
  const zone = "America/New_York"
  // The first Sunday of November and the second one of March, in which New York changes its clocks.
  const sunday = (month: number, nth: number) => {
    const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
    return new Date(Date.UTC(year, month - 1, 1 + ((7 - first) % 7) + 7 * (nth - 1)))
      .toISOString()
      .slice(0, 10)
  }
  for (const [scheduled_date, start_time, end_time] of [
    [sunday(11, 1), "01:30", "02:30"],
    [sunday(3, 2), "02:30", "04:00"],
  ] as const) {
    const starts_at = instantInZone(scheduled_date, start_time, zone)
    const ends_at = new Date(starts_at.getTime() + DAY / 24)
    await createClass(world.ctx, instructor, { starts_at, ends_at, scheduled_date, start_time, end_time })
  }
  expect(await checkZone(url, zone)).toMatchObject({ state: "fine" })
  await world.ctx.db.delete(scheduledClasses)
})

test("CLS-01 doctor tells of classes that were timetabled in another zone than the configured one", async () => {
  expect(await checkZone(url, "Asia/Dubai")).toMatchObject({ state: "fine" })
  const starts_at = new Date(Math.ceil(Date.now() / DAY) * DAY + DAY)
  const scheduled_date = starts_at.toISOString().slice(0, 10)
  await createClass(world.ctx, await createInstructor(world.ctx), {
    ...{ starts_at, ends_at: new Date(starts_at.getTime() + DAY / 24), scheduled_date },
    ...{ start_time: "05:30", end_time: "06:30", title: "Fractions" },
  })
  expect(await checkZone(url, undefined)).toMatchObject({ state: "fine" })
  expect(await checkZone(url, "Asia/Dubai")).toMatchObject({
    state: "problem",
    found: "Classes that were timetabled in another zone than Asia/Dubai: 1, such as Fractions",
  })
})
