import { afterEach, beforeEach, expect, test } from "vitest"
import { notices } from "#features/notifications/server/table.ts"
import { Refusal } from "#platform/errors.ts"
import type { MailBody } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { mailNewArticles } from "./article-mails.ts"
import {
  CONFIRMATIONS_PER_DAY,
  confirmSubscription,
  endSubscription,
  forgetUnconfirmed,
  subscribe,
} from "./subscriptions.ts"
import { subscribers } from "./table.ts"

const email = "devika@example.com"

let t: TestContext
beforeEach(async () => {
  t = await createTestContext()
})
afterEach(() => t.close())

const ask = (language: "en" | "hi" = "en", address = email) => subscribe(t.ctx, { email: address, language })
const kept = () => t.ctx.db.select().from(subscribers)

async function mails(kind: string): Promise<MailBody[]> {
  const rows = await t.ctx.db.select().from(notices).orderBy(notices.created_at, notices.id)
  return rows.filter((row) => row.kind === kind).map((row) => row.mail as MailBody)
}

async function newestToken(): Promise<string> {
  const mail = (await mails("subscription-confirmation")).at(-1)
  return new URL(mail?.button?.url ?? "").searchParams.get("token") ?? ""
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

test("CONT-01 an address counts only after its own confirmation, and the link's token is not what is stored", async () => {
  await ask()
  expect(await kept()).toMatchObject([{ email, confirmed_at: null }])
  const token = await newestToken()
  expect(JSON.stringify(await kept())).not.toContain(token)
  t.clock.advance(HOUR)
  const key = await confirmSubscription(t.ctx, token)
  expect(await kept()).toMatchObject([{ email, confirmed_at: t.clock.now(), end_key: key }])
  const [welcome] = await mails("subscription-welcome")
  expect(welcome?.unsubscribeUrl).toBe(`http://localhost/subscription/end?key=${key}`)
})

test("CONT-01 confirming twice is confirming once, and an unknown, older or late link is refused", async () => {
  await ask()
  const first = await newestToken()
  t.clock.advance(5 * MINUTE)
  await ask()
  expect(await refusal(confirmSubscription(t.ctx, first))).toBe("SUBSCRIPTION_LINK_EXPIRED")
  expect(await refusal(confirmSubscription(t.ctx, "made-up"))).toBe("SUBSCRIPTION_LINK_EXPIRED")
  const second = await newestToken()
  await Promise.all([confirmSubscription(t.ctx, second), confirmSubscription(t.ctx, second)])
  expect(await mails("subscription-welcome")).toHaveLength(1)
  await ask("en", "late@example.com")
  const late = await newestToken()
  t.clock.advance(7 * DAY)
  expect(await refusal(confirmSubscription(t.ctx, late))).toBe("SUBSCRIPTION_LINK_EXPIRED")
})

test("CONT-01 nobody is flooded: a second click and a fourth ask of a day send nothing, nor does a subscriber's", async () => {
  await Promise.all([ask(), ask()])
  expect(await mails("subscription-confirmation")).toHaveLength(1)
  for (let number = 0; number < 5; number++) {
    t.clock.advance(HOUR)
    await ask()
  }
  expect(await mails("subscription-confirmation")).toHaveLength(CONFIRMATIONS_PER_DAY)
  t.clock.advance(DAY)
  await ask()
  await confirmSubscription(t.ctx, await newestToken())
  t.clock.advance(2 * DAY)
  await ask()
  expect(await mails("subscription-confirmation")).toHaveLength(CONFIRMATIONS_PER_DAY + 1)
})

test("CONT-01 unsubscribing forgets the address, as does a week without confirmation", async () => {
  await ask()
  const key = await confirmSubscription(t.ctx, await newestToken())
  await endSubscription(t.ctx, key)
  await endSubscription(t.ctx, key)
  expect(await kept()).toEqual([])
  await ask()
  t.clock.advance(6 * DAY)
  await forgetUnconfirmed(t.ctx)
  expect(await kept()).toHaveLength(1)
  t.clock.advance(2 * DAY)
  await forgetUnconfirmed(t.ctx)
  expect(await kept()).toEqual([])
})

test("NAV-07 CONT-01 who subscribes in Hindi is written to in Hindi, with links that answer in Hindi", async () => {
  await ask("hi")
  const [mail] = await mails("subscription-confirmation")
  expect(mail).toMatchObject({ language: "hi", subject: expect.stringContaining("पुष्टि") })
  expect(mail?.button?.url).toContain("lang=hi")
})

test("CONT-01 a new article goes once to each who had confirmed by its day, and an old one to nobody", async () => {
  const day = (offset: number) => new Date(t.clock.now().getTime() + offset * DAY).toISOString().slice(0, 10)
  for (const address of ["one@example.com", "two@example.com"]) {
    await ask("en", address)
    await confirmSubscription(t.ctx, await newestToken())
  }
  await ask("en", "unconfirmed@example.com")
  const article = { slug: "new", title: "New", excerpt: "A sentence.", author: "Asha", published: day(1) }
  const old = { ...article, slug: "old", published: day(-20) }
  await mailNewArticles(t.ctx, [article, old])
  expect(await mails("article:new")).toEqual([])
  t.clock.advance(3 * DAY)
  await ask("en", "later@example.com")
  await confirmSubscription(t.ctx, await newestToken())
  await mailNewArticles(t.ctx, [article, old])
  await mailNewArticles(t.ctx, [article, old])
  const sent = await mails("article:new")
  expect(sent.map(({ button }) => button?.url)).toEqual(Array(2).fill("http://localhost/blog/new"))
  expect(sent.every(({ unsubscribeUrl }) => unsubscribeUrl)).toBe(true)
  expect(await mails("article:old")).toEqual([])
})

test("CONT-01 a new article reaches every reader, however many there are", async () => {
  const now = t.clock.now()
  // More than are written to at once.
  const readers = Array.from({ length: 401 }, (_, n) => ({
    ...{ id: newId(), email: `reader${n}@example.com`, language: n % 2 ? "hi" : "en" },
    ...{ confirm_hash: `hash-${n}`, end_key: `key-${n}` },
    ...{ asked_at: now, asks: 1, asks_from: now, confirmed_at: now },
  }))
  await t.ctx.db.insert(subscribers).values(readers)
  const published = new Date(now.getTime() + DAY).toISOString().slice(0, 10)
  const article = { slug: "new", title: "New", excerpt: "A sentence.", author: "Asha", published }
  t.clock.advance(2 * DAY)
  await mailNewArticles(t.ctx, [article])
  const rows = await t.ctx.db.select().from(notices)
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(401)
  expect(rows).toHaveLength(401)
  expect(rows.filter(({ mail }) => (mail as MailBody).language === "hi")).toHaveLength(200)
})
