import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { user } from "#features/accounts/server/table.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { decideNotice } from "#features/notifications/server/decisions.ts"
import { readCosts } from "#features/notifications/server/push/costs.ts"
import { receiveWhatsApp } from "#features/notifications/server/reports.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { MINUTE } from "#shared/time.ts"
import type { PushGateway } from "#tests/gateways/push.ts"
import { type MessageWorld, startMessageWorld } from "#tests/message-world.ts"
import { createAdmin, createGuardian } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { readFamily } from "../family.ts"
import { settleAttendance } from "../settle.ts"
import { endClass, everyJob, observe, readNotices, seatStudent, startClass } from "../test-class.ts"
import { readQuestion } from "./absence-answers.ts"

let messages: MessageWorld
let context: MessageWorld["context"]
let ctx: MessageWorld["context"]["ctx"]

beforeAll(async () => {
  messages = await startMessageWorld({ WHATSAPP_PRICE_PAISE: "80", SMS_PRICE_PAISE: "20" })
  context = messages.context
  ctx = context.ctx
})
beforeEach(() => context.clock.set("2026-11-20T05:30:00Z"))
afterEach(() => messages.clear())
afterAll(() => messages.close())

/** Chooses how a guardian hears of absences. Nobody can switch off the text. */
const choose = (guardian: SignedIn, wants: { push?: boolean; whatsapp?: boolean }) =>
  messages.choose(guardian, {
    topics: { absences: { push: false, whatsapp: false, email: true, sms: false, ...wants } },
  })

/** A live class with a student whose guardian chose how to hear of absences. */
async function startWith(wants: { push?: boolean; whatsapp?: boolean }) {
  const { row } = await startClass(context)
  const startedAt = ctx.clock.now()
  const student = await seatStudent(context, row.id)
  const guardian = await createGuardian(ctx, student)
  await choose(guardian, wants)
  if (wants.push) await messages.addBrowser(guardian)
  return { row, startedAt, student, guardian, phone: student.parent_phone ?? "" }
}

const waysOf = async (classId: string) =>
  (await readNotices(ctx, classId)).map(
    ({ kind, channel, status }) => `${kind.split(":")[0]} ${channel} ${status}`,
  )

async function settleAgain(classId: string): Promise<void> {
  await settleAttendance(ctx, classId)
  await runJobs(context, everyJob)
}

/** Presence that arrives late. */
async function cameAfterAll({
  row,
  student,
  startedAt,
}: Awaited<ReturnType<typeof startWith>>): Promise<void> {
  await observe(context, row.id, student, 2, 40, startedAt)
  await settleAgain(row.id)
}

test("NAV-12 ATT-02 a guardian who chose push hears of an absence without a text, in their language and without names", async () => {
  const { row, guardian } = await startWith({ push: true, whatsapp: true })
  await ctx.db.update(user).set({ language: "hi" }).where(eq(user.id, guardian.user_id))
  await endClass(context, row.id)
  await settleAgain(row.id)
  expect(await waysOf(row.id)).toEqual(["absence push sent"])
  expect([messages.meta.messages, messages.texts.messages]).toEqual([[], []])
  const [{ payload }] = messages.browsers.shown as [PushGateway["shown"][number]]
  expect(payload).toMatchObject({
    title: "क्लास छूटी",
    text: expect.stringContaining("कारण बताने के लिए टैप करें"),
    href: expect.stringMatching(/^\/a\/[\w-]{12}$/),
  })
  expect(JSON.stringify(payload)).not.toMatch(/Asha|Rao|Lata/)
  expect((await readQuestion(ctx, payload.href.slice(3))).children).toHaveLength(1)
  const family = await readFamily(context.as(guardian))
  expect(family.absences).toMatchObject([{ class_id: row.id, token: payload.href.slice(3) }])
  expect(family.messages).toMatchObject([{ status: "sent" }])
})

test("NAV-12 a guardian without a choice, or of another child alone, gets the specified text", async () => {
  const [{ row }, other] = [await startWith({}), await startWith({ push: true, whatsapp: true })]
  const sibling = await seatStudent(context, other.row.id, { parent_phone: other.phone, first_name: "Ravi" })
  await endClass(context, row.id)
  expect(await waysOf(row.id)).toEqual(["absence sms sent"])
  context.clock.set(other.startedAt)
  await endClass(context, other.row.id)
  expect(await waysOf(other.row.id)).toEqual(["absence sms sent"])
  expect(messages.browsers.shown).toEqual([])
  expect(messages.texts.messages.at(-1)?.body).toContain("Asha (also Ravi)")
  expect(sibling.parent_phone).toBe(other.phone)
})

test("NAV-12 the chain of an absence goes on only where a channel failed for good: push, WhatsApp by its template, text", async () => {
  const { row, guardian, phone } = await startWith({ push: true, whatsapp: true })
  await ctx.db.update(user).set({ language: "hi" }).where(eq(user.id, guardian.user_id))
  messages.browsers.behave("gone")
  await endClass(context, row.id)
  expect(await waysOf(row.id)).toEqual(["absence push failed", "absence whatsapp sent"])
  const when = expect.stringContaining("बजे")
  const values = ["Asha Rao", "Fractions", when, expect.stringMatching(/\/a\/[\w-]{12}$/)]
  expect(messages.meta.messages).toMatchObject([
    { to: phone, template: "absence_notice", language: "hi", values },
  ])
  const [sent] = messages.meta.messages
  if (!sent) throw new Error("nothing was sent")
  for (let times = 0; times < 2; times += 1) {
    const { headers, body } = messages.meta.report(sent, "failed")
    await receiveWhatsApp(ctx, headers, body)
    await settleAgain(row.id)
  }
  expect(await waysOf(row.id)).toEqual(["absence push failed", "absence whatsapp failed", "absence sms sent"])
  expect(messages.texts.messages.map(({ to }) => to)).toEqual([phone])
  const { channels } = await readCosts(ctx)
  expect(channels.find(({ channel }) => channel === "whatsapp")?.cost_paise).toBe(80)
  // One message is in the guardian's list, and the absence is asked about once.
  const family = await readFamily(context.as(guardian))
  expect([family.messages.length, family.absences.length]).toEqual([1, 1])
})

test("ATT-02 NAV-12 an absence whose outcome is unknown on one channel is told on no other until staff say that it didn't arrive", async () => {
  const missed = await startWith({ push: false, whatsapp: true })
  const { row, guardian } = missed
  messages.meta.behave("drop")
  await endClass(context, row.id)
  expect(await waysOf(row.id)).toEqual(["absence whatsapp unknown"])
  await choose(guardian, {})
  await settleAgain(row.id)
  expect(await waysOf(row.id)).toEqual(["absence whatsapp unknown"])
  expect(messages.texts.messages).toEqual([])
  messages.meta.behave("accept")
  const [notice] = await readNotices(ctx, row.id)
  const admin = context.as(await createAdmin(ctx))
  await inTransaction(admin, (tx) => decideNotice(tx, { notice_id: notice?.id ?? "", decision: "not_sent" }))
  await runJobs(context, everyJob)
  expect(await waysOf(row.id)).toEqual(["absence whatsapp failed", "absence sms sent"])
})

test("ATT-05 NAV-12 a correction goes by the same chain, once, though the guardian chose another channel since", async () => {
  const missed = await startWith({ push: true })
  const { row, guardian } = missed
  await endClass(context, row.id)
  await cameAfterAll(missed)
  expect(await waysOf(row.id)).toEqual(["absence push sent", "absence-correction push sent"])
  expect(messages.browsers.shown.map(({ payload }) => payload.title)).toEqual([
    "Absent from class",
    "Correction: not absent",
  ])
  await choose(guardian, { whatsapp: true })
  await settleAgain(row.id)
  expect((await waysOf(row.id)).length).toBe(2)
  const other = await startWith({ whatsapp: true })
  await endClass(context, other.row.id)
  await cameAfterAll(other)
  expect(messages.meta.messages.map(({ template }) => template)).toEqual([
    "absence_notice",
    "absence_correction",
  ])
  expect(messages.texts.messages).toEqual([])
})

test("ATT-05 NAV-12 a notice that is held waits on its channel, and is sent there when staff release it", async () => {
  const missed = await startWith({ push: true })
  const { row } = missed
  // Too short to be sure.
  context.clock.advance(4 * MINUTE)
  await completeClass(ctx, row.id, ctx.clock.now())
  await runJobs(context, everyJob)
  expect(await waysOf(row.id)).toEqual(["absence push held"])
  await settleAgain(row.id)
  expect(await waysOf(row.id)).toEqual(["absence push held"])
  const [notice] = await readNotices(ctx, row.id)
  const admin = context.as(await createAdmin(ctx))
  await inTransaction(admin, (tx) => decideNotice(tx, { notice_id: notice?.id ?? "", decision: "send" }))
  await runJobs(context, everyJob)
  expect(await waysOf(row.id)).toEqual(["absence push sent"])
  expect(messages.texts.messages).toEqual([])
})
