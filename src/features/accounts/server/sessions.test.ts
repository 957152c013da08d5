import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Ctx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { requestOn, studentForm } from "#tests/sign-ups.ts"
import { signUpStudent } from "./service.ts"
import { session } from "./table.ts"

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
  const later = requestOn(ctx, made)
  expect(await ctx.sessions.read(later.http)).toMatchObject({ user_id })
  expect(later.http.reply.getSetCookie().join()).toContain("session_token")
  const [renewed] = await ctx.db.select().from(session).where(eq(session.userId, user_id))
  expect(renewed?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * DAY)

  await ctx.db.update(session).set({ expiresAt: old }).where(eq(session.userId, user_id))
  expect(await ctx.sessions.read(requestOn(ctx, made).http)).toBeNull()
})
