import { asc, eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll } from "vitest"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { msg91Sms } from "#platform/sms/msg91.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { createStudent } from "#tests/people.ts"
import { type NoticeDraft, queueNotices } from "./service.ts"
import { noticeAttempts, notices } from "./table.ts"

/* A database, a gateway and notices for the tests of sending. Each test file has its own. */

export let gateway: Msg91Gateway
export let context: TestContext
export let ctx: TestContext["ctx"]
let student: SignedIn
let numbers = 0

/** Starts database and gateway for a test file. */
export function openGateway(): void {
  beforeAll(async () => {
    gateway = await startMsg91Gateway()
    const env = {
      SMS_PROVIDER: "msg91",
      SMS_MSG91_AUTH_KEY: gateway.authKey,
      SMS_MSG91_SENDER: "KAKSHA",
      SMS_MSG91_TEMPLATE_ABSENCE: "tpl-absence",
      SMS_MSG91_BASE_URL: gateway.url,
    }
    const sms = msg91Sms({ baseUrl: gateway.url, authKey: gateway.authKey, sender: "KAKSHA" })
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
}

export function draft(change: Partial<NoticeDraft> = {}): NoticeDraft {
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

export async function queueOne(change: Partial<NoticeDraft> = {}) {
  const wanted = draft(change)
  await queueAll([wanted])
  return readOne(wanted.cause_id)
}

export async function queueAll(drafts: NoticeDraft[]): Promise<void> {
  await inTransaction(ctx, (tx) => queueNotices(tx, drafts))
}

export async function readOne(causeId: string) {
  const [row] = await ctx.db.select().from(notices).where(eq(notices.cause_id, causeId))
  if (!row) throw new Error("no such notice")
  return row
}

export function deliveriesTo(notice: { recipient: string; id: string }) {
  return gateway.deliveries.filter(
    ({ mobile, reference }) => `+${mobile}` === notice.recipient && reference === notice.id,
  )
}

export function readAttempts(noticeId: string) {
  return ctx.db
    .select()
    .from(noticeAttempts)
    .where(eq(noticeAttempts.notice_id, noticeId))
    .orderBy(asc(noticeAttempts.number))
}
