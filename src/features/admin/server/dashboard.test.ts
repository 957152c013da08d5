import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { programManagement } from "#contract/program-management.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { attendanceVerdicts } from "#features/attendance/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import {
  createProgram,
  editProgram,
  listManaged,
  readManaged,
  setArchived,
} from "#features/programs/server/manage.ts"
import {
  addMaterial,
  linkMaterial,
  listMaterials,
  removeMaterial,
} from "#features/programs/server/materials.ts"
import { findProgram } from "#features/programs/server/queries.ts"
import { listRemoved, purgeMaterials, restoreMaterial } from "#features/programs/server/removed-materials.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { readChecklist, startTestClass } from "./checklist.ts"
import { listEveryClass } from "./classes.ts"
import { listAttention, readFigures } from "./overview.ts"
import { listStudents, readStudent } from "./students.ts"
import { readWeeks } from "./trends.ts"

let world: TestContext
let admin: SignedIn
let office: SignedInCtx

const DRAFT = programManagement.create["~orpc"].inputSchema?.parse({
  title: "Tabla for beginners",
  instructor: "Zakir Khan",
  curriculum: "General",
  service: "Music",
}) as Parameters<typeof createProgram>[1]

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
  office = world.as(admin)
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

test("DASH-03 material is for the course's students alone, is of a known kind, and can be taken back", async () => {
  const course = await createProgram(office, { ...DRAFT, title: "Harmonium" })
  const student = world.as(await createStudent(world.ctx))
  const id = newId()
  const file = new File(["%PDF-1.7 notes"], "notes.pdf")
  const draft = { course_id: course.id, id, title: "", file }
  const made = await addMaterial(office, draft)
  expect(await addMaterial(office, draft)).toEqual(made)
  expect(made).toMatchObject({ title: "notes", content_type: "application/pdf" })
  const forged = { ...draft, id: newId(), file: new File(["<script>"], "notes.pdf") }
  expect((await refusalOf(addMaterial(office, forged))).data).toEqual({ fields: { file: "FILE_KIND" } })
  expect((await refusalOf(listMaterials(student, course.id))).code).toBe("NOT_FOUND")
  await enrolInProgram(student, course.id)
  expect(await listMaterials(student, course.id)).toEqual([made])
  const { url } = await linkMaterial(student, { course_id: course.id, material_id: id })
  expect(url).toMatch(/^\/files\//)
  await removeMaterial(office, { course_id: course.id, material_id: id })
  expect(await listMaterials(student, course.id)).toEqual([])
  expect((await refusalOf(linkMaterial(student, { course_id: course.id, material_id: id }))).code).toBe(
    "NOT_FOUND",
  )
})

test("DASH-03 material that was taken back lies in a bin for 30 days, and can be put back until then", async () => {
  const course = await createProgram(office, { ...DRAFT, title: "Sitar" })
  const material = { course_id: course.id, material_id: newId() }
  const file = new File(["%PDF-1.7 notes"], "notes.pdf")
  const made = await addMaterial(office, { course_id: course.id, id: material.material_id, title: "", file })
  await removeMaterial(office, material)
  expect(await listMaterials(office, course.id)).toEqual([])
  expect(await listRemoved(office, course.id)).toMatchObject([{ id: made.id, title: "notes" }])
  expect(await restoreMaterial(office, material)).toEqual(made)
  expect(await restoreMaterial(office, material)).toEqual(made)
  expect(await listMaterials(office, course.id)).toEqual([made])
  expect((await linkMaterial(office, material)).url).toMatch(/^\/files\//)
  await removeMaterial(office, material)
  const daysOn = (days: number) => ({
    ...office,
    clock: { now: () => new Date(world.ctx.clock.now().getTime() + days * 86_400_000) },
  })
  await purgeMaterials(daysOn(29))
  expect(await office.files.size(`material/${made.id}`)).toBe(file.size)
  await purgeMaterials(daysOn(31))
  expect(await office.files.size(`material/${made.id}`)).toBeNull()
  expect((await refusalOf(restoreMaterial(office, material))).code).toBe("NOT_FOUND")
  expect(await listRemoved(office, course.id)).toEqual([])
})

test("DASH-03 students come with their courses and attendance, and page without a gap", async () => {
  const { ctx } = world
  const child = await createStudent(ctx, {
    first_name: "Ishan",
    under_18: true,
    parent_name: "Rekha Pillai",
    parent_phone: "+919222200000",
  })
  const instructor = await createInstructor(ctx)
  for (const [verdict, hour] of [
    ["present", 1],
    ["present", 3],
    ["absent", 5],
    ["excused", 7],
  ] as const) {
    const row = await createClass(ctx, instructor, {
      starts_at: new Date(ctx.clock.now().getTime() - hour * 3_600_000),
      ends_at: new Date(ctx.clock.now().getTime() - (hour - 1) * 3_600_000),
      status: "completed",
    })
    await seat(ctx, row.id, child)
    await ctx.db.insert(attendanceVerdicts).values({
      ...{ class_id: row.id, student_id: child.user_id, verdict, present_seconds: 0, minimum_seconds: 1 },
      ...{ reasons: [], settled_at: ctx.clock.now() },
    })
  }
  const [found] = (await listStudents(office, { q: "ishan", limit: 50 })).items
  expect(found).toMatchObject({ attended: 2, held: 3, parent_name: "Rekha Pillai", parent_confirmed: false })
  const whole = await readStudent(office, child.user_id)
  expect(whole.classes.map((row) => row.verdict)).toEqual(["present", "present", "absent", "excused"])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listStudents(office, { q: "", limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.items.map((student) => student.user_id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toContain(child.user_id)
  const weeks = await readWeeks(office)
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)).toMatchObject({ present: 2, absent: 1, program_enrolments: 2 })
})

test("DASH-03 what waits for the office is counted, and an instructor who is let in waits no more", async () => {
  const waiting = await createInstructor(world.ctx, { approved_at: null })
  const before = await listAttention(office)
  expect(before).toContainEqual({ kind: "instructors", count: 1, class_id: null })
  await world.ctx.db.execute(
    sql`update teachers set approved_at = now() where user_id = ${waiting.user_id}::uuid`,
  )
  expect((await listAttention(office)).map(({ kind }) => kind)).not.toContain("instructors")
  expect(await readFigures(office)).toMatchObject({ live_now: 0, instructors: 2 })
})

test("DASH-03 the office sees everyone's classes by state", async () => {
  const instructor = await createInstructor(world.ctx)
  const from = world.ctx.clock.now().getTime()
  const at = (hours: number) => new Date(from + hours * 3_600_000)
  const live = await createClass(world.ctx, instructor, { starts_at: at(0), status: "live" })
  const coming = await createClass(world.ctx, instructor, { starts_at: at(30), title: "Trigonometry" })
  const off = await createClass(world.ctx, instructor, { starts_at: at(50), status: "cancelled" })
  const idsIn = async (state: "live" | "upcoming" | "cancelled" | "past", q = "") =>
    (await listEveryClass(office, { state, q, limit: 50 })).items.map(({ id }) => id)
  expect(await idsIn("live")).toEqual([live.id])
  expect(await idsIn("upcoming", "trigo")).toEqual([coming.id])
  expect(await idsIn("cancelled")).toEqual([off.id])
  expect(await idsIn("past")).toHaveLength(4)
})

test("ADM-01 the checklist follows the rows and ends with a test class that nobody else finds", async () => {
  const doneIn = async () =>
    (await readChecklist(office)).steps.filter(({ done }) => done).map(({ step }) => step)
  expect(await doneIn()).toEqual(expect.arrayContaining(["instructors", "students", "timetable"]))
  expect(await doneIn()).not.toContain("test_class")
  const { class_id } = await startTestClass(office)
  expect(await startTestClass(office)).toEqual({ class_id })
  const [row] = await world.ctx.db.select().from(scheduledClasses).where(sql`id = ${class_id}::uuid`)
  expect(row).toMatchObject({ status: "live", one_on_one: true, instructor_id: admin.user_id })
  await world.ctx.db.execute(
    sql`update scheduled_classes set status = 'completed' where id = ${class_id}::uuid`,
  )
  expect(await doneIn()).toContain("test_class")
})
