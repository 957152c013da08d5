import { desc, eq, like } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { notices, outbox } from "#features/notifications/server/table.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { hasRecentProof, requireRecentProof } from "#platform/proof.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createGuardian, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { signUpStudent } from "../service.ts"
import { account, demoPeople, guardians, session } from "../table.ts"
import { giveProof, readProof, sendProofCode } from "./proof.ts"
import { signIn } from "./sign-in.ts"
import { totpCode } from "./totp.ts"
import { confirmTwoStep, startTwoStep } from "./two-step.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
  // Sessions are made by the real clock.
  world.clock.set(new Date())
})
beforeEach(async () => {
  await world.ctx.db.delete(rateLimits)
})
afterAll(() => world.close())

/** Somebody with a session that is an hour old. */
async function createOwner(): Promise<SignedInCtx> {
  const browser = requestOn(world.ctx)
  const { user_id } = await signUpStudent(browser, studentForm())
  return ageing(requestOn(world.ctx, browser), user_id)
}

async function openFor(person: SignedIn, ctx: Ctx = world.ctx): Promise<SignedInCtx> {
  const browser = requestOn(ctx)
  await ctx.sessions.openTrusted(browser.http, person.user_id)
  return ageing(requestOn(ctx, browser), person.user_id)
}

async function ageing(ctx: Ctx, userId: string): Promise<SignedInCtx> {
  await ctx.db
    .update(session)
    .set({ createdAt: new Date(Date.now() - 60 * MINUTE) })
    .where(eq(session.userId, userId))
  const viewer = await ctx.sessions.read(ctx.http)
  if (!viewer) throw new Error("no session")
  return { ...ctx, viewer }
}

/** The code that was last sent to this person, by mail or by text. */
async function codeFor({ viewer }: SignedInCtx): Promise<string> {
  const ofText = await world.ctx.db.select().from(notices).orderBy(desc(notices.id))
  const { text } =
    ofText.find(({ kind, subject_ids }) => kind === "proof-code" && subject_ids.includes(viewer.user_id)) ??
    {}
  if (viewer.role === "guardian") return text?.match(/^\d{6}/)?.[0] ?? ""
  await runJobs(world, notificationJobs)
  const mails = await world.ctx.db.select().from(outbox).where(eq(outbox.recipient, viewer.email))
  return mails.flatMap((mail) => mail.text.match(/^\d{6}$/m)?.[0] ?? []).at(-1) ?? ""
}

test("ACC-12 the password proves who somebody is for 15 minutes, and a wrong one proves nothing", async () => {
  const owner = await createOwner()
  expect(await readProof(owner)).toEqual({ recent: false, by: "password", second_step: false, google: false })
  expect((await refusalOf(requireRecentProof(owner))).code).toBe("PROOF_NEEDED")
  for (const password of ["not the password", "", undefined])
    expect((await refusalOf(giveProof(owner, { password }))).code).toBe("PASSWORD_WRONG")
  // A code is no way around the password.
  await sendProofCode(owner)
  expect((await refusalOf(giveProof(owner, { code: await codeFor(owner) }))).code).toBe("PASSWORD_WRONG")
  expect(await hasRecentProof(owner)).toBe(false)
  const { good_until } = await giveProof(owner, { password: PASSWORD })
  expect(await hasRecentProof({ ...owner, clock: { now: () => new Date(good_until.getTime() - 1) } })).toBe(
    true,
  )
  expect(await hasRecentProof({ ...owner, clock: { now: () => good_until } })).toBe(false)
  // Nobody's request, and one whose session ended, have proved nothing.
  expect(await hasRecentProof(requestOn(world.ctx))).toBe(false)
})

test("ACC-11 guesses at the dialog and at the sign-in page are counted together", async () => {
  const owner = await createOwner()
  const { email } = owner.viewer
  for (let guess = 0; guess < 5; guess++) {
    await refusalOf(giveProof(owner, { password: `guess ${guess}` }))
    await refusalOf(signIn(owner, { email, password: `guess ${guess}`, portal: "any" }))
  }
  expect((await refusalOf(giveProof(owner, { password: PASSWORD }))).code).toBe("TOO_MANY_REQUESTS")
  const answer = signIn(owner, { email, password: PASSWORD, portal: "any" })
  expect((await refusalOf(answer)).code).toBe("TOO_MANY_REQUESTS")
  expect(await hasRecentProof(owner)).toBe(false)
})

test("ACC-10 with two-step sign-in on, the password alone proves nothing, and each code of the app counts once", async () => {
  const owner = await createOwner()
  const { secret } = await startTwoStep(owner)
  const { recovery_codes } = await confirmTwoStep(owner, totpCode(secret, world.clock.now()))
  expect((await readProof(owner)).second_step).toBe(true)
  const used = totpCode(secret, world.clock.now())
  for (const app_code of [undefined, "000000", used])
    expect((await refusalOf(giveProof(owner, { password: PASSWORD, app_code }))).code).toBe("CODE_WRONG")
  expect((await refusalOf(giveProof(owner, { app_code: recovery_codes[0] }))).code).toBe("PASSWORD_WRONG")
  expect(await hasRecentProof(owner)).toBe(false)
  await giveProof(owner, { password: PASSWORD, app_code: recovery_codes[0] })
  expect(await hasRecentProof(owner)).toBe(true)
  await refusalOf(giveProof(owner, { password: PASSWORD, app_code: recovery_codes[0] }))
})

test("ACC-12 who has no password proves it by a code to the own e-mail, that counts once and for a while", async () => {
  const [owner, other] = [await createOwner(), await createOwner()]
  for (const { viewer } of [owner, other])
    await world.ctx.db.delete(account).where(eq(account.userId, viewer.user_id))
  expect((await readProof(owner)).by).toBe("mail")
  await sendProofCode(owner)
  const code = await codeFor(owner)
  expect(code).toMatch(/^\d{6}$/)
  expect((await refusalOf(giveProof(other, { code }))).code).toBe("CODE_WRONG")
  expect((await refusalOf(giveProof(owner, {}))).code).toBe("CODE_WRONG")
  expect(await hasRecentProof(owner)).toBe(false)
  await giveProof(owner, { code })
  expect(await hasRecentProof(owner)).toBe(true)
  expect((await refusalOf(giveProof(owner, { code }))).code).toBe("CODE_WRONG")
  await sendProofCode(other)
  const late = { ...other, clock: { now: () => new Date(world.clock.now().getTime() + DAY) } }
  expect((await refusalOf(giveProof(late, { code: await codeFor(other) }))).code).toBe("CODE_WRONG")
})

test("ACC-12 of a mailed code and the app's, one that is mistyped doesn't use up the other", async () => {
  const owner = await createOwner()
  await world.ctx.db.delete(account).where(eq(account.userId, owner.viewer.user_id))
  const { secret } = await startTwoStep(owner)
  const { recovery_codes } = await confirmTwoStep(owner, totpCode(secret, world.clock.now()))
  const app_code = recovery_codes[0]
  await sendProofCode(owner)
  const code = await codeFor(owner)
  expect((await refusalOf(giveProof(owner, { code, app_code: "000000" }))).code).toBe("CODE_WRONG")
  const wrong = code === "000000" ? "111111" : "000000"
  expect((await refusalOf(giveProof(owner, { code: wrong, app_code }))).code).toBe("CODE_WRONG")
  expect(await hasRecentProof(owner)).toBe(false)
  await giveProof(owner, { code, app_code })
  expect(await hasRecentProof(owner)).toBe(true)
})

test("ACC-06 ACC-12 beside the app's code a mailed one takes five tries too, none of which counts as a wrong code of the app", async () => {
  const owner = await createOwner()
  await world.ctx.db.delete(account).where(eq(account.userId, owner.viewer.user_id))
  const { secret } = await startTwoStep(owner)
  const { recovery_codes } = await confirmTwoStep(owner, totpCode(secret, world.clock.now()))
  const app_code = recovery_codes[0]
  await sendProofCode(owner)
  const code = await codeFor(owner)
  const refused = async (given: Parameters<typeof giveProof>[1]) =>
    (await refusalOf(giveProof(owner, given))).code
  // A code of the app that is mistyped costs the mailed one no try.
  for (let turn = 0; turn < 6; turn += 1)
    expect(await refused({ code, app_code: "000000" })).toBe("CODE_WRONG")
  const wrongSteps = async () =>
    (
      await world.ctx.db.select().from(rateLimits).where(like(rateLimits.key, "second-step-of-account:%"))
    ).map(({ tries }) => tries)
  const before = await wrongSteps()
  expect(before).toEqual([6])
  const wrong = code === "000000" ? "111111" : "000000"
  for (let turn = 0; turn < 5; turn += 1) expect(await refused({ code: wrong, app_code })).toBe("CODE_WRONG")
  expect(await refused({ code, app_code })).toBe("CODE_WRONG")
  expect(await wrongSteps()).toEqual(before)
  // The app's code is still good with a new mailed one.
  await sendProofCode(owner)
  await giveProof(owner, { code: await codeFor(owner), app_code })
  expect(await hasRecentProof(owner)).toBe(true)
})

test("ACC-12 a guardian proves it by a texted or mailed code, and without mail and password only signing in afresh helps", async () => {
  const child = await createStudent(world.ctx, {
    ...{ under_18: true, parent_name: "Mita Bose", parent_phone: "+919123400077" },
  })
  const guardian = await openFor(await createGuardian(world.ctx, child))
  expect((await readProof(guardian)).by).toBe("text")
  await sendProofCode(guardian)
  await giveProof(guardian, { code: await codeFor(guardian) })
  expect(await hasRecentProof(guardian)).toBe(true)

  // One who was invited by e-mail has no number, and is told where the code goes.
  const { user_id } = guardian.viewer
  const email = `${user_id}@family.example`
  await world.ctx.db.update(guardians).set({ phone: null }).where(eq(guardians.user_id, user_id))
  const mailed = { ...guardian, viewer: { ...guardian.viewer, email } }
  expect((await readProof(mailed)).by).toBe("mail")

  const owner = await createOwner()
  await world.ctx.db.delete(account).where(eq(account.userId, owner.viewer.user_id))
  const mailless = { ...owner, mail: { ...owner.mail, configured: false } }
  expect((await readProof(mailless)).by).toBeNull()
  expect((await refusalOf(giveProof(mailless, { code: "000000" }))).code).toBe("NO_PROOF_HERE")
})

test("ACC-12 a demo person of a trial, who never saw a password, proves it by a click, and nowhere else", async () => {
  const owner = await createOwner()
  const { user_id } = owner.viewer
  await world.ctx.db.insert(demoPeople).values({ user_id, position: "1" })
  const inTrial = { ...owner, env: { ...owner.env, trial: true } }
  const inProduction = { ...owner, env: { ...owner.env, trial: false } }
  expect((await readProof(inProduction)).by).toBe("password")
  expect((await refusalOf(giveProof(inProduction, {}))).code).toBe("PASSWORD_WRONG")
  expect((await readProof(inTrial)).by).toBe("demo")
  await giveProof(inTrial, {})
  expect(await hasRecentProof(owner)).toBe(true)
})
