import { eq, isNull } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { teachers } from "#features/accounts/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import {
  archiveSamples,
  createProgram,
  editProgram,
  listManaged,
  listSamples,
  readManaged,
  setArchived,
} from "./manage.ts"
import { findProgram } from "./queries.ts"
import { seedPrograms } from "./seed.ts"
import { enrolInProgram } from "./service.ts"
import { programs } from "./table.ts"

let world: TestContext
let office: SignedInCtx

beforeAll(async () => {
  world = await createTestContext()
  office = world.as(await createAdmin(world.ctx))
})
afterAll(() => world.close())

test("DASH-03 a course is created once however often the form is sent, with an address of its own", async () => {
  const id = newId()
  const made = await createProgram(office, { ...DRAFT, id })
  expect(await createProgram(office, { ...DRAFT, id })).toEqual(made)
  expect(made).toMatchObject({ slug: "tabla-for-beginners", price_rupees: 0, subject: "Music" })
  expect((await createProgram(office, { ...DRAFT, id: newId() })).slug).toBe("tabla-for-beginners-2")
  const found = await listManaged(office, { q: "ZAKIR", state: "offered", limit: 50 })
  expect(found.items.map((course) => course.slug)).toEqual(["tabla-for-beginners-2", "tabla-for-beginners"])
})

test("DASH-03 an archived course leaves the catalogue, keeps its students, and comes back", async () => {
  const course = await createProgram(office, { ...DRAFT, title: "Sitar" })
  await enrolInProgram(world.as(await createStudent(world.ctx)), course.id)
  await setArchived(office, course.id, true)
  await setArchived(office, course.id, true)
  expect(await findProgram(world.ctx, course.slug)).toBeNull()
  const [archived] = (await listManaged(office, { q: "sitar", state: "archived", limit: 50 })).items
  expect(archived).toMatchObject({ id: course.id, enrolled: 1 })
  await setArchived(office, course.id, false)
  expect(await findProgram(world.ctx, course.slug)).toMatchObject({ id: course.id })
})

test("CAT-09 an edit of a course leaves its lessons with a teacher who no longer teaches", async () => {
  const { user_id } = await createInstructor(world.ctx)
  const draft = { ...DRAFT, title: "Veena", teacher_id: user_id }
  const course = await createProgram(office, draft)
  expect(course).toMatchObject({ teacher_id: user_id, teacher_name: "Meera Iyer" })
  const ended = { approved_at: null, ended_at: world.clock.now() }
  await world.ctx.db.update(teachers).set(ended).where(eq(teachers.user_id, user_id))
  expect(await readManaged(office, course.id)).toMatchObject({ teacher_name: "Meera Iyer" })
  const edited = await editProgram(office, { ...draft, course_id: course.id, title: "Veena for all" })
  expect(edited).toMatchObject({ title: "Veena for all", teacher_id: user_id })
  const other = await createProgram(office, { ...DRAFT, title: "Sarod" })
  expect(other.teacher_name).toBe("")
  const refused = await refusalOf(editProgram(office, { ...draft, course_id: other.id }))
  expect(refused.data).toEqual({ fields: { teacher_id: "TEACHER_UNKNOWN" } })
})

test("DASH-03 a program in a place names the place, and nothing is stored of one that doesn't", async () => {
  const before = await world.ctx.db.$count(programs)
  const placeless = { ...DRAFT, delivery: "on_premises" as const }
  const missing = { fields: { venue_name: "VENUE_REQUIRED" } }
  expect((await refusalOf(createProgram(office, placeless))).data).toEqual(missing)
  expect(await world.ctx.db.$count(programs)).toBe(before)
  const online = await createProgram(office, { ...DRAFT, title: "Flute" })
  const moved = editProgram(office, { ...placeless, course_id: online.id })
  expect((await refusalOf(moved)).data).toEqual(missing)
  expect(await readManaged(office, online.id)).toEqual(online)
})

test("DASH-03 a program that isn't there can't be read, edited or archived, and a made-up page is refused", async () => {
  const course_id = newId()
  const tries = [
    readManaged(office, course_id),
    editProgram(office, { ...DRAFT, course_id }),
    setArchived(office, course_id, true),
  ]
  const refusals = await Promise.all(tries.map(refusalOf))
  expect(refusals.map(({ code }) => code)).toEqual(tries.map(() => "NOT_FOUND"))
  const page = listManaged(office, { q: "", state: "offered", limit: 50, cursor: "page-2" })
  expect((await refusalOf(page)).data).toEqual({ fields: { cursor: "Start again from the first page" } })
})

test("PAY-02 a monthly fee is set and taken off by an edit, and a program without a price can't have one", async () => {
  const draft = { ...DRAFT, title: "Santoor", price_rupees: 9_000, monthly_fee_rupees: 1_500 }
  const course = await createProgram(office, draft)
  expect(course.monthly_fee_rupees).toBe(1_500)
  expect((await findProgram(world.ctx, course.slug))?.monthly_fee_paise).toBe(150_000)
  const refused = await refusalOf(editProgram(office, { ...draft, course_id: course.id, price_rupees: 0 }))
  expect(refused.data).toEqual({ fields: { monthly_fee_rupees: "FEE_WITHOUT_PRICE" } })
  const dear = { ...draft, course_id: course.id, monthly_fee_rupees: 9_000 }
  const tooDear = await refusalOf(editProgram(office, dear))
  expect(tooDear.data).toEqual({ fields: { monthly_fee_rupees: "FEE_NOT_BELOW_PRICE" } })
  await editProgram(office, { ...draft, course_id: course.id, monthly_fee_rupees: 0 })
  expect((await findProgram(world.ctx, course.slug))?.monthly_fee_paise).toBeNull()
})

test("CAT-01 DASH-03 an academy archives the samples that nobody edited or joined, all at once, and a trial has none", async () => {
  await seedPrograms(world.ctx)
  expect(await listSamples(office)).toEqual({ course_ids: [] })
  const opened = { ...office, env: { ...office.env, trial: false } }
  const { course_ids } = await listSamples(opened)
  const [edited = "", joined = "", restored = "", ...others] = course_ids
  expect(course_ids.length).toBe(47)
  await editProgram(office, { ...DRAFT, title: "Our own", course_id: edited })
  await enrolInProgram(world.as(await createStudent(world.ctx)), joined)
  for (const archived of [true, false]) await setArchived(office, restored, archived)
  // The page was open since before.
  expect(await archiveSamples(office, course_ids)).toEqual({ archived: 44 })
  expect(await archiveSamples(office, course_ids)).toEqual({ archived: 0 })
  const shown = await world.ctx.db
    .select({ id: programs.id })
    .from(programs)
    .where(isNull(programs.archived_at))
  expect(shown.map(({ id }) => id)).toEqual(expect.arrayContaining([edited, joined, restored]))
  expect(shown.filter(({ id }) => others.includes(id))).toEqual([])
  expect(await listSamples(opened)).toEqual({ course_ids: [] })
})
