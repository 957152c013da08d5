import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readConsents } from "#features/guardians/server/consents.ts"
import { listUnconfirmed, recordPaper } from "#features/guardians/server/papers.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createInstructor, createOffice, createStudent } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { readPerson } from "../sessions.ts"
import { admins, officeStaff, session, students, teachers, user } from "../table.ts"
import { approveInstructor, changeRole, disablePerson, enablePerson } from "./people.ts"
import { listPeople } from "./people-list.ts"

let world: TestContext
let admin: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())

const page = { limit: 50, q: "" }

function acts(subject: string, action: string) {
  return world.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject_id, subject), eq(auditLog.action, action)))
}

test("ACC-12 people are found by part of a name or e-mail, by role, and page by page", async () => {
  const made = []
  for (const first_name of ["Padma", "Padmini", "Pad%ma"]) {
    made.push(await createStudent(world.ctx, { first_name, last_name: "Kulkarni" }))
  }
  const as = world.as(admin)
  const names = async (q: string) => (await listPeople(as, { ...page, q })).items.map((one) => one.name)
  expect(await names("padm")).toEqual(["Padmini Kulkarni", "Padma Kulkarni"])
  expect(await names("d%m")).toEqual(["Pad%ma Kulkarni"])
  expect(await names(made[0]?.email ?? "")).toEqual(["Padma Kulkarni"])

  const first = await listPeople(as, { q: "kulkarni", limit: 2 })
  const second = await listPeople(as, { q: "kulkarni", limit: 2, cursor: first.next_cursor ?? "" })
  expect([...first.items, ...second.items].map((one) => one.user_id)).toEqual(
    made.map((one) => one.user_id).reverse(),
  )
  expect(second.next_cursor).toBeNull()
  expect((await listPeople(as, { ...page, role: "admin" })).items.map((one) => one.user_id)).toEqual([
    admin.user_id,
  ])
  expect((await refusalOf(listPeople(as, { ...page, cursor: "1 or 1=1" }))).code).toBe("FIELD_ERRORS")
})

test("ACC-12 people of every role are found by a phone number, however it is typed, or by its end", async () => {
  const number = "+919834567123"
  const child = await createStudent(world.ctx, { under_18: true, parent_name: "Mita", parent_phone: number })
  const people = [
    await createGuardian(world.ctx, child),
    await createStudent(world.ctx, { phone: number }),
    await createInstructor(world.ctx, { phone: number }),
  ]
  const office = await createOffice(world.ctx)
  const boss = await createAdmin(world.ctx)
  for (const [table, person] of [
    [officeStaff, office],
    [admins, boss],
  ] as const)
    await world.ctx.db.update(table).set({ phone: number }).where(eq(table.user_id, person.user_id))
  const everybody = [...people, office, boss].map(({ user_id }) => user_id).toReversed()
  const found = async (q: string) =>
    (await listPeople(world.as(admin), { ...page, q })).items.map((one) => one.user_id)
  for (const q of [number, "098345 67123", "0091-98345-67123", "9834567123", "567123"])
    expect((await found(q)).toSorted(), q).toEqual(everybody.toSorted())
  expect(await found("67123")).toEqual([])
  expect(await found("1567123")).toEqual([])
})

test("ACC-12 a search doesn't match the placeholder of a guardian without an e-mail", async () => {
  const named = { under_18: true, parent_name: "Mita Bose", parent_phone: "+919123400099" }
  const child = await createStudent(world.ctx, named)
  const { user_id } = await createGuardian(world.ctx, child)
  const as = world.as(admin)
  const found = async (q: string) => (await listPeople(as, { ...page, q })).items.map((one) => one.user_id)
  expect(await found("no-mail.invalid")).not.toContain(user_id)
  expect(await found(user_id.slice(0, 8))).not.toContain(user_id)
  expect(await found("mita bo")).toContain(user_id)
})

test("D13 an instructor is approved once, told by mail, and it is in the audit log", async () => {
  const instructor = await createInstructor(world.ctx, { approved_at: null })
  const waiting = await listPeople(world.as(admin), { ...page, state: "awaits_approval" })
  expect(waiting.items).toMatchObject([{ user_id: instructor.user_id, awaits_approval: true }])
  await approveInstructor(world.as(admin), instructor.user_id)
  const entry = await approveInstructor(world.as(admin), instructor.user_id)
  expect(entry.awaits_approval).toBe(false)
  expect(await acts(instructor.user_id, "person.approve")).toHaveLength(1)
  const mails = await world.ctx.db.select().from(notices).where(eq(notices.subject_id, instructor.user_id))
  expect(mails).toMatchObject([{ kind: "instructor-approved", recipient: instructor.email }])
})

test("ACC-12 a role changes with its profile, back and forth, and each change is in the audit log", async () => {
  const person = await createStudent(world.ctx, { first_name: "Tara", phone: "+919876500000" })
  await confirmEmailOf(person)
  const roles = ["instructor", "admin", "student", "instructor"] as const
  for (const role of roles) {
    expect((await changeRole(world.as(admin), { user_id: person.user_id, role })).role).toBe(role)
    expect(await readPerson(world.ctx.db, person.user_id)).toMatchObject({ role, first_name: "Tara" })
  }
  const log = await acts(person.user_id, "person.role")
  expect(log.map((row) => row.detail)).toEqual([
    { from: "student", to: "instructor" },
    { from: "instructor", to: "admin" },
    { from: "admin", to: "student" },
    { from: "student", to: "instructor" },
  ])
  expect(log.every((row) => row.actor_id === admin.user_id)).toBe(true)
  const [teacher] = await world.ctx.db.select().from(teachers).where(eq(teachers.user_id, person.user_id))
  expect(teacher).toMatchObject({ phone: "+919876500000", ended_at: null })
})

async function confirmEmailOf({ user_id }: SignedIn): Promise<void> {
  await world.ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, user_id))
}

test("ACC-12 nobody becomes staff by an e-mail that was never confirmed, unless the office vouches for it", async () => {
  const stranger = await createStudent(world.ctx)
  const as = world.as(admin)
  for (const role of ["instructor", "admin"] as const) {
    const refusal = await refusalOf(changeRole(as, { user_id: stranger.user_id, role }))
    expect(refusal.data).toEqual({ fields: { role: "ROLE_NEEDS_CONFIRMED_EMAIL" } })
  }
  expect(await acts(stranger.user_id, "person.role")).toEqual([])
  // Where no mail can be sent nobody can confirm one.
  const mailless = { ...as, mail: { ...as.mail, configured: false } }
  expect((await changeRole(mailless, { user_id: stranger.user_id, role: "instructor" })).role).toBe(
    "instructor",
  )
  expect((await changeRole(as, { user_id: stranger.user_id, role: "student" })).role).toBe("student")
  await world.ctx.db.update(user).set({ profileByOffice: true }).where(eq(user.id, stranger.user_id))
  expect((await changeRole(as, { user_id: stranger.user_id, role: "admin" })).role).toBe("admin")
})

test("ACC-12 nobody changes or shuts their own account, and a guardian's role stays", async () => {
  const own = { user_id: admin.user_id }
  expect((await refusalOf(changeRole(world.as(admin), { ...own, role: "student" }))).code).toBe("OWN_ACCOUNT")
  expect((await refusalOf(disablePerson(world.as(admin), { ...own, reason: "x" }))).code).toBe("OWN_ACCOUNT")
  const child = await createStudent(world.ctx, { parent_name: "Mita", parent_phone: "+919111100000" })
  const guardian = await createGuardian(world.ctx, child)
  const change = { user_id: guardian.user_id, role: "admin" as const }
  expect((await refusalOf(changeRole(world.as(admin), change))).code).toBe("GUARDIAN_ROLE")
})

test("ACC-12 two admins who demote each other at once leave one", async () => {
  const [one, other] = [await createAdmin(world.ctx), await createAdmin(world.ctx)]
  const outcomes = await Promise.allSettled([
    changeRole(world.as(one), { user_id: other.user_id, role: "student" }),
    changeRole(world.as(other), { user_id: one.user_id, role: "student" }),
  ])
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"])
})

test("ACC-11 a disabled person's sessions end at once and rooms are told; enabled, they can come back", async () => {
  const person = await createStudent(world.ctx)
  await world.ctx.sessions.openTrusted({ request: new Headers(), reply: new Headers() }, person.user_id)
  world.published.length = 0
  const change = { user_id: person.user_id, reason: "Shared the password" }
  const entry = await disablePerson(world.as(admin), change)
  await disablePerson(world.as(admin), change)
  expect(entry.disabled_reason).toBe("Shared the password")
  expect(await readPerson(world.ctx.db, person.user_id)).toBeNull()
  expect(await world.ctx.db.$count(session, eq(session.userId, person.user_id))).toBe(0)
  expect(world.published).toEqual([{ topic: "person.disabled", data: { person_id: person.user_id } }])
  const [act] = await acts(person.user_id, "person.disable")
  expect(JSON.stringify(act)).not.toContain("password")
  await enablePerson(world.as(admin), person.user_id)
  expect(await readPerson(world.ctx.db, person.user_id)).toMatchObject({ role: "student" })
})

test("LAW-01 a recorded paper confirms the number and gives what it names, and no more", async () => {
  const child = await createStudent(world.ctx, {
    first_name: "Ishan",
    under_18: true,
    parent_name: "Rekha Pillai",
    parent_phone: "+919222200000",
  })
  const before = await listUnconfirmed(world.as(admin), { limit: 50 })
  expect(before.items[0]).toMatchObject({ student_id: child.user_id, parent_phone: "+919222200000" })
  const paper = {
    user_id: child.user_id,
    paper_reference: "Folder 2026, sheet 14",
    known_seen: "identity_card" as const,
  }
  await recordPaper(world.as(admin), { ...paper, purposes: ["live_classes"] })
  const after = await listUnconfirmed(world.as(admin), { limit: 50 })
  expect(after.items.map((one) => one.student_id)).not.toContain(child.user_id)
  const consents = (await readConsents(world.ctx, [child.user_id])).get(child.user_id)
  expect(consents).toMatchObject([
    { purpose: "live_classes", given: true, how: "paper", notice_version: 1 },
    { purpose: "recording", given: false },
    { purpose: "voice_evidence", given: false },
    { purpose: "snapshots", given: false },
  ])
  const [student] = await world.ctx.db.select().from(students).where(eq(students.user_id, child.user_id))
  expect(student?.parent_phone_confirmed_at).not.toBeNull()
})

test("PAY-07 an admin gives somebody the office's role, which ends their classes and every right of an admin, and takes it back", async () => {
  const person = await createInstructor(world.ctx, { first_name: "Farah", last_name: "Sheikh" })
  await confirmEmailOf(person)
  const { user_id } = person
  const as = world.as(admin)
  const become = async (role: "student" | "instructor" | "office" | "admin") => {
    expect((await changeRole(as, { user_id, role })).role).toBe(role)
    return readPerson(world.ctx.db, user_id)
  }
  expect(await become("office")).toMatchObject({ role: "office", first_name: "Farah", last_name: "Sheikh" })
  const [taught] = await world.ctx.db.select().from(teachers).where(eq(teachers.user_id, user_id))
  expect(taught?.ended_at).not.toBeNull()
  const found = await listPeople(as, { ...page, role: "office" })
  expect(found.items.map((one) => one.user_id)).toContain(user_id)
  expect(await become("admin")).toMatchObject({ role: "admin", first_name: "Farah" })
  expect(await become("office")).toMatchObject({ role: "office" })
  expect(await become("instructor")).toMatchObject({ role: "instructor", last_name: "Sheikh" })
  expect(await become("office")).toMatchObject({ role: "office" })
  expect(await become("student")).toMatchObject({ role: "student" })
  expect(await world.ctx.db.$count(officeStaff, eq(officeStaff.user_id, user_id))).toBe(0)
  expect(await acts(user_id, "person.role")).toHaveLength(6)
})
