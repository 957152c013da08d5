import { randomUUID } from "node:crypto"
import { eq, inArray } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { CoachDay } from "#contract/attendance/coach-register.ts"
import { MOST_MARKS } from "#contract/attendance/coach-register.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { dateInZone, MINUTE } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { createClass, seat } from "#tests/classes.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { coachMarks } from "./table.ts"

/** As many as a hall has, and the longest names that an account can have, in Hindi. */
const ROSTER = 60
const NAME = "ऐ".repeat(60)
const LARGEST_ROSTER_BYTES = 100_000

let product: HttpProduct
let coach: SignedIn
let owner: SignedIn
let today: string
const students: SignedIn[] = []

beforeAll(async () => {
  product = await startHttpProduct()
  const { ctx } = product
  coach = await createInstructor(ctx)
  owner = await createInstructor(ctx)
  today = dateInZone(new Date(), ctx.env.TIME_ZONE)
  for (let at = 0; at < ROSTER; at += 1)
    students.push(await createStudent(ctx, { first_name: NAME, last_name: NAME }))
})
afterAll(() => product?.close())

const hall = { delivery: "on_premises" as const, venue_name: "Pool" }

/** A class in a hall on a day at this time, at the academy. */
async function place(day: string, time: string, columns: Parameters<typeof createClass>[2] = {}) {
  const starts_at = instantInZone(day, time, product.ctx.env.TIME_ZONE)
  const ends_at = new Date(starts_at.getTime() + 30 * MINUTE)
  return createClass(product.ctx, coach, { ...hall, starts_at, ends_at, ...columns })
}

async function readDay(person: SignedIn) {
  const answer = await product.call(person, "GET", "/api/v1/my/coach-day")
  const text = await answer.text()
  return { bytes: Buffer.byteLength(text), day: JSON.parse(text) as CoachDay }
}

test("ATT-08 the coach's day has today's and tomorrow's classes, own and as a substitute, and a roster of 60 fits in 100 kB", async () => {
  const own = await place(today, "23:00")
  for (const student of students) await seat(product.ctx, own.id, student)
  const stood = await place(addDays(today, 1), "06:00", { substitutes_for: owner.user_id })
  const others = await Promise.all([
    place(addDays(today, -1), "06:30", { delivery: "online" }),
    place(addDays(today, 2), "06:30"),
    place(today, "22:00", { status: "cancelled" }),
  ])
  const { bytes, day } = await readDay(coach)
  expect(day.dates).toEqual([today, addDays(today, 1)])
  expect(day.classes.map(({ class_id }) => class_id)).toEqual([own.id, stood.id])
  expect(day.classes[0]?.students).toHaveLength(ROSTER)
  expect(day.classes.map((one) => one.substitutes_for_name !== null)).toEqual([false, true])
  expect(bytes).toBeLessThan(LARGEST_ROSTER_BYTES)
  expect(others.some(({ id }) => day.classes.some(({ class_id }) => class_id === id))).toBe(false)
  // The coach who has a substitute doesn't teach it.
  expect((await readDay(owner)).day.classes).toEqual([])
})

test("ATT-08 an evening's class is still in the coach's day on the morning after, for two days or until its list is complete", async () => {
  const { ctx } = product
  const own = await createInstructor(ctx)
  const ended = async (minutesAgo: number, columns: Parameters<typeof createClass>[2] = {}) => {
    const ends_at = new Date(Date.now() - minutesAgo * MINUTE)
    const starts_at = new Date(ends_at.getTime() - 30 * MINUTE)
    return createClass(ctx, own, { ...hall, ...columns, starts_at, ends_at })
  }
  const day = 24 * 60
  const open = await ended(day + 60)
  const halfOpen = await ended(2 * day - 5)
  const complete = await ended(day + 120)
  await ended(2 * day + 45)
  await ended(day + 180, { delivery: "online" })
  await ended(day + 240, { status: "cancelled" })
  const list = (class_id: string, done: boolean) => ({
    ...{ ...messageFor(class_id), head_count: 0, complete: done },
    device_time: new Date(Date.now() - day * MINUTE),
  })
  const lists = [list(complete.id, true), list(open.id, false)]
  const { answers } = (await (await send(own, { lists })).json()) as { answers: { refusal: null }[] }
  expect(answers.map(({ refusal }) => refusal)).toEqual([null, null])
  const { classes } = (await readDay(own)).day
  expect(classes.map(({ class_id }) => class_id)).toEqual([halfOpen.id, open.id])
})

function send(person: SignedIn | null, body: object) {
  const sender = { coach_id: person?.user_id, device_id: randomUUID() }
  return product.call(person, "POST", "/api/v1/my/coach-messages", { ...sender, ...body })
}

function messageFor(class_id: string) {
  return { id: randomUUID(), class_id, device_time: new Date(), clock_offset_ms: 0 }
}

test("ATT-08 a batch is bounded, answered mark by mark, and taken from coaches alone", async () => {
  const starts_at = new Date(Date.now() - MINUTE)
  await product.ctx.db
    .update(scheduledClasses)
    .set({ status: "cancelled" })
    .where(eq(scheduledClasses.instructor_id, coach.user_id))
  const row = await createClass(product.ctx, coach, { ...hall, starts_at })
  for (const student of students) await seat(product.ctx, row.id, student)
  const marks = Array.from({ length: MOST_MARKS }, (_, at) => ({
    ...messageFor(row.id),
    ...{ student_id: students[at % ROSTER]?.user_id, state: "present", note: "n".repeat(300) },
  }))
  const answer = await send(coach, { marks })
  expect(answer.status).toBe(200)
  const { answers } = (await answer.json()) as { answers: { id: string; refusal: string | null }[] }
  expect(answers).toEqual(marks.map(({ id }) => ({ id, refusal: null })))

  const more = [...marks, { ...marks[0], id: randomUUID() }]
  expect((await send(coach, { marks: more })).status).toBe(400)
  const uncounted = { ...messageFor(row.id), head_count: null, complete: true }
  expect((await send(coach, { lists: [uncounted] })).status).toBe(400)
  const foreign = (await (await send(owner, { marks: marks.slice(0, 1) })).json()) as { answers: object[] }
  expect(foreign.answers).toEqual([{ id: marks[0]?.id, refusal: "id-taken" }])
  // Kept on a phone that another coach signed in on.
  expect((await send(owner, { coach_id: coach.user_id })).status).toBe(403)
  expect((await send(null, {})).status).toBe(401)
  expect((await send(students[0] ?? null, {})).status).toBe(403)
})

const COACHES = 30
const EACH = 34

test("ATT-08 thirty coaches come online at once with a thousand marks, and each mark arrives once", async () => {
  const { ctx } = product
  const seated = students.slice(0, EACH)
  const batches = await Promise.all(
    Array.from({ length: COACHES }, async () => {
      const own = await createInstructor(ctx)
      const row = await createClass(ctx, own, { ...hall, starts_at: new Date(Date.now() - MINUTE) })
      for (const student of seated) await seat(ctx, row.id, student)
      const marks = seated.map(({ user_id }) => ({
        ...messageFor(row.id),
        ...{ student_id: user_id, state: "present" },
      }))
      return { own, row, marks }
    }),
  )
  // As after a lost answer, everybody sends twice.
  const answers = await Promise.all(
    [...batches, ...batches].map(async ({ own, marks }) => (await send(own, { marks })).status),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  const taken = await ctx.db.$count(
    coachMarks,
    inArray(
      coachMarks.class_id,
      batches.map(({ row }) => row.id),
    ),
  )
  expect(taken).toBe(COACHES * EACH)
})
