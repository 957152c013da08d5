import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { enrolStudents } from "#features/programs/server/imported.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { razorpay } from "#platform/money/razorpay.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { remindMembers } from "./remind.ts"

let world: TestContext

beforeAll(async () => {
  // Nobody is asked: reminders only need that something can be paid.
  const keys = { keyId: "key", keySecret: "secret", webhookSecrets: ["secret"], timeoutMs: 1 }
  world = await createTestContext({ money: razorpay({ baseUrl: "http://127.0.0.1:9", ...keys }) })
})
afterAll(() => world.close())

const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client

test("PAY-02 student and guardian are told 14 and 3 days before the end and once after it, each in their language", async () => {
  world.clock.set("2026-11-01T05:00:00Z")
  const office = world.as(await createAdmin(world.ctx))
  const draft = { ...DRAFT, price_rupees: 9_000, monthly_fee_rupees: 2_000 }
  const { id: course_id } = await createProgram(office, draft)
  const child = await createStudent(world.ctx, {
    ...{ first_name: "Asha", under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123400041" },
  })
  const guardian = await createGuardian(world.ctx, child)
  await pool().query("update users set language = 'hi' where id = $1", [guardian.user_id])
  await enrolStudents(world.ctx, [{ course_id, student_id: child.user_id }])
  await pool().query("update enrollments set valid_until = '2026-11-30' where course_id = $1", [course_id])
  const told = async (person_id: string) => {
    const { rows } = await pool().query(
      "select kind, text, href from person_notices where person_id = $1 and kind like 'membership-%' order by id",
      [person_id],
    )
    return rows as { kind: string; text: string; href: string }[]
  }
  const stages: Record<string, string[]> = {}
  // Each hour of these days, and one day on which nothing ran.
  for (const day of ["15", "16", "20", "28", "30"]) {
    world.clock.set(`2026-11-${day}T05:00:00Z`)
    await Promise.all([remindMembers(world.ctx), remindMembers(world.ctx)])
    await remindMembers(world.ctx)
    stages[day] = (await told(child.user_id)).map(({ kind }) => kind.slice("membership-ends:".length))
  }
  world.clock.set("2026-12-02T05:00:00Z")
  await remindMembers(world.ctx)
  await remindMembers(world.ctx)
  expect(stages).toEqual({
    ...{ 15: [], 16: ["2026-11-30:14"], 20: ["2026-11-30:14"] },
    ...{ 28: ["2026-11-30:14", "2026-11-30:3"], 30: ["2026-11-30:14", "2026-11-30:3"] },
  })
  const own = await told(child.user_id)
  expect(own.map(({ kind }) => kind.split(":").at(-1))).toEqual(["14", "3", "ended"])
  expect(own[0]).toMatchObject({
    ...{
      text: "Your membership ends on Mon, 30 Nov, 2026. Ask a parent to renew it in time, and the new term follows without a gap.",
    },
    href: "/courses/tabla-for-beginners/checkout",
  })
  expect((await told(guardian.user_id))[0]?.href).toBe(
    `/courses/tabla-for-beginners/checkout?student_id=${child.user_id}`,
  )
  expect((await told(guardian.user_id))[2]?.text).toBe(
    "Asha की सदस्यता सोम, 30 नव॰ 2026 को ख़त्म हो गई। आने वाली क्लासों में फिर सीट पाने के लिए उसे बढ़ाएँ।",
  )
  // A renewed one ends on another day, and is told of anew.
  await pool().query("update enrollments set valid_until = '2026-12-16' where course_id = $1", [course_id])
  await remindMembers(world.ctx)
  expect((await told(child.user_id)).at(-1)?.kind).toBe("membership-ends:2026-12-16:14")
})

test("PAY-02 nobody is told of an end that can't be renewed: without a fee, or where nothing is sold", async () => {
  world.clock.set("2027-01-10T05:00:00Z")
  const office = world.as(await createAdmin(world.ctx))
  const { id: course_id } = await createProgram(office, { ...DRAFT, price_rupees: 9_000 })
  const student = await createStudent(world.ctx)
  await enrolStudents(world.ctx, [{ course_id, student_id: student.user_id }])
  await pool().query("update enrollments set valid_until = '2027-01-12' where course_id = $1", [course_id])
  await remindMembers(world.ctx)
  await pool().query("update programs set monthly_fee_paise = 200000 where id = $1", [course_id])
  await remindMembers({ ...world.ctx, money: null })
  const count = async () => {
    const { rows } = await pool().query(
      "select count(*)::int as told from person_notices where person_id = $1",
      [student.user_id],
    )
    return rows[0].told
  }
  expect(await count()).toBe(0)
  await remindMembers(world.ctx)
  expect(await count()).toBe(1)
})
