import { desc, eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { session, user } from "#features/accounts/server/table.ts"
import { type Ctx, inTransaction, type SignedIn } from "#platform/context.ts"
import { openKeys } from "#platform/keys.ts"
import type { PushDevice } from "#platform/push/port.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type PushGateway, startPushGateway } from "#tests/gateways/push.ts"
import { startTwilioGateway, type TwilioGateway } from "#tests/gateways/twilio.ts"
import { Killed, killedAt } from "#tests/killed-worker.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { decideNotice } from "../decisions.ts"
import { notificationJobs } from "../jobs.ts"
import { readPreferences, writePreferences } from "../preferences.ts"
import { countSealedPushKeys, readPushKey, resealPushKey } from "../push-keys.ts"
import { LOST_AFTER_MS, sendNotice, sweepNotices } from "../sending.ts"
import { notices, pushDevices, pushKeys } from "../table.ts"
import { tellPeople } from "../tell.ts"
import { addPushDevice, removePushDevice } from "./devices.ts"

let gateway: PushGateway
let texts: TwilioGateway
let world: TestContext
let ctx: TestContext["ctx"]
let admin: SignedIn
let numbers = 0

beforeAll(async () => {
  gateway = await startPushGateway()
  texts = await startTwilioGateway()
  world = await createTestContext({
    env: {
      PUSH_SERVICE_URL: gateway.url,
      SMS_PROVIDER: "twilio",
      SMS_TWILIO_ACCOUNT_SID: texts.accountSid,
      SMS_TWILIO_AUTH_TOKEN: texts.authToken,
      SMS_TWILIO_FROM: "+15005550006",
      SMS_TWILIO_BASE_URL: texts.url,
    },
  })
  ctx = world.ctx
  admin = await createAdmin(ctx)
})
afterEach(() => {
  gateway.behave("accept")
  gateway.shown.length = 0
  texts.behave("accept")
  texts.messages.length = 0
  world.jobs.length = 0
})
afterAll(async () => {
  await world.close()
  await Promise.all([gateway.close(), texts.close()])
})

type Person = SignedIn & { phone: string }

async function createPerson(): Promise<Person> {
  numbers += 1
  const phone = `+9198460${String(numbers).padStart(5, "0")}`
  return { ...(await createStudent(ctx, { phone })), phone }
}

/** Signs a person in and switches push messages on for one more browser of theirs. */
async function switchOn(person: SignedIn, device?: PushDevice): Promise<PushDevice & { session_id: string }> {
  const session_id = newId()
  const expiresAt = new Date(ctx.clock.now().getTime() + 24 * HOUR)
  await ctx.db.insert(session).values({ id: session_id, token: newId(), userId: person.user_id, expiresAt })
  const sessions = { ...ctx.sessions, current: async () => session_id }
  const subscribed = device ?? gateway.subscribe((await readPushKey(ctx)).public_key)
  await addPushDevice({ ...ctx, viewer: person, sessions }, subscribed)
  return { ...subscribed, session_id }
}

async function tell(person: SignedIn, change: { cause_id?: string; from?: string; to?: string } = {}) {
  const cause_id = change.cause_id ?? newId()
  await inTransaction(ctx, (tx) =>
    tellPeople(tx, {
      ...{ topic: "class_changes", kind: "class-moved", cause_id, people: [person.user_id] },
      ...(change.to && { change: { from: change.from ?? "", to: change.to } }),
      send_before: new Date(ctx.clock.now().getTime() + 2 * HOUR),
      write: ({ language }, { to }) => ({
        title: "New time: Fractions",
        text: "Ms Rao moved it",
        href: "/class/1",
        push: {
          title: language === "hi" ? "नया समय: भिन्न" : "New time: Fractions",
          text: to ? `Friday, ${to}` : "Friday, 5:00 pm",
        },
        sms: { text: `Fractions: new time ${to}`, variables: { change: "New time" } },
      }),
    }),
  )
  return cause_id
}

async function rowsOf(causeId: string) {
  return ctx.db.select().from(notices).where(eq(notices.cause_id, causeId)).orderBy(notices.id)
}

const waysOf = async (causeId: string) =>
  (await rowsOf(causeId)).map(({ channel, status }) => `${channel} ${status}`)

const work = () => runJobs(world, notificationJobs)

test("NAV-12 a push message reaches every device of a person, encrypted and signed, and no text is sent", async () => {
  const person = await createPerson()
  const [phone, laptop] = [await switchOn(person), await switchOn(person)]
  const cause = await tell(person)
  await work()
  expect(await waysOf(cause)).toEqual(["push sent"])
  const [notice] = await rowsOf(cause)
  expect(gateway.refusals).toEqual([])
  expect(gateway.shown.map(({ endpoint }) => endpoint).sort()).toEqual(
    [phone.endpoint, laptop.endpoint].sort(),
  )
  expect(gateway.shown[0]).toMatchObject({
    payload: { title: "New time: Fractions", text: "Friday, 5:00 pm", href: "/class/1", tag: notice?.id },
    topic: notice?.id.replaceAll("-", ""),
    ttl: 7_200,
    urgency: "high",
    contact: `mailto:${ctx.brand.contactEmail}`,
  })
  expect(texts.messages).toEqual([])
})

test("NAV-12 a push message is in the language of its reader", async () => {
  const person = await createPerson()
  await ctx.db.update(user).set({ language: "hi" }).where(eq(user.id, person.user_id))
  await switchOn(person)
  await tell(person)
  await work()
  expect(gateway.shown.map(({ payload }) => payload.title)).toEqual(["नया समय: भिन्न"])
})

test("NAV-12 where no device is on, and where push messages are not wanted, the text is sent at once", async () => {
  const [without, unwilling] = [await createPerson(), await createPerson()]
  await switchOn(unwilling)
  const as = world.as(unwilling)
  const { language, topics } = await readPreferences(as)
  topics.class_changes.push = false
  await writePreferences(as, { language, topics })
  const causes = [await tell(without), await tell(unwilling)]
  await work()
  for (const cause of causes) expect(await waysOf(cause)).toEqual(["sms sent"])
  expect(gateway.shown).toEqual([])
  expect(texts.messages.map(({ to }) => to)).toEqual([without.phone, unwilling.phone])
})

test.each(["gone", "unknown-device"] as const)(
  "NAV-12 a device that is %s is removed, and the text is sent instead of the push message, once",
  async (mood) => {
    const person = await createPerson()
    const device = await switchOn(person)
    gateway.behave(mood)
    const cause = await tell(person)
    await work()
    await work()
    expect(await waysOf(cause)).toEqual(["push failed", "sms sent"])
    const [push, sms] = await rowsOf(cause)
    expect(push).toMatchObject({ replaced_by: sms?.id, next: [] })
    expect(push?.reasons).toEqual([{ code: "no-device" }, { code: "next-channel", channel: "sms" }])
    expect(texts.messages.map(({ to }) => to)).toEqual([person.phone])
    expect(await ctx.db.select().from(pushDevices).where(eq(pushDevices.endpoint, device.endpoint))).toEqual(
      [],
    )
  },
)

test("NAV-12 one device that is gone does not keep the message from the others, and nothing is sent twice", async () => {
  const person = await createPerson()
  const [old, kept] = [await switchOn(person), await switchOn(person)]
  gateway.behave("gone", old.endpoint)
  const cause = await tell(person)
  await work()
  expect(await waysOf(cause)).toEqual(["push sent"])
  expect(gateway.shown.map(({ endpoint }) => endpoint)).toEqual([kept.endpoint])
  const left = await ctx.db.select().from(pushDevices).where(eq(pushDevices.user_id, person.user_id))
  expect(left.map(({ endpoint }) => endpoint)).toEqual([kept.endpoint])
})

test("NAV-12 a push service that is busy is asked again, and only its last refusal leads to the text", async () => {
  const person = await createPerson()
  await switchOn(person)
  gateway.behave("broken")
  const cause = await tell(person)
  await work()
  expect(await waysOf(cause)).toEqual(["push queued"])
  const [queued] = await rowsOf(cause)
  await ctx.db
    .update(notices)
    .set({ attempts: 6, due_at: ctx.clock.now() })
    .where(eq(notices.id, queued?.id ?? ""))
  await sendNotice(ctx, queued?.id ?? "")
  expect(await waysOf(cause)).toEqual(["push failed", "sms queued"])
  await work()
  expect(await waysOf(cause)).toEqual(["push failed", "sms sent"])
})

test("NAV-12 a push message that may have arrived leads to no text until staff say that it didn't", async () => {
  const person = await createPerson()
  await switchOn(person)
  gateway.behave("drop")
  const cause = await tell(person)
  await work()
  world.clock.advance(LOST_AFTER_MS)
  await sweepNotices(ctx)
  await work()
  expect(await waysOf(cause)).toEqual(["push unknown"])
  expect(texts.messages).toEqual([])
  const [unknown] = await rowsOf(cause)
  const decide = () =>
    inTransaction({ ...ctx, viewer: admin }, (tx) =>
      decideNotice(tx, { notice_id: unknown?.id ?? "", decision: "not_sent" }),
    )
  await Promise.all([decide(), decide()])
  await work()
  expect(await waysOf(cause)).toEqual(["push failed", "sms sent"])
  expect(texts.messages).toHaveLength(1)
  const again = inTransaction({ ...ctx, viewer: admin }, (tx) =>
    decideNotice(tx, { notice_id: unknown?.id ?? "", decision: "send" }),
  )
  await expect(again).rejects.toMatchObject({ code: "NOTICE_SETTLED" })
})

test("NAV-12 a worker killed at any step of a failing push message sends one text or leaves it to staff", async () => {
  const ends = [["push failed", "sms sent"], ["push unknown"], ["push unknown"], ["push failed", "sms sent"]]
  for (const [step, end] of ends.entries()) {
    const person = await createPerson()
    await switchOn(person)
    gateway.behave("forbid")
    const cause = await tell(person)
    const [queued] = await rowsOf(cause)
    await expect(sendNotice(killedAt(ctx, step), queued?.id ?? "")).rejects.toThrow(Killed)
    await sendNotice(ctx, queued?.id ?? "")
    world.clock.advance(LOST_AFTER_MS)
    await sendNotice(ctx, queued?.id ?? "")
    await sweepNotices(ctx)
    await work()
    expect(await waysOf(cause), `step ${step}`).toEqual(end)
    expect(texts.messages.filter(({ to }) => to === person.phone).length).toBe(end.length - 1)
  }
})

test("NAV-12 eight workers at once on failing push messages send one text each", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, createPerson))
  for (const person of people) await switchOn(person)
  gateway.behave("gone")
  const causes = await Promise.all(people.map((person) => tell(person)))
  const rows = (await Promise.all(causes.map(rowsOf))).flat()
  const all = Array.from({ length: 8 }, () => rows).flat()
  await Promise.all(all.map(({ id }) => sendNotice(ctx, id)))
  await work()
  for (const cause of causes) expect(await waysOf(cause)).toEqual(["push failed", "sms sent"])
  expect(texts.messages.map(({ to }) => to).sort()).toEqual(people.map(({ phone }) => phone).sort())
})

test("NAV-12 a second change is said once more by push, and rewrites the text that waits in its place", async () => {
  const person = await createPerson()
  await switchOn(person)
  const cause_id = await tell(person, { from: "4 pm", to: "5 pm" })
  await work()
  await tell(person, { cause_id, from: "5 pm", to: "6 pm" })
  await work()
  expect(gateway.shown.map(({ payload }) => payload.text)).toEqual(["Friday, 5 pm", "Friday, 6 pm"])
  gateway.behave("forbid")
  await tell(person, { cause_id, from: "6 pm", to: "7 pm" })
  const [last] = await ctx.db
    .select()
    .from(notices)
    .where(eq(notices.cause_id, cause_id))
    .orderBy(desc(notices.id))
    .limit(1)
  await sendNotice(ctx, last?.id ?? "")
  expect(await waysOf(cause_id)).toEqual(["push sent", "push sent", "push failed", "sms queued"])
  await tell(person, { cause_id, from: "7 pm", to: "8 pm" })
  await work()
  expect(await waysOf(cause_id)).toEqual(["push sent", "push sent", "push failed", "sms sent"])
  expect(texts.messages.map(({ body }) => body)).toEqual(["Fractions: new time 8 pm"])
})

test("NAV-12 a message whose person switched every device off meanwhile, and wants no text, waits for nobody", async () => {
  const person = await createPerson()
  const device = await switchOn(person)
  const as = world.as(person)
  const { language, topics } = await readPreferences(as)
  topics.class_changes.sms = false
  await writePreferences(as, { language, topics })
  const cause = await tell(person)
  expect(await removePushDevice(as, device.endpoint)).toEqual({ devices: 0 })
  await work()
  expect(await waysOf(cause)).toEqual(["push withdrawn"])
})

test("NAV-12 push messages rest in the quiet hours as texts do", async () => {
  const before = ctx.clock.now()
  world.clock.set("2026-11-20T18:30:00Z")
  const person = await createPerson()
  await switchOn(person)
  const telling = { topic: "seats", kind: "seat-taken", cause_id: newId(), people: [person.user_id] } as const
  await inTransaction(ctx, (tx) =>
    tellPeople(tx, {
      ...telling,
      write: () => ({ title: "", text: "", href: "/", push: { title: "You have a seat", text: "Friday" } }),
    }),
  )
  const [notice] = await rowsOf(telling.cause_id)
  await sendNotice(ctx, notice?.id ?? "")
  expect(gateway.shown).toEqual([])
  expect((await rowsOf(telling.cause_id))[0]?.due_at).toEqual(new Date("2026-11-21T03:30:00Z"))
  world.clock.set(before)
})

test("NAV-12 a device ends with the session it was added in, and changes hands with its browser", async () => {
  const [first, second] = [await createPerson(), await createPerson()]
  const device = await switchOn(first)
  const { endpoints } = (await readPreferences(world.as(first))).push
  expect(endpoints).toEqual([device.endpoint])
  const { session_id, ...same } = device
  const taken = await switchOn(second, same)
  expect((await readPreferences(world.as(first))).push.endpoints).toEqual([])
  await ctx.db.delete(session).where(eq(session.id, session_id))
  expect((await readPreferences(world.as(second))).push.endpoints).toEqual([device.endpoint])
  await ctx.db.delete(session).where(eq(session.id, taken.session_id))
  expect((await readPreferences(world.as(second))).push.endpoints).toEqual([])
})

test("NAV-12 nobody can have the server post to another address than a push service's", async () => {
  const person = await createPerson()
  const device = gateway.subscribe((await readPushKey(ctx)).public_key)
  const added = switchOn(person, { ...device, endpoint: "https://169.254.169.254/latest" })
  await expect(added).rejects.toMatchObject({ code: "PUSH_SERVICE_UNKNOWN" })
})

test("NAV-12 a person has at most ten devices, the newest", async () => {
  const person = await createPerson()
  const devices: PushDevice[] = []
  for (let made = 0; made < 12; made += 1) {
    devices.push(await switchOn(person))
    world.clock.advance(1)
  }
  const { endpoints } = (await readPreferences(world.as(person))).push
  expect(endpoints).toEqual(
    devices
      .map(({ endpoint }) => endpoint)
      .reverse()
      .slice(0, 10),
  )
})

test("NAV-12 the academy's key is made once, however many ask first, and is unreadable in the database", async () => {
  const fresh = await createTestContext()
  try {
    const made = await Promise.all(Array.from({ length: 6 }, () => readPushKey(fresh.ctx)))
    expect(new Set(made.map(({ public_key }) => public_key)).size).toBe(1)
    const rows = await fresh.ctx.db.select().from(pushKeys)
    expect(JSON.stringify(rows)).not.toContain(made[0]?.private_key)
  } finally {
    await fresh.close()
  }
})

test("NAV-12 a new secret keeps the academy's key and its devices; a lost one makes a new key without devices", async () => {
  const person = await createPerson()
  await switchOn(person)
  const old = "test-secret-of-at-least-32-characters"
  const rotated: Ctx = { ...ctx, keys: openKeys("another-secret-of-at-least-32-characters", [old]) }
  const key = await readPushKey(ctx)
  expect(await readPushKey(rotated)).toEqual(key)
  expect(await countSealedPushKeys(rotated)).toEqual({ fresh: 0, older: 1, unreadable: 0 })
  await resealPushKey(rotated)
  expect(await countSealedPushKeys(rotated)).toEqual({ fresh: 1, older: 0, unreadable: 0 })
  expect(await readPushKey(rotated)).toEqual(key)
  // The secret under which it is sealed now is lost here, where it can't be sealed anew.
  await resealPushKey(ctx)
  expect(await readPushKey(rotated)).toEqual(key)
  const made = await readPushKey(ctx)
  expect(made.public_key).not.toBe(key.public_key)
  expect(await ctx.db.select().from(pushDevices)).toEqual([])
})
