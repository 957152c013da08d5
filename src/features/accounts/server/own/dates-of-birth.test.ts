import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { setChildConsent } from "#features/guardians/server/children.ts"
import { hasConsent, listOwnConsents, setOwnConsent } from "#features/guardians/server/consents.ts"
import { isGuardian } from "#features/guardians/server/links.ts"
import { listUnconfirmed } from "#features/guardians/server/papers.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createStudent, giveConsent } from "#tests/people.ts"
import { refusalOf, requestOn } from "#tests/sign-ups.ts"
import { isMinor, minorStudent } from "../age.ts"
import { students } from "../table.ts"
import { giveDateOfBirth, setDateOfBirth } from "./dates-of-birth.ts"
import { readProfile } from "./profile.ts"

let world: TestContext
let admin: SignedIn
let numbers = 0

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())

const NAMED = () => {
  numbers += 1
  return { parent_name: "Sunita Rao", parent_phone: `+9194000${10_000 + numbers}` }
}
const ADULT = "2001-04-12"
const CHILD = "2014-04-12"

async function stored(student: SignedIn) {
  const [row] = await world.ctx.db.select().from(students).where(eq(students.user_id, student.user_id))
  return row
}

/** A student of a session of their own, as each request reads them. */
async function signedIn(student: SignedIn): Promise<SignedIn | null> {
  const first = requestOn(world.ctx)
  await world.ctx.sessions.openTrusted(first.http, student.user_id)
  return world.ctx.sessions.read(requestOn(world.ctx, first).http)
}

test("ACC-10 LAW-03 a student without a date of birth reaches only the own account until it is given", async () => {
  const student = await createStudent(world.ctx, { date_of_birth: null })
  expect(await signedIn(student)).toMatchObject({ locked: true, undated: true })
  await giveDateOfBirth(world.as(student), { date_of_birth: ADULT })
  const after = await signedIn(student)
  expect(after).toMatchObject({ role: "student" })
  expect(after).not.toHaveProperty("locked")
  const again = giveDateOfBirth(world.as(student), { date_of_birth: CHILD, ...NAMED() })
  expect((await refusalOf(again)).code).toBe("DATE_OF_BIRTH_GIVEN")
})

test("ACC-10 LAW-03 a child whose own number was entered as the guardian's names the guardian", async () => {
  const phone = "+919400020001"
  const student = await createStudent(world.ctx, {
    ...{ date_of_birth: null, phone, parent_name: "Sunita Rao", parent_phone: phone },
    parent_phone_confirmed_at: new Date(),
  })
  const themself = await createGuardian(world.ctx, student)
  const link = { student_id: student.user_id, guardian_id: themself.user_id }
  expect(await isGuardian(world.ctx, link)).toBe(true)
  const named = NAMED()
  world.jobs.length = 0
  await giveDateOfBirth(world.as(student), { date_of_birth: CHILD, ...named })
  expect(await stored(student)).toMatchObject({ ...named, under_18: true, parent_phone_confirmed_at: null })
  expect(await isGuardian(world.ctx, link)).toBe(false)
  expect(world.jobs.map(({ queue }) => queue)).toEqual(["accounts.guardian-code"])
})

test("ACC-10 LAW-03 staff give no date that makes a child of a student whose guardian has the student's own number", async () => {
  const phone = "+919400020002"
  const own = { phone, parent_name: "Sunita Rao", parent_phone: phone }
  const student = await createStudent(world.ctx, { date_of_birth: null, ...own })
  const set = (date_of_birth: string) =>
    setDateOfBirth(world.as(admin), { user_id: student.user_id, date_of_birth })
  expect((await refusalOf(set(CHILD))).data).toEqual({
    fields: { date_of_birth: "BIRTH_DATE_NEEDS_GUARDIAN" },
  })
  expect(await stored(student)).toMatchObject({ date_of_birth: null, under_18: false })
  await set(ADULT)
  expect(await stored(student)).toMatchObject({ date_of_birth: ADULT })
})

test("ACC-10 a child among the older accounts names a guardian with the date, who gets a code", async () => {
  const student = await createStudent(world.ctx, { date_of_birth: null })
  const alone = giveDateOfBirth(world.as(student), { date_of_birth: CHILD })
  expect((await refusalOf(alone)).data).toEqual({
    fields: { parent_name: "GUARDIAN_NAME_MISSING", parent_phone: "GUARDIAN_PHONE_MISSING" },
  })
  world.jobs.length = 0
  const named = NAMED()
  await giveDateOfBirth(world.as(student), { date_of_birth: CHILD, ...named })
  expect(await stored(student)).toMatchObject({ date_of_birth: CHILD, under_18: true, ...named })
  expect(world.jobs.map(({ queue }) => queue)).toEqual(["accounts.guardian-code"])
})

test("ACC-10 who said to be under 18 keeps the guardian they have, and stays under 18 without a date", async () => {
  const named = NAMED()
  const student = await createStudent(world.ctx, { date_of_birth: null, under_18: true, ...named })
  expect((await readProfile(world.as(student))).under_18).toBe(true)
  await giveDateOfBirth(world.as(student), {
    date_of_birth: CHILD,
    parent_name: "A friend",
    parent_phone: "91234 00000",
  })
  expect(await stored(student)).toMatchObject({ date_of_birth: CHILD, ...named })
})

test("LAW-03 a child can't grow up by typing: staff confirm the date first, and it is logged", async () => {
  const student = await createStudent(world.ctx, { date_of_birth: null, under_18: true, ...NAMED() })
  await giveDateOfBirth(world.as(student), { date_of_birth: ADULT })
  expect(await signedIn(student)).not.toHaveProperty("locked")
  expect(await readProfile(world.as(student))).toMatchObject({
    under_18: true,
    date_of_birth: null,
    date_of_birth_claimed: ADULT,
  })
  const wish = { purpose: "voice_evidence" as const, given: true, notice_version: 1, language: "en" }
  expect((await refusalOf(setOwnConsent(world.as(student), wish))).code).toBe("GUARDIAN_DECIDES")
  const { items } = await listUnconfirmed(world.as(admin), { limit: 50 })
  expect(items.find((one) => one.student_id === student.user_id)).toMatchObject({
    waits_for: ["number", "date_of_birth"],
    date_of_birth_claimed: ADULT,
  })
  await setDateOfBirth(world.as(admin), { user_id: student.user_id, date_of_birth: ADULT })
  expect(await readProfile(world.as(student))).toMatchObject({
    under_18: false,
    date_of_birth: ADULT,
    date_of_birth_claimed: null,
  })
  const acts = await world.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, student.user_id))
  expect(acts.map(({ action, actor_id, detail }) => [action, actor_id, detail])).toEqual([
    ["student.date-of-birth-claimed", student.user_id, {}],
    ["student.date-of-birth", admin.user_id, { was_under_18: true, under_18: false }],
  ])
})

test("LAW-03 a date of birth that was given can't be edited by the student, whichever way", async () => {
  const child = await createStudent(world.ctx, { under_18: true, ...NAMED() })
  const before = await stored(child)
  const again = giveDateOfBirth(world.as(child), { date_of_birth: ADULT })
  expect((await refusalOf(again)).code).toBe("DATE_OF_BIRTH_GIVEN")
  expect(await stored(child)).toEqual(before)
})

test("ACC-10 staff give no impossible date, and none that leaves a child without a guardian", async () => {
  const student = await createStudent(world.ctx)
  const set = (date_of_birth: string) =>
    refusalOf(setDateOfBirth(world.as(admin), { user_id: student.user_id, date_of_birth }))
  expect((await set("2030-01-01")).data).toEqual({ fields: { date_of_birth: "BIRTH_DATE_FUTURE" } })
  expect((await set("2025-01-01")).data).toEqual({ fields: { date_of_birth: "BIRTH_DATE_TOO_YOUNG" } })
  expect((await set("1901-01-01")).data).toEqual({ fields: { date_of_birth: "BIRTH_DATE_TOO_OLD" } })
  expect((await set(CHILD)).data).toEqual({ fields: { date_of_birth: "BIRTH_DATE_NEEDS_GUARDIAN" } })
})

test("LAW-03 on the eighteenth birthday, in the institution's zone, consent passes to the student", async () => {
  // 18 on 21 November 2026, which begins in Kolkata at 18:30 on the 20th in UTC.
  const named = NAMED()
  const student = await createStudent(world.ctx, { under_18: true, date_of_birth: "2008-11-21", ...named })
  const guardian = await createGuardian(world.ctx, student)
  await giveConsent(world.ctx, student, "voice_evidence")
  const voice = async () => (await hasConsent(world.ctx, [student.user_id], "voice_evidence")).size === 1
  const wish = { purpose: "voice_evidence" as const, given: true, notice_version: 1, language: "en" }
  const before = world.clock.now()

  world.clock.set("2026-11-20T18:29:59Z")
  expect(await voice()).toBe(true)
  expect((await refusalOf(setOwnConsent(world.as(student), wish))).code).toBe("GUARDIAN_DECIDES")

  world.clock.set("2026-11-20T18:30:00Z")
  expect(await voice()).toBe(false)
  expect((await listOwnConsents(world.as(student))).filter(({ given }) => given)).toEqual([])
  const theirs = setChildConsent(world.as(guardian), { ...wish, student_id: student.user_id })
  expect((await refusalOf(theirs)).code).toBe("STUDENT_DECIDES")
  expect(await setOwnConsent(world.as(student), wish)).toMatchObject({ given: true, how: "self" })
  expect(await voice()).toBe(true)
  world.clock.set(before)
})

test("LAW-03 code and queries agree on who is a child, whatever is known of the age", async () => {
  const dates = [null, ADULT, CHILD, "2008-02-29"]
  const named = NAMED()
  for (const date_of_birth of dates) {
    for (const minor_until of [null, "2020-01-01", "2034-04-12"]) {
      for (const under_18 of [false, true]) {
        const age = { date_of_birth, minor_until, under_18 }
        const { user_id } = await createStudent(world.ctx, { ...named, ...age })
        const [row] = await world.ctx.db
          .select({ minor: minorStudent(world.ctx) })
          .from(students)
          .where(eq(students.user_id, user_id))
        expect([age, row?.minor]).toEqual([age, isMinor(world.ctx, age)])
      }
    }
  }
})
