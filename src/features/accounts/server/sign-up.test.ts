import { createRouterClient } from "@orpc/server"
import { count, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestContext, type TestContext } from "#tests/context.ts"
import {
  ADULT,
  CHILD,
  instructorForm,
  newEmail,
  PASSWORD,
  refusalOf,
  requestOn,
  studentForm,
} from "#tests/sign-ups.ts"
import { accountsRouter } from "./router.ts"
import * as accounts from "./service.ts"
import { account, students, teachers, user } from "./table.ts"

let suite: TestContext
let ctx: TestContext["ctx"]

beforeAll(async () => {
  suite = await createTestContext()
  ctx = suite.ctx
})
afterAll(() => suite.close())

async function usersOf(email: string): Promise<number> {
  const [row] = await ctx.db.select({ users: count() }).from(user).where(eq(user.email, email))
  return row?.users ?? 0
}

test("ACC-02 a student gets an account, a profile and a session", async () => {
  const made = requestOn(ctx)
  const input = studentForm({ grade: "10", curriculum: "CBSE" })
  const person = await accounts.signUpStudent(made, input)

  expect(person).toMatchObject({
    email: input.email,
    first_name: "Ira",
    last_name: "Bose",
    role: "student",
  })
  const [profile] = await ctx.db.select().from(students).where(eq(students.user_id, person.user_id))
  expect(profile).toMatchObject({
    grade: "10",
    curriculum: "CBSE",
    date_of_birth: ADULT,
    under_18: false,
    email: input.email,
  })
  const next = requestOn(ctx, made)
  expect(await ctx.sessions.read(next.http)).toMatchObject({
    user_id: person.user_id,
    role: "student",
  })
})

test("ACC-02 the phone is stored as E.164 whichever way it was typed", async () => {
  for (const phone of ["98765 43210", "+91 98765-43210", "09876543210"]) {
    const person = await accounts.signUpStudent(requestOn(ctx), studentForm({ phone }))
    const [profile] = await ctx.db.select().from(students).where(eq(students.user_id, person.user_id))
    expect(profile?.phone).toBe("+919876543210")
  }
})

test("ACC-02 a number that can't be one is refused at its field and leaves no user", async () => {
  const input = studentForm({ phone: "12345" })
  const refusal = await refusalOf(accounts.signUpStudent(requestOn(ctx), input))
  expect(refusal).toMatchObject({ code: "FIELD_ERRORS", data: { fields: { phone: "PHONE_INVALID" } } })
  expect(await usersOf(input.email)).toBe(0)
})

test("ACC-10 a minor's guardian is stored, with the number as E.164", async () => {
  const input = studentForm({ date_of_birth: CHILD, parent_name: "Mita Bose", parent_phone: "91234 56789" })
  const person = await accounts.signUpStudent(requestOn(ctx), input)
  const [profile] = await ctx.db.select().from(students).where(eq(students.user_id, person.user_id))
  expect(profile).toMatchObject({
    date_of_birth: CHILD,
    under_18: true,
    parent_name: "Mita Bose",
    parent_phone: "+919123456789",
    parent_phone_confirmed_at: null,
  })
})

test("ACC-10 a minor without a guardian's phone is refused and leaves no user", async () => {
  const input = studentForm({ date_of_birth: CHILD, parent_name: "Mita Bose" })
  const refusal = await refusalOf(accounts.signUpStudent(requestOn(ctx), input))
  expect(refusal).toMatchObject({
    code: "FIELD_ERRORS",
    data: { fields: { parent_phone: "GUARDIAN_PHONE_MISSING" } },
  })
  expect(await usersOf(input.email)).toBe(0)
})

test("ACC-10 the student's own number is refused as the guardian's, also when typed differently", async () => {
  const input = studentForm({ date_of_birth: CHILD, parent_name: "Mita Bose", parent_phone: "+919876543210" })
  const refusal = await refusalOf(accounts.signUpStudent(requestOn(ctx), input))
  expect(refusal.data).toEqual({ fields: { parent_phone: "PARENT_PHONE_IS_OWN" } })
  expect(await usersOf(input.email)).toBe(0)
})

test("ACC-10 an adult's profile keeps no guardian, whatever was sent along", async () => {
  const input = studentForm({ parent_name: "Mita Bose", parent_phone: "91234 56789" })
  const person = await accounts.signUpStudent(requestOn(ctx), input)
  const [profile] = await ctx.db.select().from(students).where(eq(students.user_id, person.user_id))
  expect(profile).toMatchObject({ under_18: false, parent_name: null, parent_phone: null })
})

test("ACC-05 when the profile fails, the account is not there either", async () => {
  const email = newEmail()
  const person = { email, password: PASSWORD, first_name: "Ira", last_name: "Bose" }
  const written = accounts.createAccount(ctx, person, async (tx, profile) => {
    await tx.db.insert(students).values(profile)
    throw new Error("the profile broke")
  })
  await expect(written).rejects.toThrow("the profile broke")

  expect(await usersOf(email)).toBe(0)
  const orphans = await ctx.db.select().from(students).where(eq(students.email, email))
  expect(orphans).toEqual([])
  // Nothing of the attempt stands in the way of the next one.
  await expect(accounts.signUpStudent(requestOn(ctx), studentForm({ email }))).resolves.toMatchObject({
    email,
  })
})

test("ACC-05 the database itself refuses a minor without a guardian, and the account goes with the profile", async () => {
  const email = newEmail()
  const person = { email, password: PASSWORD, first_name: "Ira", last_name: "Bose" }
  const written = accounts.createAccount(ctx, person, async (tx, profile) => {
    await tx.db.insert(students).values({ ...profile, under_18: true })
  })
  await expect(written).rejects.toMatchObject({ cause: { constraint: "minors_have_a_guardian" } })
  expect(await usersOf(email)).toBe(0)
})

test("ACC-02 an e-mail that has an account is refused, as student and as instructor", async () => {
  const { email } = await accounts.signUpStudent(requestOn(ctx), studentForm())
  const again = requestOn(ctx)
  expect((await refusalOf(accounts.signUpStudent(again, studentForm({ email })))).code).toBe("EMAIL_TAKEN")
  expect((await refusalOf(accounts.signUpInstructor(again, instructorForm({ email })))).code).toBe(
    "EMAIL_TAKEN",
  )
  expect(await usersOf(email)).toBe(1)
  expect(again.http.reply.getSetCookie()).toEqual([])
})

test("ACC-02 an e-mail is the same in any letter case, when it is taken and when it signs in", async () => {
  const { email } = await accounts.signUpStudent(requestOn(ctx), studentForm())
  const api = createRouterClient(accountsRouter, { context: requestOn(ctx) })
  const shouted = studentForm({ email: email.toUpperCase() })
  await expect(api.signUpStudent(shouted)).rejects.toMatchObject({ code: "EMAIL_TAKEN", status: 409 })
  const person = await api.signIn({ email: email.toUpperCase(), password: PASSWORD, portal: "any" })
  expect(person.email).toBe(email)
})

test("ACC-02 of two who sign up with one e-mail at once, one gets it", async () => {
  const email = newEmail()
  const outcomes = await Promise.allSettled([
    accounts.signUpStudent(requestOn(ctx), studentForm({ email })),
    accounts.signUpInstructor(requestOn(ctx), instructorForm({ email })),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  const refused = outcomes.find((outcome) => outcome.status === "rejected")
  expect(refused?.reason).toMatchObject({ code: "EMAIL_TAKEN" })
  expect(await usersOf(email)).toBe(1)
  const [credentials] = await ctx.db
    .select({ rows: count() })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(eq(user.email, email))
  expect(credentials?.rows).toBe(1)
})

test("ACC-04 the teacher portal's phone may be left out, and a wrong one is refused at its field", async () => {
  const person = await accounts.signUpInstructor(requestOn(ctx), instructorForm())
  const [profile] = await ctx.db.select().from(teachers).where(eq(teachers.user_id, person.user_id))
  expect(profile?.phone).toBeNull()

  const refusal = await refusalOf(accounts.signUpInstructor(requestOn(ctx), instructorForm({ phone: "abc" })))
  expect(refusal.data).toEqual({ fields: { phone: "PHONE_INVALID" } })
})

test("ACC-04 an instructor may teach at once in a trial", async () => {
  const person = await accounts.signUpInstructor(requestOn(ctx), instructorForm())
  expect(person.role).toBe("instructor")
  expect(await accounts.isApprovedInstructor(ctx, person.user_id)).toBe(true)
})

test("ACC-04 where the academy asks for approval, an instructor waits for it", async () => {
  const strict = { ...ctx, env: { ...ctx.env, instructorsNeedApproval: true } }
  const person = await accounts.signUpInstructor(requestOn(strict), instructorForm())
  expect(await accounts.isApprovedInstructor(ctx, person.user_id)).toBe(false)
})
