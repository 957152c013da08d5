import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { listMyNotices } from "#features/notifications/server/person-notices.ts"
import { enrolStudents } from "#features/programs/server/imported.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { reviewProgram } from "../checkout/review.ts"
import { readFamilyNeeds } from "../memberships/family-needs.ts"
import { askParent } from "./ask-parent.ts"

let world: TestContext
let courses: { id: string; slug: string; monthly_fee_paise: number | null }[]

beforeAll(async () => {
  world = await createTestContext({ env: { UPI_ID: "nritya@okbank", UPI_PAYEE: "Nritya & Co" } })
  await seedPrograms(world.ctx)
  const { rows } = await pool().query("select id, slug, monthly_fee_paise from programs order by position")
  courses = rows
})
afterAll(() => world?.close())

const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  )

test("PAY-01 LAW-03 a child sends the basket to the parent once a day, and its link opens the parent's checkout", async () => {
  const [first, second] = courses
  const monthly = courses.find(({ monthly_fee_paise }) => monthly_fee_paise !== null)
  if (!first || !second || !monthly) throw new Error("there are no programs")
  const profile = { under_18: true, parent_name: "Sunita Rao", parent_phone: "+919833300011" }
  const child = world.as(await createStudent(world.ctx, { ...profile, first_name: "Asha" }))
  const course_id = first.id
  expect(await codeOf(askParent(child, { course_id }))).toBe("NO_PARENT_YET")
  const guardian = world.as(await createGuardian(world.ctx, child.viewer))
  const pressed = await Promise.all([1, 2, 3].map(() => codeOf(askParent(child, { course_id }))))
  expect(pressed.toSorted()).toEqual(["ASKED_TODAY", "ASKED_TODAY", "done"])
  const told = async () =>
    (await listMyNotices(guardian, { limit: 20 })).items.filter(({ kind }) => kind === "ask-to-pay")
  const [notice] = await told()
  expect(notice?.title).toContain("Asha")
  const link = new URL(notice?.href ?? "", "http://localhost")
  expect(link.pathname).toBe(`/courses/${first.slug}/checkout`)
  const student_id = link.searchParams.get("student_id") ?? ""
  expect((await reviewProgram(guardian, { course_id, student_id })).student_id).toBe(child.viewer.user_id)
  // Another program is another basket, and a day later this one can be sent again.
  expect(await codeOf(askParent(child, { course_id: second.id }))).toBe("done")
  world.clock.advance(DAY)
  expect(await codeOf(askParent(child, { course_id }))).toBe("done")
  expect(await told()).toHaveLength(3)
  const other = await createInstructor(world.ctx)
  const batch_id = newId()
  const series = { course_id: second.id, series_id: batch_id }
  const starts_at = new Date(world.clock.now().getTime() + DAY)
  await createClass(world.ctx, other, { ...series, starts_at })
  // The same program in a batch is another basket, and its link keeps the batch.
  expect(await codeOf(askParent(child, { course_id: first.id, batch_id }))).toBe("NOT_FOUND")
  expect(await codeOf(askParent(child, { course_id: second.id, batch_id }))).toBe("done")
  expect(new URL((await told())[0]?.href ?? "", "http://localhost").searchParams.get("batch_id")).toBe(
    batch_id,
  )
  const months = { course_id: monthly.id, months: 3 }
  expect(await codeOf(askParent(child, { ...months, months: 2 }))).toBe("NOT_SOLD")
  expect(await codeOf(askParent(child, months))).toBe("done")
  const [asked] = await told()
  expect(asked?.text).toContain("a membership of 3 months")
  const search = new URL(asked?.href ?? "", "http://localhost").searchParams
  const shown = await reviewProgram(guardian, {
    ...{ course_id: monthly.id, student_id, months: Number(search.get("months")) },
  })
  expect(shown).toMatchObject({ months: 3, refused: [] })
  // What the family page shows until it is paid, with what was chosen.
  const needs = await readFamilyNeeds(guardian)
  expect(needs.asks[0]).toMatchObject({
    ...{ href: asked?.href, course: { id: monthly.id }, student: { first_name: "Asha" } },
  })
  expect((await readFamilyNeeds(child)).asks).toEqual([])
  await enrolStudents(world.ctx, [{ course_id: second.id, student_id: child.viewer.user_id }])
  expect(await codeOf(askParent(child, { course_id: second.id }))).toBe("ALREADY_ENROLLED_IN_PROGRAM")
  const adult = world.as(await createStudent(world.ctx))
  expect(await codeOf(askParent(adult, { course_id }))).toBe("PAYS_ALONE")
  // The child chooses among the same plans, sees no price, and reads what was sent for a day.
  const sent = await reviewProgram(child, { course_id: monthly.id, state: "29" })
  expect(sent).toMatchObject({ beneficiaries: [], price: null, plans: shown.plans, sells_whole: true })
  expect(sent.asker?.asked_at).toBe(world.clock.now().toISOString())
  world.clock.advance(DAY)
  expect((await reviewProgram(child, { course_id: monthly.id })).asker?.asked_at).toBeNull()
  expect((await reviewProgram(adult, { course_id: monthly.id })).asker).toBeNull()
  world.clock.advance(14 * DAY)
  expect((await readFamilyNeeds(guardian)).asks).toEqual([])
})
