import { count, desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { outbox } from "#features/notifications/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { instructorForm, newEmail, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { accountsJobs } from "./jobs.ts"
import { confirmEmail } from "./mail/confirm-email.ts"
import { sendOwnConfirmation } from "./mail/confirmation.ts"
import { requestMail, sweepMailRequests } from "./mail/mail-requests.ts"
import { canReset, resetPassword } from "./passwords/password-reset.ts"
import { signUpInstructor, signUpStudent } from "./service.ts"
import { signInByCode } from "./sign-in/code-sign-in.ts"
import { signIn } from "./sign-in/sign-in.ts"
import { mailRequests, session, user } from "./table.ts"

let suite: TestContext
let ctx: TestContext["ctx"]

beforeAll(async () => {
  suite = await createTestContext()
  ctx = suite.ctx
})
beforeEach(async () => {
  await ctx.db.delete(rateLimits)
  await ctx.db.delete(outbox)
})
afterAll(() => suite.close())

/** Everything that was mailed to the e-mail, the newest first. */
async function mailsTo(email: string, world = suite) {
  await runJobs(world, [...accountsJobs, ...notificationJobs])
  return world.ctx.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id))
}

async function codeFor(email: string): Promise<{ request: string; code: string }> {
  const request = await requestMail(requestOn(ctx), "code", email)
  const [mail] = await mailsTo(email)
  return { request, code: /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "none" }
}

function linkIn(text: string | undefined): { request: string; secret: string } {
  const url = new URL(/^http.*$/m.exec(text ?? "")?.[0] ?? "")
  return { request: url.searchParams.get("request") ?? "", secret: url.searchParams.get("secret") ?? "" }
}

async function resetLinkFor(email: string) {
  await requestMail(requestOn(ctx), "reset", email)
  return linkIn((await mailsTo(email))[0]?.text)
}

const tryCode = (made: Ctx, given: { request: string; code: string }) =>
  signInByCode(made, { ...given, portal: "any" })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

async function usersOf(email: string): Promise<number> {
  const [row] = await ctx.db.select({ users: count() }).from(user).where(eq(user.email, email))
  return row?.users ?? 0
}

test("ACC-06 a mailed code signs in and shows that the e-mail is theirs", async () => {
  const { email, user_id } = await createStudent(ctx)
  const given = await codeFor(email)
  const made = requestOn(ctx)
  expect(await tryCode(made, given)).toMatchObject({ user_id, email_verified: true })
  expect(await ctx.sessions.read(requestOn(ctx, made).http)).toMatchObject({ user_id })
})

test("ACC-06 of many who give the right code at once, one gets in", async () => {
  const { email, user_id } = await createStudent(ctx)
  const given = await codeFor(email)
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => tryCode(requestOn(ctx), given)))
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  const [row] = await ctx.db.select({ open: count() }).from(session).where(eq(session.userId, user_id))
  expect(row?.open).toBe(1)
})

test("ACC-06 after five wrong tries the right code is worth nothing", async () => {
  const { email } = await createStudent(ctx)
  const given = await codeFor(email)
  for (let turn = 0; turn < 5; turn += 1) {
    const refusal = await refusalOf(tryCode(requestOn(ctx), { ...given, code: wrong(given.code) }))
    expect(refusal.code).toBe("CODE_INVALID")
  }
  expect((await refusalOf(tryCode(requestOn(ctx), given))).code).toBe("CODE_INVALID")
})

test("ACC-06 a code runs out after ten minutes", async () => {
  const { email } = await createStudent(ctx)
  const [early, late] = [await codeFor(email), await codeFor(email)]
  suite.clock.advance(10 * MINUTE - 1)
  await expect(tryCode(requestOn(ctx), early)).resolves.toMatchObject({ email })
  suite.clock.advance(1)
  expect((await refusalOf(tryCode(requestOn(ctx), late))).code).toBe("CODE_INVALID")
})

test("ACC-06 a code is good only for who asked for it, and others' guesses don't use it up", async () => {
  const { email } = await createStudent(ctx)
  const mine = await codeFor(email)
  const theirs = await codeFor(email)
  for (let turn = 0; turn < 6; turn += 1) {
    await refusalOf(tryCode(requestOn(ctx), { request: theirs.request, code: wrong(theirs.code) }))
  }
  expect((await refusalOf(tryCode(requestOn(ctx), { request: theirs.request, code: mine.code }))).code).toBe(
    "CODE_INVALID",
  )
  await expect(tryCode(requestOn(ctx), mine)).resolves.toMatchObject({ email })
})

test("ACC-06 an unknown e-mail is answered alike, gets no mail and becomes no user", async () => {
  const email = newEmail()
  const request = await requestMail(requestOn(ctx), "code", email)
  expect(request).toMatch(/^[0-9a-f-]{36}$/)
  expect(await mailsTo(email)).toEqual([])
  expect((await refusalOf(tryCode(requestOn(ctx), { request, code: "000000" }))).code).toBe("CODE_INVALID")
  expect(await usersOf(email)).toBe(0)
})

test("ACC-06 neither rows nor jobs hold a code", async () => {
  const { email } = await createStudent(ctx)
  await requestMail(requestOn(ctx), "code", email)
  const enqueued = JSON.stringify(suite.jobs)
  expect(enqueued).not.toContain(email)
  const [mail] = await mailsTo(email)
  const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "none"
  expect(JSON.stringify(await ctx.db.select().from(mailRequests))).not.toContain(`"${code}"`)
})

test("ACC-06 codes are limited by account, known or not, whatever the address; the last one stays good", async () => {
  const { email } = await createStudent(ctx)
  const unknown = newEmail()
  const last = await codeFor(email)
  for (let turn = 1; turn < 5; turn += 1) await requestMail(requestOn(ctx), "code", email)
  for (let turn = 0; turn < 5; turn += 1) await requestMail(requestOn(ctx), "code", unknown)
  const refusals = await Promise.all(
    [email, unknown].map((one) => refusalOf(requestMail(requestOn(ctx), "code", one))),
  )
  expect(refusals.map(({ code, data }) => ({ code, data }))).toEqual(
    Array(2).fill({
      code: "TOO_MANY_REQUESTS",
      data: { retry_after_seconds: 3_600, other_way: "password-or-reset" },
    }),
  )
  await expect(tryCode(requestOn(ctx), last)).resolves.toMatchObject({ email })
})

test("ACC-09 ACC-06 a Hindi reader is written to in Hindi", async () => {
  const { email } = await createStudent(ctx)
  const made = requestOn(ctx)
  made.http.request.set("accept-language", "hi-IN,hi;q=0.9,en;q=0.5")
  await requestMail(made, "code", email)
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toMatch(/साइन इन करने का कोड/)
})

test("ACC-07 a mailed link sets a password once and ends every session", async () => {
  const before = requestOn(ctx)
  const { email } = await signUpStudent(before, studentForm())
  const link = await resetLinkFor(email)
  expect(await canReset(ctx, link)).toBe(true)
  await resetPassword(requestOn(ctx), { ...link, password: "four words and rain" })

  expect(await ctx.sessions.read(requestOn(ctx, before).http)).toBeNull()
  expect(await ctx.sessions.checkPassword(email, PASSWORD)).toBeNull()
  expect(await ctx.sessions.checkPassword(email, "four words and rain")).not.toBeNull()
  expect(await canReset(ctx, link)).toBe(false)
  const again = resetPassword(requestOn(ctx), { ...link, password: "another four words" })
  expect((await refusalOf(again)).code).toBe("LINK_EXPIRED")
})

test("ACC-07 of two who use one link at once, one sets the password", async () => {
  const { email } = await createStudent(ctx)
  const link = await resetLinkFor(email)
  const outcomes = await Promise.allSettled(
    ["first four words", "second four words"].map((password) =>
      resetPassword(requestOn(ctx), { ...link, password }),
    ),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
})

test("ACC-07 a refused password leaves the link usable, and an hour later it is not", async () => {
  const { email } = await createStudent(ctx)
  const link = await resetLinkFor(email)
  for (const [password, problem] of [
    ["password123", "PASSWORD_COMMON"],
    ["Asha.Rao1", "PASSWORD_PERSONAL"],
  ] as const) {
    const refusal = await refusalOf(resetPassword(requestOn(ctx), { ...link, password }))
    expect(refusal.data).toEqual({ fields: { password: problem } })
  }
  expect(await canReset(ctx, link)).toBe(true)
  suite.clock.advance(HOUR)
  const late = resetPassword(requestOn(ctx), { ...link, password: "four words and rain" })
  expect((await refusalOf(late)).code).toBe("LINK_EXPIRED")
})

test("ACC-07 an unknown e-mail gets no link and the same answer; links and codes don't serve for each other", async () => {
  const email = newEmail()
  await expect(requestMail(requestOn(ctx), "reset", email)).resolves.toMatch(/^[0-9a-f-]{36}$/)
  expect(await mailsTo(email)).toEqual([])

  const known = await createStudent(ctx)
  const { request, code } = await codeFor(known.email)
  const reset = resetPassword(requestOn(ctx), { request, secret: code, password: "four words and rain" })
  expect((await refusalOf(reset)).code).toBe("LINK_EXPIRED")
})

test("ACC-11 a student is signed in at once and asked by mail to confirm the e-mail, which the link does", async () => {
  const made = requestOn(ctx)
  const { email, user_id } = await signUpStudent(made, studentForm())
  expect(await ctx.sessions.read(requestOn(ctx, made).http)).toMatchObject({ email_verified: false })
  const [mail] = await mailsTo(email)
  const link = linkIn(mail?.text)
  await confirmEmail(requestOn(ctx, made), link)
  expect(await ctx.sessions.read(requestOn(ctx, made).http)).toMatchObject({ email_verified: true })
  expect((await refusalOf(confirmEmail(requestOn(ctx), link))).code).toBe("LINK_EXPIRED")

  const viewer = await ctx.sessions.read(requestOn(ctx, made).http)
  if (!viewer) throw new Error("the student is signed in")
  expect(viewer.user_id).toBe(user_id)
  expect((await refusalOf(sendOwnConfirmation({ ...ctx, viewer }))).code).toBe("ALREADY_CONFIRMED")
})

test("ACC-11 the reminder can be sent again, five times an hour", async () => {
  const viewer = await createStudent(ctx)
  for (let turn = 0; turn < 5; turn += 1) await sendOwnConfirmation({ ...ctx, viewer })
  expect(await mailsTo(viewer.email)).toHaveLength(5)
  expect((await refusalOf(sendOwnConfirmation({ ...ctx, viewer }))).code).toBe("TOO_MANY_REQUESTS")
})

test("ACC-11 in production with mail a teacher confirms the e-mail before signing in", async () => {
  const production = await createTestContext({
    env: { APP_URL: "https://academy.example", AUTH_SECRET: "a-secret-of-at-least-32-characters" },
    mail: ctx.mail,
  })
  try {
    const made = requestOn(production.ctx)
    const person = await signUpInstructor(made, instructorForm())
    expect(person.signed_in).toBe(false)
    expect(made.http.reply.getSetCookie().join()).not.toContain("session_token")

    const signing = () =>
      signIn(requestOn(production.ctx), { email: person.email, password: PASSWORD, portal: "instructor" })
    expect((await refusalOf(signing())).code).toBe("EMAIL_UNCONFIRMED")
    await runJobs(production, notificationJobs)
    const mails = await ctx.db.select().from(outbox).where(eq(outbox.recipient, person.email))
    expect(mails).toHaveLength(2)
    await confirmEmail(requestOn(production.ctx, made), linkIn(mails[0]?.text))
    await expect(signing()).resolves.toMatchObject({ role: "instructor", email_verified: true })
  } finally {
    await production.close()
  }
})

test("ACC-09 where no mail can leave, asking for one says so", async () => {
  const mute = { ...ctx, mail: { ...ctx.mail, configured: false } }
  for (const purpose of ["code", "reset"] as const) {
    expect((await refusalOf(requestMail(requestOn(mute), purpose, newEmail()))).code).toBe("MAIL_UNAVAILABLE")
  }
})

test("ACC-06 requests that ran out are forgotten", async () => {
  await requestMail(requestOn(ctx), "code", newEmail())
  suite.clock.advance(4 * 24 * HOUR)
  await sweepMailRequests(ctx)
  expect(await ctx.db.select().from(mailRequests)).toEqual([])
})
