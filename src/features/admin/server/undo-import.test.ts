import { eq, inArray, isNull, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import type pg from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { account, students, user } from "#features/accounts/server/table.ts"
import { requestDemo } from "#features/classes/server/demos/demo-requests.ts"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { classWaitlist } from "#features/classes/server/seat-tables.ts"
import { placeInProgram, placeProgramIn } from "#features/classes/server/seats/program-seats.ts"
import { joinWaitlist } from "#features/classes/server/seats/waitlist.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { personNotices } from "#features/notifications/server/table.ts"
import { orders } from "#features/payments/server/table.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedIn, type SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { orderFor } from "#tests/orders.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { confirmImport, inviteImported, listImports, previewImport } from "./imports.ts"
import { continueUndo, UNDO_QUEUE, undoImport } from "./undo-import.ts"

let world: TestContext
let office: SignedInCtx

beforeEach(async () => {
  world = await createTestContext()
  office = world.as(await createAdmin(world.ctx))
  await bring("instructors", "email,first_name,last_name\nmeera@academy.example,Meera,Iyer")
})
afterEach(() => world.close())

async function bring(kind: Parameters<typeof previewImport>[1]["kind"], text: string): Promise<string> {
  return (await confirmImport(office, { kind, text })).import_id ?? ""
}

const bringChess = () =>
  bring("courses", "Title,Instructor,Curriculum,Service,Price rupees\nChess,Meera Iyer,General,Music,4999")

/** A class of chess on so many days from new year on. */
function bringClasses(count: number): Promise<string> {
  const days = Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10),
  )
  return bring(
    "timetable",
    [
      "title,instructor_email,date,start_time,end_time,subject,course",
      ...days.map((day) => `Chess,meera@academy.example,${day},06:00,07:00,Chess,Chess`),
    ].join("\n"),
  )
}

function bringPlayers(count: number, first = 0): Promise<string> {
  const rows = Array.from({ length: count }, (_, at) => first + at).map(
    (n) =>
      `player${n}@family.example,Player,Number ${n},12/04/2016,Parent ${n},+9190000${String(n).padStart(5, "0")},Chess`,
  )
  const head = "email,first_name,last_name,date_of_birth,parent_name,parent_phone,courses"
  return bring("students", [head, ...rows].join("\n"))
}

/** Seats the players of every class of chess, as the course's own jobs do: one class really, the others like it. */
async function seatPlayers(): Promise<string> {
  const { db } = world.ctx
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from scheduled_classes where title = 'Chess' order by starts_at desc limit 1`,
  )
  const last = rows[0]?.id ?? ""
  await placeProgramIn(world.ctx, last)
  for (const table of ["class_enrollments", "class_waitlist"])
    await db.execute(sql`insert into ${sql.identifier(table)} (id, class_id, student_id, created_at)
      select gen_random_uuid(), held.id, place.student_id, place.created_at
      from scheduled_classes held, ${sql.identifier(table)} place
      where held.title = 'Chess' and held.id <> place.class_id and place.class_id = ${last}`)
  await db.execute(sql`update scheduled_classes held set seats_taken = like_it.seats_taken, waiting = like_it.waiting
    from scheduled_classes like_it where held.title = 'Chess' and like_it.id = ${last}`)
  return last
}

const pool = () => (world.ctx.db as unknown as { $client: pg.Pool }).$client

/** Runs a call and returns how many statements it sent. */
async function statementsOf<C extends Ctx>(ctx: C, call: (ctx: C) => Promise<unknown>): Promise<number> {
  const sent: string[] = []
  const logger = { logQuery: (query: string) => void sent.push(query) }
  await call({ ...ctx, db: drizzle(pool(), { logger }) })
  return sent.length
}

async function stateOf(importId: string) {
  const found = (await listImports(office)).find(({ id }) => id === importId)
  if (!found) throw new Error("the import is not listed")
  return found
}

/** A context whose process dies with the n-th transaction from now on. */
function dyingAfter(transactions: number): Ctx {
  let left = transactions
  const db = new Proxy(world.ctx.db, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name, target)
      if (left === 0) throw new Error("killed")
      left -= 1
      return target.transaction.bind(target)
    },
  })
  return { ...world.ctx, db }
}

const undoJobs = () => world.jobs.filter(({ queue }) => queue === UNDO_QUEUE)

/** Gives somebody of a list a password, as an invitation does. */
async function signIn(email: string): Promise<string> {
  const [found] = await world.ctx.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  const userId = found?.id ?? ""
  const now = world.clock.now()
  await world.ctx.db.insert(account).values({
    ...{ id: newId(), accountId: userId, providerId: "credential", userId, password: "unused" },
    ...{ createdAt: now, updatedAt: now },
  })
  return userId
}

test("ADM-01 undoing 500 students of 200 classes is asked for once, and a job leaves nothing of them", async () => {
  const { db } = world.ctx
  await bringChess()
  const classes = await bringClasses(200)
  const people = await bringPlayers(500)
  const last = await seatPlayers()
  // Somebody from elsewhere waits behind them all.
  const other = await createStudent(world.ctx)
  await joinWaitlist(world.as(other), last)
  expect(await db.$count(classWaitlist)).toBe(200 * (500 - 30) + 1)

  expect(await statementsOf(office, (ctx) => undoImport(ctx, people))).toBeLessThan(25)
  expect(await db.$count(students)).toBe(501)
  expect(await stateOf(people)).toMatchObject({
    undoing: { done: 0, total: 700 },
    undone_at: null,
    to_invite: 0,
  })
  await undoImport(office, people)
  await undoImport(world.as(await createAdmin(world.ctx)), people)
  expect(undoJobs()).toEqual([{ queue: UNDO_QUEUE, data: { import_id: people } }])
  expect((await refusalOf(inviteImported(office, people))).code).toBe("NOT_FOUND")

  expect(await statementsOf(world.ctx, (ctx) => continueUndo(ctx, people))).toBeLessThan(500)
  expect(await stateOf(people)).toMatchObject({ undoing: null, undone_at: world.clock.now(), kept: [] })
  expect(await db.$count(classWaitlist)).toBe(0)
  expect(await db.select().from(classEnrollments)).toMatchObject([
    { class_id: last, student_id: other.user_id },
  ])
  expect(await db.select({ id: students.user_id }).from(students)).toEqual([{ id: other.user_id }])
  expect(await brokenInvariants(pool())).toEqual([])

  await undoImport(office, classes)
  expect(await statementsOf(world.ctx, (ctx) => continueUndo(ctx, classes))).toBeLessThan(450)
  expect(await db.$count(scheduledClasses)).toBe(0)
  expect(await statementsOf(world.ctx, (ctx) => continueUndo(ctx, classes))).toBeLessThan(5)
  expect(await statementsOf(office, (ctx) => undoImport(ctx, classes))).toBeLessThan(5)
  expect(undoJobs()).toHaveLength(2)
  const acts = await db.select().from(auditLog).where(eq(auditLog.action, "import.undo"))
  expect(acts.map(({ actor_id, subject_id }) => [actor_id, subject_id])).toEqual([
    [office.viewer.user_id, people],
    [office.viewer.user_id, classes],
  ])
}, 90_000)

test("ADM-01 an undo that is killed goes on where it stopped, and nothing is undone or told twice", async () => {
  const { db } = world.ctx
  await bringChess()
  const classes = await bringClasses(41)
  const people = await bringPlayers(120)
  await seatPlayers()
  const known = await createStudent(world.ctx)
  await db.insert(enrollments).values({
    ...{ id: newId(), course_id: (await db.select().from(programs))[0]?.id ?? "", student_id: known.user_id },
    created_at: world.clock.now(),
  })
  await placeInProgram(world.ctx, {
    course_id: (await db.select().from(programs))[0]?.id ?? "",
    student_id: known.user_id,
  })

  await undoImport(office, people)
  const seen: number[] = []
  for (let killed = 0; killed < 20 && (await stateOf(people)).undoing; killed += 1) {
    await continueUndo(dyingAfter(1), people).catch((error) => expect(error.message).toBe("killed"))
    expect(await brokenInvariants(pool())).toEqual([])
    seen.push((await stateOf(people)).undoing?.done ?? 161)
  }
  // Three parts of the classes with places of theirs, three of the students, and what is left of their enrolments.
  expect(seen).toEqual([20, 40, 41, 91, 141, 161, 161])
  expect(await db.select({ id: students.user_id }).from(students)).toEqual([{ id: known.user_id }])
  expect(await db.$count(classEnrollments)).toBe(41)

  await undoImport(office, classes)
  for (let killed = 0; killed < 20 && (await stateOf(classes)).undoing; killed += 1)
    await continueUndo(dyingAfter(1), classes).catch((error) => expect(error.message).toBe("killed"))
  expect(await db.$count(scheduledClasses)).toBe(0)
  const told = await db.select().from(personNotices).where(eq(personNotices.person_id, known.user_id))
  expect(told.filter(({ kind }) => kind.includes("standing"))).toHaveLength(1)
  expect(await brokenInvariants(pool())).toEqual([])
})

test("ADM-01 PAY-02 a former member enrols again by a list, and the undo ends the membership as it had ended before", async () => {
  const { db } = world.ctx
  await bringChess()
  await bringClasses(2)
  const [former, runs] = [await createStudent(world.ctx), await createStudent(world.ctx)]
  const course_id = (await db.select().from(programs))[0]?.id ?? ""
  const batch_id = newId()
  for (const [student, valid_until] of [
    [former, "2026-11-19"],
    [runs, "2026-11-20"],
  ] as const)
    await db.insert(enrollments).values({
      ...{ id: newId(), course_id, student_id: student.user_id, valid_until, batch_id },
      created_at: world.clock.now(),
    })
  const list = ["email,first_name,last_name,courses"]
    .concat([former, runs].map(({ email }) => `${email},Asha,Rao,Chess`))
    .join("\n")
  const preview = await previewImport(office, { kind: "students", text: list })
  expect(preview).toMatchObject({ created: 1, same: 1, refused: 0 })
  expect(preview.rows.map(({ state, change }) => [state, change])).toEqual([
    ["new", "again"],
    ["same", undefined],
  ])
  const own = eq(enrollments.student_id, former.user_id)
  const ended = await db.select().from(enrollments).where(own)
  const id = await bring("students", list)
  expect(await db.select().from(enrollments).where(own)).toMatchObject([
    { id: ended[0]?.id, valid_until: null, batch_id: null, status: "active" },
  ])
  await runJobs(world, classesJobs)
  expect(await db.$count(classEnrollments, eq(classEnrollments.student_id, former.user_id))).toBe(2)

  await undoImport(office, id)
  await continueUndo(world.ctx, id)
  await runJobs(world, classesJobs)
  expect(await db.select().from(enrollments).where(own)).toEqual(ended)
  expect(await db.$count(classEnrollments)).toBe(0)
  expect(await stateOf(id)).toMatchObject({ undoing: null, undone_at: world.clock.now() })
  expect(await brokenInvariants(pool())).toEqual([])
})

test("ADM-01 two workers at the same undo do it once", async () => {
  await bringChess()
  await bringClasses(30)
  const people = await bringPlayers(60)
  await seatPlayers()
  await undoImport(office, people)
  await Promise.all([continueUndo(world.ctx, people), continueUndo(world.ctx, people)])
  expect(await stateOf(people)).toMatchObject({ undoing: null, undone_at: world.clock.now() })
  expect(await world.ctx.db.$count(students)).toBe(0)
  expect(await world.ctx.db.$count(auditLog, eq(auditLog.action, "import.undo"))).toBe(1)
  expect(await brokenInvariants(pool())).toEqual([])
})

test("ADM-01 somebody who comes in while the import is undone stays with courses and places, and is named", async () => {
  const { db } = world.ctx
  await bringChess()
  await bringClasses(4)
  const people = await bringPlayers(4)
  await seatPlayers()
  await undoImport(office, people)
  // One class is closed meanwhile, because nobody held it.
  await db.execute(sql`update scheduled_classes set status = 'cancelled' where scheduled_date = '2027-01-03'`)
  const stays = await signIn("player2@family.example")
  await continueUndo(world.ctx, people)
  expect(await stateOf(people)).toMatchObject({
    kept: [{ name: "Player Number 2", scheduled_date: null, start_time: null }],
    undoing: null,
  })
  expect(await db.select({ id: students.user_id }).from(students)).toEqual([{ id: stays }])
  expect(await db.select().from(enrollments)).toMatchObject([{ student_id: stays, status: "active" }])
  const asked = world.published.filter(({ topic }) => topic === "program.enrolled").at(-1)
  await placeInProgram(world.ctx, asked?.data as { course_id: string; student_id: string })
  const seats = await db.select().from(classEnrollments)
  expect(seats.map(({ student_id }) => student_id)).toEqual([stays, stays, stays, stays])
  expect(await brokenInvariants(pool())).toEqual([])
})

test("ADM-01 classes, courses and guardians that come into use while they are undone stay and are named", async () => {
  const { db } = world.ctx
  const kept = async (importId: string, meanwhile: () => Promise<unknown>) => {
    await undoImport(office, importId)
    await meanwhile()
    await continueUndo(world.ctx, importId)
    const { kept: left } = await stateOf(importId)
    return left.map(({ name, scheduled_date }) => [name, scheduled_date])
  }
  const courses = await bring(
    "courses",
    "Title,Instructor,Curriculum,Service,Price rupees\nVeena,Meera Iyer,General,Music,1\nSitar,Meera Iyer,General,Music,1",
  )
  const student = await createStudent(world.ctx)
  const [veena] = await db.select().from(programs).where(eq(programs.title, "Veena"))
  const enrolment = { id: newId(), course_id: veena?.id ?? "", student_id: student.user_id }
  expect(
    await kept(courses, () => db.insert(enrollments).values({ ...enrolment, created_at: world.clock.now() })),
  ).toEqual([["Veena", null]])
  expect(await db.select({ title: programs.title }).from(programs)).toEqual([{ title: "Veena" }])

  await bringChess()
  const classes = await bringClasses(3)
  const start = sql`update scheduled_classes set status = 'live', started_at = now()
    where scheduled_date = '2027-01-02'`
  expect(await kept(classes, () => db.execute(start))).toEqual([["Chess", "2027-01-02"]])
  expect(await db.$count(scheduledClasses)).toBe(1)

  const adults = [await createStudent(world.ctx), await createStudent(world.ctx)]
  const rows = adults.map(({ email }, n) => `${email},Parent ${n},+91987650000${n}`)
  const guardians = await bring("guardians", ["student_email,parent_name,parent_phone", ...rows].join("\n"))
  const [first] = adults as [SignedIn, SignedIn]
  const confirm = () =>
    db
      .update(students)
      .set({ parent_phone_confirmed_at: world.clock.now() })
      .where(eq(students.user_id, first.user_id))
  expect(await kept(guardians, confirm)).toEqual([[`${first.first_name} ${first.last_name}`, null]])
  const phones = await db
    .select({ phone: students.parent_phone })
    .from(students)
    .where(
      inArray(
        students.user_id,
        adults.map(({ user_id }) => user_id),
      ),
    )
  expect(phones.filter(({ phone }) => phone !== null)).toEqual([{ phone: "+919876500000" }])
})

async function playerOf(n: number): Promise<SignedIn> {
  const [found] = await world.ctx.db
    .select({ id: user.id })
    .from(user)
    .where(eq(user.email, `player${n}@family.example`))
  const player = await readPerson(world.ctx.db, found?.id ?? "")
  if (!player) throw new Error("the list did not bring them")
  return player
}

test("ADM-01 PAY-01 a child who never joined stays once the guardian confirmed, ordered or asked for a demo class", async () => {
  const { db } = world.ctx
  await bringChess()
  await bringClasses(1)
  await db.update(scheduledClasses).set({ class_type: "demo" })
  const [[course], [demo]] = [await db.select().from(programs), await db.select().from(scheduledClasses)]
  const uses = [
    (child: SignedIn) => createGuardian(world.ctx, child),
    (child: SignedIn) => orderFor(world.ctx, course?.id ?? "", child),
    (child: SignedIn) => requestDemo(world.as(child), demo?.id ?? ""),
  ]
  for (const [n, use] of uses.entries()) {
    const people = await bringPlayers(1, n)
    await use(await playerOf(n))
    expect((await refusalOf(undoImport(office, people))).code).toBe("IMPORT_IN_USE")
  }
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  // Some do so after the undo was requested, and one at the very moment at which it is done.
  const people = await bringPlayers(5, 10)
  await undoImport(office, people)
  for (const [n, use] of uses.entries()) await use(await playerOf(10 + n))
  const { undoing } = await inTransaction(world.ctx, async (tx) => {
    await orderFor(tx, course?.id ?? "", await playerOf(13))
    const undoing = continueUndo(world.ctx, people)
    await expect.poll(async () => (await pool().query(waiting)).rowCount).toBe(1)
    return { undoing }
  })
  await undoing
  const { kept } = await stateOf(people)
  expect(kept.map(({ name }) => name).sort()).toEqual([10, 11, 12, 13].map((n) => `Player Number ${n}`))
  expect(await db.$count(orders, isNull(orders.student_id))).toBe(0)
  expect(await brokenInvariants(pool())).toEqual([])
})

test("ADM-01 known students leave the courses that the list gave them, and keep their account", async () => {
  const { db } = world.ctx
  await bringChess()
  await bringClasses(2)
  const known = await createStudent(world.ctx, { date_of_birth: "2001-04-12" })
  const row = `${known.email},${known.first_name},${known.last_name},12/04/2001,Chess`
  const list = await bring("students", `email,first_name,last_name,date_of_birth,courses\n${row}`)
  await seatPlayers()
  await undoImport(office, list)
  expect(await stateOf(list)).toMatchObject({ undoing: { done: 0, total: 3 } })
  // A job that was under way before seats nobody any more.
  const [program] = await db.select().from(programs)
  await placeInProgram(world.ctx, { course_id: program?.id ?? "", student_id: known.user_id })
  await continueUndo(world.ctx, list)
  expect(await db.$count(enrollments)).toBe(0)
  expect(await db.$count(classEnrollments)).toBe(0)
  expect(await db.$count(students)).toBe(1)
  expect(await brokenInvariants(pool())).toEqual([])
})

test("ADM-01 an import on which something hangs stays, and so does one that is older than an hour", async () => {
  const courses = await bringChess()
  const classes = await bringClasses(1)
  const people = await bringPlayers(1)
  const [instructors] = (await listImports(office)).filter(({ kind }) => kind === "instructors")
  for (const id of [instructors?.id ?? "", courses])
    expect((await refusalOf(undoImport(office, id))).code).toBe("IMPORT_IN_USE")
  await signIn("player0@family.example")
  expect((await refusalOf(undoImport(office, people))).code).toBe("IMPORT_IN_USE")
  world.clock.advance(2 * HOUR)
  expect((await refusalOf(undoImport(office, classes))).code).toBe("IMPORT_TOO_OLD")
  expect((await refusalOf(undoImport(office, newId()))).code).toBe("NOT_FOUND")
  expect(undoJobs()).toEqual([])
  expect(await world.ctx.db.$count(programs)).toBe(1)
})
