import { asc, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { CONSENT_PURPOSES, type ConsentPurpose } from "#contract/guardians/consents.ts"
import { students } from "#features/accounts/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { ADULT, CHILD, refusalOf } from "#tests/sign-ups.ts"
import { answerForChild, setChildConsent } from "./children.ts"
import {
  hasConsent,
  listConsentHistory,
  listOwnConsents,
  readAllowed,
  readConsents,
  setOwnConsent,
  withdrawAllOf,
} from "./consents.ts"
import { recordPaper } from "./papers.ts"
import { consents } from "./table.ts"

let world: TestContext
let numbers = 0

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(() => {
  world.published.length = 0
})

function named() {
  numbers += 1
  return { parent_name: "Sunita Rao", parent_phone: `+9196000${10_000 + numbers}` }
}

async function createFamily(children = 1) {
  const columns = { under_18: true, ...named() }
  const [child, sibling] = [
    await createStudent(world.ctx, { first_name: "Asha", ...columns }),
    await createStudent(world.ctx, { first_name: "Ravi", ...columns }),
  ]
  const guardian = await createGuardian(world.ctx, child)
  if (children > 1) await createGuardian(world.ctx, sibling)
  return { child, sibling, guardian }
}

const wish = (purpose: ConsentPurpose, given = true) => ({
  purpose,
  given,
  notice_version: 1,
  language: "hi",
})
const wishFor = ({ user_id }: SignedIn, purpose: ConsentPurpose, given = true) => ({
  student_id: user_id,
  ...wish(purpose, given),
})
const notGiven = (purpose: ConsentPurpose) => ({
  ...{ purpose, given: false, waits_for_guardian: false },
  ...{ given_at: null, how: null, notice_version: null },
})

/** What was ever given for a student, in that order, with who ended it. */
async function given({ user_id }: SignedIn) {
  const rows = await world.ctx.db
    .select()
    .from(consents)
    .where(eq(consents.student_id, user_id))
    .orderBy(asc(consents.given_at), asc(consents.id))
  return rows.map(({ purpose, how, withdrawn_by }) => [purpose, how, withdrawn_by])
}

async function acts({ user_id }: SignedIn) {
  const rows = await world.ctx.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject_id, user_id))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
  return rows
    .filter(({ action }) => action.startsWith("consent."))
    .map(({ action, actor_id, detail }) => [action, actor_id, detail])
}

const ended = (student: SignedIn, ...purposes: ConsentPurpose[]) =>
  purposes.map((purpose) => ({ topic: "consent.withdrawn", data: { person_id: student.user_id, purpose } }))

async function become({ user_id }: SignedIn, date_of_birth: string): Promise<void> {
  const columns = { date_of_birth, under_18: date_of_birth === CHILD }
  await world.ctx.db.update(students).set(columns).where(eq(students.user_id, user_id))
}

test("LAW-01 what is agreed to for one child says nothing of another, and is read with how, when and which notice", async () => {
  const { child, sibling, guardian } = await createFamily(2)
  const standing = {
    ...{ purpose: "recording", given: true, waits_for_guardian: true },
    ...{ given_at: world.clock.now(), how: "guardian", notice_version: 1 },
  }
  expect(await setChildConsent(world.as(guardian), wishFor(child, "recording"))).toEqual(standing)
  const read = await readConsents(world.ctx, [sibling.user_id, child.user_id])
  expect([...read]).toEqual([
    [sibling.user_id, CONSENT_PURPOSES.map(notGiven)],
    [
      child.user_id,
      CONSENT_PURPOSES.map((purpose) => (purpose === "recording" ? standing : notGiven(purpose))),
    ],
  ])
  expect(await readConsents(world.ctx, [])).toEqual(new Map())
})

test("LAW-01 an adult without a word of consent is in live classes and recordings, and not listened to or pictured", async () => {
  const adult = await createStudent(world.ctx)
  const unknown = await createStudent(world.ctx, { date_of_birth: null, under_18: false })
  const grown = await createStudent(world.ctx, { date_of_birth: null, minor_until: "2026-11-20" })
  const allowed = (student: SignedIn) => readAllowed(world.ctx, student.user_id, CONSENT_PURPOSES)
  expect(await allowed(adult)).toEqual(new Set(["live_classes", "recording"]))
  expect(await allowed(grown)).toEqual(new Set(["live_classes", "recording"]))
  expect(await allowed(unknown)).toEqual(new Set(["live_classes"]))
  expect(await readAllowed(world.ctx, adult.user_id, ["recording", "snapshots"])).toEqual(
    new Set(["recording"]),
  )
  expect(await readAllowed(world.ctx, newId(), CONSENT_PURPOSES)).toEqual(new Set())
  const asked = [adult, unknown, grown, adult].map(({ user_id }) => user_id)
  expect(await hasConsent(world.ctx, asked, "recording")).toEqual(new Set([adult.user_id, grown.user_id]))
  expect(await hasConsent(world.ctx, [], "live_classes")).toEqual(new Set())
  await setOwnConsent(world.as(adult), wish("snapshots"))
  expect(await allowed(adult)).toEqual(new Set(["live_classes", "recording", "snapshots"]))
  expect(await listOwnConsents(world.as(adult))).toMatchObject([
    ...[{ given: false }, { given: false }, { given: false }],
    { purpose: "snapshots", given: true, waits_for_guardian: false, how: "self" },
  ])
})

test("LAW-01 giving or withdrawing twice counts and is logged once, also under an older notice", async () => {
  const { child, sibling, guardian } = await createFamily(2)
  const as = world.as(guardian)
  await setChildConsent(as, wishFor(sibling, "recording"))
  for (const _ of [1, 2]) await setChildConsent(as, wishFor(child, "recording"))
  expect(world.published).toEqual([])
  world.clock.advance(DAY)
  const withdrawn_at = world.clock.now()
  const withdrawing = { ...wishFor(child, "recording", false), notice_version: 0 }
  expect(await setChildConsent(as, withdrawing)).toEqual(notGiven("recording"))
  world.clock.advance(DAY)
  await setChildConsent(as, withdrawing)

  expect(world.published).toEqual(ended(child, "recording"))
  expect(await acts(child)).toEqual([
    ["consent.give", guardian.user_id, { purpose: "recording", notice_version: 1, how: "guardian" }],
    ["consent.withdraw", guardian.user_id, { purpose: "recording", notice_version: 0, how: "guardian" }],
  ])
  const [row] = await world.ctx.db.select().from(consents).where(eq(consents.student_id, child.user_id))
  expect(row).toMatchObject({ withdrawn_at, withdrawn_by: guardian.user_id, notice_language: "hi" })
  expect(await given(sibling)).toEqual([["recording", "guardian", null]])
})

test("LAW-03 a guardian's consent replaces what their child had agreed to as an adult, and an adult's own the guardian's, purpose by purpose", async () => {
  const student = await createStudent(world.ctx, named())
  const own = world.as(student)
  for (const purpose of ["voice_evidence", "snapshots"] as const) await setOwnConsent(own, wish(purpose))
  await become(student, CHILD)
  expect(await listOwnConsents(own)).toEqual(CONSENT_PURPOSES.map(notGiven))

  world.clock.advance(DAY)
  const guardian = await createGuardian(world.ctx, student)
  const agreed = await setChildConsent(world.as(guardian), wishFor(student, "snapshots"))
  expect(agreed).toMatchObject({ given: true, how: "guardian", waits_for_guardian: true })
  const before = [
    ["voice_evidence", "self", null],
    ["snapshots", "self", guardian.user_id],
  ]
  expect(await given(student)).toEqual([...before, ["snapshots", "guardian", null]])

  world.clock.advance(DAY)
  await become(student, ADULT)
  expect((await listOwnConsents(own)).filter((one) => one.given)).toMatchObject([
    { purpose: "voice_evidence", how: "self" },
  ])
  expect(await setOwnConsent(own, wish("snapshots"))).toMatchObject({ given: true, how: "self" })
  expect(await given(student)).toEqual([
    ...before,
    ["snapshots", "guardian", student.user_id],
    ["snapshots", "self", null],
  ])
})

test("ACC-10 a guardian who denies a child takes back what they agreed to, also on paper, and nothing for another child", async () => {
  const { child, sibling, guardian } = await createFamily(2)
  const as = world.as(guardian)
  for (const one of [child, sibling]) await setChildConsent(as, wishFor(one, "live_classes"))
  await setChildConsent(as, wishFor(child, "voice_evidence"))
  await setChildConsent(as, wishFor(child, "voice_evidence", false))
  world.clock.advance(DAY)
  const admin = await createAdmin(world.ctx)
  const paper = { paper_reference: "Folder 2, sheet 9", known_seen: "own_records" } as const
  const purposes: ConsentPurpose[] = ["voice_evidence"]
  await recordPaper(world.as(admin), { user_id: child.user_id, ...paper, purposes })
  const [, , written] = await listConsentHistory(world.ctx, child.user_id)
  expect(written).toMatchObject({ how: "paper", paper_reference: paper.paper_reference })

  world.clock.advance(DAY)
  await answerForChild(as, { student_id: child.user_id, mine: false })
  expect(await given(child)).toEqual([
    ["live_classes", "guardian", guardian.user_id],
    ["voice_evidence", "guardian", guardian.user_id],
    ["voice_evidence", "paper", guardian.user_id],
  ])
  expect(await given(sibling)).toEqual([["live_classes", "guardian", null]])
  const detail = { purpose: "live_classes", notice_version: 1, how: "guardian" }
  expect(await acts(child)).toContainEqual(["consent.withdraw", guardian.user_id, detail])
})

test("LAW-03 an account that its owner takes back loses every consent, as if they had withdrawn it", async () => {
  const { child, guardian } = await createFamily()
  await setChildConsent(world.as(guardian), wishFor(child, "live_classes"))
  await setChildConsent(world.as(guardian), wishFor(child, "snapshots"))
  world.clock.advance(DAY)
  await withdrawAllOf(world.ctx, child.user_id)
  expect(await given(child)).toEqual([
    ["live_classes", "guardian", child.user_id],
    ["snapshots", "guardian", child.user_id],
  ])
  expect(world.published).toEqual(ended(child, "live_classes", "snapshots"))
  const detail = { notice_version: 1, how: "self" }
  expect((await acts(child)).slice(2)).toEqual([
    ["consent.withdraw", child.user_id, { purpose: "live_classes", ...detail }],
    ["consent.withdraw", child.user_id, { purpose: "snapshots", ...detail }],
  ])
  await withdrawAllOf(world.ctx, newId())
})

test("LAW-01 only a student agrees for themself, whatever profile is left from before", async () => {
  const former: SignedIn = { ...(await createStudent(world.ctx)), role: "instructor" }
  for (const person of [former, await createInstructor(world.ctx)]) {
    expect((await refusalOf(setOwnConsent(world.as(person), wish("snapshots")))).code).toBe("NOT_FOUND")
    expect((await refusalOf(listOwnConsents(world.as(person)))).code).toBe("NOT_FOUND")
    expect(await given(person)).toEqual([])
  }
})

test("LAW-02 the history has all that was agreed to for a person or by them, the oldest first", async () => {
  const { child, sibling, guardian } = await createFamily(2)
  for (const [one, purpose] of [
    [child, "snapshots"],
    [sibling, "live_classes"],
    [child, "live_classes"],
  ] as const) {
    await setChildConsent(world.as(guardian), wishFor(one, purpose))
    world.clock.advance(DAY)
  }
  const history = async ({ user_id }: SignedIn) =>
    (await listConsentHistory(world.ctx, user_id)).map((row) => [row.student_id, row.purpose])
  const [first, second] = [child.user_id, sibling.user_id]
  expect(await history(child)).toEqual([
    [first, "snapshots"],
    [first, "live_classes"],
  ])
  expect(await history(guardian)).toEqual([
    [first, "snapshots"],
    [second, "live_classes"],
    [first, "live_classes"],
  ])
  expect(await history(await createStudent(world.ctx))).toEqual([])
})
