import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { notices } from "#features/notifications/server/table.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { signUpStudent } from "../service.ts"
import { mustConfirmFirst, sendOwnConfirmation } from "./confirmation.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

const mailsTo = (email: string) => world.ctx.db.select().from(notices).where(eq(notices.recipient, email))

test.each([
  ["an instructor in production", {}, true],
  ["one who confirmed it", { email_verified: true }, false],
  ["a student", { role: "student" as const }, false],
  ["an admin", { role: "admin" as const }, false],
  ["a trial", { trial: true }, false],
  ["an academy without a mail server", { configured: false }, false],
])("ACC-11 who must confirm the e-mail before signing in: %s", (_, change, expected) => {
  const { trial, configured, ...person } = {
    ...{ trial: false, configured: true, role: "instructor" as const, email_verified: false },
    ...change,
  }
  const { env, mail } = world.ctx
  const academy = { env: { ...env, trial }, mail: { ...mail, configured } }
  expect(mustConfirmFirst(academy, person)).toBe(expected)
})

test("ACC-11 the link to confirm an e-mail goes to that person in their language, for three days, and is not kept once sent", async () => {
  const viewer = await createStudent(world.ctx, { first_name: "Ila" })
  const browser = requestOn(world.ctx)
  browser.http.request.set("accept-language", "hi-IN")
  await sendOwnConfirmation({ ...browser, viewer })
  const [mail, ...more] = await mailsTo(viewer.email)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    ...{ kind: "confirm-email", channel: "email", recipient_name: "Ila", subject_ids: [viewer.user_id] },
    send_before: new Date(world.clock.now().getTime() + 3 * DAY),
    ...{ secret: true, status: "queued", mail: { language: "hi" } },
  })
  const link = new URL(/http\S+/.exec(mail?.text ?? "")?.[0] ?? "")
  expect([link.pathname, link.searchParams.get("request")]).toEqual(["/verify-email", mail?.cause_id])
})

test("ACC-11 where no mail can leave, signing up sends none, and asking for the link again says so", async () => {
  const mute = { ...world.ctx, mail: { ...world.ctx.mail, configured: false } }
  const made = requestOn(mute)
  const { email } = await signUpStudent(made, studentForm())
  const viewer = await world.ctx.sessions.read(requestOn(mute, made).http)
  if (!viewer) throw new Error("the student is signed in")
  expect((await refusalOf(sendOwnConfirmation({ ...mute, viewer }))).code).toBe("MAIL_UNAVAILABLE")
  expect(await mailsTo(email)).toEqual([])
})
