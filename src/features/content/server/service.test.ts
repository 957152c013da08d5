import { asc } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { ContactMessage } from "#contract/content.ts"
import { notices } from "#features/notifications/server/table.ts"
import { Refusal } from "#platform/errors.ts"
import { OPEN_FORMS } from "#platform/limits.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { keepContactMessage, MESSAGES_PER_HOUR } from "./service.ts"
import { subscribe } from "./subscriptions.ts"
import { contactMessages } from "./table.ts"

const letter: ContactMessage = {
  name: "Devika Menon",
  email: "devika@example.com",
  phone: "98765 43210",
  topic: "kit",
  message: "Which size of uniform fits a child of eight?",
}

let t: TestContext
beforeEach(async () => {
  t = await createTestContext()
})
afterEach(() => t.close())

const kept = () => t.ctx.db.select().from(contactMessages).orderBy(asc(contactMessages.created_at))
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as Refusal,
  )

test("CONT-04 a message to the office is stored, its phone number as E.164", async () => {
  await keepContactMessage(t.ctx, letter)
  expect(await kept()).toMatchObject([{ ...letter, phone: "+919876543210", created_at: t.clock.now() }])
})

test("CONT-04 a number that can't be one is refused at its field and nothing is stored", async () => {
  const error = await refusal(keepContactMessage(t.ctx, { ...letter, phone: "12345" }))
  expect(error?.data).toEqual({ fields: { phone: "PHONE_INVALID" } })
  expect(await kept()).toEqual([])
})

test("CONT-04 the same words twice, at once or later, are one message", async () => {
  await Promise.all([keepContactMessage(t.ctx, letter), keepContactMessage(t.ctx, letter)])
  t.clock.advance(10 * MINUTE)
  await keepContactMessage(t.ctx, letter)
  expect(await kept()).toHaveLength(1)
})

test("CONT-04 each kept message goes to the office once, and an answer to it reaches the sender", async () => {
  await keepContactMessage(t.ctx, letter)
  await keepContactMessage(t.ctx, letter)
  const rows = await t.ctx.db.select().from(notices)
  expect(rows).toMatchObject([
    {
      kind: "contact-message",
      channel: "email",
      recipient: t.ctx.brand.contactEmail,
      mail: { replyTo: { name: letter.name, address: letter.email } },
    },
  ])
  expect(rows[0]?.text).toContain(letter.message)
  expect(rows[0]?.text).toContain("Phone: +91 98765 43210")
  expect(t.jobs).toMatchObject([{ data: { notice_id: rows[0]?.id } }])
})

test("CONT-04 one address sends at most five messages an hour, however many at once", async () => {
  const racers = Array.from({ length: 12 }, (_, number) =>
    refusal(keepContactMessage(t.ctx, { ...letter, message: `Question number ${number} about the kit` })),
  )
  const refused = (await Promise.all(racers)).filter((error) => error instanceof Refusal)
  expect(refused.map((error) => error.code)).toEqual(Array(12 - MESSAGES_PER_HOUR).fill("TOO_MANY_REQUESTS"))
  expect(await kept()).toHaveLength(MESSAGES_PER_HOUR)
  await keepContactMessage(t.ctx, { ...letter, email: "another@example.com" })

  t.clock.advance(20 * MINUTE)
  const later = await refusal(keepContactMessage(t.ctx, { ...letter, message: "One more question about it" }))
  expect(later?.data).toEqual({ retry_after_seconds: 40 * 60 })
  t.clock.advance(HOUR)
  await keepContactMessage(t.ctx, { ...letter, message: "One more question about it" })
  expect(await kept()).toHaveLength(MESSAGES_PER_HOUR + 2)
})

test("CONT-04 ACC-11 a network's forms are counted together, however many addresses it has and whatever is typed", async () => {
  const from = (host: number) => ({
    ...t.ctx,
    http: { ...t.ctx.http, address: `2001:db8:1:2::${host.toString(16)}` },
  })
  const sent = { contact: 0, subscription: 0 }
  for (let host = 0; host < OPEN_FORMS.ofNetwork + 5; host += 1) {
    const email = `reader-${host}@example.com`
    const asked = await refusal(subscribe(from(host), { email, language: "en" }))
    sent.subscription += asked === null ? 1 : 0
    const wrote = await refusal(keepContactMessage(from(host), { ...letter, email }))
    sent.contact += wrote === null ? 1 : 0
  }
  expect(sent).toEqual({ contact: OPEN_FORMS.ofNetwork, subscription: OPEN_FORMS.ofNetwork })
  expect(await t.ctx.db.select().from(notices)).toHaveLength(2 * OPEN_FORMS.ofNetwork)
  await subscribe(
    { ...t.ctx, http: { ...t.ctx.http, address: "2001:db8:1:3::1" } },
    { email: "one@example.com", language: "en" },
  )
  // Links overtake what nobody waits for.
  expect(t.jobs.at(-1)).toMatchObject({ priority: 1 })
  expect(t.jobs.filter(({ priority }) => priority === 1)).toHaveLength(OPEN_FORMS.ofNetwork + 1)
})

test("CONT-04 no network uses up what others may send in a day", async () => {
  const from = { ...t.ctx, http: { ...t.ctx.http, address: "192.0.2.7" } }
  let kept = 0
  for (let hour = 0; hour < 3; hour += 1) {
    for (let sent = 0; sent < OPEN_FORMS.ofNetwork; sent += 1)
      kept += (await refusal(keepContactMessage(from, { ...letter, email: `${hour}-${sent}@example.com` })))
        ? 0
        : 1
    t.clock.advance(HOUR)
  }
  expect(kept).toBe(OPEN_FORMS.ofNetworkADay)
  const other = { ...t.ctx, http: { ...t.ctx.http, address: "198.51.100.7" } }
  expect(await refusal(keepContactMessage(other, letter))).toBeNull()
})
