import { eq, like } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { notices } from "#features/notifications/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { CHILD, instructorForm, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { signUpInstructor, signUpStudent } from "../service.ts"
import { signIn } from "../sign-in/sign-in.ts"
import { mustConfirmFirst, sendOwnConfirmation } from "./confirmation.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
beforeEach(async () => {
  await world.ctx.db.delete(rateLimits)
})
afterAll(() => world.close())

const OF_ALL = like(rateLimits.key, "confirmations-of-all:%")
const reachDailyMost = () => world.ctx.db.update(rateLimits).set({ tries: 5_000 }).where(OF_ALL)

async function counted(): Promise<number[]> {
  const rows = await world.ctx.db.select().from(rateLimits).where(OF_ALL)
  return rows.map(({ tries }) => tries)
}

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

test("ACC-11 beyond the day's most mails to unproved e-mails students sign up without one, and can ask for the link the next day", async () => {
  await signUpStudent(requestOn(world.ctx), studentForm())
  await reachDailyMost()
  const made = requestOn(world.ctx)
  const { email } = await signUpStudent(made, studentForm())
  expect(await mailsTo(email)).toEqual([])
  const viewer = await world.ctx.sessions.read(requestOn(world.ctx, made).http)
  if (!viewer) throw new Error("the student is signed in")
  const asking = () => sendOwnConfirmation({ ...requestOn(world.ctx, made), viewer })
  expect(await refusalOf(asking())).toMatchObject({
    ...{ code: "TOO_MANY_REQUESTS", data: { retry_after_seconds: DAY / SECOND } },
  })
  expect(await mailsTo(email)).toEqual([])
  expect(await counted()).toEqual([5_000])
  world.clock.advance(DAY)
  await asking()
  expect(await mailsTo(email)).toHaveLength(1)
  expect(await counted()).toEqual([1])
})

test("ACC-11 ACC-04 beyond the day's most mails an instructor is told to sign in the next day, unless an earlier link works", async () => {
  const strict = { ...world.ctx, env: { ...world.ctx.env, trial: false } }
  const early = instructorForm()
  const entering = ({ email }: { email: string }) =>
    refusalOf(signIn(requestOn(strict), { email, password: PASSWORD, portal: "instructor" }))
  expect(await signUpInstructor(requestOn(strict), early)).toMatchObject({
    ...{ signed_in: false, link_mailed: true },
  })
  await reachDailyMost()
  const late = instructorForm()
  expect(await signUpInstructor(requestOn(strict), late)).toMatchObject({
    ...{ signed_in: false, link_mailed: false },
  })
  expect((await entering(late)).code).toBe("CONFIRMATION_LATER")
  expect((await entering(early)).code).toBe("EMAIL_UNCONFIRMED")
  expect(await mailsTo(late.email)).toEqual([])
  world.clock.advance(DAY)
  expect((await entering(late)).code).toBe("EMAIL_UNCONFIRMED")
  expect(await mailsTo(late.email)).toHaveLength(1)
})

test("ACC-11 a sign-up counts its mail and its text before its transaction, and one that is refused gives them back", async () => {
  const free: number[] = []
  const post: Ctx["post"] = {
    ...world.ctx.post,
    async mail(tx, mail) {
      // Nobody else's sign-up would have to wait here.
      const rows = await world.ctx.db.select().from(rateLimits).for("update", { noWait: true })
      free.push(rows.length)
      return world.ctx.post.mail(tx, mail)
    },
  }
  const ctx = { ...world.ctx, post }
  const child = { date_of_birth: CHILD, parent_name: "Mita Bose", parent_phone: "+919400040001" }
  const form = studentForm(child)
  await signUpStudent(requestOn(ctx), form)
  await signUpInstructor(requestOn(ctx), instructorForm())
  expect(free).toHaveLength(2)
  const before = await world.ctx.db.select().from(rateLimits).orderBy(rateLimits.key)
  expect(before.map(({ key }) => key.split(":")[0])).toEqual(
    expect.arrayContaining(["confirmations-of-all", "inviting-texts-of-all", "inviting-texts-of-phone"]),
  )
  expect((await refusalOf(signUpStudent(requestOn(ctx), form))).code).toBe("EMAIL_TAKEN")
  expect(await world.ctx.db.select().from(rateLimits).orderBy(rateLimits.key)).toEqual(before)
})
