import { and, desc, eq, like } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { signInByCode } from "#features/accounts/server/sign-in/code-sign-in.ts"
import { guardians, students, user } from "#features/accounts/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { GUARDIAN_RIGHTS } from "#shared/guardian-rights.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { nextPhone } from "#tests/guardians.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { refusalOf, requestOn } from "#tests/sign-ups.ts"
import { acceptInvitation, readInvitation, requestInvitedCode } from "./accepting.ts"
import { answerForChild, readOverview, setChildConsent } from "./children.ts"
import { hasConsent } from "./consents.ts"
import { inviteGuardian, sweepInvitations, withdrawInvitation } from "./inviting.ts"
import { confirmGuardian } from "./known-guardians.ts"
import { listGuardians, removeGuardian } from "./other-guardians.ts"
import { listUnconfirmed } from "./papers.ts"
import { guardianInvitations, guardianOf } from "./table.ts"

let world: TestContext
let admin: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.ctx.db.delete(rateLimits)
})

type Rights = (typeof GUARDIAN_RIGHTS)[number][]

async function createFamily(columns: Parameters<typeof createStudent>[1] = {}) {
  const child = await createStudent(world.ctx, {
    ...{ under_18: true, parent_name: "Sunita Rao", parent_phone: nextPhone() },
    ...columns,
  })
  const mother = await createGuardian(world.ctx, child)
  return { child, mother }
}

const draft = (child: SignedIn, to: string, rights: Rights = ["see", "told"]) => ({
  ...{ student_id: child.user_id, name: "Kamala Rao", to, rights, language: "en" as const },
})

/** The newest text or mail to somebody. */
async function newestTo(recipient: string) {
  const [row] = await world.ctx.db
    .select()
    .from(notices)
    .where(eq(notices.recipient, recipient))
    .orderBy(desc(notices.id))
    .limit(1)
  return row?.text ?? ""
}

const tokenIn = (text: string) => /\/a\/g\/([\w-]{12})/.exec(text)?.[1] ?? ""

async function tokenTo(recipient: string) {
  const [row] = await world.ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.recipient, recipient), eq(notices.kind, "guardian-invitation")))
    .orderBy(desc(notices.id))
    .limit(1)
  return tokenIn(row?.text ?? "")
}

/** Asks for the code of an invitation, and reads it where it was sent. */
async function codeFor(token: string, recipient: string) {
  const { request } = await requestInvitedCode(world.ctx, token)
  return { token, request, code: /\b\d{6}\b/.exec(await newestTo(recipient))?.[0] ?? "" }
}

/** Invites somebody and accepts in a browser of their own. Returns the person. */
async function join(inviter: SignedIn, child: SignedIn, to: string, rights: Rights): Promise<SignedIn> {
  const by = inviter.role === "admin" ? "staff" : "guardian"
  await inviteGuardian(world.as(inviter), draft(child, to, rights), by)
  await acceptInvitation(requestOn(world.ctx), await codeFor(await tokenTo(to), to))
  const [row] = await world.ctx.db
    .select({ id: guardianOf.guardian_id })
    .from(guardianOf)
    .innerJoin(user, eq(user.id, guardianOf.guardian_id))
    .leftJoin(guardians, eq(guardians.user_id, guardianOf.guardian_id))
    .where(
      and(
        eq(guardianOf.student_id, child.user_id),
        to.includes("@") ? eq(user.email, to) : eq(guardians.phone, to),
      ),
    )
  return { ...inviter, user_id: row?.id ?? "", role: "guardian", first_name: "Kamala", email: "" }
}

const linkOf = async (child: SignedIn, guardian: SignedIn) =>
  (
    await world.ctx.db
      .select()
      .from(guardianOf)
      .where(and(eq(guardianOf.student_id, child.user_id), eq(guardianOf.guardian_id, guardian.user_id)))
  )[0]

test("DASH-04 an invited guardian proves the number by a code, and may do what was ticked and nothing else", async () => {
  const { child, mother } = await createFamily()
  const phone = nextPhone()
  const made = await inviteGuardian(world.as(mother), draft(child, phone, ["pay", "told"]), "guardian")
  expect(made).toMatchObject({ name: "Kamala Rao", address: phone, rights: ["pay", "told"], expired: false })
  const token = await tokenTo(phone)
  expect(await readInvitation(world.ctx, token)).toMatchObject({
    ...{ child: child.first_name, by: "phone", rights: ["pay", "told"] },
    ...{ invited_by: `${mother.first_name} ${mother.last_name}`, address: `•••••••••••${phone.slice(-2)}` },
  })
  // The link alone is not enough.
  const guess = { token, request: newId(), code: "000000" }
  expect((await refusalOf(acceptInvitation(world.ctx, guess))).code).toBe("CODE_WRONG")
  const given = await codeFor(token, phone)
  const browser = requestOn(world.ctx)
  expect(await acceptInvitation(browser, given)).toEqual({ first_name: "Kamala", student_id: child.user_id })
  expect(browser.http.reply.getSetCookie().join()).toContain("session_token")
  const [account] = await world.ctx.db.select().from(guardians).where(eq(guardians.phone, phone))
  const invited = { ...mother, user_id: account?.user_id ?? "" }
  const { children } = await readOverview(world.as(invited))
  expect(children).toMatchObject([{ student_id: child.user_id, rights: ["pay", "told"], manages: false }])
  expect(await linkOf(child, invited)).toMatchObject({ how: "invitation", invited_by: mother.user_id })
  // The first guardian has every right and manages the others.
  expect((await readOverview(world.as(mother))).children).toMatchObject([
    { rights: [...GUARDIAN_RIGHTS], manages: true },
  ])
  const acts = await world.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject_id, child.user_id), like(auditLog.action, "guardian.%")))
    .orderBy(auditLog.id)
  expect(acts.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["guardian.confirm", mother.user_id],
    ["guardian.invite", mother.user_id],
    ["guardian.accept", invited.user_id],
  ])
  // A used link says so, and so does a second press with the same code.
  expect((await refusalOf(readInvitation(world.ctx, token))).code).toBe("ACCEPTED_ALREADY")
  expect((await refusalOf(acceptInvitation(world.ctx, given))).code).toBe("ACCEPTED_ALREADY")
})

test("DASH-04 accepted twice at the same moment, an invitation makes one guardian and clears up the other press", async () => {
  const { child, mother } = await createFamily()
  const phone = nextPhone()
  await inviteGuardian(world.as(mother), draft(child, phone), "guardian")
  const given = await codeFor(await tokenTo(phone), phone)
  const codes = await Promise.all(
    [given, given, given].map((one) =>
      acceptInvitation(requestOn(world.ctx), one).then(
        () => "accepted",
        ({ code }: { code: string }) => code,
      ),
    ),
  )
  expect(codes.filter((code) => code === "accepted")).toHaveLength(1)
  // A press that is refused before the first one is done finds its code used.
  for (const code of codes) expect(["accepted", "ACCEPTED_ALREADY", "CODE_WRONG"]).toContain(code)
  const links = await world.ctx.db.select().from(guardianOf).where(eq(guardianOf.student_id, child.user_id))
  expect(links).toHaveLength(2)
})

test("DASH-04 inviting again renews the one invitation, and withdrawing ends its link", async () => {
  const { child, mother } = await createFamily()
  const phone = nextPhone()
  const first = await inviteGuardian(world.as(mother), draft(child, phone), "guardian")
  const old = await tokenTo(phone)
  world.clock.advance(DAY)
  const again = await inviteGuardian(world.as(mother), draft(child, phone, ["see"]), "guardian")
  expect(again.id).toBe(first.id)
  expect(again.expires_at.getTime() - first.expires_at.getTime()).toBe(DAY)
  const { invitations } = await listGuardians(world.as(mother), child.user_id, "guardian")
  expect(invitations).toMatchObject([{ id: first.id, rights: ["see"] }])
  expect((await refusalOf(readInvitation(world.ctx, old))).code).toBe("LINK_EXPIRED")
  const token = await tokenTo(phone)
  const given = await codeFor(token, phone)
  const which = { student_id: child.user_id, invitation_id: first.id }
  await withdrawInvitation(world.as(mother), which, "guardian")
  await withdrawInvitation(world.as(mother), which, "guardian")
  expect((await refusalOf(acceptInvitation(world.ctx, given))).code).toBe("LINK_EXPIRED")
  expect((await listGuardians(world.as(mother), child.user_id, "guardian")).invitations).toEqual([])
  // Withdrawn, it can be made anew, and then it expires.
  await inviteGuardian(world.as(mother), draft(child, phone), "guardian")
  const last = await tokenTo(phone)
  world.clock.advance(7 * DAY)
  expect((await refusalOf(readInvitation(world.ctx, last))).code).toBe("LINK_EXPIRED")
  expect((await listGuardians(world.as(mother), child.user_id, "guardian")).invitations).toMatchObject([
    { expired: true },
  ])
  world.clock.advance(31 * DAY)
  await sweepInvitations(world.ctx)
  expect(
    await world.ctx.db.$count(guardianInvitations, eq(guardianInvitations.student_id, child.user_id)),
  ).toBe(0)
})

test("LAW-03 a child can't be invited by its own number or e-mail, nor accept with a number that is its own by then", async () => {
  const own = nextPhone()
  const { child, mother } = await createFamily({ phone: own })
  const invite = (to: string) => inviteGuardian(world.as(mother), draft(child, to), "guardian")
  expect((await refusalOf(invite(own))).data).toEqual({ fields: { to: "CHILDS_NUMBER" } })
  expect((await refusalOf(invite(child.email.toUpperCase()))).data).toEqual({
    fields: { to: "CHILDS_EMAIL" },
  })
  expect((await refusalOf(invite("12345"))).data).toEqual({ fields: { to: "PHONE_OR_EMAIL" } })
  const later = nextPhone()
  await invite(later)
  await world.ctx.db.update(students).set({ phone: later }).where(eq(students.user_id, child.user_id))
  const accepted = acceptInvitation(world.ctx, await codeFor(await tokenTo(later), later))
  expect((await refusalOf(accepted)).code).toBe("GUARDIAN_IS_CHILD")
  // Nothing was made of it, and the child invites nobody.
  expect(await world.ctx.db.$count(guardianOf, eq(guardianOf.student_id, child.user_id))).toBe(1)
  expect((await refusalOf(inviteGuardian(world.as(child), draft(child, nextPhone()), "guardian"))).code).toBe(
    "NOT_FOUND",
  )
})

test("DASH-04 whoever is a guardian, disabled, or somebody else by that e-mail is not invited, each with a reason", async () => {
  const { child, mother } = await createFamily()
  const [{ phone } = { phone: null }] = await world.ctx.db
    .select({ phone: guardians.phone })
    .from(guardians)
    .where(eq(guardians.user_id, mother.user_id))
  const invite = (to: string) => inviteGuardian(world.as(mother), draft(child, to), "guardian")
  expect((await refusalOf(invite(phone ?? ""))).code).toBe("GUARDIAN_ALREADY")
  const { mother: disabled } = await createFamily()
  const [other] = await world.ctx.db.select().from(guardians).where(eq(guardians.user_id, disabled.user_id))
  // Disabled after the invitation, the person can't accept it, and the code stays unused.
  await invite(other?.phone ?? "")
  const given = await codeFor(await tokenTo(other?.phone ?? ""), other?.phone ?? "")
  const disable = (at: Date | null) =>
    world.ctx.db.update(user).set({ disabledAt: at }).where(eq(user.id, disabled.user_id))
  await disable(world.clock.now())
  expect((await refusalOf(acceptInvitation(world.ctx, given))).code).toBe("ACCOUNT_DISABLED")
  expect((await refusalOf(invite(other?.phone ?? ""))).code).toBe("GUARDIAN_DISABLED")
  await disable(null)
  expect(await acceptInvitation(requestOn(world.ctx), given)).toMatchObject({ student_id: child.user_id })
  // An account has one role: a teacher who is a parent uses the phone.
  const teacher = await createInstructor(world.ctx)
  await invite(teacher.email)
  const mailed = acceptInvitation(world.ctx, await codeFor(await tokenTo(teacher.email), teacher.email))
  expect((await refusalOf(mailed)).code).toBe("INVITED_ELSEWHERE")
})

test("DASH-04 a guardian invited by e-mail signs in by mailed codes, and has no number", async () => {
  const { child } = await createFamily()
  const father = await join(admin, child, "ravi.rao@example.com", ["see", "consent"])
  expect((await readOverview(world.as(father))).phone).toBeNull()
  const [row] = await world.ctx.db.select().from(user).where(eq(user.id, father.user_id))
  expect(row).toMatchObject({ email: "ravi.rao@example.com", emailVerified: true, language: "en" })
  expect(
    (await refusalOf(signInByCode(world.ctx, { request: newId(), code: "000000", portal: "any" }))).code,
  ).toBe("CODE_INVALID")
  const { guardians: listed } = await listGuardians(world.as(admin), child.user_id, "staff")
  expect(listed.map(({ address, first, rights }) => [address, first, rights])).toMatchObject([
    [expect.stringMatching(/^\+91/), true, [...GUARDIAN_RIGHTS]],
    ["ravi.rao@example.com", false, ["see", "consent"]],
  ])
})

test("LAW-03 an invited guardian's consent to recording counts once staff know them, also after another unknown one's", async () => {
  const { child, mother } = await createFamily()
  const father = await join(mother, child, nextPhone(), ["consent"])
  const agree = (guardian: SignedIn, purpose: "recording" | "live_classes", given = true) =>
    setChildConsent(world.as(guardian), {
      ...{ student_id: child.user_id, purpose, given, notice_version: 1, language: "en" },
    })
  const counts = async (purpose: "recording" | "live_classes") =>
    (await hasConsent(world.ctx, [child.user_id], purpose)).has(child.user_id)
  // Neither is known: live classes need no more, recording does.
  await agree(mother, "recording")
  await agree(father, "live_classes")
  expect([await counts("recording"), await counts("live_classes")]).toEqual([false, true])
  expect((await listUnconfirmed(world.as(admin), { limit: 100 })).items).toContainEqual(
    expect.objectContaining({
      student_id: child.user_id,
      waits_for: expect.arrayContaining(["guardian", "further_guardian"]),
    }),
  )
  const proof = { user_id: child.user_id, known_how: "in_person", known_seen: "identity_card" } as const
  await confirmGuardian(world.as(admin), { ...proof, guardian_id: father.user_id })
  // The mother's consent still waits for staff, and the father's own replaces it.
  expect(await counts("recording")).toBe(false)
  await agree(father, "recording")
  expect(await counts("recording")).toBe(true)
  // Knowing somebody is not giving them more.
  expect(await linkOf(child, father)).toMatchObject({ may_consent: true, may_see: false, may_pay: false })
  // Any of them may withdraw.
  await agree(mother, "recording", false)
  expect(await counts("recording")).toBe(false)
})

test("DASH-04 limits: a guardian invites ten a day, and a number gets no more than twelve texts", async () => {
  const { child, mother } = await createFamily()
  const invite = (to: string) => inviteGuardian(world.as(mother), draft(child, to), "guardian")
  for (let turn = 0; turn < 5; turn += 1) await invite(nextPhone())
  expect((await refusalOf(invite(nextPhone()))).code).toBe("TOO_MANY_REQUESTS")
  world.clock.advance(2 * 3_600_000)
  for (let turn = 0; turn < 5; turn += 1) await invite(nextPhone())
  world.clock.advance(2 * 3_600_000)
  expect((await refusalOf(invite(nextPhone()))).code).toBe("TOO_MANY_REQUESTS")
  const phone = nextPhone()
  for (let turn = 0; turn < 12; turn += 1) await inviteGuardian(world.as(admin), draft(child, phone), "staff")
  expect((await refusalOf(inviteGuardian(world.as(admin), draft(child, phone), "staff"))).code).toBe(
    "TOO_MANY_REQUESTS",
  )
})

test("DASH-04 where no invitation can be texted, inviting a number says so and one by mail still goes", async () => {
  const { child } = await createFamily()
  const mute = { ...world.as(admin), post: { ...world.ctx.post, canText: async () => false } }
  const number = nextPhone()
  const refused = await refusalOf(inviteGuardian(mute, draft(child, number), "staff"))
  expect(refused).toMatchObject({ code: "FIELD_ERRORS", data: { fields: { to: "NUMBER_NOT_TEXTED" } } })
  const mailless = { ...mute, mail: { ...mute.mail, configured: false } }
  const neither = await refusalOf(inviteGuardian(mailless, draft(child, number), "staff"))
  expect(neither.code).toBe("TEXTS_UNAVAILABLE")
  expect((await listGuardians(world.as(admin), child.user_id, "staff")).invitations).toEqual([])
  await inviteGuardian(mute, draft(child, "aunt-of-mute@example.com"), "staff")
  expect(await newestTo(number)).toBe("")
  expect(tokenIn(await newestTo("aunt-of-mute@example.com"))).not.toBe("")
})

test("DASH-04 who was removed comes back by an invitation alone, not by the number that is still named", async () => {
  const { child, mother } = await createFamily()
  const father = await join(admin, child, nextPhone(), [...GUARDIAN_RIGHTS])
  await removeGuardian(world.as(admin), { student_id: child.user_id, guardian_id: mother.user_id }, "staff")
  expect((await readOverview(world.as(mother))).children).toEqual([])
  expect((await readOverview(world.as(mother))).to_confirm).toEqual([])
  const again = answerForChild(world.as(mother), { student_id: child.user_id, mine: true })
  expect((await refusalOf(again)).code).toBe("NOT_FOUND")
  // An invited guardian manages once staff know them.
  const [{ phone } = { phone: null }] = await world.ctx.db
    .select({ phone: guardians.phone })
    .from(guardians)
    .where(eq(guardians.user_id, mother.user_id))
  const back = draft(child, phone ?? "", ["see"])
  expect((await refusalOf(inviteGuardian(world.as(father), back, "guardian"))).data).toEqual({ right: "all" })
  const proof = { user_id: child.user_id, known_how: "in_person", known_seen: "identity_card" } as const
  await confirmGuardian(world.as(admin), { ...proof, guardian_id: father.user_id })
  await inviteGuardian(world.as(father), back, "guardian")
  await acceptInvitation(requestOn(world.ctx), await codeFor(await tokenTo(phone ?? ""), phone ?? ""))
  expect((await readOverview(world.as(mother))).children).toMatchObject([{ rights: ["see"], manages: false }])
})
