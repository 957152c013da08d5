import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { ConsentPurpose } from "#contract/guardians/consents.ts"
import { accountsJobs } from "#features/accounts/server/jobs.ts"
import { updateContacts } from "#features/accounts/server/own/profile.ts"
import { oneTimeCodes } from "#features/accounts/server/security-tables.ts"
import { signUpStudent } from "#features/accounts/server/service.ts"
import { requestGuardianCode } from "#features/accounts/server/sign-in/guardian-codes.ts"
import { signInGuardian } from "#features/accounts/server/sign-in/guardian-sign-in.ts"
import { students } from "#features/accounts/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createGuardian, createInstructor, createStudent, makeGuardianKnown } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { CHILD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { answerForChild, readOverview, setChildConsent, updateChild } from "./children.ts"
import { hasConsent, listOwnConsents, setOwnConsent } from "./consents.ts"
import { consents } from "./table.ts"

let world: TestContext
let numbers = 0

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.ctx.db.delete(rateLimits)
  world.jobs.length = 0
})

function newNumber(): string {
  numbers += 1
  return `+9190000${String(10_000 + numbers)}`
}

function createMinor(parent_phone: string, first_name = "Asha"): Promise<SignedIn> {
  return createStudent(world.ctx, { first_name, under_18: true, parent_name: "Sunita Rao", parent_phone })
}

/** The newest code that was texted to a number, once the jobs that are due have run. */
async function codeTo(phone: string): Promise<string | null> {
  await runJobs(world, accountsJobs)
  const texts = await world.ctx.db
    .select()
    .from(notices)
    .where(eq(notices.recipient, phone))
    .orderBy(notices.created_at, notices.id)
  return texts.at(-1)?.text.match(/^\d+/)?.[0] ?? null
}

type Given = { request?: string; code: string }

/** Asks for a code and reads it from the text. */
async function askCode(phone: string): Promise<Given> {
  const { request } = await requestGuardianCode(requestOn(world.ctx), phone)
  return { request, code: (await codeTo(phone)) ?? "" }
}

async function signInBy(phone: string, given: Given): Promise<{ browser: Ctx; guardian: SignedIn }> {
  const made = requestOn(world.ctx)
  await signInGuardian(made, { phone, ...given })
  const browser = requestOn(world.ctx, made)
  const guardian = await world.ctx.sessions.read(browser.http)
  if (!guardian) throw new Error("nobody is signed in")
  return { browser, guardian }
}

function standing(student: SignedIn, purpose: ConsentPurpose): Promise<boolean> {
  return hasConsent(world.ctx, [student.user_id], purpose).then((given) => given.has(student.user_id))
}

test("ACC-10 a minor's registration texts the guardian a code, which signs them in and shows only a name until they confirm", async () => {
  const phone = newNumber()
  const form = studentForm({ date_of_birth: CHILD, parent_name: "Mita Bose", parent_phone: phone })
  const child = await signUpStudent(requestOn(world.ctx), form)
  const code = await codeTo(phone)
  expect(code).toMatch(/^\d{10}$/)
  const { guardian } = await signInBy(phone, { code: code ?? "" })
  expect(guardian).toMatchObject({ role: "guardian", first_name: "Mita", last_name: "Bose", email: "" })
  const as = world.as(guardian)
  expect(await readOverview(as)).toMatchObject({
    children: [],
    to_confirm: [{ student_id: child.user_id, first_name: "Ira", last_name: "Bose" }],
  })
  await answerForChild(as, { student_id: child.user_id, mine: true })
  const [student] = await world.ctx.db.select().from(students).where(eq(students.user_id, child.user_id))
  expect(student?.parent_phone_confirmed_at).toEqual(world.clock.now())
  expect(await readOverview(as)).toMatchObject({
    children: [{ student_id: child.user_id, consents: [{ given: false }, {}, {}, {}] }],
    to_confirm: [],
  })
})

test("ACC-10 a code signs in once, within ten minutes, and a newer one leaves it good", async () => {
  const phone = newNumber()
  await createMinor(phone)
  const [first, second] = [await askCode(phone), await askCode(phone)]
  await signInBy(phone, second)
  expect((await refusalOf(signInBy(phone, second))).code).toBe("CODE_WRONG")
  await signInBy(phone, first)

  const late = await askCode(phone)
  world.clock.advance(10 * MINUTE)
  expect((await refusalOf(signInBy(phone, late))).code).toBe("CODE_WRONG")
})

test("ACC-06 five wrong tries use a code up, and of two right ones at once one signs in", async () => {
  const phone = newNumber()
  await createMinor(phone)
  const given = await askCode(phone)
  const wrong = { ...given, code: given.code === "000000" ? "000001" : "000000" }
  for (let number = 0; number < 5; number += 1) await refusalOf(signInBy(phone, wrong))
  expect((await refusalOf(signInBy(phone, given))).code).toBe("CODE_WRONG")

  const next = await askCode(phone)
  const outcomes = await Promise.allSettled([signInBy(phone, next), signInBy(phone, next)])
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1)
})

test("ACC-06 a number that nobody gave gets the same answer and no code, and neither is kept in the clear", async () => {
  const [known, unknown] = [newNumber(), newNumber()]
  await createMinor(known)
  const answers = await Promise.all([unknown, known].map((phone) => requestGuardianCode(world.ctx, phone)))
  for (const answer of answers)
    expect(answer).toEqual({ request: expect.stringMatching(/^[0-9a-f-]{36}$/), minutes: 10 })
  const rows = JSON.stringify([await world.ctx.db.select().from(oneTimeCodes), world.jobs])
  for (const phone of [known, unknown]) expect(rows).not.toContain(phone.slice(3))
  expect(await codeTo(known)).not.toBeNull()
  expect(await codeTo(unknown)).toBeNull()
  expect((await refusalOf(signInBy(unknown, { code: "123456" }))).code).toBe("CODE_WRONG")
})

test("ACC-06 a number gets five codes an hour at most, from all askers together", async () => {
  const phone = newNumber()
  for (let number = 0; number < 5; number += 1) await requestGuardianCode(world.ctx, phone)
  const refusal = await refusalOf(requestGuardianCode(requestOn(world.ctx), phone))
  expect(refusal).toMatchObject({ code: "TOO_MANY_REQUESTS" })
  world.clock.advance(HOUR)
  await requestGuardianCode(world.ctx, phone)
})

test("LAW-01 each purpose is given and withdrawn apart, with who, when and which notice", async () => {
  const child = await createMinor(newNumber())
  const guardian = await createGuardian(world.ctx, child)
  await makeGuardianKnown(world.ctx, child)
  const as = world.as(guardian)
  const wish = { student_id: child.user_id, notice_version: 1, language: "hi" }
  await setChildConsent(as, { ...wish, purpose: "recording", given: true })
  expect(await standing(child, "recording")).toBe(true)
  for (const purpose of ["live_classes", "voice_evidence", "snapshots"] as const) {
    expect(await standing(child, purpose)).toBe(false)
  }
  world.published.length = 0
  await setChildConsent(as, { ...wish, purpose: "recording", given: false })
  expect(await standing(child, "recording")).toBe(false)
  expect(world.published).toEqual([
    { topic: "consent.withdrawn", data: { person_id: child.user_id, purpose: "recording" } },
  ])
  await setChildConsent(as, { ...wish, purpose: "recording", given: true })
  await setChildConsent(as, { ...wish, purpose: "recording", given: true })
  const rows = await world.ctx.db
    .select()
    .from(consents)
    .where(eq(consents.student_id, child.user_id))
    .orderBy(consents.id)
  const given = { given_by: guardian.user_id, how: "guardian", notice_version: 1, notice_language: "hi" }
  expect(rows).toMatchObject([
    { ...given, withdrawn_by: guardian.user_id, withdrawn_at: world.clock.now() },
    { ...given, withdrawn_at: null },
  ])
})

test("LAW-01 a notice that is not today's can't be agreed to", async () => {
  const child = await createMinor(newNumber())
  const guardian = await createGuardian(world.ctx, child)
  const wish = { student_id: child.user_id, purpose: "recording" as const, given: true, language: "en" }
  const refusal = await refusalOf(setChildConsent(world.as(guardian), { ...wish, notice_version: 2 }))
  expect(refusal.data).toEqual({ fields: { notice_version: "NOTICE_OUTDATED" } })
})

test("LAW-01 a minor decides nothing, an adult decides for themself and needs none for live classes", async () => {
  const minor = await createMinor(newNumber())
  const adult = await createStudent(world.ctx)
  const wish = { purpose: "voice_evidence" as const, given: true, notice_version: 1, language: "en" }
  expect((await refusalOf(setOwnConsent(world.as(minor), wish))).code).toBe("GUARDIAN_DECIDES")
  await setOwnConsent(world.as(adult), wish)
  expect(await standing(adult, "voice_evidence")).toBe(true)
  expect(await standing(adult, "live_classes")).toBe(true)
  expect(await standing(minor, "live_classes")).toBe(false)
  const instructor = await createInstructor(world.ctx)
  expect((await refusalOf(listOwnConsents(world.as(instructor)))).code).toBe("NOT_FOUND")
})

test("DASH-04 a guardian reaches their own children and nobody else's", async () => {
  await expect(readOverview(world.as(await createStudent(world.ctx)))).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
  const [own, other] = [await createMinor(newNumber()), await createMinor(newNumber(), "Kabir")]
  const guardian = await createGuardian(world.ctx, own)
  await createGuardian(world.ctx, other)
  const as = world.as(guardian)
  const student_id = other.user_id
  const tries = [
    answerForChild(as, { student_id, mine: true }),
    setChildConsent(as, {
      student_id,
      purpose: "recording",
      given: true,
      notice_version: 1,
      language: "en",
    }),
    updateChild(as, { student_id, first_name: "Mine" }),
  ]
  const refusals = await Promise.all(tries.map(refusalOf))
  expect(refusals.map(({ code }) => code)).toEqual(tries.map(() => "NOT_FOUND"))
  expect((await readOverview(as)).children.map((child) => child.student_id)).toEqual([own.user_id])
})

test("ACC-10 a guardian who denies a child sees nothing of it, and what they had agreed to ends", async () => {
  const child = await createMinor(newNumber())
  const guardian = await createGuardian(world.ctx, child)
  const as = world.as(guardian)
  const wish = { student_id: child.user_id, notice_version: 1, language: "en" }
  await setChildConsent(as, { ...wish, purpose: "live_classes", given: true })
  await answerForChild(as, { student_id: child.user_id, mine: false })
  expect(await readOverview(as)).toMatchObject({ children: [], to_confirm: [] })
  expect(await standing(child, "live_classes")).toBe(false)
  const [student] = await world.ctx.db.select().from(students).where(eq(students.user_id, child.user_id))
  expect(student?.parent_phone_confirmed_at).toBeNull()
})

test("ACC-10 brothers and sisters with one number have one guardian", async () => {
  const phone = newNumber()
  const [asha, ravi] = [await createMinor(phone), await createMinor(phone, "Ravi")]
  const guardian = await createGuardian(world.ctx, asha)
  expect((await createGuardian(world.ctx, ravi)).user_id).toBe(guardian.user_id)
  const { children } = await readOverview(world.as(guardian))
  expect(children.map((child) => child.first_name)).toEqual(["Asha", "Ravi"])
})

test("ACC-10 a minor can't move the confirmed guardian's number; before, another number counts as unconfirmed", async () => {
  const child = await createMinor(newNumber())
  const change = { parent_name: "Some Friend", parent_phone: newNumber(), sms_notifications_enabled: true }
  expect(await updateContacts(world.as(child), change)).toMatchObject({
    parent_phone: change.parent_phone,
    parent_phone_confirmed: false,
  })
  await createGuardian(world.ctx, child)
  const again = { ...change, parent_phone: newNumber() }
  expect((await refusalOf(updateContacts(world.as(child), again))).code).toBe("GUARDIAN_DECIDES")
})
