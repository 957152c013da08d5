import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { user } from "#features/accounts/server/table.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { startTwilioGateway, type TwilioGateway } from "#tests/gateways/twilio.ts"
import { startWhatsAppGateway, type WhatsAppGateway } from "#tests/gateways/whatsapp.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { decideNotice } from "./decisions.ts"
import { notificationJobs } from "./jobs.ts"
import { readPreferences, writePreferences } from "./preferences.ts"
import { receiveWhatsApp } from "./reports.ts"
import { notices } from "./table.ts"
import { tellPeople } from "./tell.ts"

let meta: WhatsAppGateway
let texts: TwilioGateway
let world: TestContext
let ctx: TestContext["ctx"]
let numbers = 0

beforeAll(async () => {
  meta = await startWhatsAppGateway()
  texts = await startTwilioGateway()
  world = await createTestContext({
    env: {
      WHATSAPP_PHONE_NUMBER_ID: meta.phoneNumberId,
      WHATSAPP_ACCESS_TOKEN: meta.accessToken,
      WHATSAPP_APP_SECRET: meta.appSecret,
      WHATSAPP_VERIFY_TOKEN: meta.verifyToken,
      WHATSAPP_TEMPLATE_CLASS: "class_notice",
      WHATSAPP_LANGUAGES: "en,hi",
      WHATSAPP_BASE_URL: meta.url,
      SMS_PROVIDER: "twilio",
      SMS_TWILIO_ACCOUNT_SID: texts.accountSid,
      SMS_TWILIO_AUTH_TOKEN: texts.authToken,
      SMS_TWILIO_FROM: "+15005550006",
      SMS_TWILIO_BASE_URL: texts.url,
    },
  })
  ctx = world.ctx
})
afterEach(() => {
  meta.behave("accept")
  meta.messages.length = 0
  texts.messages.length = 0
})
afterAll(async () => {
  await world.close()
  await Promise.all([meta.close(), texts.close()])
})

/** A student who wants WhatsApp messages about classes. */
async function createPerson(wants = true): Promise<SignedIn & { phone: string }> {
  numbers += 1
  const phone = `+9198470${String(numbers).padStart(5, "0")}`
  const person = { ...(await createStudent(ctx, { phone })), phone }
  const as = world.as(person)
  const { language, topics } = await readPreferences(as)
  topics.class_changes.whatsapp = wants
  await writePreferences(as, { language, topics })
  return person
}

async function tell(person: SignedIn): Promise<string> {
  const cause_id = newId()
  await inTransaction(ctx, (tx) =>
    tellPeople(tx, {
      ...{ topic: "class_changes", kind: "class-cancelled", cause_id, people: [person.user_id] },
      write: ({ language }) => ({
        ...{ title: "", text: "Ms Rao is ill", href: "/" },
        push: { title: language === "hi" ? "क्लास रद्द" : "Cancelled: Fractions", text: "Friday, 5:00 pm" },
        sms: { text: "Fractions: cancelled", variables: {} },
      }),
    }),
  )
  await runJobs(world, notificationJobs)
  return cause_id
}

const rowsOf = (cause: string) =>
  ctx.db.select().from(notices).where(eq(notices.cause_id, cause)).orderBy(notices.id)
const waysOf = async (cause: string) =>
  (await rowsOf(cause)).map(({ channel, status }) => `${channel} ${status}`)

async function report(status: "sent" | "delivered" | "read" | "failed") {
  const [sent] = meta.messages
  if (!sent) throw new Error("nothing was sent")
  const { headers, body } = meta.report(sent, status)
  expect(await receiveWhatsApp(ctx, headers, body)).toBe("accepted")
  await runJobs(world, notificationJobs)
}

test("NAV-12 who wants WhatsApp gets the approved template in their language instead of a text", async () => {
  const [person, other] = [await createPerson(), await createPerson(false)]
  await ctx.db.update(user).set({ language: "hi" }).where(eq(user.id, person.user_id))
  expect(await waysOf(await tell(person))).toEqual(["whatsapp sent"])
  expect(await waysOf(await tell(other))).toEqual(["sms sent"])
  expect(meta.messages).toMatchObject([
    { to: person.phone, template: "class_notice", language: "hi", values: ["क्लास रद्द", "Friday, 5:00 pm"] },
  ])
  expect(texts.messages.map(({ to }) => to)).toEqual([other.phone])
})

test("NAV-12 what Meta reports is shown: delivered is final, in any order", async () => {
  const cause = await tell(await createPerson())
  for (const status of ["read", "delivered", "sent", "failed"] as const) await report(status)
  expect(await rowsOf(cause)).toMatchObject([{ status: "sent", delivery: "delivered" }])
  expect(texts.messages).toEqual([])
})

test("NAV-12 a phone without WhatsApp gets the text instead, once, however often Meta reports", async () => {
  const person = await createPerson()
  const cause = await tell(person)
  await Promise.all([report("failed"), report("failed"), report("failed")])
  await report("failed")
  expect(await waysOf(cause)).toEqual(["whatsapp failed", "sms sent"])
  expect(texts.messages.map(({ to }) => to)).toEqual([person.phone])
  meta.behave("not-on-whatsapp")
  expect(await waysOf(await tell(await createPerson()))).toEqual(["whatsapp failed", "sms sent"])
})

test("NAV-12 a WhatsApp message that may have arrived leads to no text, and a report settles it", async () => {
  const person = await createPerson()
  meta.behave("drop")
  const cause = await tell(person)
  expect(await waysOf(cause)).toEqual(["whatsapp unknown"])
  await report("delivered")
  expect(await waysOf(cause)).toEqual(["whatsapp sent"])
  expect(texts.messages).toEqual([])
  meta.messages.length = 0
  const second = await tell(person)
  const [unknown] = await rowsOf(second)
  const admin = world.as(await createAdmin(ctx))
  await inTransaction(admin, (tx) => decideNotice(tx, { notice_id: unknown?.id ?? "", decision: "not_sent" }))
  await runJobs(world, notificationJobs)
  expect(await waysOf(second)).toEqual(["whatsapp failed", "sms sent"])
})

test("NAV-12 a report that comes after staff gave a message up takes back the text that waits in its place", async () => {
  const person = await createPerson()
  meta.behave("drop")
  const cause = await tell(person)
  const [unknown] = await rowsOf(cause)
  const admin = world.as(await createAdmin(ctx))
  await inTransaction(admin, (tx) => decideNotice(tx, { notice_id: unknown?.id ?? "", decision: "not_sent" }))
  expect(await waysOf(cause)).toEqual(["whatsapp failed", "sms queued"])
  await report("delivered")
  expect(await waysOf(cause)).toEqual(["whatsapp sent", "sms withdrawn"])
  expect(texts.messages).toEqual([])
})

test("NAV-12 reports that Meta did not sign are refused", async () => {
  await tell(await createPerson())
  const [sent] = meta.messages
  if (!sent) throw new Error("nothing was sent")
  const { headers, body } = meta.report(sent, "delivered", "not the secret of the app")
  expect(await receiveWhatsApp(ctx, headers, body)).toBe("forged")
  expect(await receiveWhatsApp({ ...ctx, whatsapp: null }, headers, body)).toBe("unknown")
})
