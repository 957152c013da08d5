import { count, eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Ctx } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { instructorForm, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { seedPeople } from "./seed.ts"
import * as accounts from "./service.ts"
import * as signIns from "./sign-in/sign-in.ts"
import { session, students, teachers, user } from "./table.ts"

let suite: TestContext
let ctx: TestContext["ctx"]

beforeAll(async () => {
  suite = await createTestContext()
  ctx = suite.ctx
})
afterAll(() => suite.close())

async function sessionsOf(email: string): Promise<number> {
  const [row] = await ctx.db
    .select({ sessions: count() })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email))
  return row?.sessions ?? 0
}

describe("signing in", () => {
  const signIn = (made: Ctx, email: string, password = PASSWORD, portal: "any" | "instructor" = "any") =>
    signIns.signIn(made, { email, password, portal })

  test("ACC-01 the right password opens a session of the person", async () => {
    const { email, user_id } = await accounts.signUpStudent(requestOn(ctx), studentForm())
    const made = requestOn(ctx)
    expect(await signIn(made, email)).toMatchObject({ user_id, role: "student" })
    expect(await ctx.sessions.read(requestOn(ctx, made).http)).toMatchObject({ user_id })
  })

  test("ACC-11 the session's cookie is HttpOnly and SameSite, and Secure in production", async () => {
    const { email } = await accounts.signUpStudent(requestOn(ctx), studentForm())
    const made = requestOn(ctx)
    await signIn(made, email)
    const cookie = made.http.reply.getSetCookie().find((line) => line.includes("session_token")) ?? ""
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)

    const production = await createTestContext({
      env: { APP_URL: "https://academy.example", AUTH_SECRET: "a-secret-of-at-least-32-characters" },
    })
    try {
      const secure = requestOn(production.ctx)
      await accounts.signUpStudent(secure, studentForm())
      const lines = secure.http.reply.getSetCookie().filter((line) => line.includes("session_token"))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/Secure/)
    } finally {
      await production.close()
    }
  })

  test("ACC-11 each sign-in has a session of its own, whatever cookie came along", async () => {
    const { email } = await accounts.signUpStudent(requestOn(ctx), studentForm())
    const first = requestOn(ctx)
    await signIn(first, email)
    const second = requestOn(ctx, first)
    await signIn(second, email)
    const token = (made: Ctx) => made.http.reply.getSetCookie().find((line) => line.includes("session_token"))
    expect(token(second)?.split(";")[0]).not.toBe(token(first)?.split(";")[0])
  })

  test("ACC-01 a wrong password and an unknown e-mail are refused alike", async () => {
    const { email } = await accounts.signUpStudent(requestOn(ctx), studentForm())
    const before = await sessionsOf(email)
    const made = requestOn(ctx)
    const wrong = await refusalOf(signIn(made, email, "not the password"))
    const unknown = await refusalOf(signIn(made, "nobody@example.com"))
    expect(wrong).toMatchObject({ code: "INVALID_CREDENTIALS", data: undefined })
    expect({ ...unknown }).toEqual({ ...wrong })
    expect(made.http.reply.getSetCookie()).toEqual([])
    expect(await sessionsOf(email)).toBe(before)
  })

  test("ACC-04 the teacher portal lets an instructor in", async () => {
    const { email } = await accounts.signUpInstructor(requestOn(ctx), instructorForm())
    expect(await signIn(requestOn(ctx), email, PASSWORD, "instructor")).toMatchObject({ role: "instructor" })
  })

  test("ACC-04 the teacher portal refuses a student, and neither cookie nor session row stays", async () => {
    const { email } = await accounts.signUpStudent(requestOn(ctx), studentForm())
    const before = await sessionsOf(email)
    const made = requestOn(ctx)
    expect((await refusalOf(signIn(made, email, PASSWORD, "instructor"))).code).toBe("INSTRUCTORS_ONLY")
    expect(made.http.reply.getSetCookie()).toEqual([])
    expect(await sessionsOf(email)).toBe(before)
  })

  test("ACC-04 the teacher portal tells a stranger nothing about whom it lets in", async () => {
    const { email } = await accounts.signUpStudent(requestOn(ctx), studentForm())
    expect((await refusalOf(signIn(requestOn(ctx), email, "not the password", "instructor"))).code).toBe(
      "INVALID_CREDENTIALS",
    )
  })

  test("ACC-11 signing out ends the session, for a copy of its cookie too", async () => {
    const made = requestOn(ctx)
    const { email } = await accounts.signUpStudent(made, studentForm())
    const leaving = requestOn(ctx, made)
    await signIns.signOut(leaving)
    expect(await ctx.sessions.read(requestOn(ctx, made).http)).toBeNull()
    expect(await sessionsOf(email)).toBe(0)
    expect(leaving.http.reply.getSetCookie().join()).toMatch(/session_token=;/)
    await expect(signIns.signOut(requestOn(ctx))).resolves.toBeUndefined()
  })

  test("ACC-11 a disabled person is nobody: the open session stops to count and no new one opens", async () => {
    const made = requestOn(ctx)
    const { email, user_id } = await accounts.signUpStudent(made, studentForm())
    await ctx.db.update(user).set({ disabledAt: ctx.clock.now() }).where(eq(user.id, user_id))
    expect(await ctx.sessions.read(requestOn(ctx, made).http)).toBeNull()

    const before = await sessionsOf(email)
    const again = requestOn(ctx)
    expect((await refusalOf(signIn(again, email))).code).toBe("ACCOUNT_DISABLED")
    expect(again.http.reply.getSetCookie()).toEqual([])
    expect(await sessionsOf(email)).toBe(before)
  })
})

describe("demo people", () => {
  test("ACC-03 one click signs in a demo person of a trial, and nobody else", async () => {
    await seedPeople(ctx, () => PASSWORD)
    const people = await accounts.listDemoPeople(ctx)
    expect(new Set(people.map(({ role }) => role))).toEqual(
      new Set(["student", "guardian", "instructor", "office", "admin"]),
    )
    const [first] = people
    if (!first) throw new Error("the trial has no demo people")
    const made = requestOn(ctx)
    expect(await accounts.signInDemoPerson(made, first.email)).toMatchObject({ role: first.role })
    expect(await ctx.sessions.read(requestOn(ctx, made).http)).toMatchObject({ email: first.email })

    const { email } = await createStudent(ctx)
    expect((await refusalOf(accounts.signInDemoPerson(requestOn(ctx), email))).code).toBe("NOT_FOUND")
  })

  test("ACC-03 in production nobody is listed and nobody signs in without a password", async () => {
    await seedPeople(ctx, () => PASSWORD)
    const [first] = await accounts.listDemoPeople(ctx)
    const production = requestOn({ ...ctx, env: { ...ctx.env, trial: false } })
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
  const headers = requestOn(ctx)
  await ctx.sessions.openTrusted(headers.http, user_id)
  expect(await ctx.sessions.read(requestOn(ctx, headers).http)).toMatchObject({ role: "instructor" })

  await ctx.db.delete(teachers).where(eq(teachers.user_id, user_id))
  expect(await ctx.sessions.read(requestOn(ctx, headers).http)).toMatchObject({ role: "student" })
  await ctx.db.delete(students).where(eq(students.user_id, user_id))
  expect(await ctx.sessions.read(requestOn(ctx, headers).http)).toMatchObject({ role: null })
})
