import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { auditLog } from "#platform/audit.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { newEmail, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { makeAdmin, removeAdmin } from "./make-admin.ts"
import { canReset, resetPassword } from "./passwords/password-reset.ts"
import { signUpStudent } from "./service.ts"
import { readPerson } from "./sessions.ts"
import { signIn } from "./sign-in/sign-in.ts"
import { admins, session, user } from "./table.ts"

let suite: TestContext
beforeAll(async () => {
  suite = await createTestContext()
})
afterAll(() => suite.close())

const office = (email: string, password: string | null = "three random words") => ({
  email,
  first_name: "Noor",
  last_name: "Khan",
  password,
})

async function actsOn(id: string) {
  return suite.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, id))
}

function signInWith(email: string, password: string) {
  return signIn(requestOn(suite.ctx), { email, password, portal: "any" })
}

test("ACC-12 an admin is made once, can sign in, and the act is in the audit log", async () => {
  const email = newEmail()
  expect(await makeAdmin(suite.ctx, office(email))).toMatchObject({ was: "nobody", link: null })
  const person = await signInWith(email, "three random words")
  expect(person).toMatchObject({ role: "admin", email_verified: true })
  expect(await actsOn(person.user_id)).toMatchObject([{ action: "person.make_admin", actor_id: null }])
  // Another name and no password change nothing; the link lets somebody in who lost the password.
  const again = await makeAdmin(suite.ctx, { ...office(email, null), first_name: "Other" })
  expect(again).toMatchObject({ was: "admin", access_ended: false, enabled: false })
  expect(await signInWith(email, "three random words")).toMatchObject({ first_name: "Noor" })
})

test("ACC-12 a link that was never used is replaced by running the command again", async () => {
  const email = newEmail()
  const linkIn = (url: string | null) => {
    const { searchParams } = new URL(url ?? "")
    return { request: searchParams.get("request") ?? "", secret: searchParams.get("secret") ?? "" }
  }
  const lost = linkIn((await makeAdmin(suite.ctx, office(email, null))).link)
  const found = linkIn((await makeAdmin(suite.ctx, office(email, null))).link)
  expect(await canReset(suite.ctx, lost)).toBe(false)
  await resetPassword(requestOn(suite.ctx), { ...found, password: "a tamarind tree" })
  expect(await signInWith(email, "a tamarind tree")).toMatchObject({ role: "admin" })
})

test("ACC-12 a password that is given replaces the one of an account, and ends its sessions", async () => {
  const { email, user_id } = await signUpStudent(requestOn(suite.ctx), studentForm())
  await suite.ctx.db
    .update(user)
    .set({ emailVerified: true, disabledAt: new Date() })
    .where(eq(user.id, user_id))
  expect(await makeAdmin(suite.ctx, office(email))).toEqual({
    ...{ was: "person", access_ended: false, enabled: true, link: null },
  })
  expect(await suite.ctx.sessions.checkPassword(email, PASSWORD)).toBeNull()
  expect(await suite.ctx.sessions.checkPassword(email, "three random words")).toBe(user_id)
  expect(await suite.ctx.db.select().from(session).where(eq(session.userId, user_id))).toEqual([])
  expect((await actsOn(user_id)).map(({ action }) => action).toSorted()).toEqual([
    "person.enable",
    "person.make_admin",
    "person.set_password",
  ])
})

test("ACC-12 somebody who confirmed the e-mail of an account becomes an admin and keeps the password", async () => {
  const { email, user_id } = await signUpStudent(requestOn(suite.ctx), studentForm())
  await suite.ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, user_id))
  await makeAdmin(suite.ctx, office(email, null))
  expect(await readPerson(suite.ctx.db, user_id)).toMatchObject({ role: "admin" })
  expect(await suite.ctx.sessions.checkPassword(email, PASSWORD)).toBe(user_id)
  expect(await actsOn(user_id)).toMatchObject([{ detail: { by: "command", known: true } }])
})

test("ACC-12 the way back: an admin is none any more, but never the last one", async () => {
  await suite.ctx.db.delete(admins)
  const { email, user_id } = await signUpStudent(requestOn(suite.ctx), studentForm())
  await suite.ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, user_id))
  await makeAdmin(suite.ctx, office(email, null))
  expect(await removeAdmin(suite.ctx, newEmail())).toBe("unknown")
  expect(await removeAdmin(suite.ctx, email)).toBe("last")
  const other = newEmail()
  await makeAdmin(suite.ctx, office(other))
  // Of two admins removed at once one stays.
  const both = await Promise.all([removeAdmin(suite.ctx, email), removeAdmin(suite.ctx, other)])
  expect(both.filter((done) => done === "last")).toHaveLength(1)
  if (both[0] === "last") await makeAdmin(suite.ctx, office(other))
  if (both[0] === "last") expect(await removeAdmin(suite.ctx, email)).toEqual({ role: "student" })
  else expect(both[0]).toEqual({ role: "student" })
  expect(await removeAdmin(suite.ctx, email)).toBe("no-admin")
  expect(await readPerson(suite.ctx.db, user_id)).toMatchObject({ role: "student" })
  expect((await actsOn(user_id)).map(({ action }) => action)).toContain("person.remove_admin")
})

test("ACC-12 an admin's password is held to the same rules", async () => {
  for (const [password, problem] of [
    ["short", "PASSWORD_SHORT"],
    ["password1", "PASSWORD_COMMON"],
  ] as const) {
    const refusal = await refusalOf(makeAdmin(suite.ctx, office(newEmail(), password)))
    expect(refusal.data).toEqual({ fields: { password: problem } })
  }
})
