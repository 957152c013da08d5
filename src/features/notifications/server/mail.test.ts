import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import type { MailDraft } from "#platform/mail/post.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { SMTP_PASSWORD, SMTP_USER, type SmtpGateway, startSmtpGateway } from "#tests/gateways/smtp.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { notificationJobs } from "./jobs.ts"
import { notices } from "./table.ts"

let server: SmtpGateway
let context: TestContext
beforeAll(async () => {
  server = await startSmtpGateway()
  context = await createTestContext({
    env: {
      SMTP_HOST: server.host,
      SMTP_PORT: String(server.port),
      SMTP_USER,
      SMTP_PASSWORD,
      MAIL_FROM: "Kaksha <hello@kaksha.example>",
    },
  })
})
beforeEach(() => {
  server.behave("accept")
  server.mails.length = 0
  context.jobs.length = 0
})
afterAll(async () => {
  await context.close()
  await server.close()
})

async function post(change: Partial<MailDraft> = {}) {
  const { ctx } = context
  const cause_id = newId()
  const draft = {
    kind: "sign-in-code",
    cause_id,
    to: "asha@example.com",
    recipient_name: "Asha",
    body: { language: "en" as const, subject: "Your code", paragraphs: ["Use this code."], code: "042137" },
    ...change,
  }
  await inTransaction(ctx, (tx) => ctx.post.mail(tx, draft))
  await inTransaction(ctx, (tx) => ctx.post.mail(tx, draft))
  return async () => (await ctx.db.select().from(notices).where(eq(notices.cause_id, cause_id)))[0]
}

test("ACC-09 a mail leaves once by a job, however often it was written", async () => {
  const row = await post()
  await runJobs(context, notificationJobs)
  expect(server.mails.map((mail) => mail.subject)).toEqual(["Your code"])
  expect(await row()).toMatchObject({ status: "sent", attempts: 1, text: expect.stringContaining("042137") })
})

test("ACC-06 a code is erased from the record once its mail left", async () => {
  const row = await post({ secret: true })
  await runJobs(context, notificationJobs)
  expect(server.mails).toHaveLength(1)
  expect(await row()).toMatchObject({ status: "sent", text: "", mail: null })
})

test("ACC-06 a mail that came too late to be of use is not sent", async () => {
  const row = await post({ send_before: new Date(context.clock.now().getTime() + 10 * MINUTE) })
  context.clock.advance(11 * MINUTE)
  await runJobs(context, notificationJobs)
  expect(server.mails).toEqual([])
  expect(await row()).toMatchObject({ status: "failed", reasons: [{ code: "too-late" }] })
})
