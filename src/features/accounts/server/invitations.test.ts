import { count, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { auditLog } from "#platform/audit.ts"
import { inTransaction } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { newEmail, refusalOf, requestOn } from "#tests/sign-ups.ts"
import { ensureGuardianByEmail } from "./guardian-profiles.ts"
import { insertStudents, listJoined } from "./imported.ts"
import { acceptInvitation, inviteAll, inviteInstructor, invitePerson, readInvitation } from "./invitations.ts"
import { proveEmail } from "./mail/email-proof.ts"
import { listPeople } from "./people/people-list.ts"
import { knownDevice } from "./sign-in/known-devices.ts"
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

test("ADM-01 ACC-11 the browser that used a link counts as the one in which the account was made", async () => {
  const { user_id, url } = await inviteInstructor(office, { ...newInstructor(), how: "link" })
  const browser = requestOn(world.ctx)
  const live = {
    ...{ ...browser, env: { ...browser.env, trial: false } },
    mail: { ...browser.mail, configured: true },
  }
  const accepting = acceptInvitation(live, { ...linkIn(url), password: "marigold garden 7" })
  // The e-mail is still to be confirmed, by a link that asks for no password here.
  expect((await refusalOf(accepting)).code).toBe("EMAIL_UNCONFIRMED")
  const after = { ...requestOn(world.ctx, browser), env: live.env }
  expect(await knownDevice(after, { user_id })).not.toBeNull()
})

test("ADM-01 ACC-06 who came by a mailed code has joined, and nobody is handed a link to their account", async () => {
  const nothing = { phone: null, grade: null, curriculum: null, date_of_birth: null }
  const guardian = { parent_name: null, parent_phone: null }
  const fresh = () => ({ ...newInstructor(), ...nothing, ...guardian })
  const [came = "", stays = "", waits = ""] = await insertStudents(world.ctx, [fresh(), fresh(), fresh()])
  await inTransaction(world.ctx, (tx) => proveEmail(tx, came))
  await world.ctx.sessions.openTrusted(requestOn(world.ctx).http, stays)
  const mother = await ensureGuardianByEmail(world.ctx, newEmail(), "Mita Bose", "en")
  for (const user_id of [came, stays, mother])
    expect((await refusalOf(invitePerson(office, { user_id, how: "link" }))).code).toBe("ALREADY_JOINED")
  const everybody = [came, stays, mother, waits]
  expect(await inviteAll(office, everybody, "new")).toBe(1)
  expect((await listJoined(world.ctx, everybody)).toSorted()).toEqual([came, stays, mother].toSorted())
  const { items } = await listPeople(office, { q: "", limit: 50 })
  const shown = items.filter(({ user_id }) => everybody.includes(user_id))
  expect(shown.filter(({ joined }) => !joined).map(({ user_id }) => user_id)).toEqual([waits])
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
