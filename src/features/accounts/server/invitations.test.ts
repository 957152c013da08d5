import { count, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { auditLog } from "#platform/audit.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { newEmail, refusalOf, requestOn } from "#tests/sign-ups.ts"
import { acceptInvitation, inviteAll, inviteInstructor, invitePerson, readInvitation } from "./invitations.ts"
import { mailRequests, session, user } from "./table.ts"

let world: TestContext
let office: Awaited<ReturnType<typeof signInOffice>>

async function signInOffice() {
  return { ...world.ctx, viewer: await createAdmin(world.ctx) }
}

beforeAll(async () => {
  world = await createTestContext()
  office = await signInOffice()
})
afterAll(() => world.close())

const newInstructor = () => ({ email: newEmail(), first_name: "Leena", last_name: "Das" })

function linkIn(url: string | null) {
  const { searchParams } = new URL(url ?? "")
  return { request: searchParams.get("request") ?? "", secret: searchParams.get("secret") ?? "" }
}

const rowsOf = async (email: string) =>
  (await world.ctx.db.select({ rows: count() }).from(user).where(eq(user.email, email)))[0]?.rows

test("ADM-01 an academy without mail invites nobody by mail and writes nothing, and still hands over links", async () => {
  const mailless = { ...office, mail: { ...office.mail, configured: false } }
  const person = newInstructor()
  const before = await world.ctx.db.$count(mailRequests)
  const acts = await world.ctx.db.$count(auditLog)
  const { user_id } = await createStudent(world.ctx)
  for (const attempt of [
    () => inviteInstructor(mailless, { ...person, how: "mail" }),
    () => invitePerson(mailless, { user_id, how: "mail" }),
    () => inviteAll(mailless, [user_id], "new"),
  ])
    expect((await refusalOf(attempt())).code).toBe("MAIL_UNAVAILABLE")
  expect(await rowsOf(person.email)).toBe(0)
  expect(await world.ctx.db.$count(mailRequests)).toBe(before)
  expect(await world.ctx.db.$count(auditLog)).toBe(acts)

  const { url } = await inviteInstructor(mailless, { ...person, how: "link" })
  expect(await readInvitation(requestOn(world.ctx), linkIn(url))).toMatchObject({ email: person.email })
})

test("ADM-01 of two who use one invitation at the same moment one gets in, and one session is open", async () => {
  const { user_id, url } = await inviteInstructor(office, { ...newInstructor(), how: "link" })
  const outcomes = await Promise.allSettled(
    ["marigold garden 7", "ashokatree 91"].map((password) =>
      acceptInvitation(requestOn(world.ctx), { ...linkIn(url), password }),
    ),
  )
  const [refused] = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason.code] : [],
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect(refused).toBe("LINK_EXPIRED")
  expect(await world.ctx.db.$count(session, eq(session.userId, user_id))).toBe(1)
})

test("ADM-01 an invitation works for two weeks, and an e-mail that has an account gets none", async () => {
  const person = newInstructor()
  const { url } = await inviteInstructor(office, { ...person, how: "link" })
  expect((await refusalOf(inviteInstructor(office, { ...person, how: "link" }))).code).toBe("EMAIL_TAKEN")
  expect(await rowsOf(person.email)).toBe(1)
  world.clock.advance(14 * DAY - 1)
  await expect(readInvitation(requestOn(world.ctx), linkIn(url))).resolves.toMatchObject({
    ...{ email: person.email, first_name: person.first_name },
  })
  world.clock.advance(1)
  expect((await refusalOf(readInvitation(requestOn(world.ctx), linkIn(url)))).code).toBe("LINK_EXPIRED")
})
