import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { issueLink, isUsable } from "#features/accounts/server/mail/mail-requests.ts"
import { resetTwoStep } from "#features/accounts/server/people/people.ts"
import { recoveryCodes, twoStepSecrets } from "#features/accounts/server/security-tables.ts"
import { signUpStudent } from "#features/accounts/server/service.ts"
import { openSessions } from "#features/accounts/server/sessions.ts"
import { finishSignIn } from "#features/accounts/server/sign-in/admission.ts"
import { knownDevice, rememberDevice } from "#features/accounts/server/sign-in/known-devices.ts"
import {
  type CodePurpose,
  makeCode,
  openRequest,
  requestCode,
  takeOneTimeCode,
} from "#features/accounts/server/sign-in/one-time-codes.ts"
import { signIn } from "#features/accounts/server/sign-in/sign-in.ts"
import { totpCode } from "#features/accounts/server/sign-in/totp.ts"
import { confirmTwoStep, startTwoStep } from "#features/accounts/server/sign-in/two-step.ts"
import { session } from "#features/accounts/server/table.ts"
import { countSealed, resealSecrets, resetTwoStepByEmail } from "#features/accounts/server/two-step-upkeep.ts"
import {
  cardText,
  centreCodesFrom,
  gateCodeOf,
  isCentreCode,
  readCardText,
} from "#features/attendance/server/arrivals/codes.ts"
import { attendanceJobs } from "#features/attendance/server/jobs.ts"
import { readQuestion } from "#features/attendance/server/notices/absence-answers.ts"
import { answerToken, hashesOf, openAnswers } from "#features/attendance/server/notices/answer-links.ts"
import { absenceAnswers } from "#features/attendance/server/table.ts"
import {
  everyJob,
  readNotices,
  readTexts,
  seatStudent,
  startClass,
} from "#features/attendance/server/test-class.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { readInvitation } from "#features/guardians/server/accepting.ts"
import { inviteGuardian } from "#features/guardians/server/inviting.ts"
import { decideNotice } from "#features/notifications/server/decisions.ts"
import { readPushKey } from "#features/notifications/server/push-keys.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { countFormerSecrets, keepFormerSecrets, productSecrets } from "#platform/former-secrets.ts"
import { KEY_PURPOSES, type Keys, openKeys } from "#platform/keys.ts"
import { rateLimits } from "#platform/limits.ts"
import { fileLinks } from "#platform/storage/links.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, SECOND } from "#shared/time.ts"
import { createClass } from "./classes.ts"
import { createTestContext, type TestContext } from "./context.ts"
import { createAdmin, createInstructor, createStudent } from "./people.ts"
import { runJobs } from "./run-jobs.ts"
import { newEmail, PASSWORD, refusalOf, requestOn, studentForm } from "./sign-ups.ts"

const OLD = "test-secret-of-at-least-32-characters"
const NEW = "another-secret-of-at-least-32-characters"
const THIRD = "the-third-secret-of-at-least-32-characters"
const FOURTH = "the-fourth-secret-of-at-least-32-characters"

let world: TestContext
let rotated: Ctx
/** The same after the next start, from which on nobody gives the old secret any more. */
let forgotten: Ctx

/** The product started anew on the same data with other secrets. */
function restartedWith(keys: Keys): Ctx {
  const { ctx, clock } = world
  const links = fileLinks({ kept: ctx.files, spool: ctx.spool.files }, keys, clock)
  return { ...ctx, keys, links, sessions: openSessions(ctx.db, ctx.env, keys, ctx.address) }
}

beforeAll(async () => {
  world = await createTestContext()
  rotated = restartedWith(openKeys(NEW, [OLD]))
  forgotten = restartedWith(openKeys(NEW))
  for (const started of [world.ctx, rotated, forgotten]) await keepFormerSecrets(started)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.ctx.db.delete(rateLimits)
})

type Owner = { email: string; viewer: SignedIn; secret: string; codes: string[] }

/** A person with two-step sign-in since before the rotation. */
async function createOwner(): Promise<Owner> {
  const made = requestOn(world.ctx)
  const { email } = await signUpStudent(made, studentForm())
  const viewer = await world.ctx.sessions.read(requestOn(world.ctx, made).http)
  if (!viewer) throw new Error("nobody is signed in")
  const { secret } = await startTwoStep(world.as(viewer))
  const { recovery_codes } = await confirmTwoStep(world.as(viewer), totpCode(secret, world.clock.now()))
  world.clock.advance(60 * SECOND)
  return { email, viewer, secret, codes: recovery_codes }
}

/** The browser after the right password, with the sign-in that waits for its second step. */
async function enterPassword(on: Ctx, { email }: Owner): Promise<Ctx> {
  const browser = requestOn(on)
  const { code } = await refusalOf(signIn(browser, { email, password: PASSWORD, portal: "any" }))
  expect(code).toBe("SECOND_STEP_REQUIRED")
  return requestOn(on, browser)
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

/** Uses on `later` what was made on `before`. */
type Rehearsal = (before: Ctx, later: Ctx) => Promise<boolean>

const oneTimeCode =
  (purpose: CodePurpose): Rehearsal =>
  async (before, later) => {
    const to = newEmail()
    const request = await requestCode(before, { purpose, to })
    const code = await makeCode(before, request)
    return succeeds(takeOneTimeCode(later, { purpose, of: to, request, code }))
  }

async function signInWith(later: Ctx, owner: Owner, code: string): Promise<boolean> {
  return succeeds(finishSignIn(await enterPassword(later, owner), code))
}

/** How each use of the secret is tried: a use that is declared must be rehearsed here, too. */
const REHEARSALS: Record<keyof typeof KEY_PURPOSES, Rehearsal> = {
  async "session cookie"(before, later) {
    const browser = requestOn(before)
    await signUpStudent(browser, studentForm())
    return (await later.sessions.read(requestOn(later, browser).http)) !== null
  },
  async "file link"(before, later) {
    const link = await before.links.make("a/file.pdf", { contentType: "application/pdf", seconds: 60 })
    return later.links.open(link.replace("/files/", "")) !== null
  },
  async "absence answer"(before, later) {
    const student = await createStudent(before, { parent_phone: "+919811100022" })
    const row = await createClass(before, await createInstructor(before))
    await openAnswers(before, row, new Map([["+919811100022", [student.user_id]]]))
    const [asked] = await before.db
      .select()
      .from(absenceAnswers)
      .where(eq(absenceAnswers.student_id, student.user_id))
    return hashesOf(later, answerToken(before, row.id, "+919811100022")).includes(asked?.token_hash ?? "")
  },
  async google(before, later) {
    return later.keys.isProof("google", "started", before.keys.prove("google", "started"))
  },
  async "known device"(before, later) {
    const browser = requestOn(before)
    const { user_id } = await createStudent(before)
    await rememberDevice(browser, user_id)
    return (await knownDevice(requestOn(later, browser), { user_id })) !== null
  },
  async "lan device"(before, later) {
    return later.keys.isProof("lan device", "4821179035", before.keys.prove("lan device", "4821179035"))
  },
  async "pending sign-in"(before, later) {
    const owner = await createOwner()
    const browser = await enterPassword(before, owner)
    return succeeds(finishSignIn({ ...later, http: browser.http }, owner.codes[0] ?? ""))
  },
  "code for guardian": oneTimeCode("guardian"),
  "code for invited": oneTimeCode("invited"),
  "code for email": oneTimeCode("email"),
  "code for erasure": oneTimeCode("erasure"),
  "code for proof": oneTimeCode("proof"),
  "one-time code": oneTimeCode("guardian"),
  async "mailed secret"(before, later) {
    const { viewer } = await createOwner()
    const { id, url } = await issueLink(before, "/reset-password", viewer)
    return isUsable(later, "reset", id, new URL(url).searchParams.get("secret") ?? "")
  },
  async "guardian invitation"(before, later) {
    const child = await createStudent(before, { parent_phone: "+919811100023" })
    const draft = { name: "Kamala Rao", to: "98111 00024", rights: ["see" as const], language: "en" as const }
    const viewer = await createAdmin(before)
    await inviteGuardian({ ...before, viewer }, { student_id: child.user_id, ...draft }, "staff")
    const [text] = await before.db.select().from(notices).where(eq(notices.recipient, "+919811100024"))
    const token = /\/a\/g\/([\w-]+)/.exec(text?.text ?? "")?.[1] ?? ""
    return (await readInvitation(later, token).catch(() => null)) !== null
  },
  async "recovery code"(before, later) {
    const owner = await createOwner()
    // As it was kept until secrets had ids.
    const code_hash = before.keys.prove("recovery code", `${owner.viewer.user_id}\n0123456789`)
    await before.db.insert(recoveryCodes).values({ user_id: owner.viewer.user_id, code_hash })
    return signInWith(later, owner, "01234-56789")
  },
  async "centre code"(before, later) {
    const now = before.clock.now()
    const [shown] = centreCodesFrom(before, "Pool", now, 1)
    return isCentreCode(later, "Pool", shown?.code ?? "", now)
  },
  async "gate code"(before, later) {
    const guardian = newId()
    return gateCodeOf(before, guardian, "2026-11-26") === gateCodeOf(later, guardian, "2026-11-26")
  },
  async "student card"(before, later) {
    const id = newId()
    return readCardText(later, cardText(before, id)) === id
  },
  async "two-step secret"(_before, later) {
    const owner = await createOwner()
    return signInWith(later, owner, totpCode(owner.secret, later.clock.now()))
  },
  async "former secret"(before, later) {
    return later.keys.unseal("former secret", before.keys.seal("former secret", "older")) === "older"
  },
  async "push key"(before, later) {
    const { public_key } = await readPushKey(before)
    return (await readPushKey(later)).public_key === public_key
  },
  async "code address"(before, later) {
    const to = newEmail()
    return (await openRequest(later, await requestCode(before, { purpose: "email", to })))?.to === to
  },
}

for (const [purpose, rehearse] of Object.entries(REHEARSALS)) {
  const fate = KEY_PURPOSES[purpose as keyof typeof KEY_PURPOSES]
  test(`ACC-11 after the secret was replaced, what it made as '${purpose}' ${fate === "ends" ? "ends" : "works on"}`, async () => {
    expect(await rehearse(world.ctx, world.ctx)).toBe(true)
    expect(await rehearse(world.ctx, rotated)).toBe(fate !== "ends")
    expect(await rehearse(world.ctx, forgotten)).toBe(fate !== "ends")
    expect(await rehearse(rotated, rotated)).toBe(true)
  })
}

test("ACC-11 replaced secrets are kept under the one in use alone, whatever order processes start in", async () => {
  const { ctx } = world
  const start = async (current: string, ...older: string[]) => {
    const started = restartedWith(openKeys(current, older))
    await keepFormerSecrets(started)
    return started
  }
  const opens = (keys: Keys, secret: string) =>
    keys.proofs("student card", "x").includes(openKeys(secret).prove("student card", "x"))
  // A process that wasn't restarted yet is given the new secret beforehand, and starts again afterwards.
  await start(NEW, THIRD)
  world.clock.advance(SECOND)
  await start(THIRD, NEW)
  await start(NEW, THIRD)
  const rows = await ctx.db.select().from(productSecrets)
  const leaked = openKeys(NEW, [OLD])
  leaked.takeFormer(rows.flatMap(({ sealed }) => sealed ?? []))
  expect(opens(leaked, THIRD)).toBe(false)
  // Older ones are found through the newer ones that they were sealed under.
  const last = await start(THIRD, NEW)
  expect(opens(last.keys, OLD)).toBe(true)
  expect(opens((await start(THIRD)).keys, OLD)).toBe(true)
  expect(await countFormerSecrets(last)).toMatchObject({ older: 0, lost: 0 })
  world.clock.advance(SECOND)
  const careless = await start(FOURTH)
  expect(await countFormerSecrets(careless)).toMatchObject({ older: 0, lost: 3 })
  const mended = restartedWith(openKeys(FOURTH, [THIRD]))
  expect(await countFormerSecrets(mended)).toMatchObject({ older: 3, lost: 0 })
  await keepFormerSecrets(mended)
  expect(await countFormerSecrets(mended)).toMatchObject({ older: 0, lost: 0 })
})

async function sealedOf({ viewer }: Owner): Promise<string> {
  const [row] = await world.ctx.db
    .select()
    .from(twoStepSecrets)
    .where(eq(twoStepSecrets.user_id, viewer.user_id))
  return row?.sealed_secret ?? ""
}

test("ACC-10 a secret is sealed anew on use and at the start, and then the old secret is not needed", async () => {
  const [user, other] = [await createOwner(), await createOwner()]
  expect(await signInWith(rotated, user, totpCode(user.secret, world.clock.now()))).toBe(true)
  expect(rotated.keys.isFresh(await sealedOf(user))).toBe(true)
  expect(rotated.keys.isFresh(await sealedOf(other))).toBe(false)
  expect((await countSealed(rotated)).older).toBeGreaterThan(0)
  await resealSecrets(rotated)
  expect(await countSealed(rotated)).toMatchObject({ older: 0, unreadable: 0 })
  const alone = restartedWith(openKeys(NEW))
  expect(await signInWith(alone, other, totpCode(other.secret, world.clock.now()))).toBe(true)
})

test("ACC-10 with the secret lost an app's code is refused with a way out, and recovery codes and a reset let in", async () => {
  const owner = await createOwner()
  const lost = restartedWith(openKeys("a third secret that has opened nothing"))
  const code = totpCode(owner.secret, world.clock.now())
  const refusal = await refusalOf(finishSignIn(await enterPassword(lost, owner), code))
  expect(refusal.code).toBe("TWO_STEP_UNREADABLE")
  expect((await countSealed(lost)).unreadable).toBeGreaterThan(0)
  expect(await signInWith(lost, owner, owner.codes[3] ?? "")).toBe(true)
  expect(await resetTwoStepByEmail(lost, owner.email)).toBe("reset")
  await signIn(requestOn(lost), { email: owner.email, password: PASSWORD, portal: "any" })
})

test("ACC-12 an admin resets somebody's two-step sign-in: signed out, told by mail, in the log, and not their own", async () => {
  const owner = await createOwner()
  const admin = world.as(await createAdmin(world.ctx))
  const sessionsLeft = () => world.ctx.db.$count(session, eq(session.userId, owner.viewer.user_id))
  expect(await sessionsLeft()).toBeGreaterThan(0)
  expect(await resetTwoStep(admin, owner.viewer.user_id)).toMatchObject({ two_step: false })
  // The second time nothing changes, and no further message is sent.
  await resetTwoStep(admin, owner.viewer.user_id)
  expect(await sessionsLeft()).toBe(0)
  const acts = await world.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, owner.viewer.user_id))
  expect(acts.filter(({ action }) => action === "person.two_step_reset")).toMatchObject([
    { actor_id: admin.viewer.user_id, detail: { by: "admin" } },
  ])
  const told = await world.ctx.db.select().from(notices).where(eq(notices.recipient, owner.email))
  expect(told.filter(({ kind }) => kind === "two-step-reset")).toHaveLength(1)
  expect((await refusalOf(resetTwoStep(admin, admin.viewer.user_id))).code).toBe("OWN_ACCOUNT")
  expect(await resetTwoStepByEmail(world.ctx, owner.email)).toBe("off")
  expect(await resetTwoStepByEmail(world.ctx, "nobody@example.com")).toBe("unknown")
})

test("ACC-12 an admin whose two-step sign-in was reset reaches nothing until it is set up again", async () => {
  const env = { ...world.ctx.env, adminsNeedTwoStep: true }
  const sessions = openSessions(world.ctx.db, env, world.ctx.keys, world.ctx.address)
  const admin = await createAdmin(world.ctx)
  const now = world.clock.now()
  const sealed_secret = world.ctx.keys.seal("two-step secret", "JBSWY3DP")
  await world.ctx.db
    .insert(twoStepSecrets)
    .values({ user_id: admin.user_id, sealed_secret, confirmed_at: now, created_at: now })
  const open = async () => {
    const browser = requestOn({ ...world.ctx, sessions })
    await sessions.openTrusted(browser.http, admin.user_id)
    return requestOn(world.ctx, browser).http
  }
  const before = await open()
  expect(await sessions.read(before)).not.toHaveProperty("locked")
  await resetTwoStep(world.as(await createAdmin(world.ctx)), admin.user_id)
  expect(await sessions.read(before)).toBeNull()
  expect(await sessions.read(await open())).toMatchObject({ locked: true })
})

test("ATT-06 an absence text that waits while the secret is replaced leaves with a link that works, held ones too", async () => {
  const { ctx } = world
  const { row } = await startClass(world)
  const sister = await seatStudent(world, row.id, { first_name: "Asha" })
  await seatStudent(world, row.id, { first_name: "Bina", parent_phone: sister.parent_phone })
  const other = await seatStudent(world, row.id)
  world.clock.advance(HOUR)
  await completeClass(ctx, row.id, world.clock.now())
  await runJobs(world, attendanceJobs)
  const queued = await readNotices(ctx, row.id)
  expect(queued.map(({ status }) => status)).toEqual(["queued", "queued"])
  const held = queued.find(({ recipient }) => recipient === other.parent_phone)
  await ctx.db
    .update(notices)
    .set({ status: "held", due_at: null })
    .where(eq(notices.id, held?.id ?? ""))

  await runJobs(world, everyJob, rotated)
  expect(await readTexts(ctx, other.parent_phone)).toEqual([])
  const admin = await createAdmin(ctx)
  await decideNotice({ ...rotated, viewer: admin }, { notice_id: held?.id ?? "", decision: "send" })
  await runJobs(world, everyJob, rotated)
  for (const [{ parent_phone }, children] of [
    [sister, 2],
    [other, 1],
  ] as const) {
    const [text] = await readTexts(ctx, parent_phone)
    const token = /\/a\/([\w-]+)/.exec(text?.text ?? "")?.[1] ?? ""
    expect((await readQuestion(rotated, token)).children).toHaveLength(children)
    await expect(readQuestion(ctx, token)).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
})
