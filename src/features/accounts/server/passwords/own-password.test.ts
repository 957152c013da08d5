import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { notices } from "#features/notifications/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { setLanguage } from "../language.ts"
import { issueLink, isUsable } from "../mail/mail-requests.ts"
import { signUpStudent } from "../service.ts"
import { account } from "../table.ts"
import { changePassword, hasPassword, requireOwnPassword } from "./own-password.ts"

const NEXT = "umbrella for two"
let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.ctx.db.delete(rateLimits)
})

async function signedUp(): Promise<SignedInCtx> {
  const made = requestOn(world.ctx)
  await signUpStudent(made, studentForm({ first_name: "Ila" }))
  const browser = requestOn(world.ctx, made)
  const viewer = await world.ctx.sessions.read(browser.http)
  if (!viewer) throw new Error("nobody is signed in")
  return { ...browser, viewer }
}

const credentialOf = async ({ viewer }: SignedInCtx) => {
  const [row] = await world.ctx.db.select().from(account).where(eq(account.userId, viewer.user_id))
  return row
}

/** Leaves a person with Google alone, as one who never set a password. */
async function leaveGoogleTo({ viewer }: SignedInCtx): Promise<void> {
  await world.ctx.db
    .update(account)
    .set({ providerId: "google", accountId: newId(), password: null })
    .where(eq(account.userId, viewer.user_id))
}

test("ACC-10 a person has a password if one was set, and Google or an emptied one is none", async () => {
  const [own, googles, emptied] = [await signedUp(), await signedUp(), await signedUp()]
  await leaveGoogleTo(googles)
  await world.ctx.db.update(account).set({ password: null }).where(eq(account.userId, emptied.viewer.user_id))
  const has = ({ viewer }: SignedInCtx) => hasPassword(world.ctx, viewer.user_id)
  expect([await has(own), await has(googles), await has(emptied)]).toEqual([true, false, false])
})

test("ACC-12 the own password is asked, no other will do, and who has none is not asked", async () => {
  const own = await signedUp()
  for (const wrong of [undefined, "", "not the password"])
    expect((await refusalOf(requireOwnPassword(own, wrong))).code).toBe("PASSWORD_WRONG")
  await requireOwnPassword(own, PASSWORD)
  const anothers = { ...own, sessions: { ...own.sessions, checkPassword: async () => newId() } }
  expect((await refusalOf(requireOwnPassword(anothers, PASSWORD))).code).toBe("PASSWORD_WRONG")
  const googles = await signedUp()
  await leaveGoogleTo(googles)
  await requireOwnPassword(googles, undefined)
})

test("ACC-11 ten wrong own passwords in 15 minutes are the last, and right ones don't count", async () => {
  const own = await signedUp()
  const checkPassword = async (_: string, given: string) => (given === PASSWORD ? own.viewer.user_id : null)
  const quick = { ...own, sessions: { ...own.sessions, checkPassword } }
  for (let turn = 0; turn < 12; turn += 1) await requireOwnPassword(quick, PASSWORD)
  for (let turn = 0; turn < 10; turn += 1) await refusalOf(requireOwnPassword(quick, "a guess"))
  expect((await refusalOf(requireOwnPassword(quick, PASSWORD))).code).toBe("TOO_MANY_REQUESTS")
})

test("ACC-10 a new password is the person's alone, ends what was mailed before, and is told to them in their language", async () => {
  const [own, other] = [await signedUp(), await signedUp()]
  const { user_id, email } = own.viewer
  const before = await credentialOf(other)
  await setLanguage(world.ctx, user_id, "hi")
  const link = new URL((await issueLink(world.ctx, "/reset-password", own.viewer)).url)
  const usable = () =>
    isUsable(
      world.ctx,
      "reset",
      link.searchParams.get("request") ?? "",
      link.searchParams.get("secret") ?? "",
    )
  expect(await usable()).toBe(true)
  world.clock.advance(DAY / 48)
  expect(await changePassword(own, { current_password: PASSWORD, new_password: NEXT })).toEqual({ ended: 0 })

  expect(await world.ctx.sessions.checkPassword(email, NEXT)).toBe(user_id)
  expect(await world.ctx.sessions.checkPassword(email, PASSWORD)).toBeNull()
  expect((await credentialOf(own))?.updatedAt).toEqual(world.clock.now())
  expect(await credentialOf(other)).toEqual(before)
  expect(await usable()).toBe(false)
  const mails = await world.ctx.db.select().from(notices).where(eq(notices.recipient, email))
  expect(mails.filter(({ kind }) => kind === "password-changed")).toMatchObject([
    { subject_ids: [user_id], recipient_name: "Ila", mail: { language: "hi" } },
  ])
})

test("ACC-10 who has no password can't set one here, only by the mailed link", async () => {
  const googles = await signedUp()
  await leaveGoogleTo(googles)
  for (const current_password of [undefined, PASSWORD]) {
    const setting = changePassword(googles, { current_password, new_password: NEXT })
    expect((await refusalOf(setting)).code).toBe("PASSWORD_WRONG")
  }
  expect((await credentialOf(googles))?.password).toBeNull()
})
