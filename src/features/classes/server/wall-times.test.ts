import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedInCtx } from "#platform/context.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor } from "#tests/people.ts"
import { createClass, placeClass } from "./class-factory.ts"
import { getClass } from "./class-view.ts"
import { updateClass } from "./schedule/reschedule.ts"
import { oneOnOneSlots } from "./seat-tables.ts"
import { readClass } from "./service.ts"
import { writeWallTimes } from "./wall-times.ts"

let world: TestContext
let teacher: SignedInCtx

beforeAll(async () => {
  world = await createTestContext()
  teacher = world.as(await createInstructor(world.ctx))
})
afterAll(() => world.close())

test("D2 after a change of the zone classes keep their moment and are said in the new zone", async () => {
  const class_id = await createClass(teacher)
  const over = await placeClass(world.ctx, teacher.viewer.user_id, -300, -240, { status: "completed" })
  const { starts_at, ends_at } = await getClass(teacher, class_id)
  await world.ctx.db.insert(oneOnOneSlots).values({
    ...{ id: randomUUID(), instructor_id: teacher.viewer.user_id, subject: "Tabla" },
    ...{ scheduled_date: "2026-11-23", start_time: "02:00", end_time: "03:00" },
    ...{ starts_at: new Date("2026-11-22T20:30:00Z"), ends_at: new Date("2026-11-22T21:30:00Z") },
    created_at: world.clock.now(),
  })
  expect(await writeWallTimes(world.ctx)).toBe(0)
  const past = await getClass(teacher, over)

  const dubai = { ...teacher, env: { ...teacher.env, TIME_ZONE: "Asia/Dubai" } }
  expect(await writeWallTimes(dubai)).toBe(2)
  expect(await writeWallTimes(dubai)).toBe(0)
  const told = { scheduled_date: "2026-11-21", start_time: "15:30", end_time: "16:30" }
  expect(await getClass(dubai, class_id)).toMatchObject({ ...told, starts_at, ends_at })
  expect(await getClass(dubai, over)).toEqual(past)
  const [slot] = await world.ctx.db.select().from(oneOnOneSlots)
  expect(slot).toMatchObject({ scheduled_date: "2026-11-23", start_time: "00:30:00", end_time: "01:30:00" })

  // An edit of the end alone leaves the start where it was, for both are said in one zone.
  const longer = await updateClass(dubai, { class_id, end_time: "17:00" })
  expect(longer).toMatchObject({ starts_at, ends_at: new Date("2026-11-21T13:00:00Z") })
  expect(await writeWallTimes(world.ctx)).toBe(2)
  expect(await getClass(teacher, class_id)).toMatchObject({ start_time: "17:00", end_time: "18:30" })
})

test("D2 a class that goes on past midnight since the zone changed is moved, made longer and put on one day", async () => {
  const class_id = await createClass(teacher, {
    ...{ scheduled_date: "2026-11-25", start_time: "20:00", end_time: "21:00" },
  })
  const { starts_at, ends_at } = await getClass(teacher, class_id)
  const tokyo = { ...teacher, env: { ...teacher.env, TIME_ZONE: "Asia/Tokyo" } }
  await writeWallTimes(tokyo)
  const told = { scheduled_date: "2026-11-25", start_time: "23:30", end_time: "00:30" }
  expect(await getClass(tokyo, class_id)).toMatchObject({ ...told, starts_at, ends_at })

  const edit = (times: object) => updateClass(tokyo, { class_id, ...times })
  expect(await edit({ title: "Tabla at night" })).toMatchObject({ starts_at, ends_at })
  const longer = { starts_at, ends_at: new Date("2026-11-25T16:00:00Z") }
  expect(await edit({ end_time: "01:00" })).toMatchObject(longer)
  const nextDay = { starts_at: new Date("2026-11-26T14:00:00Z"), ends_at: new Date("2026-11-26T16:00:00Z") }
  expect(await edit({ scheduled_date: "2026-11-26", start_time: "23:00" })).toMatchObject(nextDay)
  expect(await writeWallTimes(tokyo)).toBe(0)

  // Times that are mixed up are none, and once it is on one day it stays on one.
  const mixedUp = { data: { fields: { end_time: "END_BEFORE_START" } } }
  await expect(edit({ start_time: "18:00", end_time: "17:00" })).rejects.toMatchObject(mixedUp)
  expect(await edit({ start_time: "18:00", end_time: "19:00" })).toMatchObject({
    starts_at: new Date("2026-11-26T09:00:00Z"),
    ends_at: new Date("2026-11-26T10:00:00Z"),
  })
  await expect(edit({ start_time: "23:30", end_time: "00:30" })).rejects.toMatchObject(mixedUp)
})

test("D2 CLS-13 a taken time is shown in the new zone as its class is, and that of a past class stays as it was", async () => {
  const { user_id } = await createInstructor(world.ctx)
  const wallTimes = { scheduled_date: "2026-11-20", start_time: "10:00:00", end_time: "11:00:00" }
  const put = async (from: number, status: "scheduled" | "completed") => {
    const one = { status, one_on_one: true, max_capacity: 1 }
    const class_id = await placeClass(world.ctx, user_id, from, from + 60, one)
    const starts_at = new Date(world.clock.now().getTime() + from * MINUTE)
    const ends_at = new Date(starts_at.getTime() + HOUR)
    const id = randomUUID()
    await world.ctx.db.insert(oneOnOneSlots).values({
      ...{ id, instructor_id: user_id, subject: "Tabla", status: "taken", class_id },
      ...{ ...wallTimes, starts_at, ends_at, created_at: world.clock.now() },
    })
    return { id, class_id }
  }
  const [coming, past] = [await put(600, "scheduled"), await put(-600, "completed")]
  await writeWallTimes({ ...teacher, env: { ...teacher.env, TIME_ZONE: "Asia/Dubai" } })
  const read = async ({ id }: { id: string }) =>
    (await world.ctx.db.select().from(oneOnOneSlots).where(eq(oneOnOneSlots.id, id)))[0]
  const row = await readClass(world.ctx, coming.class_id)
  const { scheduled_date, start_time, end_time } = row ?? {}
  expect(start_time).not.toBe(wallTimes.start_time)
  expect(await read(coming)).toMatchObject({ scheduled_date, start_time, end_time })
  expect(await read(past)).toMatchObject(wallTimes)
})
