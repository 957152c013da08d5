import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { CONSENT_PURPOSES, type ConsentPurpose } from "#contract/guardians/consents.ts"
import { accountsJobs } from "#features/accounts/server/jobs.ts"
import { confirmNewEmail } from "#features/accounts/server/mail/email-change.ts"
import { updateContacts, updateProfile } from "#features/accounts/server/own/profile.ts"
import { signUpStudent } from "#features/accounts/server/service.ts"
import { signInGuardian } from "#features/accounts/server/sign-in/guardian-sign-in.ts"
import { makeCode, requestCode } from "#features/accounts/server/sign-in/one-time-codes.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { CHILD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { answerForChild, readOverview, setChildConsent } from "./children.ts"
import { hasConsent } from "./consents.ts"
import { confirmGuardian, forgetGuardian } from "./known-guardians.ts"
import { listUnconfirmed, recordPaper } from "./papers.ts"

/** What waits for staff to confirm the guardian. */
const GUARDED = CONSENT_PURPOSES.filter((purpose) => purpose !== "live_classes")

let world: TestContext
let admin: SignedIn
let numbers = 0

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.ctx.db.delete(rateLimits)
  world.jobs.length = 0
  world.published.length = 0
})

function newNumber(): string {
  numbers += 1
  return `+9193000${String(10_000 + numbers)}`
}

function createMinor(columns: Parameters<typeof createStudent>[1] = {}): Promise<SignedIn> {
  const guardian = { parent_name: "Sunita Rao", parent_phone: newNumber() }
  return createStudent(world.ctx, { under_18: true, ...guardian, ...columns })
}

async function consentToAll(guardian: SignedIn, child: SignedIn): Promise<void> {
  for (const purpose of CONSENT_PURPOSES) {
    const wish = { student_id: child.user_id, purpose, given: true, notice_version: 1, language: "en" }
    await setChildConsent(world.as(guardian), wish)
  }
}

/** The purposes that count for a student now. */
async function counting(student: SignedIn): Promise<ConsentPurpose[]> {
  const found = await Promise.all(
    CONSENT_PURPOSES.map((purpose) => hasConsent(world.ctx, [student.user_id], purpose)),
  )
  return CONSENT_PURPOSES.filter((_, index) => found[index]?.has(student.user_id))
}

async function waiting(student: SignedIn) {
  const { items } = await listUnconfirmed(world.as(admin), { limit: 50 })
  return items.find((one) => one.student_id === student.user_id)
}

function acts(student: SignedIn) {
  return world.ctx.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject_id, student.user_id))
    .orderBy(auditLog.at)
}

const met = (child: SignedIn) =>
  ({ user_id: child.user_id, known_how: "in_person", known_seen: "identity_card" }) as const

test("LAW-03 a child with a second number of its own is let into live classes and nothing more, until staff know the guardian", async () => {
  // The child registers, reads the code on its own second phone, and answers for itself in its own browser.
  const second = newNumber()
  const form = studentForm({ date_of_birth: CHILD, parent_name: "Mita Bose", parent_phone: second })
  const browser = requestOn(world.ctx)
  const child = await signUpStudent(browser, form)
  await runJobs(world, accountsJobs)
  const [text] = await world.ctx.db.select().from(notices).where(eq(notices.recipient, second))
  const next = requestOn(world.ctx, browser)
  await signInGuardian(next, { phone: second, code: text?.text.match(/^\d+/)?.[0] ?? "" })
  // The device's cookie stays with the browser, beside the session of the guardian.
  const cookies = [browser, next].flatMap((one: Ctx) =>
    one.http.reply.getSetCookie().map((line) => line.split(";")[0]),
  )
  const http = { request: new Headers({ cookie: cookies.join("; ") }), reply: new Headers() }
  const guardian = await world.ctx.sessions.read(requestOn(world.ctx, next).http)
  if (!guardian) throw new Error("nobody is signed in")
  await answerForChild({ ...world.ctx, http, viewer: guardian }, { student_id: child.user_id, mine: true })
  const student = { ...guardian, ...child }
  await consentToAll(guardian, student)

  expect(await counting(student)).toEqual(["live_classes"])
  const { children } = await readOverview(world.as(guardian))
  expect(children[0]).toMatchObject({ guardian_known: false, under_18: true })
  expect(children[0]?.consents.map((one) => [one.given, one.waits_for_guardian])).toEqual([
    [true, false],
    [true, true],
    [true, true],
    [true, true],
  ])
  expect(await waiting(student)).toMatchObject({
    waits_for: ["guardian"],
    from_childs_device: true,
    phone_of: [],
  })

  await confirmGuardian(world.as(admin), met(student))
  expect(await counting(student)).toEqual([...CONSENT_PURPOSES])
  expect(await waiting(student)).toBeUndefined()
})

test("LAW-03 staff's confirmation can be taken back: everything stops, and the log says who did what", async () => {
  const child = await createMinor()
  const guardian = await createGuardian(world.ctx, child)
  await consentToAll(guardian, child)
  await confirmGuardian(world.as(admin), met(child))
  await confirmGuardian(world.as(admin), { ...met(child), known_how: "phone" })
  await forgetGuardian(world.as(admin), { user_id: child.user_id })
  await forgetGuardian(world.as(admin), { user_id: child.user_id })
  expect(await counting(child)).toEqual(["live_classes"])
  expect(await waiting(child)).toMatchObject({ waits_for: ["guardian"] })
  expect(world.published).toEqual(
    GUARDED.map((purpose) => ({ topic: "consent.withdrawn", data: { person_id: child.user_id, purpose } })),
  )
  const found = (await acts(child)).filter(
    ({ action }) => action.startsWith("guardian.") && action !== "guardian.confirm",
  )
  expect(found.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["guardian.known", admin.user_id],
    ["guardian.known", admin.user_id],
    ["guardian.unknown", admin.user_id],
  ])
  expect(found[1]?.detail).toMatchObject({ known_how: "phone", known_seen: "identity_card" })
})

test("LAW-03 a signed paper makes the guardian known, and takes its consents with it when that is taken back", async () => {
  const child = await createMinor()
  const paper = {
    user_id: child.user_id,
    paper_reference: "Folder 2, sheet 9",
    known_seen: "own_records",
  } as const
  await recordPaper(world.as(admin), { ...paper, purposes: ["live_classes", "recording"] })
  expect(await counting(child)).toEqual(["live_classes", "recording"])
  await forgetGuardian(world.as(admin), { user_id: child.user_id })
  expect(await counting(child)).toEqual(["live_classes"])
})

test("LAW-03 what somebody else agreed to is not made good by the guardian whom staff know", async () => {
  const child = await createMinor()
  const friend = await createGuardian(world.ctx, child)
  await consentToAll(friend, child)
  // The office finds another number in its own records.
  await answerForChild(world.as(friend), { student_id: child.user_id, mine: false })
  await updateContacts(world.as(child), {
    parent_name: "Sunita Rao",
    parent_phone: newNumber(),
    sms_notifications_enabled: true,
  })
  await confirmGuardian(world.as(admin), met(child))
  expect(await counting(child)).toEqual([])
})

test("LAW-03 a confirmation ends with the number it was for, when the guardian denies the child, and with a new e-mail", async () => {
  const child = await createMinor()
  const guardian = await createGuardian(world.ctx, child)
  await consentToAll(guardian, child)
  await confirmGuardian(world.as(admin), met(child))
  const moved = { parent_name: "A friend", parent_phone: newNumber(), sms_notifications_enabled: true }
  expect((await refusalOf(updateContacts(world.as(child), moved))).code).toBe("GUARDIAN_DECIDES")
  expect(await counting(child)).toHaveLength(4)

  const email = "not.the.mother@example.com"
  const code = await makeCode(
    world.ctx,
    await requestCode(world.ctx, {
      purpose: "email",
      to: `${guardian.user_id}\n${email}`,
      user_id: guardian.user_id,
    }),
  )
  await confirmNewEmail({ ...requestOn(world.ctx), viewer: guardian }, { email, code })
  expect(await counting(child)).toEqual(["live_classes"])

  await confirmGuardian(world.as(admin), met(child))
  await answerForChild(world.as(guardian), { student_id: child.user_id, mine: false })
  await answerForChild(world.as(guardian), { student_id: child.user_id, mine: true })
  await consentToAll(guardian, child)
  expect(await counting(child)).toEqual(["live_classes"])
})

test("LAW-03 staff see whose own number a guardian's is, and the student can't take it afterwards", async () => {
  const parent_phone = newNumber()
  await createStudent(world.ctx, { first_name: "Kabir", last_name: "Singh", phone: parent_phone })
  const child = await createMinor({ parent_phone })
  expect(await waiting(child)).toMatchObject({ waits_for: ["number"], phone_of: ["Kabir Singh"] })
  const names = { first_name: "Asha", last_name: "Rao" }
  const refusal = await refusalOf(updateProfile(world.as(child), { ...names, phone: parent_phone }))
  expect(refusal.data).toEqual({ fields: { phone: "PHONE_IS_GUARDIANS" } })
})

test("LAW-03 a student who names no guardian has none to confirm", async () => {
  const adult = await createStudent(world.ctx)
  expect((await refusalOf(confirmGuardian(world.as(admin), met(adult)))).code).toBe("NOT_FOUND")
  expect((await refusalOf(forgetGuardian(world.as(admin), { user_id: admin.user_id }))).code).toBe(
    "NOT_FOUND",
  )
})
