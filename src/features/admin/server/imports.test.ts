import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  acceptInvitation,
  inviteInstructor,
  invitePerson,
  readInvitation,
} from "#features/accounts/server/invitations.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { placeInProgram } from "#features/classes/server/program-places.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { HOUR } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin } from "#tests/people.ts"
import { refusalOf, requestOn } from "#tests/sign-ups.ts"
import { exportList } from "./exports.ts"
import { confirmImport, inviteImported, listImports, previewImport, undoImport } from "./imports.ts"
import { imports } from "./table.ts"

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

test("ADM-01 500 students are looked at, written with their courses, and taken back within the hour", async () => {
  const text = [
    "email,first_name,last_name,date_of_birth,parent_name,parent_phone,courses",
    ...Array.from(
      { length: 500 },
      (_, n) =>
        `child${n}@family.example,Child,Number ${n},12/04/2016,Parent ${n},+9190000${String(n).padStart(5, "0")},Tabla`,
    ),
  ].join("\n")
  expect(await previewImport(office, { kind: "students", text })).toMatchObject({ created: 500, refused: 0 })
  const { import_id } = await bring("students", text)
  expect(await world.ctx.db.$count(enrollments)).toBe(501)
  // A seat that the course's own job gave is freed again.
  const [child] = await world.ctx.db
    .select()
    .from(students)
    .where(eq(students.email, "child7@family.example"))
  const [course] = await world.ctx.db.select().from(programs)
  await placeInProgram(world.ctx, { course_id: course?.id ?? "", student_id: child?.user_id ?? "" })
  expect(await world.ctx.db.$count(classEnrollments)).toBe(1)
  await undoImport(office, import_id ?? "")
  await undoImport(office, import_id ?? "")
  expect(await world.ctx.db.$count(students)).toBe(1)
  expect(await world.ctx.db.$count(classEnrollments)).toBe(0)
  const [row] = await world.ctx.db.select().from(scheduledClasses)
  expect(row?.seats_taken).toBe(0)
})

test("ADM-01 an import on which something hangs stays, and so does one that is older than an hour", async () => {
  const [first] = await world.ctx.db.select().from(imports).where(eq(imports.kind, "instructors"))
  expect((await refusalOf(undoImport(office, first?.id ?? ""))).code).toBe("IMPORT_IN_USE")
  const [course] = await world.ctx.db.select().from(imports).where(eq(imports.kind, "courses"))
  expect((await refusalOf(undoImport(office, course?.id ?? ""))).code).toBe("IMPORT_IN_USE")
  world.clock.advance(2 * HOUR)
  const [late] = await world.ctx.db.select().from(imports).where(eq(imports.kind, "timetable"))
  expect((await refusalOf(undoImport(office, late?.id ?? ""))).code).toBe("IMPORT_TOO_OLD")
})

test("ADM-01 what one export writes an import reads: everything is there already", async () => {
  for (const kind of ["instructors", "students", "guardians", "courses", "timetable"] as const) {
    const text = await new Response(await exportList(office, kind)).text()
    const preview = await previewImport(office, { kind, text })
    expect(preview, kind).toMatchObject({ created: 0, same: 1, refused: 0 })
  }
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
  await world.ctx.db.execute(sql`update users set disabled_at = now() where email = 'ravi@academy.example'`)
  expect(await inviteImported(office, import_id ?? "")).toEqual({ invited: 0 })
})
