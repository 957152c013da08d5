import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { completeClass } from "#features/classes/server/service.ts"
import { sweepNotices } from "#features/notifications/server/sending.ts"
import { notices } from "#features/notifications/server/table.ts"
import { msg91Sms } from "#platform/sms/msg91.ts"
import type { SmsPort } from "#platform/sms/port.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { attendanceJobs } from "./jobs.ts"
import { decideOpenNotice, listOpenNotices } from "./notices/open-notices.ts"
import { everyJob, seatStudent, startClass } from "./test-class.ts"

const ABSENTEES = 34
const NOBODY_LISTENS = "http://127.0.0.1:1"

let gateway: Msg91Gateway
let context: TestContext
let ctx: TestContext["ctx"]
/** Where messages go now. */
let way: SmsPort

function wayTo(baseUrl: string, timeoutMs?: number): SmsPort {
  const patience = timeoutMs === undefined ? {} : { timeoutMs }
  return msg91Sms({ baseUrl, authKey: gateway.authKey, sender: "KAKSHA", ...patience })
}

beforeAll(async () => {
  gateway = await startMsg91Gateway()
  const env = {
    SMS_PROVIDER: "msg91",
    SMS_MSG91_AUTH_KEY: gateway.authKey,
    SMS_MSG91_SENDER: "KAKSHA",
    SMS_MSG91_TEMPLATE_ABSENCE: "tpl-absence",
    SMS_MSG91_BASE_URL: gateway.url,
  }
  context = await createTestContext({ env, sms: { name: "msg91", send: (message) => way.send(message) } })
  ctx = context.ctx
})
beforeEach(() => {
  context.clock.set("2026-11-20T08:30:00Z")
  gateway.deliveries.length = 0
  gateway.requests.length = 0
})
afterAll(async () => {
  await context.close()
  await gateway.close()
})

/** The gateway is out of order, each time in another way. */
const OUTAGES: Record<string, () => void> = {
  "answers nothing but errors": () => {
    way = wayTo(gateway.url)
    gateway.behave(({ mobile }) => (Number(mobile) % 2 === 0 ? "broken" : "overloaded"))
  },
  "refuses every connection": () => {
    way = wayTo(NOBODY_LISTENS)
  },
  "takes messages and never answers": () => {
    way = wayTo(gateway.url, 60)
    gateway.behave("hang")
  },
}

function recover(): void {
  way = wayTo(gateway.url)
  gateway.behave("accept")
}

/** A class that nobody came to ends, and is settled, before any message is tried. */
async function endEmptyClass() {
  const { row, instructor } = await startClass(context, { max_capacity: ABSENTEES })
  for (let n = 0; n < ABSENTEES; n += 1) await seatStudent(context, row.id)
  context.clock.advance(HOUR)
  await completeClass(ctx, row.id, ctx.clock.now())
  await runJobs(context, attendanceJobs)
  expect((await readAll(row.id)).map(({ status }) => status)).toEqual(Array(ABSENTEES).fill("queued"))
  expect(gateway.requests).toEqual([])
  return { classId: row.id, instructor }
}

function readAll(classId: string) {
  return ctx.db.select().from(notices).where(eq(notices.cause_id, classId))
}

/** Works off what is due in each minute, as the product does. */
async function letPass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await runJobs(context, everyJob)
    context.clock.advance(MINUTE)
    await sweepNotices(ctx)
  }
}

/** How often each number was told. */
function timesTold(): number[] {
  const told = Map.groupBy(gateway.deliveries, ({ mobile }) => mobile)
  return [...told.values()].map((messages) => messages.length)
}

for (const outage of ["answers nothing but errors", "refuses every connection"]) {
  test(`ATT-03 a gateway that ${outage} for an hour keeps no class from ending, and every parent is told once it is back`, async () => {
    OUTAGES[outage]?.()
    const { classId } = await endEmptyClass()
    await letPass(60)
    for (const { status, reasons, attempts } of await readAll(classId)) {
      expect(status).toBe("queued")
      expect(reasons).toMatchObject([
        { code: expect.stringMatching(/^(answered|not-reachable)$/), provider: "MSG91" },
      ])
      expect(attempts).toBe(5)
    }
    expect(timesTold()).toEqual([])
    recover()
    await letPass(31)
    for (const { status, reasons, attempts } of await readAll(classId)) {
      expect({ status, reasons }).toEqual({ status: "sent", reasons: [] })
      expect(attempts).toBeLessThanOrEqual(7)
    }
    expect(timesTold()).toEqual(Array(ABSENTEES).fill(1))
  })
}

test("ATT-02 a gateway that takes messages and never answers for an hour leaves each one unknown, listed, and never repeated", async () => {
  OUTAGES["takes messages and never answers"]?.()
  const { classId, instructor } = await endEmptyClass()
  await letPass(60)
  recover()
  await letPass(40)
  for (const { status, attempts } of await readAll(classId)) {
    expect({ status, attempts }).toEqual({ status: "unknown", attempts: 1 })
  }
  expect(timesTold()).toEqual(Array(ABSENTEES).fill(1))
  const { items } = await listOpenNotices(context.as(instructor), { limit: 50 })
  expect(items.length).toBe(ABSENTEES)
  for (const { decisions, reasons } of items) {
    expect(decisions).toEqual(["drop", "told", "not_sent"])
    expect(reasons).toMatchObject([{ code: "maybe-sent" }, { code: "no-answer", provider: "MSG91" }])
  }
})

test("ATT-03 an outage that outlasts every try shows each notice as failed, and what staff send then is told once", async () => {
  OUTAGES["refuses every connection"]?.()
  const { classId, instructor } = await endEmptyClass()
  await letPass(120)
  expect(context.jobs).toEqual([])
  const { items } = await listOpenNotices(context.as(instructor), { limit: 50 })
  expect(items.length).toBe(ABSENTEES)
  for (const { reasons } of items) {
    expect(reasons).toMatchObject([
      { code: "given-up", tries: 7 },
      { code: "not-reachable", provider: "MSG91" },
    ])
  }
  recover()
  for (const { id: notice_id } of items) {
    await decideOpenNotice(context.as(instructor), { notice_id, decision: "send" })
    await decideOpenNotice(context.as(instructor), { notice_id, decision: "send" })
  }
  await letPass(2)
  expect(new Set((await readAll(classId)).map(({ status }) => status))).toEqual(new Set(["sent"]))
  expect(timesTold()).toEqual(Array(ABSENTEES).fill(1))
})
