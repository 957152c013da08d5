import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { teachers, user } from "#features/accounts/server/table.ts"
import { listOpenNotices } from "#features/attendance/server/notices/open-notices.ts"
import { attendanceVerdicts, medicalProofs } from "#features/attendance/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import { enterSupplier } from "#features/payments/server/bills/suppliers.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import type { Environment } from "#platform/env.ts"
import { newId } from "#shared/ids.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { readChecklist, startTestClass } from "./checklist.ts"
import { listEveryClass } from "./classes.ts"
import { listAttention, readFigures, readNext } from "./overview.ts"
import { listStudents, readStudent } from "./students.ts"
import { readWeeks } from "./trends.ts"

let world: TestContext
let admin: SignedIn
let office: SignedInCtx

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
  office = world.as(admin)
})
afterAll(() => world.close())

test("DASH-03 students come with their courses and attendance, and page without a gap", async () => {
  const { ctx } = world
  const child = await createStudent(ctx, {
    first_name: "Ishan",
    under_18: true,
    parent_name: "Rekha Pillai",
    parent_phone: "+919222200000",
  })
  const { id: course_id } = await createProgram(office, DRAFT)
  await enrolInProgram(world.as(child), course_id)
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
  // A batch that is planned ahead leaves the list to what was held.
  const ahead = ctx.clock.now().getTime() + 7 * 24 * 3_600_000
  const planned = await createClass(ctx, instructor, {
    starts_at: new Date(ahead),
    ends_at: new Date(ahead + 3_600_000),
  })
  await seat(ctx, planned.id, child)
  const whole = await readStudent(office, child.user_id)
  expect(whole.classes.map((row) => row.verdict)).toEqual(["present", "present", "absent", "excused"])
  await ctx.db.execute(sql`delete from scheduled_classes where id = ${planned.id}::uuid`)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listStudents(office, { q: "", limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.items.map((student) => student.user_id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toContain(child.user_id)
  const idsOf = async (query: { grade?: string; course_id?: string }) =>
    (await listStudents(office, { q: "", limit: 50, ...query })).items.map(({ user_id }) => user_id)
  expect(await idsOf({ course_id })).toEqual([child.user_id])
  await world.ctx.db.execute(sql`update students set grade = '7' where user_id = ${child.user_id}::uuid`)
  expect(await idsOf({ grade: "7" })).toEqual([child.user_id])
  expect(await idsOf({ grade: "8" })).toEqual([])
  const weeks = await readWeeks(office)
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)).toMatchObject({ present: 2, absent: 1, program_enrolments: 1 })
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

test("DASH-03 students are found by their own number or a parent's, however it is typed", async () => {
  const own = await createStudent(world.ctx, { phone: "+919845671230" })
  const parents = { under_18: true, parent_name: "Mita Bose", parent_phone: "+919845671230" }
  const child = await createStudent(world.ctx, parents)
  for (const q of ["098456 71230", "+91-9845671230", "671230"]) {
    const { items } = await listStudents(office, { q, limit: 50 })
    expect(
      items.map(({ user_id }) => user_id),
      q,
    ).toEqual([child.user_id, own.user_id])
  }
  expect((await listStudents(office, { q: "71230", limit: 50 })).items).toEqual([])
})

test("DASH-03 the office sees everyone's classes by state", async () => {
  const instructor = await createInstructor(world.ctx)
  const from = world.ctx.clock.now().getTime()
  const at = (hours: number) => new Date(from + hours * 3_600_000)
  const live = await createClass(world.ctx, instructor, { starts_at: at(0), status: "live" })
  const due = await createClass(world.ctx, await createInstructor(world.ctx), {
    starts_at: at(-0.1),
    ends_at: at(1),
  })
  const coming = await createClass(world.ctx, instructor, { starts_at: at(30), title: "Trigonometry" })
  const off = await createClass(world.ctx, instructor, { starts_at: at(50), status: "cancelled" })
  const idsIn = async (state: "live" | "upcoming" | "cancelled" | "past", q = "") =>
    (await listEveryClass(office, { state, q, limit: 50 })).items.map(({ id }) => id)
  expect(await idsIn("live")).toEqual([due.id, live.id])
  expect(await readFigures(office)).toMatchObject({ live_now: 2 })
  await world.ctx.db.execute(
    sql`update scheduled_classes set status = 'cancelled' where id = ${due.id}::uuid`,
  )
  expect(await idsIn("upcoming", "trigo")).toEqual([coming.id])
  expect(await idsIn("cancelled")).toEqual([off.id, due.id])
  expect(await idsIn("past")).toHaveLength(4)
  // Page by page each is there once, in the order of its list, also of one teacher or day alone.
  const more = await createClass(world.ctx, await createInstructor(world.ctx), {
    starts_at: at(30),
    title: "Later twin",
  })
  const pages = async (query: Omit<Parameters<typeof listEveryClass>[1], "q" | "limit">) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listEveryClass(office, { ...query, q: "", limit: 1, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    return seen
  }
  expect(await pages({ state: "past" })).toEqual(await idsIn("past"))
  expect(await pages({ state: "upcoming" })).toEqual([coming.id, more.id])
  expect(await pages({ state: "cancelled", instructor_id: instructor.user_id })).toEqual([off.id])
  expect(await pages({ state: "upcoming", date: coming.scheduled_date })).toEqual([coming.id, more.id])
  expect(await pages({ state: "upcoming", date: off.scheduled_date })).toEqual([])
  await world.ctx.db.execute(sql`delete from scheduled_classes where id = ${more.id}::uuid`)
})

test("DASH-03 the office's lists refuse a made-up page or day, and an unknown student isn't there", async () => {
  const page = listStudents(office, { q: "", limit: 2, cursor: "page-2" })
  expect((await refusalOf(page)).data).toEqual({ fields: { cursor: "Start again from the first page" } })
  for (const date of ["1999-12-31", "2100-01-01"]) {
    const day = listEveryClass(office, { state: "past", q: "", limit: 2, date })
    expect((await refusalOf(day)).data).toEqual({
      fields: { date: "Choose a date between 2000 and 2099" },
    })
  }
  expect((await refusalOf(readStudent(office, admin.user_id))).code).toBe("NOT_FOUND")
})

test("DASH-03 the office's next class is the soonest that is not over, also one that somebody else teaches", async () => {
  const instructor = await createInstructor(world.ctx)
  const from = world.ctx.clock.now().getTime()
  const scheduled = async (startHours: number, endHours: number) => {
    const [starts_at, ends_at] = [
      new Date(from + startHours * 3_600_000),
      new Date(from + endHours * 3_600_000),
    ]
    return (await createClass(world.ctx, instructor, { starts_at, ends_at })).id
  }
  await scheduled(-5, -4)
  const later = await scheduled(2, 3)
  expect((await readNext(office))?.id).toBe(later)
  const late = await scheduled(-1, 1)
  expect((await readNext(office))?.id).toBe(late)
})

test("ADM-01 the checklist follows the rows and ends with a test class that nobody else finds", async () => {
  const doneIn = async () =>
    (await readChecklist(office)).steps.filter(({ done }) => done).map(({ step }) => step)
  const done = ["instructors", "program", "timetable", "students"]
  expect(await doneIn()).toEqual([...done, "test_class"])
  // A class that was held is as good as a test.
  await world.ctx.db.delete(attendanceVerdicts)
  expect(await doneIn()).toEqual(done)
  const { class_id } = await startTestClass(office)
  expect(await startTestClass(office)).toEqual({ class_id })
  const [row] = await world.ctx.db.select().from(scheduledClasses).where(sql`id = ${class_id}::uuid`)
  expect(row).toMatchObject({ status: "live", one_on_one: true, instructor_id: admin.user_id })
  await world.ctx.db.execute(
    sql`update scheduled_classes set status = 'completed' where id = ${class_id}::uuid`,
  )
  expect(await doneIn()).toContain("test_class")
})

test("ADM-01 PAY-01 the checklist asks for a way to be paid and for who sells, whatever a trial's own gateway does", async () => {
  const doneIn = async (env: Partial<Environment> = {}) =>
    (await readChecklist({ ...office, env: { ...office.env, ...env } })).steps
      .filter(({ step, done }) => done && (step === "payments" || step === "seller"))
      .map(({ step }) => step)
  expect(office.env.paymentProvider).toBe("trial")
  expect(await doneIn()).toEqual([])
  expect(await doneIn({ UPI_ID: "academy@okbank" })).toEqual(["payments"])
  expect(await doneIn({ paymentProvider: "razorpay" })).toEqual(["payments"])
  const seller = {
    name: "Nritya",
    address: "Pune",
    state: "27",
    registration: "unregistered",
    gstin: null,
  } as const
  await enterSupplier(office, { ...seller, prefix: "N", valid_from: "2026-04-01" })
  expect(await doneIn()).toEqual(["seller"])
})

test("DASH-03 ATT-06 a medical proof waits for the office until somebody decides about it", async () => {
  const of = { verdict: "absent" as const, present_seconds: 0, minimum_seconds: 1, reasons: [] }
  const sent_at = world.ctx.clock.now()
  const instructor = await createInstructor(world.ctx)
  const child = await createStudent(world.ctx)
  const { id: class_id } = await createClass(world.ctx, instructor, { status: "completed" })
  const key = { class_id, student_id: child.user_id }
  await world.ctx.db.insert(attendanceVerdicts).values({ ...key, ...of, settled_at: sent_at })
  await world.ctx.db.insert(medicalProofs).values({ ...key, state: "waiting", sent_at })
  expect(await listAttention(office)).toContainEqual({ kind: "proofs", count: 1, class_id: null })
  const decided = { state: "accepted" as const, decided_by: admin.user_id, decided_at: sent_at }
  await world.ctx.db.update(medicalProofs).set(decided).where(eq(medicalProofs.class_id, class_id))
  expect((await listAttention(office)).map(({ kind }) => kind)).not.toContain("proofs")
})

test("DASH-03 the overview counts the messages that staff find in their list, and no codes", async () => {
  const { ctx } = world
  const failed = {
    ...{ recipient: "+919845012345", recipient_name: "Asha", status: "failed" as const, text: "Hello" },
    ...{ cause_id: newId(), variables: {}, subject_ids: [], reasons: [], created_at: ctx.clock.now() },
  }
  const sms = newId()
  await ctx.db.insert(notices).values([
    { ...failed, id: sms, kind: "absence", channel: "sms" },
    { ...failed, id: newId(), kind: "absence", channel: "push", replaced_by: sms },
    { ...failed, id: newId(), kind: "sign-in-code", channel: "sms", secret: true },
  ])
  const { items } = await listOpenNotices(office, { limit: 50 })
  expect(items.map(({ id }) => id)).toEqual([sms])
  expect(await listAttention(office)).toContainEqual({ kind: "notices", count: 1, class_id: null })
})

test("DASH-03 people who left are in no figure and wait for nothing", async () => {
  const env = { ...office.env, parentNumbersNeedConfirmation: true }
  const countsNow = async () => {
    const waiting = await listAttention({ ...office, env })
    const numbers = waiting.find(({ kind }) => kind === "numbers")?.count ?? 0
    return [(await readFigures(office)).students, numbers]
  }
  const before = await countsNow()
  const [disabled, erased, teaches] = [
    await createStudent(world.ctx, { parent_phone: "+919222200001", parent_name: "Rekha" }),
    await createStudent(world.ctx),
    await createStudent(world.ctx),
  ]
  const [students = 0, numbers = 0] = before
  expect(await countsNow()).toEqual([students + 3, numbers + 1])
  const set = (columns: Partial<typeof user.$inferInsert>, { user_id }: SignedIn) =>
    world.ctx.db.update(user).set(columns).where(eq(user.id, user_id))
  const now = world.ctx.clock.now()
  await set({ disabledAt: now }, disabled)
  await set({ erasedAt: now, disabledAt: now }, erased)
  const { user_id, email } = teaches
  await world.ctx.db
    .insert(teachers)
    .values({ user_id, email, first_name: "A", last_name: "B", created_at: now })
  // The list of students shows a disabled account as such.
  expect(await countsNow()).toEqual([students + 1, numbers])
  const listed = (await listStudents(office, { q: "", limit: 100 })).items
  expect(listed).toHaveLength(students + 1)
})
