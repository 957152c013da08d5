import { count, eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Ctx } from "#platform/context.ts"
import { Refusal } from "#platform/errors.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { seedPeople } from "./seed.ts"
import * as accounts from "./service.ts"
import { account, session, students, teachers, user } from "./table.ts"

const PASSWORD = "a long enough password"

let suite: TestContext
let ctx: TestContext["ctx"]
let people = 0

beforeAll(async () => {
  suite = await createTestContext()
  ctx = suite.ctx
})
afterAll(() => suite.close())

/** The context of a request of its own, carrying the cookies that an earlier answer set. */
function request(base: Ctx = ctx, after?: Ctx): Ctx {
  const cookies = after?.http.reply.getSetCookie().map((cookie) => cookie.split(";")[0]) ?? []
  return { ...base, http: { request: new Headers({ cookie: cookies.join("; ") }), reply: new Headers() } }
}

function newEmail(): string {
  people += 1
  return `person-${people}@example.com`
}

function student(columns: Partial<Parameters<typeof accounts.signUpStudent>[1]> = {}) {
  return {
    first_name: "Ira",
    last_name: "Bose",
    email: newEmail(),
    phone: "98765 43210",
    password: PASSWORD,
    under_18: false,
    terms: true as const,
    ...columns,
  }
}

function instructor(columns: Partial<Parameters<typeof accounts.signUpInstructor>[1]> = {}) {
  return { first_name: "Leena", last_name: "Das", email: newEmail(), password: PASSWORD, ...columns }
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(outcome instanceof Refusal)) throw new Error(`expected a refusal, got ${String(outcome)}`)
  return outcome
}

async function usersOf(email: string): Promise<number> {
  const [row] = await ctx.db.select({ users: count() }).from(user).where(eq(user.email, email))
  return row?.users ?? 0
}

async function sessionsOf(email: string): Promise<number> {
  const [row] = await ctx.db
    .select({ sessions: count() })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email))
  return row?.sessions ?? 0
}

describe("signing up", () => {
  test("ACC-02 a student gets an account, a profile and a session", async () => {
    const made = request()
    const input = student({ grade: "10", curriculum: "CBSE" })
    const person = await accounts.signUpStudent(made, input)

    expect(person).toMatchObject({
      email: input.email,
      first_name: "Ira",
      last_name: "Bose",
      role: "student",
    })
    const [profile] = await ctx.db.select().from(students).where(eq(students.user_id, person.user_id))
    expect(profile).toMatchObject({ grade: "10", curriculum: "CBSE", under_18: false, email: input.email })
    const next = request(ctx, made)
    expect(await ctx.sessions.read(next.http.request)).toMatchObject({
      user_id: person.user_id,
      role: "student",
    })
  })

  test("ACC-02 the phone is stored as E.164 whichever way it was typed", async () => {
    for (const phone of ["98765 43210", "+91 98765-43210", "09876543210"]) {
      const person = await accounts.signUpStudent(request(), student({ phone }))
      const [profile] = await ctx.db.select().from(students).where(eq(students.user_id, person.user_id))
      expect(profile?.phone).toBe("+919876543210")
    }
  })

  test("ACC-02 a number that can't be one is refused at its field and leaves no user", async () => {
    const input = student({ phone: "12345" })
    const refusal = await refusalOf(accounts.signUpStudent(request(), input))
    expect(refusal).toMatchObject({ code: "FIELD_ERRORS", data: { fields: { phone: "PHONE_INVALID" } } })
    expect(await usersOf(input.email)).toBe(0)
  })

  test("ACC-10 a minor's guardian is stored, with the number as E.164", async () => {
    const input = student({ under_18: true, parent_name: "Mita Bose", parent_phone: "91234 56789" })
    const person = await accounts.signUpStudent(request(), input)
    const [profile] = await ctx.db.select().from(students).where(eq(students.user_id, person.user_id))
    expect(profile).toMatchObject({
      under_18: true,
      parent_name: "Mita Bose",
      parent_phone: "+919123456789",
      parent_phone_confirmed_at: null,
      voice_consent_at: null,
    })
  })

  test("ACC-10 a minor without a guardian's phone is refused and leaves no user", async () => {
    const input = student({ under_18: true, parent_name: "Mita Bose" })
    const refusal = await refusalOf(accounts.signUpStudent(request(), input))
    expect(refusal).toMatchObject({
      code: "FIELD_ERRORS",
      data: { fields: { parent_phone: "PHONE_INVALID" } },
    })
    expect(await usersOf(input.email)).toBe(0)
  })

  test("ACC-10 the student's own number is refused as the guardian's, also when typed differently", async () => {
    const input = student({ under_18: true, parent_name: "Mita Bose", parent_phone: "+919876543210" })
    const refusal = await refusalOf(accounts.signUpStudent(request(), input))
    expect(refusal.data).toEqual({ fields: { parent_phone: "PARENT_PHONE_IS_OWN" } })
    expect(await usersOf(input.email)).toBe(0)
  })

  test("ACC-10 an adult's profile keeps no guardian, whatever was sent along", async () => {
    const input = student({ parent_name: "Mita Bose", parent_phone: "91234 56789" })
    const person = await accounts.signUpStudent(request(), input)
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
    await expect(accounts.signUpStudent(request(), student({ email }))).resolves.toMatchObject({ email })
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
    const { email } = await accounts.signUpStudent(request(), student())
    const again = request()
    expect((await refusalOf(accounts.signUpStudent(again, student({ email })))).code).toBe("EMAIL_TAKEN")
    expect((await refusalOf(accounts.signUpInstructor(again, instructor({ email })))).code).toBe(
      "EMAIL_TAKEN",
    )
    expect(await usersOf(email)).toBe(1)
    expect(again.http.reply.getSetCookie()).toEqual([])
  })

  test("ACC-02 of two who sign up with one e-mail at once, one gets it", async () => {
    const email = newEmail()
    const outcomes = await Promise.allSettled([
      accounts.signUpStudent(request(), student({ email })),
      accounts.signUpInstructor(request(), instructor({ email })),
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
    const person = await accounts.signUpInstructor(request(), instructor())
    const [profile] = await ctx.db.select().from(teachers).where(eq(teachers.user_id, person.user_id))
    expect(profile?.phone).toBeNull()

    const refusal = await refusalOf(accounts.signUpInstructor(request(), instructor({ phone: "abc" })))
    expect(refusal.data).toEqual({ fields: { phone: "PHONE_INVALID" } })
  })

  test("ACC-04 an instructor may teach at once in a trial", async () => {
    const person = await accounts.signUpInstructor(request(), instructor())
    expect(person.role).toBe("instructor")
    expect(await accounts.isApprovedInstructor(ctx, person.user_id)).toBe(true)
  })

  test("ACC-04 where the academy asks for approval, an instructor waits for it", async () => {
    const strict = { ...ctx, env: { ...ctx.env, instructorsNeedApproval: true } }
    const person = await accounts.signUpInstructor(request(strict), instructor())
    expect(await accounts.isApprovedInstructor(ctx, person.user_id)).toBe(false)
  })
})

describe("signing in", () => {
  const signIn = (made: Ctx, email: string, password = PASSWORD, portal: "any" | "instructor" = "any") =>
    accounts.signIn(made, { email, password, portal })

  test("ACC-01 the right password opens a session of the person", async () => {
    const { email, user_id } = await accounts.signUpStudent(request(), student())
    const made = request()
    expect(await signIn(made, email)).toMatchObject({ user_id, role: "student" })
    expect(await ctx.sessions.read(request(ctx, made).http.request)).toMatchObject({ user_id })
  })

  test("ACC-11 the session's cookie is HttpOnly and SameSite, and Secure in production", async () => {
    const { email } = await accounts.signUpStudent(request(), student())
    const made = request()
    await signIn(made, email)
    const cookie = made.http.reply.getSetCookie().find((line) => line.includes("session_token")) ?? ""
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)

    const production = await createTestContext({
      env: { APP_URL: "https://academy.example", AUTH_SECRET: "a-secret-of-at-least-32-characters" },
    })
    try {
      const secure = request(production.ctx)
      await accounts.signUpStudent(secure, student())
      const lines = secure.http.reply.getSetCookie().filter((line) => line.includes("session_token"))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/Secure/)
    } finally {
      await production.close()
    }
  })

  test("ACC-11 each sign-in has a session of its own, whatever cookie came along", async () => {
    const { email } = await accounts.signUpStudent(request(), student())
    const first = request()
    await signIn(first, email)
    const second = request(ctx, first)
    await signIn(second, email)
    const token = (made: Ctx) => made.http.reply.getSetCookie().find((line) => line.includes("session_token"))
    expect(token(second)?.split(";")[0]).not.toBe(token(first)?.split(";")[0])
  })

  test("ACC-01 a wrong password and an unknown e-mail are refused alike", async () => {
    const { email } = await accounts.signUpStudent(request(), student())
    const before = await sessionsOf(email)
    const made = request()
    const wrong = await refusalOf(signIn(made, email, "not the password"))
    const unknown = await refusalOf(signIn(made, "nobody@example.com"))
    expect(wrong).toMatchObject({ code: "INVALID_CREDENTIALS", data: undefined })
    expect({ ...unknown }).toEqual({ ...wrong })
    expect(made.http.reply.getSetCookie()).toEqual([])
    expect(await sessionsOf(email)).toBe(before)
  })

  test("ACC-04 the teacher portal lets an instructor in", async () => {
    const { email } = await accounts.signUpInstructor(request(), instructor())
    expect(await signIn(request(), email, PASSWORD, "instructor")).toMatchObject({ role: "instructor" })
  })

  test("ACC-04 the teacher portal refuses a student, and neither cookie nor session row stays", async () => {
    const { email } = await accounts.signUpStudent(request(), student())
    const before = await sessionsOf(email)
    const made = request()
    expect((await refusalOf(signIn(made, email, PASSWORD, "instructor"))).code).toBe("INSTRUCTORS_ONLY")
    expect(made.http.reply.getSetCookie()).toEqual([])
    expect(await sessionsOf(email)).toBe(before)
  })

  test("ACC-04 the teacher portal tells a stranger nothing about whom it lets in", async () => {
    const { email } = await accounts.signUpStudent(request(), student())
    expect((await refusalOf(signIn(request(), email, "not the password", "instructor"))).code).toBe(
      "INVALID_CREDENTIALS",
    )
  })

  test("ACC-11 signing out ends the session, for a copy of its cookie too", async () => {
    const made = request()
    const { email } = await accounts.signUpStudent(made, student())
    const leaving = request(ctx, made)
    await accounts.signOut(leaving)
    expect(await ctx.sessions.read(request(ctx, made).http.request)).toBeNull()
    expect(await sessionsOf(email)).toBe(0)
    expect(leaving.http.reply.getSetCookie().join()).toMatch(/session_token=;/)
    await expect(accounts.signOut(request())).resolves.toBeUndefined()
  })

  test("ACC-11 a disabled person is nobody: the open session stops to count and no new one opens", async () => {
    const made = request()
    const { email, user_id } = await accounts.signUpStudent(made, student())
    await ctx.db.update(user).set({ disabledAt: ctx.clock.now() }).where(eq(user.id, user_id))
    expect(await ctx.sessions.read(request(ctx, made).http.request)).toBeNull()

    const before = await sessionsOf(email)
    const again = request()
    expect((await refusalOf(signIn(again, email))).code).toBe("ACCOUNT_DISABLED")
    expect(again.http.reply.getSetCookie()).toEqual([])
    expect(await sessionsOf(email)).toBe(before)
  })
})

describe("demo people", () => {
  test("ACC-03 one click signs in a demo person of a trial, and nobody else", async () => {
    await seedPeople(ctx, () => PASSWORD)
    const [first] = await accounts.listDemoPeople(ctx)
    if (!first) throw new Error("the trial has no demo people")
    const made = request()
    expect(await accounts.signInDemoPerson(made, first.email)).toMatchObject({ role: first.role })
    expect(await ctx.sessions.read(request(ctx, made).http.request)).toMatchObject({ email: first.email })

    const { email } = await createStudent(ctx)
    expect((await refusalOf(accounts.signInDemoPerson(request(), email))).code).toBe("NOT_FOUND")
  })

  test("ACC-03 in production nobody is listed and nobody signs in without a password", async () => {
    await seedPeople(ctx, () => PASSWORD)
    const [first] = await accounts.listDemoPeople(ctx)
    const production = request({ ...ctx, env: { ...ctx.env, trial: false } })
    expect(await accounts.listDemoPeople(production)).toEqual([])
    expect((await refusalOf(accounts.signInDemoPerson(production, first?.email ?? ""))).code).toBe(
      "NOT_FOUND",
    )
    expect(production.http.reply.getSetCookie()).toEqual([])
  })
})

test("ACC-05 a role is read from the profile: teachers first, then students, and none without one", async () => {
  expect((await createStudent(ctx)).role).toBe("student")
  expect((await createAdmin(ctx)).role).toBe("admin")
  const teacher = await createInstructor(ctx)
  expect(teacher.role).toBe("instructor")

  const { user_id, email, first_name, last_name } = teacher
  await ctx.db.insert(students).values({ user_id, email, first_name, last_name })
  const headers = request()
  await ctx.sessions.openTrusted(headers.http, user_id)
  expect(await ctx.sessions.read(request(ctx, headers).http.request)).toMatchObject({ role: "instructor" })

  await ctx.db.delete(teachers).where(eq(teachers.user_id, user_id))
  expect(await ctx.sessions.read(request(ctx, headers).http.request)).toMatchObject({ role: "student" })
  await ctx.db.delete(students).where(eq(students.user_id, user_id))
  expect(await ctx.sessions.read(request(ctx, headers).http.request)).toMatchObject({ role: null })
})
