import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { startWhatsAppGateway, type WhatsAppGateway } from "#tests/gateways/whatsapp.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { sendNotice } from "./sending.ts"
import { queueNotices } from "./service.ts"
import { notices } from "./table.ts"

let meta: WhatsAppGateway
let product: HttpProduct
beforeAll(async () => {
  meta = await startWhatsAppGateway()
  product = await startHttpProduct({
    WHATSAPP_PHONE_NUMBER_ID: meta.phoneNumberId,
    WHATSAPP_ACCESS_TOKEN: meta.accessToken,
    WHATSAPP_APP_SECRET: meta.appSecret,
    WHATSAPP_VERIFY_TOKEN: meta.verifyToken,
    WHATSAPP_TEMPLATE_CLASS: "class_notice",
    WHATSAPP_BASE_URL: meta.url,
    QUIET_FROM_HOUR: "0",
    QUIET_TO_HOUR: "0",
  })
})
afterAll(async () => {
  await product?.close()
  await meta?.close()
})

const hook = (query = "") => `${product.address}/hooks/whatsapp${query}`

test("NAV-12 Meta verifies the address of the webhook with our token alone", async () => {
  const ask = (token: string) =>
    fetch(hook(`?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`))
  const answer = await ask(meta.verifyToken)
  expect([answer.status, await answer.text()]).toEqual([200, "1158201444"])
  expect((await ask("another")).status).toBe(403)
  expect((await fetch(hook())).status).toBe(403)
})

test("NAV-12 a report counts as the bytes that Meta signed, and no other", async () => {
  const cause_id = newId()
  const about = { kind: "class-moved", cause_id, channel: "whatsapp", recipient: "+919848000001" } as const
  const variables = { language: "en", what: "New time: Fractions", when: "Friday, 5:00 pm" }
  await inTransaction(product.ctx, (tx) =>
    queueNotices(tx, [
      { ...about, subject_ids: [], recipient_name: "Asha", text: "New time", variables, held: null },
    ]),
  )
  const read = async () =>
    (await product.ctx.db.select().from(notices).where(eq(notices.cause_id, cause_id)))[0]
  await sendNotice(product.ctx, (await read())?.id ?? "")
  const [sent] = meta.messages
  if (!sent) throw new Error("nothing was sent")
  const post = async (secret?: string) => {
    const { headers, body } = meta.report(sent, "delivered", secret)
    headers.set("content-type", "application/json")
    return (await fetch(hook(), { method: "POST", headers, body: new Uint8Array(body) })).status
  }
  expect(await post("not the secret of the app")).toBe(401)
  expect((await read())?.delivery).toBeNull()
  expect([await post(), await post()]).toEqual([200, 200])
  expect(await read()).toMatchObject({ status: "sent", delivery: "delivered" })
})
