import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { MOST_ROWS } from "#contract/admin/admin-import.ts"
import { giveGuardians } from "#features/accounts/server/imported.ts"
import {
  acceptInvitation,
  inviteInstructor,
  invitePerson,
  readInvitation,
} from "#features/accounts/server/invitations.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import { createProgram, setArchived } from "#features/programs/server/manage.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { refusalOf, requestOn } from "#tests/sign-ups.ts"
import { exportList } from "./exports.ts"
import { confirmImport, inviteImported, listImports, previewImport } from "./imports.ts"

let world: TestContext
let admin: SignedIn
let office: SignedInCtx

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
  office = world.as(admin)
})
afterAll(() => world.close())

const INSTRUCTORS = "email,first_name,last_name,phone\nmeera@academy.example,Meera,Iyer,98765 43210"
const COURSES = "Title;Instructor;Curriculum;Service;Price rupees\nTabla;Meera Iyer;General;Music;4999"
const TIMETABLE = [
  "title\tinstructor_email\tdate\tstart_time\tend_time\tsubject\tcourse",
  "Tabla, batch A\tmeera@academy.example\t2026-12-07\t16:30\t17:30\tTabla\tTabla",
].join("\n")
const STUDENTS = [
  "email,first_name,last_name,phone,grade,date_of_birth,parent_name,parent_phone,courses",
  "asha@family.example,Asha,राव,,8,3/7/2014,Sunita Rao,98765 43211,Tabla",
].join("\n")

async function bring(kind: Parameters<typeof previewImport>[1]["kind"], text: string) {
  return confirmImport(office, { kind, text })
}

test("ADM-01 an academy comes in from four lists, and the same lists again make nothing", async () => {
  for (const [kind, text] of [
    ["instructors", INSTRUCTORS],
    ["courses", COURSES],
    ["timetable", TIMETABLE],
    ["students", STUDENTS],
  ] as const) {
    expect(await bring(kind, text), kind).toMatchObject({ created: 1, same: 0 })
    expect(await bring(kind, text), kind).toEqual({ import_id: null, created: 0, same: 1 })
  }
  const [student] = await world.ctx.db.select().from(students)
  expect(student).toMatchObject({
    last_name: "राव",
    parent_phone: "+919876543211",
    under_18: true,
    date_of_birth: "2014-07-03",
  })
  expect(world.published).toContainEqual({
    topic: "program.enrolled",
    data: { course_id: expect.any(String), student_id: student?.user_id },
  })
  const [row] = await world.ctx.db.select().from(scheduledClasses)
  expect(row?.starts_at.toISOString()).toBe("2026-12-07T11:00:00.000Z")
})

test("ADM-01 every error is told by line and column, and nothing is written while there is one", async () => {
  const text = [
    "email,first_name,last_name,phone,date_of_birth,parent_name,parent_phone,courses",
    "new@family.example,New,One,,,,,",
    "not an e-mail,,Two,12,07/23/2014,,,Sitar",
    "new@family.example,Again,Three,,23/07/2014,,,",
    "meera@academy.example,Meera,Iyer,,12/04/2001,,,",
    "old@family.example,Old,Four,,12/04/1901,,,",
    "unborn@family.example,Not,Yet,,12/04/2027,,,",
  ].join("\n")
  const preview = await previewImport(office, { kind: "students", text })
  expect(preview).toMatchObject({ created: 1, same: 0, refused: 5 })
  const columnsOn = (line: number) =>
    preview.rows
      .find((row) => row.line === line)
      ?.errors.map(({ column }) => column)
      .sort()
  expect(columnsOn(2)).toEqual([])
  expect(columnsOn(3)).toEqual(["courses", "date_of_birth", "email", "first_name", "phone"])
  expect(columnsOn(4)).toEqual(["email", "parent_name", "parent_phone"])
  expect(columnsOn(5)).toEqual(["email"])
  expect([columnsOn(6), columnsOn(7)]).toEqual([["date_of_birth"], ["date_of_birth"]])
  expect((await refusalOf(bring("students", text))).code).toBe("IMPORT_REFUSED")
  expect(await world.ctx.db.$count(user, eq(user.email, "new@family.example"))).toBe(0)
  const unknown = await refusalOf(
    previewImport(office, { kind: "students", text: "email,colour\na@b.example,red" }),
  )
  expect(JSON.stringify(unknown.data)).toContain("colour")
})

/** Of each list: a row that is right, and what can be wrong in one of its columns, by itself and with anything else. */
const MISTAKES = {
  instructors: {
    right: { email: "anu@academy.example", first_name: "Anu", last_name: "Das", phone: "" },
    wrong: { email: "no e-mail", first_name: "", last_name: "x".repeat(61), phone: "12" },
  },
  students: {
    right: {
      ...{ email: "tara@family.example", first_name: "Tara", last_name: "Rao", phone: "", grade: "8" },
      ...{ date_of_birth: "", parent_name: "Sunita", parent_phone: "98765 43210", courses: "" },
    },
    wrong: {
      ...{ email: "no e-mail", first_name: "", last_name: "", phone: "12", grade: "x".repeat(21) },
      ...{ date_of_birth: "07/23/2014", parent_name: "", courses: "Sitar" },
    },
  },
  guardians: {
    right: { student_email: "asha@family.example", parent_name: "Sunita Rao", parent_phone: "98765 43211" },
    wrong: { student_email: "nobody@family.example", parent_name: "", parent_phone: "12" },
  },
  courses: {
    right: {
      ...{
        title: "Veena",
        instructor: "Meera Iyer",
        curriculum: "General",
        service: "Music",
        level: "Beginner",
      },
      ...{
        grade: "All",
        duration: "3 months",
        price_rupees: "2",
        monthly_fee_rupees: "1",
        delivery: "on_premises",
        venue_name: "Hall",
      },
    },
    wrong: {
      ...{ title: "", instructor: "", curriculum: "None", service: "None", level: "None", grade: "x" },
      ...{ duration: "long", price_rupees: "-1.5", monthly_fee_rupees: "0.5", venue_name: "" },
    },
  },
  timetable: {
    right: {
      ...{
        title: "Veena",
        instructor_email: "meera@academy.example",
        date: "2026-12-09",
        start_time: "09:00",
      },
      ...{ end_time: "10:00", subject: "Veena", course: "", max_students: "5", delivery: "on_premises" },
      venue_name: "Hall",
    },
    wrong: {
      ...{ title: "", instructor_email: "nobody@academy.example", date: "2026-13-01", start_time: "9" },
      ...{ end_time: "10", subject: "", course: "Sitar", max_students: "101", venue_name: "" },
    },
  },
} as const

test.each(Object.keys(MISTAKES) as (keyof typeof MISTAKES)[])(
  "ADM-01 in a list of %s no mistake hides another: any two are told together, and all at once",
  async (kind) => {
    const right: Record<string, string> = MISTAKES[kind].right
    const wrong: Record<string, string> = MISTAKES[kind].wrong
    const columns = Object.keys(wrong)
    const pairs = columns.flatMap((one, n) => columns.slice(n).map((other) => [one, other]))
    const broken = [...pairs, columns].map((set) => [...new Set(set)].toSorted())
    const rows = broken.map((set) =>
      Object.entries(right).map(([column, cell]) => (set.includes(column) ? (wrong[column] ?? "") : cell)),
    )
    const seen: string[][] = []
    for (const row of rows) {
      const text = [Object.keys(right).join(","), row.join(",")].join("\n")
      const preview = await previewImport(office, { kind, text })
      seen.push([...new Set(preview.rows[0]?.errors.map(({ column }) => column))].toSorted())
    }
    expect(seen).toEqual(broken)
  },
)

/** The errors that a list's rows have, as the column with the problem's code and values. */
async function errorsOf(kind: Parameters<typeof previewImport>[1]["kind"], lines: string[]) {
  const { rows } = await previewImport(office, { kind, text: lines.join("\n") })
  return rows.map(({ errors }) => errors.map(({ column, problem }) => ({ column, ...problem })))
}

test("ADM-01 LAW-03 an import gives nobody another role, and no child another guardian", async () => {
  expect(
    await errorsOf("instructors", [
      "email,first_name,last_name",
      "asha@family.example,Asha,Rao",
      "zoya@academy.example,Zoya,Khan",
      "Zoya@academy.example,Zoya,Khan",
    ]),
  ).toEqual([
    [{ column: "email", code: "not-an-instructor" }],
    [],
    [{ column: "email", code: "repeated", line: 3 }],
  ])
  expect(
    await errorsOf("guardians", [
      "student_email,parent_name,parent_phone",
      "asha@family.example,A friend,98765 00000",
      "asha@family.example,Sunita Rao,98765 43211",
      "meera@academy.example,Sunita Rao,98765 43211",
    ]),
  ).toEqual([
    [{ column: "parent_phone", code: "other-guardian" }],
    [{ column: "student_email", code: "repeated", line: 2 }],
    [{ column: "student_email", code: "unknown-student" }],
  ])
  const own = "mini@family.example,Mini,Das,98765 43299,Rekha Das,98765 43299"
  expect(
    await errorsOf("students", ["email,first_name,last_name,phone,parent_name,parent_phone", own]),
  ).toEqual([[{ column: "parent_phone", code: "own-number" }]])
  const [asha] = await world.ctx.db.select().from(students)
  expect(asha).toMatchObject({ parent_name: "Sunita Rao", parent_phone: "+919876543211" })
})

test("ADM-01 LAW-03 a student's own number doesn't become the guardian's by the guardians' list", async () => {
  const phone = "+919876543288"
  const student = await createStudent(world.ctx, { phone, parent_phone: null })
  const row = `${student.email},Rekha Das,${phone}`
  expect(await errorsOf("guardians", ["student_email,parent_name,parent_phone", row])).toEqual([
    [{ column: "parent_phone", code: "own-number" }],
  ])
  // The student may have given the number after the list was checked.
  const contact = { student_id: student.user_id, parent_name: "Rekha Das", parent_phone: phone }
  expect(await giveGuardians(world.ctx, [contact])).toEqual([])
})

test.each([
  ["has no row", "email,first_name,last_name\n,,\n", { code: "no-rows" }],
  [
    "names a column twice",
    "email,first_name,last_name,email\na@b.example,A,B,c@d.example",
    { code: "head", repeated: true, unknown: [], missing: [] },
  ],
  ["closes no quotes", 'email,first_name,last_name\n"a@b.example,A,B', { code: "quotes", line: 2 }],
  [
    "has a row longer than its head",
    "email,first_name,last_name\na@b.example,A,B,C",
    { code: "too-many-cells", line: 2 },
  ],
  [
    "is too long",
    `email,first_name,last_name\n${"a@b.example,A,B\n".repeat(MOST_ROWS + 1)}`,
    { code: "too-many-rows", most: MOST_ROWS },
  ],
])("ADM-01 a list that %s is refused as a whole, with the reason", async (_, text, problem) => {
  const refusal = await refusalOf(previewImport(office, { kind: "instructors", text }))
  expect(refusal).toMatchObject({ code: "LIST_UNREADABLE", data: problem })
})

test("ADM-01 a wrong cell elsewhere does not hide that a class overlaps", async () => {
  const text = [
    "title,instructor_email,date,start_time,end_time,subject,max_students",
    ",meera@academy.example,2026-12-07,17:00,18:00,Tabla,500",
  ].join("\n")
  const { rows } = await previewImport(office, { kind: "timetable", text })
  expect(rows[0]?.errors.map(({ column }) => column)).toEqual(["title", "max_students", "start_time"])
})

test("ADM-01 overlaps are found with what is timetabled and within the list", async () => {
  const head = "title,instructor_email,date,start_time,end_time,subject"
  const at = (title: string, start: string, end: string) =>
    `${title},meera@academy.example,2026-12-07,${start},${end},Tabla`
  const text = [
    head,
    at("B", "17:00", "18:00"),
    at("C", "18:00", "19:00"),
    at("D", "18:30", "19:30"),
    at("E", "09:00", "08:00"),
  ].join("\n")
  const { rows } = await previewImport(office, { kind: "timetable", text })
  expect(rows.map(({ state, errors }) => [state, errors[0]?.column])).toEqual([
    ["error", "start_time"],
    ["new", undefined],
    ["error", "start_time"],
    ["error", "end_time"],
  ])
})

test("ADM-01 a class of an instructor whose account is disabled is an error at its line", async () => {
  const own = eq(user.email, "meera@academy.example")
  await world.ctx.db.update(user).set({ disabledAt: new Date() }).where(own)
  const text =
    "title,instructor_email,date,start_time,end_time,subject\nSitar,meera@academy.example,2026-12-08,17:00,18:00,Sitar"
  const { rows } = await previewImport(office, { kind: "timetable", text })
  expect(rows[0]?.errors).toEqual([{ column: "instructor_email", problem: { code: "unknown-instructor" } }])
  await world.ctx.db.update(user).set({ disabledAt: null }).where(own)
})

test("ADM-01 what one export writes an import reads: everything is there already", async () => {
  for (const kind of ["instructors", "students", "guardians", "courses", "timetable"] as const) {
    const text = await new Response(await exportList(office, kind)).text()
    const preview = await previewImport(office, { kind, text })
    expect(preview, kind).toMatchObject({ created: 0, same: text.trim().split("\n").length - 1, refused: 0 })
  }
})

test("ADM-01 programs that share a title are told apart by their slugs, in what is exported and imported", async () => {
  const head = "email,first_name,last_name,courses"
  const [first, second, archived] = [
    await createProgram(office, { ...DRAFT, title: "Chess" }),
    await createProgram(office, { ...DRAFT, title: "CHESS" }),
    await createProgram(office, { ...DRAFT, title: "Tabla" }),
  ]
  await setArchived(office, archived.id, true)
  const pupils = ["one", "two", "three"].map((name) => `${name}@chess.example,Pupil,${name}`)
  expect(await errorsOf("students", [head, `${pupils[0]},Chess; Tabla`])).toEqual([
    [{ column: "courses", code: "several-programs", title: "Chess", slugs: ["chess", "chess-2"] }],
  ])
  const text = [head, `${pupils[0]},chess`, `${pupils[1]},chess-2`, `${pupils[2]},CHESS-2`].join("\n")
  expect(await bring("students", text)).toMatchObject({ created: 3 })
  const enrolled = (id: string) => world.ctx.db.$count(enrollments, eq(enrollments.course_id, id))
  expect([await enrolled(first.id), await enrolled(second.id)]).toEqual([1, 2])

  const row = "Endgames,meera@academy.example,2026-12-20,09:00,10:00,Chess"
  const columns = "title,instructor_email,date,start_time,end_time,subject,course"
  expect(await errorsOf("timetable", [columns, `${row},Chess`])).toEqual([
    [{ column: "course", code: "several-programs", title: "Chess", slugs: ["chess", "chess-2"] }],
  ])
  expect(await bring("timetable", [columns, `${row},chess-2`].join("\n"))).toMatchObject({ created: 1 })
  const [held] = await world.ctx.db
    .select()
    .from(scheduledClasses)
    .where(eq(scheduledClasses.title, "Endgames"))
  expect(held?.course_id).toBe(second.id)

  // What is archived is not imported, and must not be taken for the one that is offered under its title.
  const [pupil] = await world.ctx.db.select().from(students).where(eq(students.email, "one@chess.example"))
  const inArchived = { id: newId(), course_id: archived.id, student_id: pupil?.user_id ?? "" }
  await world.ctx.db.insert(enrollments).values(inArchived)
  for (const kind of ["students", "timetable"] as const) {
    const preview = await previewImport(office, {
      kind,
      text: await new Response(await exportList(office, kind)).text(),
    })
    expect(preview.created, kind).toBe(0)
    expect(
      preview.rows.flatMap(({ errors }) => errors),
      kind,
    ).toEqual(
      kind === "timetable"
        ? []
        : [{ column: "courses", problem: { code: "unknown-programs", titles: ["tabla-2"] } }],
    )
  }
  await world.ctx.db.delete(enrollments).where(eq(enrollments.id, inArchived.id))
})

test("PAY-02 ADM-01 a course keeps its monthly fee by export and import, and a wrong fee is told at its line and column", async () => {
  const head = "title,instructor,curriculum,price_rupees,monthly_fee_rupees"
  await bring("courses", `${head}\nMridangam,Meera Iyer,General,9000,1500\nGhatam,Meera Iyer,General,4000,`)
  const written = new TextDecoder().decode(
    await new Response(await exportList(office, "courses")).arrayBuffer(),
  )
  const [names = "", ...lines] = written.replace("\uFEFF", "").trim().split(/\r?\n/)
  const at = names.split(",").indexOf("monthly_fee_rupees")
  const feeOf = (title: string) => lines.find((line) => line.startsWith(`${title},`))?.split(",")[at]
  expect([feeOf("Mridangam"), feeOf("Ghatam")]).toEqual(["1500", ""])
  const { rows } = await previewImport(office, {
    kind: "courses",
    text: [
      head,
      "One,A,General,9000,1500",
      "Two,A,General,,900",
      "Three,A,General,9000,100001",
      "Four,A,General,900,900",
    ].join("\n"),
  })
  expect(rows.map(({ line, errors }) => [line, errors])).toEqual([
    [2, []],
    [3, [{ column: "monthly_fee_rupees", problem: { code: "fee-without-price" } }]],
    [4, [{ column: "monthly_fee_rupees", problem: { code: "not-in-range", least: 0, most: 100_000 } }]],
    [5, [{ column: "monthly_fee_rupees", problem: { code: "fee-not-below-price" } }]],
  ])
})

test("DASH-03 an export starts with a byte order mark and escapes what a spreadsheet would run", async () => {
  await bring("instructors", "email,first_name,last_name\nevil@academy.example,=1+1,Iyer")
  const bytes = new Uint8Array(await new Response(await exportList(office, "instructors")).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toContain("'=1+1")
})

test("ADM-01 an invitation sets the first password once and signs in; nobody else's does", async () => {
  const made = await inviteInstructor(office, {
    ...{ email: "leena@academy.example", first_name: "Leena", last_name: "Das", how: "link" },
  })
  const params = new URL(made.url ?? "").searchParams
  const link = { request: params.get("request") ?? "", secret: params.get("secret") ?? "" }
  const visitor = requestOn(world.ctx)
  expect(await readInvitation(visitor, link)).toMatchObject({ first_name: "Leena", role: "instructor" })
  const weak = await refusalOf(acceptInvitation(visitor, { ...link, password: "password123" }))
  expect(weak.data).toEqual({ fields: { password: "PASSWORD_COMMON" } })
  const again = await invitePerson(office, { user_id: made.user_id, how: "link" })
  const used = { ...link, password: "three random words" }
  expect((await refusalOf(acceptInvitation(visitor, used))).code).toBe("LINK_EXPIRED")
  const newer = new URL(again.url ?? "").searchParams
  const good = {
    ...{ request: newer.get("request") ?? "", secret: newer.get("secret") ?? "" },
    password: "three random words",
  }
  expect(await acceptInvitation(visitor, good)).toMatchObject({ role: "instructor" })
  expect(visitor.http.reply.getSetCookie().join()).toContain("session_token")
  expect((await refusalOf(acceptInvitation(requestOn(world.ctx), good))).code).toBe("LINK_EXPIRED")
  expect((await refusalOf(invitePerson(office, { user_id: made.user_id, how: "link" }))).code).toBe(
    "ALREADY_JOINED",
  )
  expect(await world.ctx.sessions.checkPassword("leena@academy.example", "three random words")).toBe(
    made.user_id,
  )
})

test("ADM-01 everyone of an import is invited by mail, and who has joined is not asked again", async () => {
  const { import_id } = await bring(
    "instructors",
    "email,first_name,last_name\nravi@academy.example,Ravi,Sen",
  )
  expect((await listImports(office))[0]).toMatchObject({ to_invite: 1 })
  expect(await inviteImported(office, import_id ?? "")).toEqual({ invited: 1 })
  const mails = await world.ctx.db.select().from(notices).where(eq(notices.kind, "invitation"))
  expect(mails.map((mail) => mail.recipient)).toEqual(["ravi@academy.example"])
  const sent_at = world.clock.now()
  expect(await inviteImported(office, import_id ?? "")).toEqual({ invited: 0 })
  expect(await inviteImported(office, import_id ?? "", "again")).toEqual({ invited: 0 })
  expect((await listImports(office))[0]).toMatchObject({
    ...{ to_invite: 0, invited: 1, invite_again: 0, last_invited_at: sent_at },
  })
  world.clock.advance(3 * DAY)
  expect((await listImports(office))[0]).toMatchObject({ to_invite: 0, invited: 1, invite_again: 1 })
  expect(await inviteImported(office, import_id ?? "")).toEqual({ invited: 0 })
  expect(await inviteImported(office, import_id ?? "", "again")).toEqual({ invited: 1 })
  expect(await inviteImported(office, import_id ?? "", "again")).toEqual({ invited: 0 })
  expect(await world.ctx.db.$count(notices, eq(notices.kind, "invitation"))).toBe(2)
  world.clock.advance(3 * DAY)
  await world.ctx.db.execute(sql`update users set disabled_at = now() where email = 'ravi@academy.example'`)
  expect(await inviteImported(office, import_id ?? "", "again")).toEqual({ invited: 0 })
})

test("ADM-01 NAV-11 a cell that breaks a rule of its column is told with what the column takes", async () => {
  const [course] = await errorsOf("courses", [
    "title,instructor,curriculum,level,grade,duration,price_rupees,subject",
    `Veena,,Montessori,Expert,x,long,4999.50,${"x".repeat(61)}`,
  ])
  expect(course).toEqual([
    { column: "instructor", code: "missing" },
    { column: "curriculum", code: "not-an-option", options: ["CBSE", "ICSE", "JEE", "NEET", "General"] },
    { column: "level", code: "not-an-option", options: ["Beginner", "Intermediate", "Advanced"] },
    { column: "grade", code: "not-read", example: "All, 8, 6-8" },
    { column: "subject", code: "too-long", most: 60 },
    { column: "duration", code: "not-read", example: "6 months, 20 hours" },
    { column: "price_rupees", code: "not-in-range", least: 0, most: 1_000_000 },
  ])
})

test("ADM-01 a list of more than a page is exported to its last row, each row once", async () => {
  const rows = Array.from(
    { length: 501 },
    (_, n) =>
      `pupil${n}@family.example,Pupil,Number ${n},12/04/2015,Lata,+91901111${String(n).padStart(4, "0")}`,
  )
  await bring(
    "students",
    ["email,first_name,last_name,date_of_birth,parent_name,parent_phone", ...rows].join("\n"),
  )
  for (const list of ["students", "guardians", "attendance"] as const) {
    const text = await new Response(await exportList(office, list)).text()
    const lines = text
      .trim()
      .split("\n")
      .filter((line) => line.includes("pupil"))
    expect([lines.length, new Set(lines).size], list).toEqual([501, 501])
    expect(
      text.split("\n").filter((line) => line.includes("first_name") || line.includes("parent_name")),
      list,
    ).toHaveLength(1)
  }
})

test("ADM-01 a course that is twice in a list, and a class in the past, are told at their cells", async () => {
  const courses = "title,instructor,curriculum\nSitar,Meera Iyer,General\nSITAR,Meera Iyer,General"
  const { rows } = await previewImport(office, { kind: "courses", text: courses })
  expect(rows.map(({ errors }) => errors)).toEqual([
    [],
    [{ column: "title", problem: { code: "repeated", line: 2 } }],
  ])
  const yesterday = new Date(world.clock.now().getTime() - DAY).toISOString().slice(0, 10)
  const timetable = `title,instructor_email,date,start_time,end_time,subject\nSitar,meera@academy.example,${yesterday},06:00,07:00,Sitar`
  const past = await previewImport(office, { kind: "timetable", text: timetable })
  expect(past.rows.map(({ errors }) => errors)).toEqual([
    [{ column: "start_time", problem: { code: "past" } }],
  ])
})

test("ADM-01 LAW-03 children without an e-mail come in by name and guardian's number, and once", async () => {
  const head = "email,first_name,last_name,date_of_birth,parent_name,parent_phone,courses"
  const rows = [",Ila,Sen,12/04/2016,Rita Sen,98765 43233,", ",Om,Sen,12/04/2018,Rita Sen,98765 43233,"]
  expect(await bring("students", [head, ...rows].join("\n"))).toMatchObject({ created: 2 })
  const made = await world.ctx.db.select().from(students).where(eq(students.parent_phone, "+919876543233"))
  expect(made.map(({ first_name, email }) => [first_name, email.endsWith("@no-mail.invalid")])).toEqual([
    ["Ila", true],
    ["Om", true],
  ])
  expect((await listImports(office))[0]).toMatchObject({ kind: "students", created: 2, to_invite: 0 })
  expect(await bring("students", [head, ...rows].join("\n"))).toMatchObject({ created: 0, same: 2 })
  const joins = ",ila,SEN,12/04/2016,Rita Sen,+91 98765 43233,Mridangam"
  expect(await bring("students", [head, joins].join("\n"))).toMatchObject({ created: 1, same: 0 })
  const [ila] = made
  expect(await world.ctx.db.$count(enrollments, eq(enrollments.student_id, ila?.user_id ?? ""))).toBe(1)
  expect(
    await errorsOf("students", [
      head,
      ",Adult,One,12/04/2001,,,",
      "ila@family.example,Ila,Sen,12/04/2016,Rita Sen,98765 43233,",
      ",Jai,Sen,12/04/2018,Rita Sen,98765 43233,",
      "jai@family.example,Jai,Sen,12/04/2018,Rita Sen,98765 43233,",
      ",Kim,Sen,12/04/2018,Rita Sen,12,",
    ]),
  ).toEqual([
    [{ column: "parent_phone", code: "number-without-email" }],
    [{ column: "email", code: "here-without-email" }],
    [],
    [{ column: "email", code: "repeated", line: 4 }],
    [{ column: "parent_phone", code: "not-a-phone" }],
  ])
  for (const kind of ["students", "guardians"] as const) {
    const text = await new Response(await exportList(office, kind)).text()
    expect(text, kind).not.toContain("no-mail.invalid")
    expect(await previewImport(office, { kind, text }), kind).toMatchObject({ created: 0, refused: 0 })
  }
  expect(
    await errorsOf("guardians", [
      "student_email,student_name,parent_name,parent_phone",
      ",Ila Sen,Rita Sen,98765 43233",
      ",Nobody Sen,Rita Sen,98765 43233",
      ",,Rita Sen,98765 43233",
    ]),
  ).toEqual([
    [],
    [{ column: "student_name", code: "unknown-student" }],
    [{ column: "student_email", code: "missing" }],
  ])
})
