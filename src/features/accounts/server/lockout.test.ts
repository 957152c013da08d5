import { desc, eq, like } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { notices, outbox } from "#features/notifications/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { rateLimits } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { ADULT, CHILD, newEmail, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { insertStudents } from "./imported.ts"
import { acceptInvitation, invitePerson, readInvitation } from "./invitations.ts"
import { accountsJobs } from "./jobs.ts"
import { requestMail } from "./mail/mail-requests.ts"
import { resetPassword } from "./passwords/password-reset.ts"
import { oneTimeCodes } from "./security-tables.ts"
import { signUpStudent } from "./service.ts"
import { finishSignIn } from "./sign-in/admission.ts"
import { signInByCode } from "./sign-in/code-sign-in.ts"
import { inviteOwnGuardian, requestGuardianCode } from "./sign-in/guardian-codes.ts"
import { signInGuardian } from "./sign-in/guardian-sign-in.ts"
import { signIn } from "./sign-in/sign-in.ts"
import { totpCode } from "./sign-in/totp.ts"
import { confirmTwoStep, startTwoStep } from "./sign-in/two-step.ts"
import { account, user } from "./table.ts"

/*
 * Both sides of the limits. Somebody who guesses is stopped, from any number of addresses and with any number of
 * parallel requests; but no guesses, codes or sign-ups lock out the account's owner or a school behind one address.
 */

let suite: TestContext
let ctx: Ctx
let addresses = 0

beforeAll(async () => {
  suite = await createTestContext()
  // Thousands of passwords are tried here, and how long hashing takes is not the question.
  ctx = { ...suite.ctx, sessions: { ...suite.ctx.sessions, ...plainPasswords(suite.ctx) } }
})
beforeEach(async () => {
  await ctx.db.delete(rateLimits)
  suite.jobs.length = 0
})
afterAll(() => suite.close())

function plainPasswords({ db }: Pick<Ctx, "db">): Pick<Ctx["sessions"], "hashPassword" | "checkPassword"> {
  return {
    hashPassword: async (password) => `plain:${password}`,
    async checkPassword(email, password) {
      const [row] = await db
        .select({ user_id: account.userId, password: account.password })
        .from(account)
        .innerJoin(user, eq(user.id, account.userId))
        .where(eq(user.email, email))
      return row?.password === `plain:${password}` ? row.user_id : null
    },
  }
}

/** A browser nobody signed in with, at an address of its own unless told. */
function browserAt(address = newAddress()): Ctx {
  const made = requestOn(ctx)
  made.http.address = address
  return made
}

function newAddress(): string {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}

/** The same browser later on, at another address. */
function laterOn(before: Ctx): Ctx {
  const made = requestOn(ctx, before)
  made.http.address = newAddress()
  return made
}

/** Does something so many times, twenty at once, and counts what came out: "done", or the code of a refusal. */
async function repeat(
  times: number,
  work: (turn: number) => Promise<unknown>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let from = 0; from < times; from += 20) {
    const turns = Array.from({ length: Math.min(20, times - from) }, (_, turn) => from + turn)
    const outcomes = await Promise.all(
      turns.map((turn) =>
        work(turn).then(
          () => "done",
          (error: { code?: string }) => error.code ?? String(error),
        ),
      ),
    )
    for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const enter = (browser: Ctx, email: string, password = PASSWORD) =>
  signIn(browser, { email, password, portal: "any" })

async function newestMail(email: string): Promise<string> {
  await runJobs(suite, [...accountsJobs, ...notificationJobs])
  const [mail] = await ctx.db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, email))
    .orderBy(desc(outbox.id))
  return mail?.text ?? ""
}

async function newestText(phone: string): Promise<string> {
  await runJobs(suite, accountsJobs)
  const [text] = await ctx.db
    .select()
    .from(notices)
    .where(eq(notices.recipient, phone))
    .orderBy(desc(notices.created_at), desc(notices.id))
  return /^\d+/.exec(text?.text ?? "")?.[0] ?? ""
}

function linkIn(text: string): { request: string; secret: string } {
  const url = new URL(/^http.*$/m.exec(text)?.[0] ?? "")
  return { request: url.searchParams.get("request") ?? "", secret: url.searchParams.get("secret") ?? "" }
}

const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, "0")

const SCHOOL = "203.0.113.20"

test("ACC-11 500 pupils behind one address sign up, mistype, sign in and ask for codes, and 500 parents, within minutes", async () => {
  const forms = Array.from({ length: 500 }, () => studentForm())
  expect(await repeat(500, (turn) => signUpStudent(browserAt(SCHOOL), forms[turn] ?? studentForm()))).toEqual(
    { done: 500 },
  )
  // Some have an account already, and find out here.
  expect(await repeat(60, (turn) => signUpStudent(browserAt(SCHOOL), forms[turn] ?? studentForm()))).toEqual({
    EMAIL_TAKEN: 60,
  })
  const emails = forms.map(({ email }) => email)
  expect(
    await repeat(500, (turn) => enter(browserAt(SCHOOL), emails[turn] ?? "", "a slip of the finger")),
  ).toEqual({ INVALID_CREDENTIALS: 500 })
  expect(await repeat(500, (turn) => enter(browserAt(SCHOOL), emails[turn] ?? ""))).toEqual({ done: 500 })
  expect(await repeat(500, (turn) => requestMail(browserAt(SCHOOL), "code", emails[turn] ?? ""))).toEqual({
    done: 500,
  })
  const phones = Array.from({ length: 500 }, (_, turn) => `+9192${String(10_000_000 + turn)}`)
  expect(await repeat(500, (turn) => requestGuardianCode(browserAt(SCHOOL), phones[turn] ?? ""))).toEqual({
    done: 500,
  })
}, 120_000)

test("ACC-11 500 invitations are read and accepted behind one address", async () => {
  const admin = await createAdmin(ctx)
  const people = Array.from({ length: 500 }, () => ({
    ...{ email: newEmail(), first_name: "Ila", last_name: "Rao", phone: null, grade: "7", curriculum: null },
    ...{ date_of_birth: ADULT, parent_name: null, parent_phone: null },
  }))
  const ids = await insertStudents(ctx, people)
  const links: { request: string; secret: string }[] = []
  for (const user_id of ids) {
    const { url } = await invitePerson({ ...ctx, viewer: admin }, { user_id, how: "link" })
    links.push(linkIn(url ?? ""))
  }
  const joined = await repeat(500, async (turn) => {
    const link = links[turn] ?? { request: "", secret: "" }
    await readInvitation(browserAt(SCHOOL), link)
    return acceptInvitation(browserAt(SCHOOL), { ...link, password: PASSWORD })
  })
  expect(joined).toEqual({ done: 500 })
}, 60_000)

test("ACC-11 a password takes at most 10 wrong guesses in 15 minutes and 100 a day, from any number of addresses at once", async () => {
  const { email } = await signUpStudent(browserAt(), studentForm())
  let guessed = 0
  for (let hour = 0; hour < 23; hour += 1) {
    const { INVALID_CREDENTIALS = 0 } = await repeat(30, () => enter(browserAt(), email, "a wrong guess"))
    expect(INVALID_CREDENTIALS).toBeLessThanOrEqual(10)
    guessed += INVALID_CREDENTIALS
    suite.clock.advance(HOUR)
  }
  expect(guessed).toBeGreaterThan(10)
  expect(guessed).toBeLessThanOrEqual(100)
})

test("ACC-11 whatever others try, the person gets in: by the known browser, and anywhere by the newest link in the mailbox", async () => {
  const known = browserAt()
  const { email } = await signUpStudent(known, studentForm())
  const attack = async () => {
    await repeat(120, () => enter(browserAt(), email, "a wrong guess"))
    await repeat(20, () => requestMail(browserAt(), "code", email))
    return repeat(20, () => requestMail(browserAt(), "reset", email))
  }
  expect(await attack()).toEqual({ done: 3, TOO_MANY_REQUESTS: 17 })

  await expect(enter(laterOn(known), email)).resolves.toMatchObject({ email })
  const request = await requestMail(laterOn(known), "code", email)
  await runJobs(suite, [...accountsJobs, ...notificationJobs])
  const mails = await ctx.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id))
  const links = mails.map(({ text }) => text ?? "").filter((text) => text.includes("/reset-password"))
  expect(links).toHaveLength(3)

  // On a new device neither a password nor a code is let through now, and the refusal names the way that works.
  const fresh = browserAt()
  const refused = await refusalOf(requestMail(fresh, "reset", email))
  expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS", data: { other_way: "newest-link" } })
  await resetPassword(fresh, { ...linkIn(links[0] ?? ""), password: "umbrella for two" })
  await attack()
  await expect(enter(laterOn(fresh), email, "umbrella for two")).resolves.toMatchObject({ email })
  expect(request).toBeTruthy()
})

test("ACC-11 while links are refused there is one in the mailbox that works, at whatever time of the day", async () => {
  const { email } = await signUpStudent(browserAt(), studentForm())
  for (let quarter = 0; quarter < 12; quarter += 1) {
    const counts = await repeat(4, () => requestMail(browserAt(), "reset", email))
    if (counts.TOO_MANY_REQUESTS) {
      const link = linkIn(await newestMail(email))
      const weak = resetPassword(browserAt(), { ...link, password: "password1" })
      expect((await refusalOf(weak)).code).toBe("FIELD_ERRORS")
    }
    suite.clock.advance(15 * MINUTE)
  }
})

test("ACC-06 ACC-11 others' guesses and requests leave a mailed code good for the browser that asked", async () => {
  const { email } = await createStudent(ctx)
  const mine = browserAt()
  const request = await requestMail(mine, "code", email)
  const code = /^\d{6}$/m.exec(await newestMail(email))?.[0] ?? ""
  await repeat(20, () => requestMail(browserAt(), "code", email))
  const theirs = await repeat(40, async () => {
    const other = await requestMail(browserAt(), "code", newEmail())
    return signInByCode(browserAt(), { request: other, code, portal: "any" })
  })
  expect(theirs).toEqual({ CODE_INVALID: 40 })
  await expect(signInByCode(mine, { request, code, portal: "any" })).resolves.toMatchObject({ email })
})

async function createMinor(): Promise<{ phone: string; child: SignedInCtx }> {
  addresses += 1
  const phone = `+9193${String(10_000_000 + addresses)}`
  const child = await createStudent(ctx, { under_18: true, parent_name: "Sunita Rao", parent_phone: phone })
  return { phone, child: { ...ctx, viewer: child } }
}

test("ACC-06 ACC-11 nobody who knows a parent's number locks the parent out", async () => {
  const { phone } = await createMinor()
  const parent = browserAt()
  const { request } = await requestGuardianCode(parent, phone)
  const code = await newestText(phone)
  // Strangers ask as often as they may, and guess with and without requests of their own.
  const asked: string[] = []
  const asking = await repeat(30, async () =>
    asked.push((await requestGuardianCode(browserAt(), phone)).request),
  )
  expect(asking).toEqual({ done: 4, TOO_MANY_REQUESTS: 26 })
  const guesses = [...asked, undefined, newId()]
  await repeat(60, (turn) =>
    signInGuardian(browserAt(), { phone, request: guesses[turn % guesses.length], code: wrong(code) }),
  )
  await signInGuardian(parent, { phone, request, code })

  // From now on the parent's browser is known, and asks on its own count.
  const again = laterOn(parent)
  const next = await requestGuardianCode(again, phone)
  await signInGuardian(again, { phone, request: next.request, code: await newestText(phone) })
  const refused = await refusalOf(requestGuardianCode(browserAt(), phone))
  expect(refused.data).toMatchObject({ other_way: "child-or-office" })
})

test("ACC-06 ACC-11 a parent who never came before gets in by a code that the child sends, though strangers used up the rest", async () => {
  const { phone, child } = await createMinor()
  await repeat(20, () => requestGuardianCode(browserAt(), phone))
  await inviteOwnGuardian(child)
  const code = await newestText(phone)
  expect(code).toHaveLength(10)
  await repeat(200, () => signInGuardian(browserAt(), { phone, code: wrong(code) }))
  await signInGuardian(browserAt(), { phone, code })
  expect((await refusalOf(signInGuardian(browserAt(), { phone, code }))).code).toBe("CODE_WRONG")
})

test("ACC-06 a parent's codes take at most 60 guesses a day, and the texts that are paid for are counted", async () => {
  const { phone } = await createMinor()
  let tried = 0
  let texted = 0
  for (let hour = 0; hour < 23; hour += 1) {
    for (let turn = 0; turn < 8; turn += 1) {
      const request = await requestGuardianCode(browserAt(), phone).then(
        (asked) => asked.request,
        () => null,
      )
      if (request === null) break
      const before = suite.jobs.length
      const code = await newestText(phone)
      texted += before > 0 ? 1 : 0
      const counts = await repeat(10, () =>
        signInGuardian(browserAt(), { phone, request, code: wrong(code) }),
      )
      const [row] = await ctx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.key, request))
      expect(counts).toEqual({ CODE_WRONG: 10 })
      tried += row?.tries ?? 0
    }
    suite.clock.advance(HOUR)
  }
  expect({ tried, texted }).toEqual({ tried: 60, texted: 12 })
})

test("ACC-06 codes for numbers that nobody has use up nothing that others share", async () => {
  const { phone } = await createMinor()
  await ctx.db.delete(rateLimits)
  const highest = async () => Math.max(...(await ctx.db.select().from(rateLimits)).map(({ tries }) => tries))
  for (let number = 0; number < 20; number += 1)
    await requestGuardianCode(browserAt(), `+9194001${String(number).padStart(5, "0")}`)
  await runJobs(suite, accountsJobs)
  expect(await highest()).toBe(1)
  for (let asked = 0; asked < 3; asked += 1) await requestGuardianCode(browserAt(), phone)
  await ctx.db.delete(rateLimits)
  await runJobs(suite, accountsJobs)
  expect((await ctx.db.select().from(rateLimits)).map(({ tries }) => tries)).toEqual([3])
})

test("ACC-11 a password that couldn't be checked costs its owner no try", async () => {
  const email = newEmail()
  await signUpStudent(browserAt(), studentForm({ email }))
  const checkPassword = () => refuse("TOO_MANY_REQUESTS", { retry_after_seconds: 15 })
  const full = (browser: Ctx) => ({ ...browser, sessions: { ...browser.sessions, checkPassword } })
  await repeat(12, async () => refusalOf(enter(full(browserAt()), email)))
  await enter(browserAt(), email)
})

test("ACC-11 sign-ups that name a stranger's number text it twelve times a day at most, and go through", async () => {
  const phone = "+919400000001"
  const counts = await repeat(30, () =>
    signUpStudent(
      browserAt(),
      studentForm({ date_of_birth: CHILD, parent_name: "Mita Bose", parent_phone: phone }),
    ),
  )
  expect(counts).toEqual({ done: 30 })
  await runJobs(suite, accountsJobs)
  expect(await ctx.db.select().from(notices).where(eq(notices.recipient, phone))).toHaveLength(12)
  // What isn't sent uses up nothing of what all share.
  const counted = await ctx.db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, "inviting-texts-of-all:%"))
  expect(counted.map(({ tries }) => tries)).toEqual([12])
})

test("ACC-10 ACC-11 somebody with the password can't guess the second step, nor keep its owner out of a known browser", async () => {
  const known = browserAt()
  const { email, user_id } = await signUpStudent(known, studentForm())
  const viewer = (await ctx.sessions.read(requestOn(ctx, known).http)) ?? {
    ...(await createStudent(ctx)),
    user_id,
  }
  const { secret } = await startTwoStep({ ...ctx, viewer })
  await confirmTwoStep({ ...ctx, viewer }, totpCode(secret, ctx.clock.now()))
  let guesses = 0
  for (let hour = 0; hour < 23; hour += 1) {
    const counts = await repeat(12, async () => {
      const thief = browserAt()
      await refusalOf(enter(thief, email))
      return finishSignIn(laterOn(thief), "000000")
    })
    guesses += counts.CODE_WRONG ?? 0
    suite.clock.advance(HOUR)
  }
  expect(guesses).toBeGreaterThan(10)
  expect(guesses).toBeLessThanOrEqual(50)
  const owner = laterOn(known)
  await refusalOf(enter(owner, email))
  const cookies = [...known.http.reply.getSetCookie(), ...owner.http.reply.getSetCookie()]
  const second = browserAt()
  second.http.request.set("cookie", cookies.map((cookie) => cookie.split(";")[0]).join("; "))
  await expect(finishSignIn(second, totpCode(secret, ctx.clock.now()))).resolves.toMatchObject({ email })
})

test("ACC-11 sign-ups tell an address of 100 accounts an hour and 300 a day, and others sign up as before", async () => {
  const { email } = await createStudent(ctx)
  const form = { ...studentForm(), email }
  let told = 0
  for (let hour = 0; hour < 23; hour += 1) {
    // Five hours use up the day's number; the others only have to be refused.
    const counts = await repeat(hour < 5 ? 120 : 20, () => signUpStudent(browserAt(SCHOOL), form))
    expect(counts.EMAIL_TAKEN ?? 0).toBeLessThanOrEqual(120)
    told += counts.EMAIL_TAKEN ?? 0
    suite.clock.advance(HOUR)
  }
  // Twenty are under way at once, when the last of them is counted.
  expect(told).toBeGreaterThanOrEqual(300)
  expect(told).toBeLessThanOrEqual(320)
  expect((await refusalOf(signUpStudent(browserAt(SCHOOL), studentForm()))).code).toBe("TOO_MANY_REQUESTS")
  await expect(signUpStudent(browserAt(), studentForm())).resolves.toBeDefined()
  suite.clock.advance(DAY)
  await expect(signUpStudent(browserAt(SCHOOL), studentForm())).resolves.toBeDefined()
}, 60_000)

test("ACC-11 a browser that somebody signed in with is told of ten accounts an hour", async () => {
  const { email } = await createStudent(ctx)
  const known = browserAt()
  await signUpStudent(known, studentForm())
  let told = 0
  for (let turn = 0; turn < 15; turn += 1) {
    const { code } = await refusalOf(signUpStudent(laterOn(known), { ...studentForm(), email }))
    told += code === "EMAIL_TAKEN" ? 1 : 0
  }
  expect(told).toBe(10)
})
