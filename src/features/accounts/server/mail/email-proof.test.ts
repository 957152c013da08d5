import { globSync, readFileSync } from "node:fs"
import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { makeFeed, readFeedFile } from "#features/classes/server/calendar-feed.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { outbox } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { ADULT, CHILD, instructorForm, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { insertStudents } from "../imported.ts"
import { acceptInvitation, invitePerson } from "../invitations.ts"
import { accountsJobs } from "../jobs.ts"
import { makeAdmin } from "../make-admin.ts"
import { completeInstructorProfile, completeStudentProfile } from "../own/profiles.ts"
import { resetPassword } from "../passwords/password-reset.ts"
import { recoveryCodes, twoStepSecrets } from "../security-tables.ts"
import { signUpInstructor, signUpStudent } from "../service.ts"
import { readPerson } from "../sessions.ts"
import { signInByCode } from "../sign-in/code-sign-in.ts"
import { knownDevice } from "../sign-in/known-devices.ts"
import { signIn } from "../sign-in/sign-in.ts"
import { totpCode } from "../sign-in/totp.ts"
import { confirmTwoStep, startTwoStep } from "../sign-in/two-step.ts"
import { account, students, user } from "../table.ts"
import { confirmEmail } from "./confirm-email.ts"
import { askNewEmail, confirmNewEmail } from "./email-change.ts"
import { requestMail } from "./mail-requests.ts"

let suite: TestContext
let ctx: TestContext["ctx"]

beforeAll(async () => {
  suite = await createTestContext()
  ctx = suite.ctx
})
beforeEach(async () => {
  await ctx.db.delete(rateLimits)
})
afterAll(() => suite.close())

async function newestMail(email: string, subject: RegExp): Promise<string> {
  await runJobs(suite, [...accountsJobs, ...notificationJobs])
  const mails = await ctx.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id))
  return mails.find((mail) => subject.test(mail.subject ?? ""))?.text ?? ""
}

function linkIn(text: string): { request: string; secret: string } {
  const url = new URL(/^http.*$/m.exec(text)?.[0] ?? "")
  return { request: url.searchParams.get("request") ?? "", secret: url.searchParams.get("secret") ?? "" }
}

const NEW_PASSWORD = "umbrella for two"

/** Each way to prove an e-mail, by the file that records the proof. */
const WAYS: Record<string, (browser: Ctx, person: SignedIn) => Promise<unknown>> = {
  async "code-sign-in.ts"(browser, { email }) {
    const request = await requestMail(browser, "code", email)
    const code = /^\d{6}$/m.exec(await newestMail(email, /code|कोड/))?.[0] ?? ""
    return signInByCode(browser, { request, code, portal: "any" })
  },
  async "confirm-email.ts"(browser, { email }) {
    const link = linkIn(await newestMail(email, /Confirm/))
    return confirmEmail(browser, link).catch(() =>
      confirmEmail(browser, { ...link, new_password: NEW_PASSWORD }),
    )
  },
  async "password-reset.ts"(browser, { email }) {
    await requestMail(browser, "reset", email)
    return resetPassword(browser, { ...linkIn(await newestMail(email, /password/i)), password: NEW_PASSWORD })
  },
  async "make-admin.ts"(_browser, { email }) {
    return makeAdmin(ctx, { email, first_name: "Noor", last_name: "Khan", password: null })
  },
}

/** The same with the password that the account was made with. */
const WITH_PASSWORD: typeof WAYS = {
  async "confirm-email.ts"(browser, { email }) {
    return confirmEmail(browser, { ...linkIn(await newestMail(email, /Confirm/)), password: PASSWORD })
  },
}

type Account = { browser: Ctx; viewer: SignedInCtx; person: SignedIn; feed: string; recovery: string[] }

/** Somebody who signs up and sets up what an account can have: a second step, a calendar, a parent who is a guardian. */
async function signUpAndSettle(role: "student" | "instructor"): Promise<Account> {
  const made = requestOn(ctx)
  const phone = `+91911${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`
  const form = { date_of_birth: CHILD, parent_name: "Mallory", parent_phone: phone }
  await (role === "student"
    ? signUpStudent(made, studentForm(form))
    : signUpInstructor(made, instructorForm({ phone: "98765 43211" })))
  const browser = requestOn(ctx, made)
  const person = (await ctx.sessions.read(browser.http)) ?? failed("the sign-up opened no session")
  const viewer = { ...browser, viewer: person }
  const { path } = await makeFeed(viewer)
  if (role === "student") await createGuardian(ctx, person)
  const { secret } = await startTwoStep(viewer)
  const { recovery_codes } = await confirmTwoStep(viewer, totpCode(secret, ctx.clock.now()))
  await askNewEmail(viewer, { email: `moved-${person.email}` })
  return { browser, viewer, person, feed: path.split(/[/.]/)[2] ?? "", recovery: recovery_codes }
}

function failed(message: string): never {
  throw new Error(message)
}

/** What of the first account still works. */
async function whatIsLeft({ browser, person, feed, viewer }: Account) {
  const { user_id, email } = person
  const [student] = await ctx.db.select().from(students).where(eq(students.user_id, user_id))
  const code = /^\d{6}$/m.exec(await newestMail(`moved-${email}`, /./))?.[0] ?? ""
  return {
    session: (await ctx.sessions.read(browser.http)) !== null,
    password: (await ctx.sessions.checkPassword(email, PASSWORD)) !== null,
    secondStep:
      (await ctx.db.select().from(twoStepSecrets).where(eq(twoStepSecrets.user_id, user_id))).length > 0,
    recovery:
      (await ctx.db.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, user_id))).length > 0,
    device: (await knownDevice(browser, { email })) !== null,
    feed: (await readFeedFile(ctx, feed, "https://academy.example")) !== null,
    guardian: (await ctx.db.select().from(guardianOf).where(eq(guardianOf.student_id, user_id))).length > 0,
    parentPhone: student?.parent_phone != null,
    role: (await readPerson(ctx.db, user_id))?.role ?? null,
    newEmail: await confirmNewEmail(viewer, { email: `moved-${email}`, code }).then(
      () => true,
      () => false,
    ),
  }
}

const NOTHING = {
  session: false,
  password: false,
  secondStep: false,
  recovery: false,
  device: false,
  feed: false,
  guardian: false,
  parentPhone: false,
  newEmail: false,
}

const roles = ["student", "instructor"] as const
const cases = [
  ...Object.keys(WAYS).map((way) => [way, "student"] as const),
  ["confirm-email.ts", "instructor"] as const,
]

test.each(cases)(
  "ACC-11 the first proof by %s from another browser ends all that a stranger set up as %s",
  async (way, role) => {
    const account = await signUpAndSettle(role)
    await WAYS[way]?.(requestOn(ctx), account.person)
    const left = await whatIsLeft(account)
    expect(left).toEqual({ ...NOTHING, role: way === "make-admin.ts" ? "admin" : null })
    expect((await readPerson(ctx.db, account.person.user_id))?.email_verified).toBe(true)
    const acts = await ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, account.person.user_id))
    expect(acts.map(({ action }) => action)).toContain("account.reclaimed")
  },
)

const keeping = [
  ...cases
    // The operator has no browser, and a reset sets a new password and signs out every device.
    .filter(([way]) => way !== "make-admin.ts" && way !== "password-reset.ts")
    .map(([way, role]) => [way, role, WAYS[way], "same"] as const),
  ...Object.entries(WITH_PASSWORD).flatMap(([way, prove]) =>
    roles.map((role) => [way, role, prove, "other"] as const),
  ),
]

test.each(keeping)(
  "ACC-11 a proof by %s of a %s who made the account here, or gives its password, changes nothing",
  async (way, role, prove, where) => {
    const account = await signUpAndSettle(role)
    const here = where === "same" ? requestOn(ctx, account.browser) : requestOn(ctx)
    if (where === "same") here.http.request.set("cookie", account.browser.http.request.get("cookie") ?? "")
    // A second step is asked for after a mailed code; the proof stands nevertheless.
    const outcome = await prove?.(here, account.person).catch((error) => error)
    if (way === "code-sign-in.ts") expect(outcome).toMatchObject({ code: "SECOND_STEP_REQUIRED" })
    expect(await readPerson(ctx.db, account.person.user_id)).toMatchObject({ email_verified: true, role })
    const left = await whatIsLeft(account)
    // The mail change that waited was confirmed by the last look: its code still worked.
    expect(left).toMatchObject({
      session: true,
      password: true,
      secondStep: true,
      device: true,
      feed: true,
      newEmail: true,
      role,
    })
    if (role === "student") expect(left).toMatchObject({ guardian: true, parentPhone: true })
  },
)

test("ACC-11 ACC-07 a reset in the browser that signed up keeps the second step, the calendar and the guardian", async () => {
  const account = await signUpAndSettle("student")
  const here = requestOn(ctx)
  here.http.request.set("cookie", account.browser.http.request.get("cookie") ?? "")
  await WAYS["password-reset.ts"]?.(here, account.person)
  expect(await whatIsLeft(account)).toMatchObject({
    session: false,
    password: false,
    secondStep: true,
    feed: true,
    guardian: true,
    role: "student",
  })
})

test("ACC-11 a second proof ends nothing, from whichever browser it comes", async () => {
  const account = await signUpAndSettle("student")
  await ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, account.person.user_id))
  for (const way of ["code-sign-in.ts", "confirm-email.ts"]) {
    await WAYS[way]?.(requestOn(ctx), account.person).catch(() => {})
  }
  expect(await whatIsLeft(account)).toMatchObject({
    session: true,
    password: true,
    secondStep: true,
    guardian: true,
  })
})

test("ACC-11 a link opened elsewhere asks for the password or a new one, and stays good until it gets one", async () => {
  const { person } = await signUpAndSettle("student")
  const link = linkIn(await newestMail(person.email, /Confirm/))
  const elsewhere = () => requestOn(ctx)
  expect((await refusalOf(confirmEmail(elsewhere(), link))).code).toBe("PASSWORD_ASKED")
  expect((await refusalOf(confirmEmail(elsewhere(), { ...link, password: "not the password" }))).code).toBe(
    "PASSWORD_WRONG",
  )
  const weak = confirmEmail(elsewhere(), { ...link, new_password: "password1" })
  expect((await refusalOf(weak)).data).toEqual({ fields: { new_password: "PASSWORD_COMMON" } })
  expect(await readPerson(ctx.db, person.user_id)).toMatchObject({ email_verified: false, role: "student" })
  expect(await ctx.sessions.checkPassword(person.email, PASSWORD)).toBe(person.user_id)

  const browser = elsewhere()
  expect(await confirmEmail(browser, { ...link, new_password: NEW_PASSWORD })).toEqual({ access_ended: true })
  expect(await ctx.sessions.checkPassword(person.email, PASSWORD)).toBeNull()
  const signedIn = await signIn(requestOn(ctx, browser), {
    email: person.email,
    password: NEW_PASSWORD,
    portal: "any",
  })
  expect(signedIn).toMatchObject({ user_id: person.user_id, role: null })
})

test("ACC-11 of a stranger's guess and the owner's proof at once, no session of the old password is left", async () => {
  const account = await signUpAndSettle("instructor")
  await ctx.db.delete(twoStepSecrets).where(eq(twoStepSecrets.user_id, account.person.user_id))
  const stranger = requestOn(ctx)
  const { email } = account.person
  const signing = signIn(stranger, { email, password: PASSWORD, portal: "any" }).catch(() => null)
  await Promise.all([signing, WAYS["confirm-email.ts"]?.(requestOn(ctx), account.person)])
  expect(await ctx.sessions.read(requestOn(ctx, stranger).http)).toBeNull()
})

test("ACC-11 ACC-05 an owner who recovered an account completes the profile again, as a student or an instructor", async () => {
  for (const [from, to] of [
    ["student", "instructor"],
    ["instructor", "student"],
  ] as const) {
    const { person } = await signUpAndSettle(from)
    const made = requestOn(ctx)
    await WAYS["code-sign-in.ts"]?.(made, person)
    const browser = requestOn(ctx, made)
    const owner = (await ctx.sessions.read(browser.http)) ?? failed("the owner is not signed in")
    expect(owner.role).toBeNull()
    const names = { first_name: "Real", last_name: "Owner", phone: "98765 43212" }
    const as = { ...browser, viewer: owner }
    if (to === "student") await completeStudentProfile(as, { ...names, date_of_birth: ADULT, terms: true })
    else await completeInstructorProfile(as, names)
    expect(await ctx.sessions.read(browser.http)).toMatchObject({ role: to, first_name: "Real" })
  }
})

test("ACC-11 what the office typed stays when an invited person proves the e-mail elsewhere, and the handed-over password ends", async () => {
  const admin = await createAdmin(ctx)
  const email = `imported-${Date.now()}@example.com`
  const parent = { parent_name: "Sunita Rao", parent_phone: "+919000012345" }
  const row = {
    email,
    first_name: "Ila",
    last_name: "Rao",
    phone: null,
    grade: "7",
    curriculum: null,
    date_of_birth: CHILD,
  }
  const [user_id = ""] = await insertStudents(ctx, [{ ...row, ...parent }])
  const { url } = await invitePerson(suite.as(admin), { user_id, how: "link" })
  await acceptInvitation(requestOn(ctx), { ...linkIn(url ?? ""), password: PASSWORD })
  const person = (await readPerson(ctx.db, user_id)) ?? failed("nobody was imported")
  await WAYS["code-sign-in.ts"]?.(requestOn(ctx), person)
  expect(await ctx.sessions.checkPassword(email, PASSWORD)).toBeNull()
  expect(await readPerson(ctx.db, user_id)).toMatchObject({ role: "student", email_verified: true })
  const [student] = await ctx.db.select().from(students).where(eq(students.user_id, user_id))
  expect(student).toMatchObject(parent)
})

test("ACC-11 an invitation by mail proves the e-mail, and the password it sets works", async () => {
  const admin = await createAdmin(ctx)
  const email = `mailed-${Date.now()}@example.com`
  const row = { email, first_name: "Ila", last_name: "Rao", phone: null, grade: "7", curriculum: null }
  const [user_id = ""] = await insertStudents(ctx, [
    { ...row, date_of_birth: null, parent_name: null, parent_phone: null },
  ])
  await invitePerson(suite.as(admin), { user_id, how: "mail" })
  const link = linkIn(await newestMail(email, /invite/))
  expect(await acceptInvitation(requestOn(ctx), { ...link, password: PASSWORD })).toMatchObject({
    email_verified: true,
    role: "student",
  })
  expect(await ctx.sessions.checkPassword(email, PASSWORD)).toBe(user_id)
})

test("ACC-11 a changed e-mail is proved by its code, and the password, which was asked for, stays", async () => {
  const { viewer, person } = await signUpAndSettle("student")
  const code = /^\d{6}$/m.exec(await newestMail(`moved-${person.email}`, /./))?.[0] ?? ""
  await confirmNewEmail(viewer, { email: `moved-${person.email}`, code })
  expect(await readPerson(ctx.db, person.user_id)).toMatchObject({ email_verified: true, role: "student" })
  expect(await ctx.sessions.checkPassword(`moved-${person.email}`, PASSWORD)).toBe(person.user_id)
})

test("ACC-11 ACC-08 who had the e-mail before may no longer come in: not by Google, and not on another device", async () => {
  const form = studentForm()
  const [made, other] = [requestOn(ctx), requestOn(ctx)]
  await signUpStudent(made, form)
  await signIn(other, { email: form.email, password: PASSWORD, portal: "any" })
  const [mine, theirs] = [requestOn(ctx, made), requestOn(ctx, other)]
  const viewer = (await ctx.sessions.read(mine.http)) ?? failed("the sign-up opened no session")
  const at = { createdAt: ctx.clock.now(), updatedAt: ctx.clock.now() }
  const google = { id: newId(), accountId: newId(), providerId: "google", userId: viewer.user_id, ...at }
  await ctx.db.insert(account).values(google)

  const email = `moved-${form.email}`
  await askNewEmail({ ...mine, viewer }, { email })
  const code = /^\d{6}$/m.exec(await newestMail(email, /./))?.[0] ?? ""
  await confirmNewEmail({ ...mine, viewer }, { email, code })
  const ways = await ctx.db.select().from(account).where(eq(account.userId, viewer.user_id))
  expect(ways.map(({ providerId }) => providerId)).toEqual(["credential"])
  expect(await ctx.sessions.read(mine.http)).not.toBeNull()
  expect(await ctx.sessions.read(theirs.http)).toBeNull()
})

/** Files that may write the flag themselves, each with why nothing was set before. */
const WRITES = {
  "accounts/server/mail/email-proof.ts": "the one function",
  "accounts/server/sign-in/google.ts": "an account that is made at this moment",
  "accounts/server/seed.ts": "the demo guardian, whom nobody signed up",
  "accounts/server/personal-data.ts": "the empty row of an erased account, whose flag it clears",
}
/** Files that call the one function, each with the test that tries it in both browsers. */
const PROVED = [
  ...Object.keys(WAYS),
  "google.ts", // google.test.ts
  "invitations.ts", // above
  "email-change.ts", // above
  // inviting.test.ts: whoever signed up with the e-mail has another role, and is refused before.
  "guardian-profiles.ts",
]

test("ACC-11 an e-mail becomes confirmed by the one function alone, and each of its callers is tried here", () => {
  const files = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file))
  const matching = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, "utf8")))
  const writes = /emailVerified:\s*(true|false|[a-z_]+,)|email_verified["`]?\s*=\s*true/
  const allowed = [
    ...Object.keys(WRITES),
    ...["accounts/server/service.ts", "accounts/server/sign-in/oidc.ts"],
    // A corrected e-mail is not confirmed.
    "accounts/server/people/corrections.ts",
  ]
  const others = matching(writes).filter((file) => !allowed.some((one) => file.endsWith(one)))
  expect(others).toEqual([])
  const callers = matching(/\bproveEmail\(/).map((file) => file.split("/").at(-1) ?? file)
  expect(callers.filter((file) => file !== "email-proof.ts").sort()).toEqual([...new Set(PROVED)].sort())
})
