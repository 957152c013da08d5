import { asc, eq, inArray } from "drizzle-orm"
import type pg from "pg"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { type Ctx, inTransaction, type SignedIn } from "#platform/context.ts"
import { msg91Sms } from "#platform/sms/msg91.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { Killed, killedAt } from "#tests/killed-worker.ts"
import { createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { notificationJobs } from "./jobs.ts"
import { LOST_AFTER_MS, sendNotice, sweepNotices } from "./sending.ts"
import { listNotices, type NoticeDraft, queueNotices } from "./service.ts"
import { noticeAttempts, notices } from "./table.ts"

let gateway: Msg91Gateway
let context: TestContext
let ctx: TestContext["ctx"]
let student: SignedIn
let numbers = 0

beforeAll(async () => {
  gateway = await startMsg91Gateway()
  const env = {
    SMS_PROVIDER: "msg91",
    SMS_MSG91_AUTH_KEY: gateway.authKey,
    SMS_MSG91_SENDER: "KAKSHA",
    SMS_MSG91_TEMPLATE_ABSENCE: "tpl-absence",
    SMS_MSG91_BASE_URL: gateway.url,
  }
  const sms = msg91Sms({ baseUrl: gateway.url, authKey: gateway.authKey, sender: "KAKSHA", timeoutMs: 250 })
  context = await createTestContext({ env, sms })
  ctx = context.ctx
  student = await createStudent(ctx)
})
afterEach(() => {
  gateway.behave("accept")
  context.jobs.length = 0
})
afterAll(async () => {
  await context.close()
  await gateway.close()
})

function draft(change: Partial<NoticeDraft> = {}): NoticeDraft {
  numbers += 1
  return {
    kind: "absence",
    cause_id: newId(),
    subject_ids: [student.user_id],
    channel: "sms",
    recipient: `+9198450${String(numbers).padStart(5, "0")}`,
    recipient_name: "Lata Rao",
    text: "Asha Rao was absent",
    variables: {
      classTime: "4:00 pm",
      parentName: "Lata Rao",
      studentName: "Asha Rao",
      className: "Fractions",
      classDate: "20 Nov 2026",
    },
    held: null,
    ...change,
  }
}

async function queueOne(change: Partial<NoticeDraft> = {}) {
  const wanted = draft(change)
  await queueAll([wanted])
  return readOne(wanted.cause_id)
}

async function queueAll(drafts: NoticeDraft[]): Promise<void> {
  await inTransaction(ctx, (tx) => queueNotices(tx, drafts))
}

async function readOne(causeId: string) {
  const [row] = await ctx.db.select().from(notices).where(eq(notices.cause_id, causeId))
  if (!row) throw new Error("no such notice")
  return row
}

function deliveriesTo(notice: { recipient: string; id: string }) {
  return gateway.deliveries.filter(
    ({ mobile, reference }) => `+${mobile}` === notice.recipient && reference === notice.id,
  )
}

function readAttempts(noticeId: string) {
  return ctx.db
    .select()
    .from(noticeAttempts)
    .where(eq(noticeAttempts.notice_id, noticeId))
    .orderBy(asc(noticeAttempts.number))
}

test("ATT-02 a notice is sent by its job, with the provider's id and the template's values in their order", async () => {
  const queued = await queueOne()
  expect(queued).toMatchObject({ status: "queued", attempts: 0 })
  expect(await runJobs(context, notificationJobs)).toBe(1)
  expect(await readOne(queued.cause_id)).toMatchObject({
    status: "sent",
    provider_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    sent_at: ctx.clock.now(),
  })
  expect(deliveriesTo(queued)).toEqual([
    expect.objectContaining({
      templateId: "tpl-absence",
      variables: ["Lata Rao", "Asha Rao", "Fractions", "20 Nov 2026", "4:00 pm"],
    }),
  ])
  expect(await readAttempts(queued.id)).toMatchObject([{ number: 1, outcome: "accepted" }])
})

test("ATT-02 the same notice is written once, and its job enqueued once, however often it is asked for", async () => {
  const wanted = draft()
  await Promise.all([queueAll([wanted]), queueAll([wanted]), queueAll([wanted, wanted])])
  const rows = await ctx.db.select().from(notices).where(eq(notices.cause_id, wanted.cause_id))
  expect(rows.length).toBe(1)
  expect(context.jobs).toEqual([{ queue: "notifications.send", data: { notice_id: rows[0]?.id } }])
})

test("ATT-05 a held notice waits with its reason and is not sent by a stray job", async () => {
  const held = await queueOne({ held: "The instructor never came into the room." })
  expect(context.jobs).toEqual([])
  await sendNotice(ctx, held.id)
  await sweepNotices(ctx)
  expect(await readOne(held.cause_id)).toMatchObject({ status: "held", attempts: 0 })
  expect(deliveriesTo(held)).toEqual([])
})

test("ATT-02 two workers at once on the same notices send each of them once", async () => {
  const drafts = Array.from({ length: 20 }, () => draft())
  await queueAll(drafts)
  const rows = await ctx.db
    .select()
    .from(notices)
    .where(
      inArray(
        notices.cause_id,
        drafts.map((one) => one.cause_id),
      ),
    )
  await Promise.all([...rows, ...rows, ...rows].map(({ id }) => sendNotice(ctx, id)))
  for (const row of rows) {
    expect(deliveriesTo(row).length).toBe(1)
    expect((await readOne(row.cause_id)).status).toBe("sent")
  }
})

test("ATT-02 a worker killed at any step sends nobody anything twice and leaves no notice in between", async () => {
  const ends = ["sent", "unknown", "unknown", "sent"]
  for (const [step, end] of ends.entries()) {
    const notice = await queueOne()
    await expect(sendNotice(killedAt(ctx, step), notice.id)).rejects.toThrow(Killed)
    // The job store hands the job to another worker, at once and again later.
    await sendNotice(ctx, notice.id)
    context.clock.advance(LOST_AFTER_MS)
    await sendNotice(ctx, notice.id)
    await sweepNotices(ctx)
    await runJobs(context, notificationJobs)
    expect((await readOne(notice.cause_id)).status, `step ${step}`).toBe(end)
    expect(deliveriesTo(notice).length, `step ${step}`).toBe(step === 1 ? 0 : 1)
  }
})

test("ATT-02 a notice whose job was lost with its worker becomes unknown by the sweep alone, not before its time", async () => {
  const notice = await queueOne()
  await expect(sendNotice(killedAt(ctx, 1), notice.id)).rejects.toThrow(Killed)
  await sweepNotices(ctx)
  expect((await readOne(notice.cause_id)).status).toBe("sending")
  context.clock.advance(LOST_AFTER_MS)
  await sweepNotices(ctx)
  expect(await readOne(notice.cause_id)).toMatchObject({
    status: "unknown",
    reason: expect.stringContaining("stopped while sending"),
  })
  expect(await readAttempts(notice.id)).toMatchObject([{ outcome: "lost" }])
})

test("ATT-02 an answer that comes after its try was given up as lost is still believed", async () => {
  const notice = await queueOne()
  const slow: Ctx = {
    ...ctx,
    sms: {
      name: "slow",
      async send(message) {
        context.clock.advance(LOST_AFTER_MS)
        await sweepNotices(ctx)
        expect((await readOne(notice.cause_id)).status).toBe("unknown")
        return ctx.sms.send(message)
      },
    },
  }
  await sendNotice(slow, notice.id)
  expect((await readOne(notice.cause_id)).status).toBe("sent")
  expect(deliveriesTo(notice).length).toBe(1)
})

test("ATT-03 a gateway that is busy, broken or overloaded is tried again with growing waits", async () => {
  const notice = await queueOne()
  context.jobs.length = 0
  for (const [mood, wait] of [
    ["too-many", 1],
    ["broken", 3],
    ["overloaded", 8],
  ] as const) {
    gateway.behave(mood)
    await sendNotice(ctx, notice.id)
    expect(await readOne(notice.cause_id)).toMatchObject({
      status: "queued",
      reason: expect.stringMatching("answered"),
    })
    const startAfter = new Date(ctx.clock.now().getTime() + wait * MINUTE)
    expect(context.jobs).toMatchObject([{ data: { notice_id: notice.id }, startAfter }])
    expect(await runJobs(context, notificationJobs)).toBe(0)
    context.jobs.length = 0
    context.clock.advance(wait * MINUTE)
  }
  gateway.behave("accept")
  await sendNotice(ctx, notice.id)
  expect(await readOne(notice.cause_id)).toMatchObject({ status: "sent", attempts: 4, reason: null })
  expect(deliveriesTo(notice).length).toBe(1)
})

test("ATT-03 a gateway that is down for an hour gets six tries, then the notice is shown as failed", async () => {
  const down: Ctx = { ...ctx, sms: msg91Sms({ baseUrl: "http://127.0.0.1:1", authKey: "x", sender: "x" }) }
  const notice = await queueOne()
  const from = ctx.clock.now().getTime()
  while ((await readOne(notice.cause_id)).status === "queued") {
    if ((await runJobs(context, notificationJobs, down)) === 0) context.clock.advance(MINUTE)
  }
  expect(await readOne(notice.cause_id)).toMatchObject({
    status: "failed",
    attempts: 6,
    reason: expect.stringContaining("Given up after 6 tries: MSG91 is not reachable"),
  })
  expect(ctx.clock.now().getTime() - from).toBe(60 * MINUTE)
  expect(context.jobs).toEqual([])
})

test("ATT-02 no readable answer leaves a notice unknown, and nothing ever sends it again", async () => {
  for (const mood of ["hang", "drop", "garbage", "gateway-timeout"] as const) {
    gateway.behave(mood)
    const notice = await queueOne()
    await runJobs(context, notificationJobs)
    gateway.behave("accept")
    await sendNotice(ctx, notice.id)
    context.clock.advance(10 * MINUTE)
    await sweepNotices(ctx)
    await runJobs(context, notificationJobs)
    expect(await readOne(notice.cause_id), mood).toMatchObject({
      status: "unknown",
      reason: expect.stringContaining("not known whether it was sent"),
    })
    expect(deliveriesTo(notice).length, mood).toBe(1)
  }
})

test("ATT-03 a final refusal fails at once, with the provider's reason and no phone number in it", async () => {
  gateway.behave("refuse")
  const notice = await queueOne()
  await runJobs(context, notificationJobs)
  expect(await readOne(notice.cause_id)).toMatchObject({
    status: "failed",
    attempts: 1,
    reason: "MSG91 answered 400: Invalid template for …",
  })
})

test("ATT-03 a message without a template for it fails visibly instead of going out under another's", async () => {
  const notice = await queueOne({ kind: "absence-correction:1" })
  await runJobs(context, notificationJobs)
  expect(await readOne(notice.cause_id)).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("template"),
  })
  expect(deliveriesTo(notice)).toEqual([])
})

test("ATT-02 a queued notice whose job vanished is enqueued again, one that waits for its time is not", async () => {
  const lost = await queueOne()
  gateway.behave("too-many")
  const waiting = await queueOne()
  await sendNotice(ctx, waiting.id)
  gateway.behave("accept")
  context.jobs.length = 0
  await sweepNotices(ctx)
  expect(context.jobs).toEqual([])
  context.clock.advance(2 * MINUTE + 1)
  await sweepNotices(ctx)
  expect(context.jobs).toMatchObject([{ data: { notice_id: lost.id } }])
  await runJobs(context, notificationJobs)
  expect((await readOne(lost.cause_id)).status).toBe("sent")
})

test("ATT-02 a failure inside the port counts as unknown, for the message may have left", async () => {
  const notice = await queueOne()
  const send = () => Promise.reject(new TypeError("a bug"))
  await sendNotice({ ...ctx, sms: { name: "broken", send } }, notice.id)
  expect(await readOne(notice.cause_id)).toMatchObject({ status: "unknown" })
})

test("ATT-02 whoever watches a class hears of every change of its notices", async () => {
  const pool = (ctx.db as unknown as { $client: pg.Pool }).$client
  const client = await pool.connect()
  const heard: unknown[] = []
  try {
    client.on("notification", ({ payload }) => heard.push(JSON.parse(payload ?? "")))
    await client.query("listen kaksha_changes")
    const notice = await queueOne()
    await runJobs(context, notificationJobs)
    const change = { name: "class.notices", id: notice.cause_id }
    await vi.waitFor(() => expect(heard).toEqual([change, change, change]))
  } finally {
    await client.query("unlisten *")
    client.release()
  }
})

test("ATT-02 staff see what became of each notice of a cause, with the number hidden", async () => {
  const notice = await queueOne({ kind: "absence-correction:1", recipient: "+919845012345" })
  expect(await listNotices(ctx, notice.cause_id, ["absence-correction"])).toEqual([
    {
      id: notice.id,
      kind: "absence-correction",
      recipient_name: "Lata Rao",
      recipient: "•••••••••••45",
      channel: "sms",
      status: "queued",
      reason: null,
      created_at: notice.created_at,
      sent_at: null,
    },
  ])
})
