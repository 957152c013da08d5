import { eq, or, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { personalDataOf } from "#app/personal-data.ts"
import type { NoticeReason } from "#contract/notice-reasons.ts"
import { proveEmail } from "#features/accounts/server/mail/email-proof.ts"
import { askErasure, eraseDue, exportOwn } from "#features/accounts/server/own/erasure.ts"
import { sendOwnCode } from "#features/accounts/server/own/own-codes.ts"
import { changePassword } from "#features/accounts/server/passwords/own-password.ts"
import { ERASED_NAME } from "#features/accounts/server/personal-data.ts"
import { signUpStudent } from "#features/accounts/server/service.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { signIn } from "#features/accounts/server/sign-in/sign-in.ts"
import { session, students, user } from "#features/accounts/server/table.ts"
import { attendanceMarks, attendanceVerdicts, voiceEvidence } from "#features/attendance/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { keepContactMessage } from "#features/content/server/service.ts"
import { contactMessages, subscribers } from "#features/content/server/table.ts"
import { eraseChild, keepChild } from "#features/guardians/server/children.ts"
import { queueNotices } from "#features/notifications/server/service.ts"
import { notices, outbox, pushDevices } from "#features/notifications/server/table.ts"
import { roomMessages } from "#features/rooms/server/board-tables.ts"
import { presenceEvents } from "#features/rooms/server/table.ts"
import { recordAct, sealAuditLog, verifyAuditChain } from "#platform/audit.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createClass, seat } from "./classes.ts"
import { createTestContext, type TestContext } from "./context.ts"
import { createAdmin, createGuardian, createInstructor, createStudent, giveConsent } from "./people.ts"
import { CHILD, PASSWORD, refusalOf, requestOn, studentForm } from "./sign-ups.ts"
import { tablesOfPeople } from "./tables-of-people.ts"

let world: TestContext
let instructor: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  instructor = await createInstructor(world.ctx)
})
afterAll(() => world.close())

/** These refer to people only by a keyed hash, or by an id that refers to nothing once a person is erased. */
const TELLS_NOTHING = ["audit_log"]

test("LAW-02 every table that can tell of a person is exported and erased by its feature", async () => {
  const covered = new Set([...personalDataOf.flatMap((part) => part.tables), ...TELLS_NOTHING])
  expect((await tablesOfPeople(world.ctx.db)).filter((table) => !covered.has(table))).toEqual([])
  const known = await world.ctx.db.execute<{ name: string }>(sql`select tablename as name from pg_tables`)
  const tables = new Set(known.rows.map((row) => row.name))
  expect([...covered].filter((table) => !tables.has(table))).toEqual([])
})

/** Finds where a text is in the database: every text-like column of every table, the job store's too. */
async function findText(needles: string[]): Promise<string[]> {
  const { rows: columns } = await world.ctx.db.execute<{ s: string; t: string; c: string }>(
    sql`select table_schema as s, table_name as t, column_name as c from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema')
        and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'citext')
        and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`,
  )
  const found: string[] = []
  for (const { s, t, c } of columns) {
    const column = sql`${sql.identifier(c)}::text`
    const matches = needles.map((needle) => sql`${column} ilike ${`%${needle}%`}`)
    const { rows } = await world.ctx.db.execute(
      sql`select 1 from ${sql.identifier(s)}.${sql.identifier(t)} where ${or(...matches)} limit 1`,
    )
    if (rows.length > 0) found.push(`${t}.${c}`)
  }
  return found
}

const MARKS = {
  first_name: "Zephyrine",
  last_name: "Quackenbush",
  phone: "+919812312345",
  parent_name: "Ottoline Quackenbush",
  parent_phone: "+919812354321",
}

/** A minor with data in every feature: seats, presence, verdicts, remarks, messages, sessions, consents. */
async function createTraveller(): Promise<{ viewer: SignedIn; email: string; past: string; coming: string }> {
  const { ctx } = world
  const made = requestOn(ctx)
  const email = "zephyrine.quackenbush@example.com"
  await signUpStudent(made, studentForm({ ...MARKS, email, grade: "8", curriculum: "CBSE" }))
  const viewer = await ctx.sessions.read(requestOn(ctx, made).http)
  if (!viewer) throw new Error("nobody is signed in")
  const { parent_name, parent_phone } = MARKS
  await ctx.db.update(students).set({ parent_name, parent_phone }).where(eq(students.user_id, viewer.user_id))
  const ago = new Date(ctx.clock.now().getTime() - 3 * HOUR)
  const past = await createClass(ctx, instructor, { starts_at: ago, status: "completed", seats_taken: 1 })
  const later = new Date(ctx.clock.now().getTime() + 40 * DAY)
  const coming = await createClass(ctx, instructor, { starts_at: later, seats_taken: 1 })
  await seat(ctx, past.id, viewer)
  await seat(ctx, coming.id, viewer)
  const of = { class_id: past.id, student_id: viewer.user_id }
  await ctx.db.insert(presenceEvents).values({
    id: newId(),
    class_id: past.id,
    person_id: viewer.user_id,
    device_id: "zephyrines-phone",
    connection_id: "c1",
    kind: "joined",
    source: "webhook",
    at: ago,
  })
  await ctx.db.insert(attendanceVerdicts).values({
    ...of,
    verdict: "absent",
    present_seconds: 60,
    minimum_seconds: 600,
    reasons: [
      { kind: "marked-by-hand", by: instructor.user_id, reason: "Zephyrine was ill" },
      { kind: "never-came" },
    ],
    settled_at: ago,
  })
  await ctx.db.insert(attendanceMarks).values({
    ...of,
    verdict: "absent",
    reason: "Zephyrine was ill",
    marked_by: instructor.user_id,
    marked_at: ago,
  })
  await ctx.db.insert(voiceEvidence).values({ ...of, level: 60, heard_at: ago })
  await queueNotices(ctx, [
    {
      kind: "absence",
      cause_id: past.id,
      subject_ids: [viewer.user_id],
      channel: "sms",
      recipient: MARKS.parent_phone,
      recipient_name: MARKS.parent_name,
      text: "Zephyrine missed Fractions",
      variables: { studentName: "Zephyrine" },
      next: [{ channel: "sms", recipient: MARKS.phone, text: "Zephyrine missed it", variables: {} }],
      held: null,
    },
  ])
  const dropped: NoticeReason = { code: "dropped", said: "Ottoline was called" }
  await ctx.db
    .update(notices)
    .set({ status: "withdrawn", due_at: null, reasons: [dropped] })
    .where(eq(notices.cause_id, past.id))
  await ctx.db.insert(outbox).values({
    id: newId(),
    channel: "sms",
    recipient: MARKS.parent_phone,
    text: "Zephyrine missed Fractions",
    created_at: ago,
  })
  await ctx.db.insert(roomMessages).values({
    id: newId(),
    class_id: past.id,
    sender_id: viewer.user_id,
    by_staff: false,
    body: "Zephyrine here",
    seq: 1,
    revision: 1,
    created_at: ago,
  })
  await ctx.db.insert(contactMessages).values({
    id: newId(),
    name: "Zephyrine Quackenbush",
    email,
    topic: "other",
    message: "Call Ottoline",
    created_at: ago,
  })
  const [signedIn] = await ctx.db.select().from(session).where(eq(session.userId, viewer.user_id))
  await ctx.db.insert(pushDevices).values({
    ...{ id: newId(), user_id: viewer.user_id, session_id: signedIn?.id ?? "", added_at: ago },
    ...{ endpoint: "https://fcm.googleapis.com/fcm/send/zephyrines-phone", p256dh: "B", auth: "A" },
  })
  await giveConsent(ctx, viewer, "recording")
  return { viewer, email, past: past.id, coming: coming.id }
}

const NEEDLES = ["zephyrin", "quackenbush", "ottoline", "9812312345", "9812354321"]

test("LAW-02 an account is exported whole, kept for 30 days, and then nothing tells of the person any more", async () => {
  const { ctx } = world
  const { viewer, email, past, coming } = await createTraveller()
  const as = world.as(viewer)
  expect((await findText(NEEDLES)).length).toBeGreaterThan(15)
  const { data } = await exportOwn(as)
  const said = JSON.stringify(data)
  for (const needle of [
    "Zephyrine",
    MARKS.phone,
    MARKS.parent_phone,
    "Zephyrine was ill",
    "Ottoline was called",
    "send/zephyrines-phone",
    "voice_evidence",
  ]) {
    expect(said).toContain(needle)
  }
  expect(said).not.toContain("Call Ottoline")
  expect(said).not.toMatch(/\$scrypt|"password"|"token"/)

  // What is known by the e-mail alone goes with the account once it is proved to be the owner's.
  await ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, viewer.user_id))

  expect((await refusalOf(askErasure(as, { password: "not it" }))).code).toBe("PASSWORD_WRONG")
  const { erase_at } = await askErasure(as, { password: PASSWORD })
  expect(erase_at).toEqual(new Date(ctx.clock.now().getTime() + 30 * DAY))
  expect(await ctx.db.$count(session, eq(session.userId, viewer.user_id))).toBe(0)
  world.clock.advance(30 * DAY - 1)
  expect(await eraseDue(ctx)).toBe(0)
  await recordAct(as, "test.act", viewer.user_id)
  await sealAuditLog(ctx)
  world.clock.advance(1)
  expect(await eraseDue(ctx)).toBe(1)
  expect(await eraseDue(ctx)).toBe(0)

  expect(await findText(NEEDLES)).toEqual([])
  // The audit log contains only ids, so nothing of its chain had to go.
  await sealAuditLog(ctx)
  const chain = await verifyAuditChain(ctx)
  expect(chain).toMatchObject({ broken: null, overdue: 0 })
  expect(chain.sealed).toBeGreaterThan(0)
  const wrong = await refusalOf(signIn(requestOn(ctx), { email, password: PASSWORD, portal: "any" }))
  expect(wrong.code).toBe("INVALID_CREDENTIALS")
  expect(await readPerson(ctx.db, viewer.user_id)).toBeNull()

  const [verdict] = await ctx.db
    .select()
    .from(attendanceVerdicts)
    .where(eq(attendanceVerdicts.class_id, past))
  expect(verdict).toMatchObject({ verdict: "absent", student_id: viewer.user_id })
  expect(verdict?.reasons).toEqual([
    { kind: "marked-by-hand", by: instructor.user_id, reason: null },
    { kind: "never-came" },
  ])
  const [student] = await ctx.db.select().from(students).where(eq(students.user_id, viewer.user_id))
  expect(student).toMatchObject({ first_name: ERASED_NAME, last_name: "", phone: null, parent_phone: null })
  const [told] = await ctx.db.select().from(notices).where(eq(notices.cause_id, past))
  expect(told).toMatchObject({ kind: "absence", text: "", subject_id: null, subject_ids: [] })
  expect(told).toMatchObject({ reasons: [{ code: "account-deleted" }] })
  const [freed] = await ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, coming))
  expect(freed?.seats_taken).toBe(0)
})

test("LAW-02 signing in within the 30 days keeps the account", async () => {
  const { ctx } = world
  const made = requestOn(ctx)
  const { email, user_id } = await signUpStudent(made, studentForm())
  const viewer = await ctx.sessions.read(requestOn(ctx, made).http)
  if (!viewer) throw new Error("nobody is signed in")
  await askErasure(world.as(viewer), { password: PASSWORD })
  world.clock.advance(29 * DAY)
  await signIn(requestOn(ctx), { email, password: PASSWORD, portal: "any" })
  world.clock.advance(2 * DAY)
  expect(await eraseDue(ctx)).toBe(0)
  expect(await readPerson(ctx.db, user_id)).toMatchObject({ role: "student" })
})

test("LAW-02 an account on which nothing hangs leaves no row at all", async () => {
  const { ctx } = world
  const made = requestOn(ctx)
  const { user_id } = await signUpStudent(made, studentForm())
  const viewer = await ctx.sessions.read(requestOn(ctx, made).http)
  if (!viewer) throw new Error("nobody is signed in")
  await askErasure(world.as(viewer), { password: PASSWORD })
  world.clock.advance(30 * DAY)
  await eraseDue(ctx)
  expect(await ctx.db.$count(user, eq(user.id, user_id))).toBe(0)
})

test("LAW-02 erasing an account leaves the messages of whoever owns its unconfirmed e-mail", async () => {
  const { ctx } = world
  const [stranger, owner] = [await createStudent(ctx), await createStudent(ctx)]
  await ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, owner.user_id))
  for (const { email } of [stranger, owner]) {
    const now = ctx.clock.now()
    const message = { name: "Mita Bose", email, topic: "other", message: "When does it begin?" }
    await ctx.db.insert(contactMessages).values({ id: newId(), ...message, created_at: now })
    await ctx.db.insert(subscribers).values({
      ...{ id: newId(), email, language: "en", confirm_hash: newId(), end_key: newId() },
      ...{ asked_at: now, asks: 1, asks_from: now },
    })
  }
  for (const { user_id } of [stranger, owner])
    await ctx.db.transaction((tx) => ctx.personalData.eraseFor({ ...ctx, db: tx }, user_id))
  const kept = async (email: string) => [
    await ctx.db.$count(contactMessages, eq(contactMessages.email, email)),
    await ctx.db.$count(subscribers, eq(subscribers.email, email)),
  ]
  expect([await kept(stranger.email), await kept(owner.email)]).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test("LAW-02 a message to the office that was sent signed in goes with the account, also where no e-mail was proved", async () => {
  const { ctx } = world
  const student = await createStudent(ctx)
  const letter = { topic: "other" as const, name: "Mita Bose", message: "How do I leave?" }
  const email = "mita.at.home@example.com"
  await keepContactMessage(world.as(student), { ...letter, email })
  await keepContactMessage(ctx, { ...letter, email, message: "When does it begin?" })
  const exported = await ctx.personalData.exportFor(world.as(student), student.user_id)
  expect(exported.content).toMatchObject({
    contact_messages: [{ message: "How do I leave?", user_id: student.user_id }],
  })
  await ctx.db.transaction((tx) => ctx.personalData.eraseFor({ ...ctx, db: tx }, student.user_id))
  const left = await ctx.db.select().from(contactMessages).where(eq(contactMessages.email, email))
  expect(left).toMatchObject([{ message: "When does it begin?", user_id: null }])
  const mails = await ctx.db.select().from(notices).where(eq(notices.kind, "contact-message"))
  expect(mails.map(({ text }) => text.match(/When does it begin|How do I leave/)?.[0] ?? "")).toEqual(
    expect.arrayContaining(["", "When does it begin"]),
  )
  expect(JSON.stringify(mails)).not.toContain("How do I leave")
})

test("LAW-02 ACC-11 what a stranger wrote to the office from somebody's account is not its owner's after the first proof", async () => {
  const { ctx } = world
  const owner = await createStudent(ctx)
  const letter = { topic: "other" as const, name: "Mallory", message: "Not what the owner wrote" }
  await keepContactMessage(world.as(owner), { ...letter, email: "mallory@example.com" })
  await inTransaction(requestOn(ctx), (tx) => proveEmail(tx, owner.user_id))
  const exported = await ctx.personalData.exportFor(world.as(owner), owner.user_id)
  expect(JSON.stringify(exported)).not.toContain(letter.message)
  await ctx.db.transaction((tx) => ctx.personalData.eraseFor({ ...ctx, db: tx }, owner.user_id))
  const mails = await ctx.db.select().from(notices).where(eq(notices.kind, "contact-message"))
  expect(JSON.stringify(mails)).toContain(letter.message)
})

test("LAW-02 a teacher whose every class a substitute took is erased, and holds up nobody who is due later", async () => {
  const { ctx } = world
  const [gone, broken, later] = [
    await createInstructor(ctx),
    await createInstructor(ctx),
    await createStudent(ctx),
  ]
  await createClass(ctx, instructor, { substitutes_for: gone.user_id })
  const due = [gone, broken, later]
  for (const [minute, { user_id }] of due.entries())
    await ctx.db
      .update(user)
      .set({ eraseAt: new Date(ctx.clock.now().getTime() + minute) })
      .where(eq(user.id, user_id))
  world.clock.advance(HOUR)
  const eraseFor: typeof ctx.personalData.eraseFor = async (tx, userId) => {
    if (userId === broken.user_id) throw new Error("not this one")
    await ctx.personalData.eraseFor(tx, userId)
  }
  expect(await eraseDue({ ...ctx, personalData: { ...ctx.personalData, eraseFor } })).toBe(2)
  for (const { user_id } of [gone, later]) expect(await readPerson(ctx.db, user_id)).toBeNull()
  expect(await eraseDue(ctx)).toBe(1)
  expect(await readPerson(ctx.db, broken.user_id)).toBeNull()
})

test("LAW-02 erasing a person leaves the messages about others who have the same number", async () => {
  const { ctx } = world
  const [phone, twins] = ["+919812300011", "+919812300012"]
  const teacher = await createInstructor(ctx, { phone })
  const child = await createStudent(ctx, { under_18: true, parent_name: "Meera Iyer", parent_phone: phone })
  const [one, other] = [
    await createStudent(ctx, { phone: twins }),
    await createStudent(ctx, { phone: twins }),
  ]
  const aboutWhom = [
    { subject: child, recipient: phone },
    { subject: other, recipient: twins },
    { subject: one, recipient: twins },
  ]
  await queueNotices(
    ctx,
    aboutWhom.map(({ subject, recipient }) => ({
      ...{ kind: "absence", cause_id: newId(), subject_ids: [subject.user_id], channel: "sms", recipient },
      ...{ recipient_name: "", text: "Missed Fractions", variables: {}, next: [], held: null },
    })),
  )
  await ctx.db
    .update(user)
    .set({ eraseAt: ctx.clock.now() })
    .where(or(eq(user.id, teacher.user_id), eq(user.id, one.user_id)))
  expect(await eraseDue(ctx)).toBe(2)
  const told = await ctx.db
    .select({ recipient: notices.recipient, text: notices.text, status: notices.status })
    .from(notices)
    .where(eq(notices.kind, "absence"))
  const kept = told.filter(({ recipient }) => [phone, twins].includes(recipient))
  expect(kept.map(({ recipient }) => recipient).toSorted()).toEqual([phone, twins])
  for (const { text, status } of kept) expect([text, status]).toEqual(["Missed Fractions", "queued"])
})

test("LAW-02 the only admin can't leave the academy without one", async () => {
  const admin = await createAdmin(world.ctx)
  const owned = {
    ...world.as(admin),
    sessions: { ...world.ctx.sessions, checkPassword: async () => admin.user_id },
  }
  expect((await refusalOf(askErasure(owned, { password: "right" }))).code).toBe("LAST_ADMIN")
})

test("LAW-02 a minor's guardian decides: neither the child's wish nor their sign-in counts", async () => {
  const { ctx } = world
  const made = requestOn(ctx)
  const form = studentForm({ date_of_birth: CHILD, parent_name: "Mita Bose", parent_phone: "+919812300001" })
  const { email, user_id } = await signUpStudent(made, form)
  const child = await ctx.sessions.read(requestOn(ctx, made).http)
  if (!child) throw new Error("nobody is signed in")
  await createGuardian(ctx, child)
  expect((await refusalOf(askErasure(world.as(child), { password: PASSWORD }))).code).toBe("GUARDIAN_DECIDES")
  await ctx.db
    .update(user)
    .set({ eraseAt: new Date(ctx.clock.now().getTime() + DAY), eraseAskedBy: newId() })
    .where(eq(user.id, user_id))
  const refused = await refusalOf(signIn(requestOn(ctx), { email, password: PASSWORD, portal: "any" }))
  expect(refused.code).toBe("ACCOUNT_DISABLED")
})

test("LAW-02 a guardian deletes their child's account by a code of their own, and takes it back", async () => {
  const { ctx } = world
  const minor = { under_18: true, parent_name: "Mita Bose", parent_phone: "+919812300002" }
  const [child, other] = [await createStudent(ctx, minor), await createStudent(ctx, minor)]
  const guardian = world.as(await createGuardian(ctx, child))
  await sendOwnCode(guardian, "erasure")
  const [sent] = await ctx.db.select().from(notices).where(eq(notices.recipient, minor.parent_phone))
  const code = sent?.text.match(/^\d{6}/)?.[0] ?? ""
  const erase = (student_id: string, given: string) => eraseChild(guardian, { student_id, code: given })
  expect((await refusalOf(erase(child.user_id, "000000"))).code).toBe("CODE_WRONG")
  expect((await refusalOf(erase(other.user_id, code))).code).toBe("NOT_FOUND")
  const { erase_at } = await erase(child.user_id, code)
  expect(erase_at.getTime() - world.clock.now().getTime()).toBe(30 * DAY)
  expect((await refusalOf(erase(child.user_id, code))).code).toBe("CODE_WRONG")
  await keepChild(guardian, child.user_id)
  world.clock.advance(31 * DAY)
  await eraseDue(ctx)
  expect(await readPerson(ctx.db, child.user_id)).toMatchObject({ role: "student" })
})

test("ACC-10 a changed password ends every other session and the old one counts no more", async () => {
  const { ctx } = world
  const made = requestOn(ctx)
  const { email, user_id } = await signUpStudent(made, studentForm())
  const here = requestOn(ctx, made)
  const viewer = await ctx.sessions.read(here.http)
  if (!viewer) throw new Error("nobody is signed in")
  await signIn(requestOn(ctx), { email, password: PASSWORD, portal: "any" })
  const own = { ...here, viewer }
  const next = "marigold lantern 42"
  expect((await refusalOf(changePassword(own, { current_password: "x", new_password: next }))).code).toBe(
    "PASSWORD_WRONG",
  )
  const common = await refusalOf(
    changePassword(own, { current_password: PASSWORD, new_password: "password1" }),
  )
  expect(common.data).toEqual({ fields: { new_password: "PASSWORD_COMMON" } })
  expect(await changePassword(own, { current_password: PASSWORD, new_password: next })).toEqual({ ended: 1 })
  expect(await ctx.sessions.read(here.http)).toMatchObject({ user_id })
  expect(await ctx.db.$count(session, eq(session.userId, user_id))).toBe(1)
  expect((await refusalOf(signIn(requestOn(ctx), { email, password: PASSWORD, portal: "any" }))).code).toBe(
    "INVALID_CREDENTIALS",
  )
})
