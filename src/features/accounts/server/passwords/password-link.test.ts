import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { instructorForm, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { acceptInvitation } from "../invitations.ts"
import { requestMail } from "../mail/mail-requests.ts"
import { changeRole, disablePerson } from "../people/people.ts"
import { readEntry } from "../people/people-list.ts"
import { signUpInstructor, signUpStudent } from "../service.ts"
import { signIn } from "../sign-in/sign-in.ts"
import { session, user } from "../table.ts"
import { makePasswordLink } from "./password-link.ts"
import { canReset, resetPassword } from "./password-reset.ts"

const NEW = "another long enough password"

let world: TestContext
let admin: SignedIn

beforeAll(async () => {
  const env = { APP_URL: "https://kaksha.example", AUTH_SECRET: "a-secret-of-at-least-32-characters" }
  world = await createTestContext({ env })
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())

const asAdmin = () => world.as(admin)

/** The parts of a link that its page sends. */
function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url)
  expect(pathname).toBe("/reset-password")
  return { request: searchParams.get("request") ?? "", secret: searchParams.get("secret") ?? "" }
}

const sessionsOf = async (userId: string) =>
  (await world.ctx.db.select().from(session).where(eq(session.userId, userId))).length

const actsOn = async (userId: string) =>
  (await world.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, userId))).map(
    ({ action }) => action,
  )

test("ACC-09 where no mail can leave, the office hands over a link that sets a new password once and ends every session", async () => {
  const browser = requestOn(world.ctx)
  const { email, user_id } = await signUpStudent(browser, studentForm())
  expect((await refusalOf(requestMail(requestOn(world.ctx), "reset", email))).code).toBe("MAIL_UNAVAILABLE")
  expect(await sessionsOf(user_id)).toBe(1)

  const lost = partsOf((await makePasswordLink(asAdmin(), user_id)).url)
  const { url, expires_at } = await makePasswordLink(asAdmin(), user_id)
  expect(expires_at).toEqual(new Date(world.clock.now().getTime() + DAY))
  const link = partsOf(url)
  expect([await canReset(world.ctx, lost), await canReset(world.ctx, link)]).toEqual([false, true])
  // The page of invitations opens accounts that nobody has joined.
  expect((await refusalOf(acceptInvitation(requestOn(world.ctx), { ...link, password: NEW }))).code).toBe(
    "LINK_EXPIRED",
  )
  const weak = await refusalOf(resetPassword(requestOn(world.ctx), { ...link, password: "password1234" }))
  expect(weak.code).toBe("FIELD_ERRORS")

  await resetPassword(requestOn(world.ctx), { ...link, password: NEW })
  expect(await sessionsOf(user_id)).toBe(0)
  expect((await refusalOf(resetPassword(requestOn(world.ctx), { ...link, password: NEW }))).code).toBe(
    "LINK_EXPIRED",
  )
  const again = requestOn(world.ctx)
  expect((await refusalOf(signIn(again, { email, password: PASSWORD, portal: "any" }))).code).toBe(
    "INVALID_CREDENTIALS",
  )
  expect(await signIn(again, { email, password: NEW, portal: "any" })).toMatchObject({ user_id })
  // Whoever held the link, the e-mail stays unproved, and what was set up stays.
  const [row] = await world.ctx.db.select().from(user).where(eq(user.id, user_id))
  expect(row).toMatchObject({ emailVerified: false, profileDue: false })
  expect(await actsOn(user_id)).toEqual([
    "person.password_link",
    "person.password_link",
    "account.password-by-link",
  ])
  expect(await world.ctx.db.select().from(notices)).toEqual([])
})

test("ACC-09 a link for a new password works for a day", async () => {
  const { user_id } = await signUpStudent(requestOn(world.ctx), studentForm())
  const link = partsOf((await makePasswordLink(asAdmin(), user_id)).url)
  world.clock.advance(DAY - MINUTE)
  expect(await canReset(world.ctx, link)).toBe(true)
  world.clock.advance(MINUTE)
  expect(await canReset(world.ctx, link)).toBe(false)
})

test("ACC-09 ADM-01 nobody gets a link for the account of an admin or the office, nor for one that has no use for it", async () => {
  const codeOf = async (userId: string) => (await refusalOf(makePasswordLink(asAdmin(), userId))).code
  const other = await createAdmin(world.ctx)
  const child = await createStudent(world.ctx, {
    under_18: true,
    parent_name: "Lata Rao",
    parent_phone: "+919876533001",
  })
  const byPhone = await createGuardian(world.ctx, child)
  const { user_id: office } = await signUpStudent(requestOn(world.ctx), studentForm())
  const { user_id: shut } = await signUpStudent(requestOn(world.ctx), studentForm())
  await changeRole(asAdmin(), { user_id: office, role: "office" })
  await disablePerson(asAdmin(), { user_id: shut, reason: "Left" })
  for (const userId of [other.user_id, office, byPhone.user_id, shut]) {
    expect(await codeOf(userId)).toBe("NO_PASSWORD_LINK")
    expect((await readEntry(world.ctx, userId)).password_link).toBe(false)
  }
  expect(await codeOf(admin.user_id)).toBe("OWN_ACCOUNT")
  expect((await refusalOf(makePasswordLink(world.as(child), office))).code).toBe("FORBIDDEN")

  // One who becomes staff meanwhile needs no link of before.
  const { user_id } = await signUpInstructor(requestOn(world.ctx), instructorForm())
  const link = partsOf((await makePasswordLink(asAdmin(), user_id)).url)
  await changeRole(asAdmin(), { user_id, role: "admin" })
  expect(await canReset(world.ctx, link)).toBe(false)
  expect((await refusalOf(resetPassword(requestOn(world.ctx), { ...link, password: NEW }))).code).toBe(
    "LINK_EXPIRED",
  )
})
