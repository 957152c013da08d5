import { eq, sql } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { setBatch } from "#features/classes/server/seats/batches.ts"
import { endEnrolment } from "#features/classes/server/seats/ending.ts"
import { createOrder } from "#features/payments/server/orders.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf, testSales } from "#tests/sales.ts"
import { exportList } from "./exports.ts"
import { confirmImport, previewImport } from "./imports.ts"
import { continueUndo, undoImport } from "./undo-import.ts"

const sales = testSales()
let office: SignedInCtx
let course_id: string
/** Tells the people and programs of one test from those of others. */
let tag: string
let turn = 0

beforeAll(async () => {
  office = sales.world.as(await createAdmin(sales.world.ctx))
  await confirmImport(office, {
    kind: "instructors",
    text: "email,first_name,last_name\nmeera@academy.example,Meera,Iyer",
  })
})
beforeEach(async () => {
  sales.world.clock.set("2026-11-10T05:00:00Z")
  turn += 1
  tag = `t${turn}`
  course_id = await bringProgram(`Sitar ${tag}`, 2_000)
})

async function bringProgram(title: string, monthly_fee_rupees: number): Promise<string> {
  const priced = { price_rupees: 9_000, monthly_fee_rupees }
  return (await createProgram(office, { ...DRAFT, ...priced, title, id: newId() })).id
}

const HEAD = "email,first_name,last_name,date_of_birth,courses,paid_until"
const rowOf = (name: string, until: string, courses = `Sitar ${tag}`) =>
  `${name}.${tag}@family.example,${name},Rao,12/04/2001,${courses},${until}`
const list = (...rows: string[]) => ({ kind: "students" as const, text: [HEAD, ...rows].join("\n") })

async function bring(...rows: string[]) {
  const made = await confirmImport(office, list(...rows))
  await runJobs(sales.world, classesJobs)
  return made
}

/** A class of the program at noon in India on each of these days. */
async function bringClasses(...days: string[]) {
  const head = "title,instructor_email,date,start_time,end_time,subject,course"
  // One teacher for every test, at a time of its own.
  const time = `${String(turn + 7).padStart(2, "0")}:00,${String(turn + 7).padStart(2, "0")}:50`
  const rows = days.map((day) => `Sitar,meera@academy.example,${day},${time},Sitar,Sitar ${tag}`)
  await confirmImport(office, { kind: "timetable", text: [head, ...rows].join("\n") })
  await runJobs(sales.world, classesJobs)
}

async function personOf(name: string): Promise<SignedInCtx> {
  const { db } = sales.world.ctx
  const email = `${name.toLowerCase()}.${tag}@family.example`
  const [found] = await db.select({ id: user.id }).from(user).where(eq(user.email, email))
  const person = await readPerson(db, found?.id ?? "")
  if (!person) throw new Error(`no list brought ${name}`)
  return sales.world.as(person)
}

async function endsOf(name: string, id = course_id): Promise<string | null | undefined> {
  const { viewer } = await personOf(name)
  const { rows } = await sales.pool.query(
    "select valid_until::text as until from enrollments where course_id = $1 and student_id = $2 and status = 'active'",
    [id, viewer.user_id],
  )
  return rows[0]?.until
}

async function seatsOf(name: string): Promise<string[]> {
  const { viewer } = await personOf(name)
  const { rows } = await sales.pool.query(
    `select to_char(c.scheduled_date, 'MM-DD') as day from class_enrollments e
      join scheduled_classes c on c.id = e.class_id where e.student_id = $1 order by c.starts_at`,
    [viewer.user_id],
  )
  return rows.map(({ day }) => day)
}

const buy = async (buyer: SignedInCtx) =>
  sales.pay(buyer, await createOrder(buyer, { course_id, state: "29", months: 1 }))

test("ADM-01 PAY-02 a student who comes in with the last paid day has seats until then, renews and goes on", async () => {
  await bringClasses("2026-11-25", "2026-12-10")
  await bring(rowOf("Asha", "30/11/2026"), rowOf("Mini", "2026-11-30"))
  expect([await endsOf("Asha"), await endsOf("Mini")]).toEqual(["2026-11-30", "2026-11-30"])
  expect(await seatsOf("Asha")).toEqual(["11-25"])
  const asha = await personOf("Asha")
  expect(await buy(asha)).toMatchObject({
    ...{ state: "paid", price: { total_paise: 200_000 } },
    term: { months: 1, renews: "2026-11-30", starts_on: "2026-12-01", ends_on: "2026-12-31" },
  })
  await runJobs(sales.world, classesJobs)
  expect(await seatsOf("Asha")).toEqual(["11-25", "12-10"])
  // After the end, the same list brings nobody back without paying, and a member can still renew.
  sales.world.clock.set("2026-12-05T05:00:00Z")
  expect(await bring(rowOf("Mini", "2026-11-30"))).toMatchObject({ created: 0, same: 1 })
  expect(await buy(await personOf("Mini"))).toMatchObject({
    term: { renews: "2026-11-30", starts_on: "2026-12-05", ends_on: "2027-01-04" },
  })
})

test("ADM-01 PAY-02 the preview says of how many students the place has no end, or is over", async () => {
  const free = await bringProgram(`Choir ${tag}`, 0)
  const rows = [
    rowOf("Asha", ""),
    rowOf("Mini", ""),
    rowOf("Tara", "01/11/2026"),
    rowOf("Uma", "", `Choir ${tag}`),
    rowOf("Veda", "30/11/2026;", `Sitar ${tag}; Choir ${tag}`),
  ]
  const notesOf = async () => (await previewImport(office, list(...rows))).rows.map(({ notes }) => notes)
  expect(await notesOf()).toEqual([["without-end"], ["without-end"], ["ended"], undefined, undefined])
  await bring(...rows)
  expect(await refusalOf(createOrder(await personOf("Asha"), { course_id, state: "29", months: 1 }))).toBe(
    "ALREADY_ENROLLED_IN_PROGRAM",
  )
  expect([await endsOf("Veda"), await endsOf("Veda", free)]).toEqual(["2026-11-30", null])
  expect(await notesOf()).toEqual([["without-end"], ["without-end"], undefined, undefined, undefined])
})

test("ADM-01 PAY-02 a wrong last paid day is told at its row and column", async () => {
  await bringProgram(`Choir ${tag}`, 0)
  const both = `Sitar ${tag}; Choir ${tag}`
  const preview = await previewImport(
    office,
    list(
      rowOf("A", "13/13/2026"),
      rowOf("B", "2126-01-01"),
      rowOf("C", "30/11/2026", both),
      rowOf("D", "30/11/2026; ;", both),
      rowOf("E", "30/11/2026", ""),
    ),
  )
  expect(preview.rows.map(({ errors }) => errors)).toEqual(
    [
      { code: "not-a-date" },
      { code: "date-out-of-range" },
      { code: "no-monthly-fee", titles: [`Choir ${tag}`] },
      { code: "one-per-program" },
      { code: "program-missing" },
    ].map((problem) => [{ column: "paid_until", problem }]),
  )
})

test("ADM-01 PAY-02 a later list changes the end of what was imported and never ordered, and the undo changes it back", async () => {
  await bringClasses("2026-11-25", "2026-12-10", "2027-01-10")
  await bring(rowOf("Asha", ""), rowOf("Mini", "30/11/2026"), rowOf("Tara", "30/11/2026"))
  await buy(await personOf("Tara"))
  const known = await createStudent(sales.world.ctx, { date_of_birth: "2001-04-12" })
  await sales.world.ctx.db.insert(enrollments).values({
    ...{ id: newId(), course_id, student_id: known.user_id, created_at: sales.world.clock.now() },
  })
  const own = `${known.email},${known.first_name},${known.last_name},12/04/2001,Sitar ${tag},31/12/2026`
  const rows = [rowOf("Asha", "31/12/2026"), rowOf("Mini", "31/12/2026"), rowOf("Tara", "31/01/2027"), own]
  const preview = await previewImport(office, list(...rows))
  expect(preview.rows.map(({ state, change, notes }) => [state, change, notes])).toEqual([
    ["new", "changed", undefined],
    ["new", "changed", undefined],
    ["same", undefined, ["kept-end"]],
    ["same", undefined, ["kept-end"]],
  ])
  const { import_id } = await bring(...rows)
  expect([await endsOf("Asha"), await endsOf("Mini"), await endsOf("Tara")]).toEqual([
    ...["2026-12-31", "2026-12-31", "2026-12-31"],
  ])
  expect([await seatsOf("Asha"), await seatsOf("Mini")]).toEqual([
    ["11-25", "12-10"],
    ["11-25", "12-10"],
  ])
  expect(await bring(...rows)).toEqual({ import_id: null, created: 0, same: 4 })
  await undoImport(office, import_id ?? "")
  await continueUndo(sales.world.ctx, import_id ?? "")
  await runJobs(sales.world, classesJobs)
  expect([await endsOf("Asha"), await endsOf("Mini")]).toEqual([null, "2026-11-30"])
  expect([await seatsOf("Asha"), await seatsOf("Mini")]).toEqual([["11-25", "12-10", "01-10"], ["11-25"]])
})

test("ADM-01 PAY-02 an import can't be undone once somebody ordered what follows its term", async () => {
  const known = await createStudent(sales.world.ctx, { date_of_birth: "2001-04-12" })
  const own = `${known.email},${known.first_name},${known.last_name},12/04/2001,Sitar ${tag},`
  const { import_id } = await bring(`${own}30/11/2026`)
  const later = await bring(`${own}05/12/2026`)
  await createOrder(sales.world.as(known), { course_id, state: "29", months: 1 })
  for (const id of [import_id, later.import_id])
    await expect(undoImport(office, id ?? "")).rejects.toMatchObject({ code: "IMPORT_IN_USE" })
  expect(await bring(`${own}31/12/2026`)).toMatchObject({ created: 0, same: 1 })
})

test("ADM-01 PAY-02 who comes back by a list gets the end that it names", async () => {
  const former = await createStudent(sales.world.ctx, { date_of_birth: "2001-04-12" })
  await sales.world.ctx.db.insert(enrollments).values({
    ...{ id: newId(), course_id, student_id: former.user_id, valid_until: "2026-10-31" },
    created_at: sales.world.clock.now(),
  })
  const row = `${former.email},${former.first_name},${former.last_name},12/04/2001,Sitar ${tag},`
  expect((await previewImport(office, list(`${row}01/11/2026`))).rows[0]).toMatchObject({
    ...{ state: "same", notes: ["kept-end"] },
  })
  const { import_id } = await bring(`${row}31/12/2026`)
  const endIs = async () => {
    const { rows } = await sales.world.ctx.db.execute(
      sql`select valid_until::text as until from enrollments where student_id = ${former.user_id}`,
    )
    return rows
  }
  expect(await endIs()).toEqual([{ until: "2026-12-31" }])
  await undoImport(office, import_id ?? "")
  expect(await endIs()).toEqual([{ until: "2026-10-31" }])
})

test("ADM-01 PAY-02 the last paid days are exported, and the same list again changes nothing", async () => {
  await bringProgram(`Choir ${tag}`, 0)
  await bring(rowOf("Veda", "; 30/11/2026", `Choir ${tag}; Sitar ${tag}`), rowOf("Uma", "", `Choir ${tag}`))
  const text = await new Response(await exportList(office, "students")).text()
  const preview = await previewImport(office, { kind: "students", text })
  expect(preview).toMatchObject({ created: 0, refused: 0 })
  expect(text).toMatch(new RegExp(`veda.${tag}@.*(; 30/11/2026|30/11/2026; )`))
})

const BATCH_HEAD = "title,instructor_email,date,start_time,end_time,subject,course,batch"
const classOn = (day: string, time: string, batch: string, course = `Sitar ${tag}`) =>
  `Sitar,meera@academy.example,${day},${time},Sitar,${course},${batch}`

async function bringTimetable(...rows: string[]) {
  const made = await confirmImport(office, { kind: "timetable", text: [BATCH_HEAD, ...rows].join("\n") })
  await runJobs(sales.world, classesJobs)
  return made.import_id ?? ""
}

const PUPILS = "email,first_name,last_name,date_of_birth,courses,batch"
const pupil = (name: string, batch: string, courses = `Sitar ${tag}`) =>
  `${name}.${tag}@family.example,${name},Rao,12/04/2001,${courses},${batch}`
const pupils = (...rows: string[]) => ({ kind: "students" as const, text: [PUPILS, ...rows].join("\n") })
const notesOf = async (...rows: string[]) =>
  (await previewImport(office, pupils(...rows))).rows.map(({ state, notes }) => [state, notes])

async function bringPupils(...rows: string[]): Promise<string> {
  const { import_id } = await confirmImport(office, pupils(...rows))
  await runJobs(sales.world, classesJobs)
  return import_id ?? ""
}

test("ADM-01 CAT-09 classes of one batch are a series, also by a later list, and students come in to their batch's classes alone", async () => {
  await bringTimetable(
    classOn("2026-11-16", "01:00,01:50", "Early"),
    classOn("2026-11-17", "01:00,01:50", "Late"),
    classOn("2026-11-18", "01:00,01:50", "early"),
    classOn("2026-11-19", "01:00,01:50", ""),
  )
  expect(await notesOf(pupil("Asha", "Early"), pupil("Mini", ""))).toEqual([
    ["new", ["without-end"]],
    ["new", ["without-end", "all-batches"]],
  ])
  await bringPupils(pupil("Asha", "EARLY"), pupil("Mini", ""))
  expect(await seatsOf("Asha")).toEqual(["11-16", "11-18", "11-19"])
  expect(await seatsOf("Mini")).toEqual(["11-16", "11-17", "11-18", "11-19"])
  await bringTimetable(
    classOn("2026-11-23", "01:00,01:50", "Early"),
    classOn("2026-11-24", "01:00,01:50", "Late"),
  )
  expect(await seatsOf("Asha")).toEqual(["11-16", "11-18", "11-19", "11-23"])
  const { rows } = await sales.pool.query(
    "select count(distinct series_id)::int as series from scheduled_classes where course_id = $1",
    [course_id],
  )
  expect(rows).toEqual([{ series: 2 }])
  for (const kind of ["students", "timetable"] as const) {
    const text = await new Response(await exportList(office, kind)).text()
    expect(text, kind).toMatch(/,Early,/)
    expect(await previewImport(office, { kind, text }), kind).toMatchObject({ created: 0, refused: 0 })
  }
})

test("ADM-01 CAT-09 a later list gives a batch to who came in without one, leaves others, and its undo takes it back", async () => {
  await bringTimetable(
    classOn("2026-11-16", "02:00,02:50", "Early"),
    classOn("2026-11-17", "02:00,02:50", "Late"),
  )
  await bringPupils(pupil("Asha", ""), pupil("Mini", "Late"))
  const rows = [pupil("Asha", "Early"), pupil("Mini", "Early")]
  expect(await notesOf(...rows)).toEqual([
    ["new", ["without-end"]],
    ["same", ["kept-batch", "without-end"]],
  ])
  const list = await bringPupils(...rows)
  expect([await seatsOf("Asha"), await seatsOf("Mini")]).toEqual([["11-16"], ["11-17"]])
  await undoImport(office, list)
  await continueUndo(sales.world.ctx, list)
  await runJobs(sales.world, classesJobs)
  expect(await seatsOf("Asha")).toEqual(["11-16", "11-17"])
})

test("ADM-01 CAT-09 a corrected timetable finds the students of the batches of the one that was undone", async () => {
  const first = await bringTimetable(
    classOn("2026-11-16", "03:00,03:50", "Early"),
    classOn("2026-11-17", "03:00,03:50", "Late"),
  )
  await bringPupils(pupil("Asha", "Late"))
  await undoImport(office, first)
  await continueUndo(sales.world.ctx, first)
  await runJobs(sales.world, classesJobs)
  expect(await seatsOf("Asha")).toEqual([])
  await bringTimetable(
    classOn("2026-11-16", "04:00,04:50", "Early"),
    classOn("2026-11-17", "04:00,04:50", "Late"),
  )
  expect(await seatsOf("Asha")).toEqual(["11-17"])
})

test("ADM-01 CAT-09 a batch that the program doesn't have is told at its row and column", async () => {
  await bringTimetable(
    classOn("2026-11-16", "05:00,05:50", "Early"),
    classOn("2026-11-17", "05:00,05:50", "Late"),
  )
  // Scheduled by the form, the series has no name.
  await sales.pool.query(
    "update scheduled_classes set batch = null where course_id = $1 and batch = 'Late'",
    [course_id],
  )
  await bringProgram(`Choir ${tag}`, 0)
  const both = `Sitar ${tag}; Choir ${tag}`
  const preview = await previewImport(
    office,
    pupils(
      pupil("A", "Noon"),
      pupil("B", "tue 05:00"),
      pupil("C", "Early", both),
      pupil("D", "Early;", both),
      pupil("E", "Early;;", both),
      pupil("F", "Early", ""),
    ),
  )
  const unknown = (title: string, batch: string, batches: string[]) => [
    { column: "batch", problem: { code: "unknown-batch", title: `${title} ${tag}`, batch, batches } },
  ]
  expect(preview.rows.map(({ errors }) => errors)).toEqual([
    unknown("Sitar", "Noon", ["Early", "Tue 05:00"]),
    [],
    unknown("Choir", "Early", []),
    [],
    [{ column: "batch", problem: { code: "one-per-program" } }],
    [{ column: "batch", problem: { code: "program-missing" } }],
  ])
  const timetable = await previewImport(office, {
    kind: "timetable",
    text: [
      `${BATCH_HEAD},class_type`,
      `${classOn("2026-11-26", "05:00,05:50", "Early", "")},`,
      `${classOn("2026-11-27", "05:00,05:50", "A;B")},`,
      `${classOn("2026-11-28", "05:00,05:50", "Early")},demo`,
      `${classOn("2026-11-29", "05:00,05:50", "x".repeat(41))},`,
    ].join("\n"),
  })
  expect(timetable.rows.map(({ errors }) => errors)).toEqual(
    [
      { code: "program-missing" },
      { code: "batch-with-semicolon" },
      { code: "batch-not-regular" },
      { code: "too-long", most: 40 },
    ].map((problem) => [{ column: "batch", problem }]),
  )
})

test("ADM-01 PAY-02 the same list again says of whom the office ended a program that they would join it anew", async () => {
  await bring(rowOf("asha", "31/12/2026"))
  const { user_id } = (await personOf("asha")).viewer
  await endEnrolment(office, { course_id, student_id: user_id })
  const { rows } = await previewImport(office, list(rowOf("asha", "31/12/2026")))
  expect(rows).toMatchObject([{ state: "new", change: "again", notes: ["ended-here"] }])
})

test("ADM-01 PAY-02 a row without an e-mail isn't taken for somebody who only claims the guardian's number", async () => {
  const [first_name, parent_phone] = [`Asha${tag}`, "+919876543299"]
  const claims = { first_name, last_name: "Rao", parent_name: "Sunita", parent_phone }
  const stranger = await createStudent(sales.world.ctx, claims)
  const head = "email,first_name,last_name,date_of_birth,parent_name,parent_phone,courses,paid_until"
  const row = `,${first_name},Rao,12/04/2015,Sunita Rao,98765 43299,Sitar ${tag},31/12/2026`
  const ofChild = { kind: "students" as const, text: [head, row].join("\n") }
  const seen = async () => (await previewImport(office, ofChild)).rows
  expect(await seen()).toMatchObject([
    { state: "error", errors: [{ column: "email", problem: { code: "here-with-email" } }] },
  ])
  const confirmed = { parent_phone_confirmed_at: sales.world.clock.now() }
  await sales.world.ctx.db.update(students).set(confirmed).where(eq(students.user_id, stranger.user_id))
  expect(await seen()).toMatchObject([{ state: "new" }])
})

test("ADM-01 CAT-09 a repeated list leaves a student in all classes whom the office moved there", async () => {
  await bringTimetable(
    classOn("2026-11-16", "06:00,06:50", "Early"),
    classOn("2026-11-17", "06:00,06:50", "Late"),
  )
  await bringPupils(pupil("Asha", "Early"))
  await setBatch(office, { course_id, student_id: (await personOf("asha")).viewer.user_id, batch_id: null })
  await runJobs(sales.world, classesJobs)
  expect(await notesOf(pupil("Asha", "Early"))).toMatchObject([
    ["same", ["kept-batch", ...["without-end", "all-batches"]]],
  ])
  expect(await seatsOf("Asha")).toEqual(["11-16", "11-17"])
})
