import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { auditLog } from "#platform/audit.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { newEmail, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { makeAdmin } from "./make-admin.ts"
import { signUpStudent } from "./service.ts"
import { readPerson } from "./sessions.ts"
import { signIn } from "./sign-in.ts"
import { user } from "./table.ts"

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

test("ACC-12 an admin is made once, can sign in, and the act is in the audit log", async () => {
  const email = newEmail()
  await makeAdmin(suite.ctx, office(email))
  expect(await makeAdmin(suite.ctx, office(email))).toEqual({ known: true, link: null })
  const input = { email, password: "three random words", portal: "any" as const }
  const person = await signIn(requestOn(suite.ctx), input)
  expect(person).toMatchObject({ role: "admin", email_verified: true })
  expect(await actsOn(person.user_id)).toMatchObject([{ action: "person.make_admin", actor_id: null }])
})

test("ACC-12 somebody who confirmed the e-mail of an account becomes an admin and keeps the password", async () => {
  const { email, user_id } = await signUpStudent(requestOn(suite.ctx), studentForm())
  await suite.ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, user_id))
  await makeAdmin(suite.ctx, office(email, null))
  expect(await readPerson(suite.ctx.db, user_id)).toMatchObject({ role: "admin" })
  expect(await suite.ctx.sessions.checkPassword(email, PASSWORD)).toBe(user_id)
  expect(await actsOn(user_id)).toMatchObject([{ detail: { by: "command", known: true } }])
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
