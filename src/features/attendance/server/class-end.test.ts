import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { completeClass } from "#features/classes/server/service.ts"
import { sweepNotices } from "#features/notifications/server/sending.ts"
import { notices } from "#features/notifications/server/table.ts"
import { msg91Sms } from "#platform/sms/msg91.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type RecordedJob, type TestContext } from "#tests/context.ts"
import { type GatewayMood, type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { Killed, killedAt } from "#tests/killed-worker.ts"
import { everyJob, seatStudent, startClass } from "./test-class.ts"

/** What each tenth of the parents' numbers meets at the gateway, every time it is tried. */
const MOODS: GatewayMood[] = [
  "accept",
  "accept",
  "accept",
  "too-many",
  "broken",
  "hang",
  "drop",
  "garbage",
  "gateway-timeout",
  "refuse",
]

let gateway: Msg91Gateway
let context: TestContext
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
})
afterAll(async () => {
  await context.close()
  await gateway.close()
})

function takeDueJob(): RecordedJob | undefined {
  const now = context.clock.now()
  const index = context.jobs.findIndex(({ startAfter }) => !startAfter || startAfter <= now)
  return index === -1 ? undefined : context.jobs.splice(index, 1)[0]
}

let taken = 0
/** Works jobs off; every second job's worker is killed at a step of its own and the job handed to another. */
async function work(): Promise<void> {
  for (let job = takeDueJob(); job; job = takeDueJob()) {
    const { queue, data } = job
    const handler = everyJob.find((one) => one.queue === queue)
    taken += 1
    const ctx = taken % 2 === 0 ? killedAt(context.ctx, (taken / 2) % 4) : context.ctx
    try {
      await handler?.handle(ctx, handler.input.parse(data))
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      context.jobs.push(job)
    }
  }
}

test("ATT-02 a hundred absentees, a gateway in every mood and workers killed at every step: nobody is told twice", async () => {
  const { ctx } = context
  const { row } = await startClass(context, { max_capacity: 100 })
  const moodOf = new Map<string, GatewayMood>()
  for (let n = 0; n < 100; n += 1) {
    const { parent_phone } = await seatStudent(context, row.id)
    moodOf.set(parent_phone?.slice(1) ?? "", MOODS[n % MOODS.length] ?? "accept")
  }
  gateway.behave(({ mobile }) => moodOf.get(mobile) ?? "accept")
  context.clock.advance(HOUR)
  await completeClass(ctx, row.id, ctx.clock.now())
  context.jobs.push({ queue: "attendance.settle", data: { class_id: row.id } })
  context.jobs.push({ queue: "attendance.settle", data: { class_id: row.id } })

  const read = () => ctx.db.select().from(notices).where(eq(notices.cause_id, row.id))
  const isOpen = ({ status }: { status: string }) => status === "queued" || status === "sending"
  await Promise.all([work(), work(), work()])
  const endedAt = ctx.clock.now().getTime()
  while ((await read()).some(isOpen)) {
    context.clock.advance(MINUTE)
    await sweepNotices(ctx)
    await Promise.all([work(), work(), work()])
  }

  expect(ctx.clock.now().getTime() - endedAt).toBeLessThanOrEqual(100 * MINUTE)
  const settled = await read()
  expect(settled.length).toBe(100)
  const told = new Map<string, number>()
  for (const { mobile } of gateway.deliveries) told.set(mobile, (told.get(mobile) ?? 0) + 1)
  expect(Math.max(...told.values())).toBe(1)
  for (const { recipient, status, reasons } of settled) {
    const times = told.get(recipient.slice(1)) ?? 0
    if (status === "sent") expect(times).toBe(1)
    else if (status === "failed") expect(times).toBe(0)
    else expect(status).toBe("unknown")
    expect(reasons.length === 0).toBe(status === "sent")
  }
  const ends = Map.groupBy(settled, (one) => one.status)
  expect([...ends.keys()].sort()).toEqual(["failed", "sent", "unknown"])
})
