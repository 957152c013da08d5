import { type AnyContractProcedure, isContractProcedure } from "@orpc/contract"
import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { z } from "zod"
import { Password } from "#contract/accounts/accounts.ts"
import { contract } from "#contract/index.ts"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { outbox } from "#features/notifications/server/table.ts"
import { rateLimits } from "#platform/limits.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { instructorForm, newEmail, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { insertStudents } from "../imported.ts"
import { acceptInvitation, invitePerson } from "../invitations.ts"
import { accountsJobs } from "../jobs.ts"
import { confirmEmail } from "../mail/confirm-email.ts"
import { requestMail } from "../mail/mail-requests.ts"
import { makeAdmin } from "../make-admin.ts"
import { signUpInstructor, signUpStudent } from "../service.ts"
import { changePassword } from "./own-password.ts"
import { resetPassword } from "./password-reset.ts"

let suite: TestContext
let ctx: TestContext["ctx"]

beforeAll(async () => {
  suite = await createTestContext()
  ctx = suite.ctx
})
beforeEach(async () => {
  await ctx.db.delete(rateLimits)
})
afterAll(() => suite.close())

/** Every field of a procedure's input that is a new password. */
function newPasswordsOf(node: object, path: string[] = []): string[] {
  if (!isContractProcedure(node))
    return Object.entries(node).flatMap(([key, child]) => newPasswordsOf(child, [...path, key]))
  const schema = (node as AnyContractProcedure)["~orpc"].inputSchema
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape)
    .filter(([, field]) => (field instanceof z.ZodOptional ? field.unwrap() : field) === Password)
    .map(([name]) => [...path, name].join("."))
}

function linkIn(text: string): { request: string; secret: string } {
  const url = new URL(/^http.*$/m.exec(text)?.[0] ?? "")
  return { request: url.searchParams.get("request") ?? "", secret: url.searchParams.get("secret") ?? "" }
}

async function linkTo(email: string): Promise<{ request: string; secret: string }> {
  await runJobs(suite, [...accountsJobs, ...notificationJobs])
  const [mail] = await ctx.db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, email))
    .orderBy(desc(outbox.id))
  return linkIn(mail?.text ?? "")
}

const PHONE = "98123 45678"

async function signedUp() {
  const made = requestOn(ctx)
  await signUpStudent(made, studentForm({ first_name: "Devika", phone: PHONE }))
  const browser = requestOn(ctx, made)
  const viewer = await ctx.sessions.read(browser.http)
  if (!viewer) throw new Error("nobody is signed in")
  return { ...browser, viewer }
}

/** Sets a new password in each way, for somebody called Devika with that phone. */
const WAYS: Record<string, (password: string) => Promise<unknown>> = {
  "accounts.signUpStudent.password": (password) =>
    signUpStudent(requestOn(ctx), studentForm({ first_name: "Devika", phone: PHONE, password })),
  "accounts.signUpInstructor.password": (password) =>
    signUpInstructor(requestOn(ctx), instructorForm({ first_name: "Devika", phone: PHONE, password })),
  async "accounts.resetPassword.password"(password) {
    const { viewer } = await signedUp()
    await requestMail(requestOn(ctx), "reset", viewer.email)
    return resetPassword(requestOn(ctx), { ...(await linkTo(viewer.email)), password })
  },
  async "accounts.confirmEmail.new_password"(new_password) {
    const { viewer } = await signedUp()
    return confirmEmail(requestOn(ctx), { ...(await linkTo(viewer.email)), new_password })
  },
  async "accounts.acceptInvitation.password"(password) {
    const person = { email: newEmail(), first_name: "Devika", last_name: "Rao", phone: "+919812345678" }
    const school = {
      grade: null,
      curriculum: null,
      date_of_birth: null,
      parent_name: null,
      parent_phone: null,
    }
    const [user_id = ""] = await insertStudents(ctx, [{ ...person, ...school }])
    const { url } = await invitePerson(suite.as(await createAdmin(ctx)), { user_id, how: "link" })
    return acceptInvitation(requestOn(ctx), { ...linkIn(url ?? ""), password })
  },
  "account.changePassword.new_password": async (new_password) =>
    changePassword(await signedUp(), { current_password: PASSWORD, new_password }),
}

test("ACC-04 every procedure that takes a new password is tried here", () => {
  expect(newPasswordsOf(contract).sort()).toEqual(Object.keys(WAYS).sort())
})

test.each(Object.entries(WAYS))(
  "ACC-04 ACC-07 %s refuses weak passwords at its field and takes a good one",
  async (name, set) => {
    const field = name.split(".").at(-1) ?? ""
    for (const weak of ["kaksha123", "devika1998", "9812345678"]) {
      expect((await refusalOf(set(weak))).data, weak).toEqual({ fields: { [field]: "PASSWORD_PERSONAL" } })
    }
    await set("umbrella for two")
  },
)

test("ACC-12 the command that makes an admin holds to the same rules", async () => {
  const office = { email: newEmail(), first_name: "Noor", last_name: "Khan", password: "kaksha123" }
  expect((await refusalOf(makeAdmin(ctx, office))).data).toEqual({
    fields: { password: "PASSWORD_PERSONAL" },
  })
})
