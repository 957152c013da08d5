import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Ctx } from "#platform/context.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { twoStepSecrets } from "./security-tables.ts"
import { signUpStudent } from "./service.ts"
import { stopTwoStep } from "./sign-in/two-step.ts"
import { session, user } from "./table.ts"

let world: TestContext
let ctx: Ctx

beforeAll(async () => {
  world = await createTestContext()
  ctx = world.ctx
})

afterAll(() => world.close())

function withCookie(cookie: string) {
  return { request: new Headers({ cookie }), reply: new Headers() }
}

test("ACC-11 a session's cookie counts only with our signature on exactly its token", async () => {
  const made = requestOn(ctx)
  const { user_id } = await signUpStudent(made, studentForm())
  const cookie = requestOn(ctx, made).http.request.get("cookie") ?? ""
  expect(await ctx.sessions.read(withCookie(cookie))).toMatchObject({ user_id })
  expect(await ctx.sessions.read(withCookie(`other=1; ${cookie}`))).toMatchObject({ user_id })

  const [name, value] = cookie.split("=", 2) as [string, string]
  const [token, signature] = decodeURIComponent(value).split(".", 2) as [string, string]
  const forged = [
    token,
    `${token}.`,
    `${token}.AAAA`,
    `x${token}.${signature}`,
    `.${signature}`,
    "%E0%A4%A",
    "",
  ]
  for (const one of forged) {
    expect(await ctx.sessions.read(withCookie(`${name}=${encodeURIComponent(one)}`)), one).toBeNull()
  }
  expect(await ctx.sessions.read(withCookie(`x${name}=${value}`))).toBeNull()
})

test("ACC-11 a session in use is renewed once a day, and an expired one counts for nothing", async () => {
  const made = requestOn(ctx)
  const { user_id } = await signUpStudent(made, studentForm())
  const today = requestOn(ctx, made)
  await ctx.sessions.read(today.http)
  expect(today.http.reply.getSetCookie()).toEqual([])

  const old = new Date(Date.now() - 2 * DAY)
  await ctx.db
    .update(session)
    .set({ updatedAt: old, expiresAt: new Date(Date.now() + 28 * DAY) })
    .where(eq(session.userId, user_id))
  await ctx.db.update(user).set({ updatedAt: old }).where(eq(user.id, user_id))
  const later = requestOn(ctx, made)
  expect(await ctx.sessions.read(later.http)).toMatchObject({ user_id })
  expect(later.http.reply.getSetCookie().join()).toContain("session_token")
  const [used] = await ctx.db.select().from(user).where(eq(user.id, user_id))
  // Of an account that nobody confirmed this is all that says later that it was used.
  expect(used?.updatedAt.getTime()).toBeGreaterThan(Date.now() - HOUR)
  const [renewed] = await ctx.db.select().from(session).where(eq(session.userId, user_id))
  expect(renewed?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * DAY)

  await ctx.db.update(session).set({ expiresAt: old }).where(eq(session.userId, user_id))
  expect(await ctx.sessions.read(requestOn(ctx, made).http)).toBeNull()
})

const LIMITS = [
  { role: "admin", idle: 12 * HOUR, total: 7 * DAY },
  { role: "instructor", idle: 12 * HOUR, total: 7 * DAY },
  { role: "student", idle: 30 * DAY, total: 180 * DAY },
  { role: "guardian", idle: 30 * DAY, total: 180 * DAY },
] as const

async function personOf(role: (typeof LIMITS)[number]["role"]) {
  if (role === "admin") return createAdmin(ctx)
  if (role === "instructor") return createInstructor(ctx)
  const phone = `+91900${String(Date.now() % 10_000_000).padStart(7, "0")}`
  const child = await createStudent(ctx, { under_18: true, parent_name: "Sunita Rao", parent_phone: phone })
  return role === "student" ? child : createGuardian(ctx, child)
}

/** Reads a session of a person that was opened and last used so long ago. */
async function readAfter(user_id: string, { opened, used }: { opened: number; used: number }) {
  await ctx.db.delete(session).where(eq(session.userId, user_id))
  const made = requestOn(ctx)
  await ctx.sessions.openTrusted(made.http, user_id)
  const ago = (ms: number) => new Date(Date.now() - ms)
  await ctx.db
    .update(session)
    .set({ createdAt: ago(opened), updatedAt: ago(used) })
    .where(eq(session.userId, user_id))
  return ctx.sessions.read(requestOn(ctx, made).http)
}

test.each(LIMITS)(
  "ACC-11 a session of a $role ends unused, and at last whatever it is used for",
  async ({ role, idle, total }) => {
    const { user_id } = await personOf(role)
    const used = HOUR
    expect(await readAfter(user_id, { opened: idle, used: idle - MINUTE })).toMatchObject({ role })
    // It was noted as used, so it lasts as long again.
    const [noted] = await ctx.db.select().from(session).where(eq(session.userId, user_id))
    expect(Date.now() - (noted?.updatedAt.getTime() ?? 0)).toBeLessThan(MINUTE)
    expect(await readAfter(user_id, { opened: idle + HOUR, used: idle + MINUTE })).toBeNull()
    expect(await readAfter(user_id, { opened: total - MINUTE, used })).toMatchObject({ role })
    expect(await readAfter(user_id, { opened: total + MINUTE, used })).toBeNull()
    expect(await ctx.db.select().from(session).where(eq(session.userId, user_id))).toEqual([])
  },
)

test("ACC-10 instructors need two-step sign-in where the academy says so, and others don't", async () => {
  const strict = await createTestContext({ env: { INSTRUCTORS_NEED_TWO_STEP: "true" } })
  try {
    const read = async (user_id: string) => {
      const made = requestOn(strict.ctx)
      await strict.ctx.sessions.openTrusted(made.http, user_id)
      return strict.ctx.sessions.read(requestOn(strict.ctx, made).http)
    }
    const instructor = await createInstructor(strict.ctx)
    expect(await read(instructor.user_id)).toMatchObject({ role: "instructor", locked: true })
    expect((await read((await createStudent(strict.ctx)).user_id))?.locked).toBeUndefined()
    const secret = {
      sealed_secret: "sealed",
      created_at: strict.clock.now(),
      confirmed_at: strict.clock.now(),
    }
    await strict.ctx.db.insert(twoStepSecrets).values({ user_id: instructor.user_id, ...secret })
    expect((await read(instructor.user_id))?.locked).toBeUndefined()
    const stopping = stopTwoStep(strict.as(instructor), "000000")
    expect((await refusalOf(stopping)).code).toBe("TWO_STEP_REQUIRED")
  } finally {
    await strict.close()
  }
})
