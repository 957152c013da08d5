import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { startTwilioGateway, type TwilioGateway } from "#tests/gateways/twilio.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { sendNotice } from "./sending.ts"
import { listNotices, queueNotices } from "./service.ts"
import { notices } from "./table.ts"

let gateway: TwilioGateway
let product: HttpProduct
beforeAll(async () => {
  // Reports come to the public address, which leads here.
  gateway = await startTwilioGateway((callback) =>
    callback.replace("https://kaksha.example", product.address),
  )
  product = await startHttpProduct({
    SMS_PROVIDER: "twilio",
    SMS_TWILIO_ACCOUNT_SID: gateway.accountSid,
    SMS_TWILIO_AUTH_TOKEN: gateway.authToken,
    SMS_TWILIO_FROM: "KAKSHA",
    SMS_TWILIO_BASE_URL: gateway.url,
    QUIET_FROM_HOUR: "0",
    QUIET_TO_HOUR: "0",
    APP_URL: "https://kaksha.example",
    AUTH_SECRET: "test-secret-of-at-least-32-characters",
  })
})
afterAll(async () => {
  await product.close()
  await gateway.close()
})

let numbers = 0
async function sendOne() {
  numbers += 1
  const cause_id = newId()
  const draft = {
    kind: "absence",
    cause_id,
    subject_ids: [],
    channel: "sms" as const,
    recipient: `+91984500${String(numbers).padStart(4, "0")}`,
    recipient_name: "Lata Rao",
    text: "Asha Rao was absent",
    variables: {},
    held: null,
  }
  await inTransaction(product.ctx, (tx) => queueNotices(tx, [draft]))
  const [row] = await product.ctx.db.select().from(notices).where(eq(notices.cause_id, cause_id))
  if (!row) throw new Error("no notice")
  await sendNotice(product.ctx, row.id)
  const message = gateway.messages.find((one) => one.to === draft.recipient)
  if (!message) throw new Error("nothing was sent")
  const status = async () => (await listNotices(product.ctx, cause_id, ["absence"]))[0]?.status
  return { message, status, id: row.id }
}

test("ATT-07 reports of a provider, in any order and doubled, move a message to delivered", async () => {
  const { message, status } = await sendOne()
  expect(await status()).toBe("sent")
  for (const state of ["delivered", "sent", "delivered", "queued"]) {
    expect(await gateway.report(message, state)).toBe(200)
  }
  expect(await status()).toBe("delivered")
})

test("ATT-07 what the network could not deliver is listed as such, unless a later report knows better", async () => {
  const { message, status } = await sendOne()
  await gateway.report(message, "undelivered", { errorCode: "30003" })
  expect(await status()).toBe("undelivered")
  await gateway.report(message, "delivered")
  expect(await status()).toBe("delivered")
})

test("ATT-02 a report settles a message that is not known to have been sent", async () => {
  gateway.behave("drop")
  const { message, status } = await sendOne()
  gateway.behave("accept")
  expect(await status()).toBe("unknown")
  await gateway.report(message, "sent")
  expect(await status()).toBe("sent")
})

test("ATT-07 reports of one message that arrive at the same moment all count", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { message, status } = await sendOne()
    const states = ["sent", "delivered", "queued"]
    const taken = await Promise.all(states.map((state) => gateway.report(message, state)))
    expect(taken).toEqual([200, 200, 200])
    expect(await status()).toBe("delivered")
  }
})

test("ATT-07 a forged report is refused and changes nothing, and so is one of a provider that is not at work", async () => {
  const { message, status } = await sendOne()
  expect(await gateway.report(message, "delivered", { token: "guessed" })).toBe(401)
  expect(await status()).toBe("sent")
  const other = await product.call(null, "POST", "/hooks/sms/msg91?key=x", {})
  expect(other.status).toBe(404)
})
