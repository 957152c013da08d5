import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { notices } from "#features/notifications/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createOffice, createStudent } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { insertStudents } from "../imported.ts"
import { session, students, user } from "../table.ts"
import { correctEmail, correctGuardianContact, correctStudent } from "./corrections.ts"
import { readEntry } from "./people-list.ts"

let world: TestContext
let admin: SignedIn
let office: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
  office = await createOffice(world.ctx)
})
afterAll(() => world.close())

const PARENT = { parent_name: "Sunita Rao", parent_phone: "+919123400011" }

const mailsTo = (email: string) => world.ctx.db.select().from(notices).where(eq(notices.recipient, email))

async function rowOf(user_id: string) {
  const [row] = await world.ctx.db
    .select({ student: students, name: user.name, email: user.email, confirmed: user.emailVerified })
    .from(students)
    .innerJoin(user, eq(user.id, students.user_id))
    .where(eq(students.user_id, user_id))
  return row
}

test("ADM-01 ACC-10 the office corrects a student's name, phone and school, and keeps what it leaves out", async () => {
  const { user_id } = await createStudent(world.ctx, { ...PARENT, under_18: true, grade: "8" })
  await correctStudent(world.as(office), { user_id, first_name: "Ila", phone: "98765 43210", curriculum: "" })
  expect(await rowOf(user_id)).toMatchObject({
    name: expect.stringMatching(/^Ila /),
    student: { first_name: "Ila", phone: "+919876543210", grade: "8", curriculum: null },
  })
  const guardians = refusalOf(correctStudent(world.as(office), { user_id, phone: PARENT.parent_phone }))
  expect((await guardians).data).toEqual({ fields: { phone: "PHONE_IS_GUARDIANS" } })
  expect((await rowOf(user_id))?.student.phone).toBe("+919876543210")
  const teacher = await createInstructor(world.ctx)
  const other = refusalOf(correctStudent(world.as(office), { user_id: teacher.user_id, first_name: "Ila" }))
  expect((await other).code).toBe("NOT_FOUND")
})

test("ADM-01 ACC-10 an admin corrects a guardian's number, which is then to be confirmed again", async () => {
  const confirmed = { parent_phone_confirmed_at: new Date() }
  const { user_id } = await createStudent(world.ctx, { ...PARENT, ...confirmed, under_18: true })
  await correctGuardianContact(world.as(admin), { user_id, parent_name: "Sunita Rao-Patil" })
  expect((await rowOf(user_id))?.student).toMatchObject({
    parent_name: "Sunita Rao-Patil",
    parent_phone_confirmed_at: expect.any(Date),
  })
  world.published.length = 0
  await correctGuardianContact(world.as(admin), { user_id, parent_phone: "91234 00012" })
  expect((await rowOf(user_id))?.student).toMatchObject({
    parent_phone: "+919123400012",
    parent_phone_confirmed_at: null,
  })
  expect(world.published).toContainEqual(expect.objectContaining({ topic: "guardian.number_changed" }))
  const emptied = refusalOf(correctGuardianContact(world.as(admin), { user_id, parent_phone: "" }))
  expect((await emptied).data).toEqual({ fields: { parent_phone: "PHONE_INVALID" } })
})

test("ADM-01 an admin corrects an e-mail: sessions end, it is to be confirmed again, and the old one is told", async () => {
  const { user_id, email: before } = await createStudent(world.ctx)
  await world.ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, user_id))
  await world.ctx.db.insert(session).values({
    id: crypto.randomUUID(),
    token: crypto.randomUUID(),
    userId: user_id,
    expiresAt: new Date(2100, 1),
  })
  const entry = await correctEmail(world.as(admin), { user_id, email: "ila@family.example" })
  expect(entry.email).toBe("ila@family.example")
  expect(await rowOf(user_id)).toMatchObject({
    email: "ila@family.example",
    confirmed: false,
    student: { email: "ila@family.example" },
  })
  expect(await world.ctx.db.$count(session, eq(session.userId, user_id))).toBe(0)
  expect(await mailsTo(before)).toMatchObject([{ kind: "email-changed" }])
  const { user_id: other } = await createStudent(world.ctx)
  const taken = refusalOf(correctEmail(world.as(admin), { user_id: other, email: "ila@family.example" }))
  expect((await taken).data).toEqual({ fields: { email: "EMAIL_IS_TAKEN" } })
  const colleague = await createAdmin(world.ctx)
  const staff = refusalOf(
    correctEmail(world.as(admin), { user_id: colleague.user_id, email: "x@family.example" }),
  )
  expect((await staff).code).toBe("STAFF_EMAIL")
})

test("ADM-01 a child from a list without an e-mail gets one, and can then be invited", async () => {
  const [user_id = ""] = await insertStudents(world.ctx, [
    {
      ...PARENT,
      email: null,
      first_name: "Om",
      last_name: "Patil",
      phone: null,
      grade: null,
      curriculum: null,
      date_of_birth: null,
    },
  ])
  await correctEmail(world.as(admin), { user_id, email: "om@family.example" })
  expect(await readEntry(world.ctx, user_id)).toMatchObject({ email: "om@family.example", joined: false })
})
