import { expect, test } from "vitest"
import type { Ctx } from "#platform/context.ts"
import { msg91Sms } from "#platform/sms/msg91.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { notificationJobs } from "./jobs.ts"
import { sendNotice, sweepNotices } from "./sending.ts"
import { context, ctx, deliveriesTo, gateway, openGateway, queueOne, readOne } from "./test-sending.ts"

openGateway()

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
      reasons: [{ code: "answered", provider: "MSG91" }],
    })
    const startAfter = new Date(ctx.clock.now().getTime() + wait * MINUTE)
    expect(context.jobs).toMatchObject([{ data: { notice_id: notice.id }, startAfter }])
    expect(await runJobs(context, notificationJobs)).toBe(0)
    context.jobs.length = 0
    context.clock.advance(wait * MINUTE)
  }
  gateway.behave("accept")
  await sendNotice(ctx, notice.id)
  expect(await readOne(notice.cause_id)).toMatchObject({ status: "sent", attempts: 4, reasons: [] })
  expect(deliveriesTo(notice).length).toBe(1)
})

test("ATT-03 a second job of a notice that waits for its next attempt doesn't cut the wait short", async () => {
  const notice = await queueOne()
  gateway.behave("overloaded")
  await sendNotice(ctx, notice.id)
  const { due_at } = await readOne(notice.cause_id)
  for (let again = 0; again < 3; again += 1) {
    await sendNotice(ctx, notice.id)
    context.clock.advance(5 * SECOND)
  }
  expect(await readOne(notice.cause_id)).toMatchObject({ status: "queued", attempts: 1, due_at })
  context.clock.advance(MINUTE)
  await sendNotice(ctx, notice.id)
  expect(await readOne(notice.cause_id)).toMatchObject({ status: "queued", attempts: 2 })
})

test("ATT-03 a gateway that stays down gets seven tries in an hour and a half, then the notice is shown as failed", async () => {
  const down: Ctx = { ...ctx, sms: msg91Sms({ baseUrl: "http://127.0.0.1:1", authKey: "x", sender: "x" }) }
  const notice = await queueOne()
  const from = ctx.clock.now().getTime()
  while ((await readOne(notice.cause_id)).status === "queued") {
    if ((await runJobs(context, notificationJobs, down)) === 0) context.clock.advance(MINUTE)
  }
  expect(await readOne(notice.cause_id)).toMatchObject({
    status: "failed",
    attempts: 7,
    reasons: [
      { code: "given-up", tries: 7 },
      { code: "not-reachable", provider: "MSG91" },
    ],
  })
  expect(ctx.clock.now().getTime() - from).toBe(90 * MINUTE)
  expect(context.jobs).toEqual([])
})

test("ATT-02 no readable answer leaves a notice unknown, and nothing ever sends it again", async () => {
  const { url: baseUrl, authKey } = gateway
  const impatient: Ctx = { ...ctx, sms: msg91Sms({ baseUrl, authKey, sender: "KAKSHA", timeoutMs: 300 }) }
  for (const mood of ["hang", "drop", "garbage", "gateway-timeout"] as const) {
    gateway.behave(mood)
    const notice = await queueOne()
    await runJobs(context, notificationJobs, impatient)
    gateway.behave("accept")
    await sendNotice(ctx, notice.id)
    context.clock.advance(10 * MINUTE)
    await sweepNotices(ctx)
    await runJobs(context, notificationJobs)
    expect(await readOne(notice.cause_id), mood).toMatchObject({
      status: "unknown",
      reasons: [{ code: "maybe-sent" }, { provider: "MSG91" }],
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
    reasons: [{ code: "answered", provider: "MSG91", status: 400, said: "Invalid template for …" }],
  })
})

test("ATT-03 a message without a template for it fails visibly instead of going out under another's", async () => {
  const notice = await queueOne({ kind: "absence-correction:1" })
  await runJobs(context, notificationJobs)
  expect(await readOne(notice.cause_id)).toMatchObject({
    status: "failed",
    reasons: [{ code: "no-template", provider: "MSG91" }],
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
  // A job that only waits behind others gets no other one each minute.
  expect(context.jobs).toMatchObject([{ data: { notice_id: lost.id }, once: { key: lost.id, seconds: 600 } }])
  await runJobs(context, notificationJobs)
  expect((await readOne(lost.cause_id)).status).toBe("sent")
})

test("ATT-02 a failure inside the port counts as unknown, for the message may have left", async () => {
  const notice = await queueOne()
  const send = () => Promise.reject(new TypeError("a bug"))
  await sendNotice({ ...ctx, sms: { name: "broken", send } }, notice.id)
  expect(await readOne(notice.cause_id)).toMatchObject({
    status: "unknown",
    reasons: [{ code: "maybe-sent" }, { code: "sending-broke" }],
  })
})
