import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { DAY } from "#shared/time.ts"
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
