import { eq, inArray } from "drizzle-orm"
import type pg from "pg"
import { expect, test, vi } from "vitest"
import type { Ctx } from "#platform/context.ts"
import { Killed, killedAt } from "#tests/killed-worker.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { notificationJobs } from "./jobs.ts"
import { LOST_AFTER_MS, sendNotice, sweepNotices } from "./sending.ts"
import { listNotices, withdrawNotice } from "./service.ts"
import { notices } from "./table.ts"
import {
  context,
  ctx,
  deliveriesTo,
  draft,
  openGateway,
  queueAll,
  queueOne,
  readAttempts,
  readOne,
} from "./test-sending.ts"

openGateway()

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

test("ATT-02 a notice about one child of a number goes by the template of absences", async () => {
  const later = await queueOne({ kind: "absence-later:1" })
  await runJobs(context, notificationJobs)
  expect(deliveriesTo(later)).toMatchObject([{ templateId: "tpl-absence" }])
})

test("ATT-02 the same notice is written once, and its job enqueued once, however often it is asked for", async () => {
  const wanted = draft()
  await Promise.all([queueAll([wanted]), queueAll([wanted]), queueAll([wanted, wanted])])
  const rows = await ctx.db.select().from(notices).where(eq(notices.cause_id, wanted.cause_id))
  expect(rows.length).toBe(1)
  expect(context.jobs).toEqual([{ queue: "notifications.send", data: { notice_id: rows[0]?.id } }])
})

test("ATT-05 a held notice waits with its reason and is not sent by a stray job", async () => {
  const held = await queueOne({ held: [{ code: "number-unconfirmed" }] })
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
    reasons: [{ code: "maybe-sent" }, { code: "server-stopped" }],
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

test("ATT-02 watchers of a class hear of every change of its notices", async () => {
  const pool = (ctx.db as unknown as { $client: pg.Pool }).$client
  const client = await pool.connect()
  const heard: unknown[] = []
  try {
    client.on("notification", ({ payload }) => heard.push(JSON.parse(payload ?? "")))
    await client.query("listen kaksha_changes")
    const notice = await queueOne()
    await runJobs(context, notificationJobs)
    const change = { name: "class.notices", id: notice.cause_id }
    await vi.waitFor(() => expect(heard).toEqual([change, change, change]), 10_000)
    // What was sent can't be withdrawn, and nobody hears of a try.
    await withdrawNotice(ctx, notice.id, { code: "change-undone" })
    const waiting = await queueOne()
    await withdrawNotice(ctx, waiting.id, { code: "change-undone" })
    const other = { name: "class.notices", id: waiting.cause_id }
    await vi.waitFor(() => expect(heard.slice(3)).toEqual([other, other]), 10_000)
    expect([await readOne(notice.cause_id), await readOne(waiting.cause_id)]).toMatchObject([
      { status: "sent" },
      { status: "withdrawn" },
    ])
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
      reasons: [],
      decided_by: null,
      created_at: notice.created_at,
      sent_at: null,
    },
  ])
})
