import { and, asc, eq, isNull } from "drizzle-orm"
import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { CONSENT_PURPOSES, type ConsentPurpose } from "#contract/guardians/consents.ts"
import { eraseDue } from "#features/accounts/server/own/erasure.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { GUARDIAN_RIGHTS, type GuardianRight } from "#shared/guardian-rights.ts"
import { maskPhone } from "#shared/phone.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createFurtherGuardian, invitationFor, nextPhone } from "#tests/guardians.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { answerForChild, readOverview, setChildConsent, updateChild } from "./children.ts"
import { hasConsent } from "./consents.ts"
import { confirmGuardian } from "./known-guardians.ts"
import { childrenWith, listTold, requireChild } from "./links.ts"
import { listGuardians, removeGuardian, setRights } from "./other-guardians.ts"
import { listUnconfirmed, recordPaper } from "./papers.ts"
import { consents, guardianInvitations, guardianOf } from "./table.ts"

let world: TestContext
let admin: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())
beforeEach(() => {
  world.published.length = 0
})

async function createFamily() {
  const guardian = { parent_name: "Sunita Rao", parent_phone: nextPhone() }
  const child = await createStudent(world.ctx, { under_18: true, ...guardian })
  return { child, mother: await createGuardian(world.ctx, child) }
}

const of = (child: SignedIn, guardian: SignedIn) => ({
  student_id: child.user_id,
  guardian_id: guardian.user_id,
})

const know = (child: SignedIn, guardian: SignedIn) =>
  confirmGuardian(world.as(admin), {
    ...{ user_id: child.user_id, guardian_id: guardian.user_id },
    ...{ known_how: "in_person", known_seen: "identity_card" },
  })

const agree = (guardian: SignedIn, child: SignedIn, purpose: ConsentPurpose) =>
  setChildConsent(world.as(guardian), {
    ...{ student_id: child.user_id, purpose, given: true, notice_version: 1, language: "en" },
  })

/** The purposes that count for a student now. */
async function counting(child: SignedIn): Promise<ConsentPurpose[]> {
  const found = await Promise.all(
    CONSENT_PURPOSES.map((purpose) => hasConsent(world.ctx, [child.user_id], purpose)),
  )
  return CONSENT_PURPOSES.filter((_, index) => found[index]?.has(child.user_id))
}

const inForce = (child: SignedIn) =>
  world.ctx.db
    .select({ purpose: consents.purpose, given_by: consents.given_by })
    .from(consents)
    .where(and(eq(consents.student_id, child.user_id), isNull(consents.withdrawn_at)))
    .orderBy(asc(consents.purpose))

test("DASH-04 each right opens what it is for, and no other does", async () => {
  const { child } = await createFamily()
  for (const right of GUARDIAN_RIGHTS) {
    const guardian = await createFurtherGuardian(world.ctx, child, [right])
    for (const asked of GUARDIAN_RIGHTS) {
      const ids = await childrenWith(world.as(guardian), asked)
      expect([right, asked, ids.length]).toEqual([right, asked, asked === right ? 1 : 0])
      const found = requireChild(world.as(guardian), child.user_id, asked)
      if (asked === right) expect((await found).user_id).toBe(child.user_id)
      else expect((await refusalOf(found)).data).toEqual({ right: asked })
    }
    const all = updateChild(world.as(guardian), { student_id: child.user_id, grade: "9" })
    expect((await refusalOf(all)).data).toEqual({ right: "all" })
  }
})

test("DASH-04 removing a guardian ends what they see and are told at once, and keeps what they gave", async () => {
  const { child, mother } = await createFamily()
  const aunt = await createFurtherGuardian(world.ctx, child, GUARDIAN_RIGHTS)
  const invited = await invitationFor(world.ctx, child.user_id, aunt.user_id)
  await know(child, aunt)
  for (const purpose of CONSENT_PURPOSES) await agree(aunt, child, purpose)
  expect(await counting(child)).toEqual([...CONSENT_PURPOSES])
  world.published.length = 0
  await removeGuardian(world.as(mother), of(child, aunt), "guardian")
  await removeGuardian(world.as(mother), of(child, aunt), "guardian")
  expect((await readOverview(world.as(aunt))).children).toEqual([])
  expect((await refusalOf(requireChild(world.as(aunt), child.user_id, "see"))).code).toBe("NOT_FOUND")
  expect((await listTold(world.ctx, [child.user_id])).map(({ guardian_id }) => guardian_id)).toEqual([
    mother.user_id,
  ])
  // Live classes go on, which the mother can withdraw; recording, voice and snapshots need a new consent.
  expect(await counting(child)).toEqual(["live_classes"])
  expect(await inForce(child)).toEqual([{ purpose: "live_classes", given_by: aunt.user_id }])
  const ended = await world.ctx.db
    .select()
    .from(consents)
    .where(and(eq(consents.student_id, child.user_id), eq(consents.purpose, "recording")))
  expect(ended).toMatchObject([{ given_by: aunt.user_id, withdrawn_by: mother.user_id }])
  expect(world.published).toContainEqual({
    topic: "consent.withdrawn",
    data: { person_id: child.user_id, purpose: "snapshots" },
  })
  expect(world.published.filter(({ topic }) => topic === "guardian.rights_ended")).toEqual([
    { topic: "guardian.rights_ended", data: of(child, aunt) },
  ])
  const [open] = await world.ctx.db
    .select()
    .from(guardianInvitations)
    .where(eq(guardianInvitations.id, invited))
  expect(open?.withdrawn_by).toBe(mother.user_id)
  const acts = await world.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject_id, child.user_id), eq(auditLog.action, "guardian.remove")))
  expect(acts).toMatchObject([{ actor_id: mother.user_id, detail: { guardian_id: aunt.user_id } }])
})

test("LAW-03 the paper of a removed guardian ends with them, and nobody is left to agree to live classes", async () => {
  const { child, mother } = await createFamily()
  const paper = { paper_reference: "Folder 2026, sheet 14", known_seen: "identity_card" } as const
  await recordPaper(world.as(admin), {
    ...{ user_id: child.user_id, ...paper, purposes: ["live_classes", "recording"] },
  })
  const aunt = await createFurtherGuardian(world.ctx, child, ["see"])
  await know(child, aunt)
  expect(await counting(child)).toEqual(["live_classes", "recording"])
  // Only staff may leave a child without anybody who decides.
  expect((await refusalOf(removeGuardian(world.as(mother), of(child, mother), "guardian"))).code).toBe(
    "CONSENT_GUARDIAN_MISSING",
  )
  await removeGuardian(world.as(admin), of(child, mother), "staff")
  expect(await counting(child)).toEqual([])
  expect(await inForce(child)).toEqual([])
})

test("DASH-04 an invited guardian can't remove or change the first one, or themself, and leaves freely", async () => {
  const { child, mother } = await createFamily()
  const aunt = await createFurtherGuardian(world.ctx, child, GUARDIAN_RIGHTS)
  const uncle = await createFurtherGuardian(world.ctx, child, ["see"])
  const remove = (by: SignedIn, whom: SignedIn) => removeGuardian(world.as(by), of(child, whom), "guardian")
  const change = (by: SignedIn, whom: SignedIn, rights: GuardianRight[]) =>
    setRights(world.as(by), { ...of(child, whom), rights }, "guardian")
  expect((await refusalOf(remove(aunt, uncle))).data).toEqual({ right: "all" })
  expect((await refusalOf(change(uncle, uncle, ["see", "pay"]))).code).toBe("FIRST_GUARDIAN")
  await know(child, aunt)
  expect((await refusalOf(remove(aunt, mother))).code).toBe("FIRST_GUARDIAN")
  expect((await refusalOf(change(aunt, mother, ["see"]))).code).toBe("FIRST_GUARDIAN")
  await change(aunt, uncle, ["told"])
  expect((await refusalOf(requireChild(world.as(uncle), child.user_id, "see"))).data).toEqual({
    right: "see",
  })
  expect((await listGuardians(world.as(uncle), child.user_id, "guardian")).guardians).toMatchObject([
    { own: true, rights: ["told"], changeable: false },
  ])
  await remove(uncle, uncle)
  expect((await refusalOf(listGuardians(world.as(uncle), child.user_id, "guardian"))).code).toBe("NOT_FOUND")
  // The mother may leave once somebody else decides.
  await remove(mother, mother)
  expect((await readOverview(world.as(mother))).children).toEqual([])
  const stranger = (await createFamily()).mother
  expect((await refusalOf(remove(stranger, aunt))).code).toBe("NOT_FOUND")
})

test("LAW-01 taking the right to consent away ends the consents that hang on it", async () => {
  const { child, mother } = await createFamily()
  const aunt = await createFurtherGuardian(world.ctx, child, ["consent", "see"])
  await know(child, aunt)
  await agree(aunt, child, "recording")
  await setRights(world.as(mother), { ...of(child, aunt), rights: ["see"] }, "guardian")
  expect(await counting(child)).toEqual([])
  expect((await refusalOf(agree(aunt, child, "recording"))).data).toEqual({ right: "consent" })
})

test("DASH-04 guardians who leave and are removed at the same moment never leave a minor without one who decides", async () => {
  const acts = fc.array(
    fc.record({ by: fc.nat(1), whom: fc.nat(1), what: fc.constantFrom("remove", "leave", "leave", "less") }),
    { minLength: 2, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const { child, mother } = await createFamily()
      const further = await createFurtherGuardian(world.ctx, child, GUARDIAN_RIGHTS)
      await know(child, further)
      const people = [mother, further]
      const outcomes = await Promise.allSettled(
        all.map(({ by, whom, what }) => {
          const [actor, target] = [people[by] ?? mother, people[whom] ?? mother]
          const about = of(child, what === "leave" ? actor : target)
          return what === "less"
            ? setRights(world.as(actor), { ...about, rights: ["see"] }, "guardian")
            : removeGuardian(world.as(actor), about, "guardian")
        }),
      )
      for (const outcome of outcomes)
        if (outcome.status === "rejected")
          expect(["FIRST_GUARDIAN", "CONSENT_GUARDIAN_MISSING", "RIGHT_MISSING", "NOT_FOUND"]).toContain(
            outcome.reason.code,
          )
      const rows = await world.ctx.db
        .select()
        .from(guardianOf)
        .where(eq(guardianOf.student_id, child.user_id))
      expect(rows.some((row) => row.answer === "confirmed" && row.may_consent)).toBe(true)
    }),
    { numRuns: 20 },
  )
})

const ends: [string, (guardian: SignedIn, child: SignedIn) => Promise<unknown>][] = [
  [
    "whose account is erased",
    async (guardian) => {
      await world.ctx.db.update(user).set({ eraseAt: world.clock.now() }).where(eq(user.id, guardian.user_id))
      await eraseDue(world.ctx)
    },
  ],
  [
    "who says that it isn't their child",
    (guardian, child) => answerForChild(world.as(guardian), { student_id: child.user_id, mine: false }),
  ],
]

test.each(ends)(
  "LAW-03 LAW-01 a guardian %s leaves no consent, order or message behind",
  async (_how, end) => {
    const { child, mother } = await createFamily()
    const paper = { paper_reference: "Folder 2026, sheet 15", known_seen: "identity_card" } as const
    await recordPaper(world.as(admin), { user_id: child.user_id, ...paper, purposes: ["recording"] })
    await agree(mother, child, "live_classes")
    expect(await counting(child)).toEqual(["live_classes", "recording"])
    world.published.length = 0
    await end(mother, child)
    expect([await counting(child), await inForce(child)]).toEqual([[], []])
    expect(world.published).toContainEqual({ topic: "guardian.rights_ended", data: of(child, mother) })
    expect(world.published).toContainEqual({
      topic: "consent.withdrawn",
      data: { person_id: child.user_id, purpose: "live_classes" },
    })
    const { items } = await listUnconfirmed(world.as(admin), { limit: 50 })
    expect(items.map(({ student_id }) => student_id)).toContain(child.user_id)
  },
)

test("LAW-02 DASH-04 a child's export shows the named guardian's number to nobody but its owner and the child", async () => {
  const { child, mother } = await createFamily()
  const other = await createFurtherGuardian(world.ctx, child, GUARDIAN_RIGHTS)
  const shownTo = async (viewer: SignedIn) => {
    const { accounts } = await world.ctx.personalData.exportFor(world.as(viewer), child.user_id)
    return (accounts as { students: { parent_phone: string }[] }).students[0]?.parent_phone ?? ""
  }
  const number = await shownTo(child)
  expect(number).toMatch(/^\+91\d{10}$/)
  expect(await shownTo(mother)).toBe(number)
  expect(await shownTo(other)).toBe(maskPhone(number))
})

test("DASH-04 LAW-03 a guardian who answers an old question again leaves the record of the paper", async () => {
  const { child, mother } = await createFamily()
  const paper = { paper_reference: "Folder 2026, sheet 15", known_seen: "identity_card" } as const
  await recordPaper(world.as(admin), { user_id: child.user_id, ...paper, purposes: ["live_classes"] })
  const stored = () =>
    world.ctx.db
      .select({ link: guardianOf, confirmed_at: students.parent_phone_confirmed_at })
      .from(guardianOf)
      .innerJoin(students, eq(students.user_id, guardianOf.student_id))
      .where(eq(guardianOf.student_id, child.user_id))
  const before = await stored()
  expect(before).toMatchObject([{ link: { how: "paper", paper_reference: paper.paper_reference } }])
  world.clock.advance(DAY)
  await answerForChild(world.as(mother), { student_id: child.user_id, mine: true })
  expect(await stored()).toEqual(before)
})

test("LAW-02 an export names the invitations, and erasing an account erases links and invitations", async () => {
  const { child, mother } = await createFamily()
  await invitationFor(world.ctx, child.user_id, mother.user_id)
  const { guardians: own } = (await world.ctx.personalData.exportFor(world.ctx, mother.user_id)) as {
    guardians: { guardian_invitations: Record<string, unknown>[] }
  }
  expect(own.guardian_invitations).toMatchObject([{ student_id: child.user_id, name: "Kamala Rao" }])
  expect(own.guardian_invitations[0]).not.toHaveProperty("token_hash")
  await world.ctx.db
    .update(user)
    .set({ eraseAt: world.clock.now(), disabledAt: world.clock.now() })
    .where(eq(user.id, mother.user_id))
  await eraseDue(world.ctx)
  const about = (table: typeof guardianOf | typeof guardianInvitations) =>
    world.ctx.db.$count(table, eq(table.student_id, child.user_id))
  // What she typed of somebody else goes with her.
  expect([await about(guardianOf), await about(guardianInvitations)]).toEqual([0, 0])
})
