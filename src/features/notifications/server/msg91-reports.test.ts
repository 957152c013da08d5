import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { sendNotice } from "./sending.ts"
import { listNotices, queueNotices } from "./service.ts"
import { notices } from "./table.ts"

const KEY = "a-key-that-only-msg91-was-told"

let gateway: Msg91Gateway
let product: HttpProduct
beforeAll(async () => {
  gateway = await startMsg91Gateway()
  product = await startHttpProduct({
    SMS_PROVIDER: "msg91",
    SMS_MSG91_AUTH_KEY: gateway.authKey,
    SMS_MSG91_SENDER: "KAKSHA",
    SMS_MSG91_TEMPLATE_ABSENCE: "tpl-absence",
    SMS_MSG91_BASE_URL: gateway.url,
    SMS_MSG91_REPORT_KEY: KEY,
    QUIET_FROM_HOUR: "0",
    QUIET_TO_HOUR: "0",
  })
})
afterAll(async () => {
  await product?.close()
  await gateway?.close()
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
    recipient: `+91984700${String(numbers).padStart(4, "0")}`,
    recipient_name: "Lata Rao",
    text: "Asha Rao was absent",
    variables: {},
    held: null,
  }
  await inTransaction(product.ctx, (tx) => queueNotices(tx, [draft]))
  const read = async () => {
    const [row] = await product.ctx.db.select().from(notices).where(eq(notices.cause_id, cause_id))
    if (!row) throw new Error("no notice")
    return row
  }
  const { id } = await read()
  await sendNotice(product.ctx, id)
  const status = async () => (await listNotices(product.ctx, cause_id, ["absence"]))[0]?.status
  return { id, requestId: (await read()).provider_id ?? "", status }
}

type Line = { requestId: string; CRQID: string; status: string; desc?: string }

/** As version 2 of their webhook posts it: a form with a list of requests in one of its fields. */
async function report(lines: Line[], key: string | null = KEY): Promise<number> {
  const requests = lines.map(({ requestId, ...state }) => ({
    ...{ senderId: "KAKSHA", requestId, userId: "27", campaignName: "API" },
    report: [{ date: "2026-11-20 17:06:20", number: "919847000001", ...state }],
  }))
  const query = key === null ? "" : `?key=${key}`
  const answer = await fetch(`${product.address}/hooks/sms/msg91${query}`, {
    method: "POST",
    body: new URLSearchParams({ data: JSON.stringify(requests) }),
  })
  return answer.status
}

test("ATT-07 MSG91's reports of several messages, doubled, out of order and among strangers', settle each of ours", async () => {
  const [first, second, third] = [await sendOne(), await sendOne(), await sendOne()]
  const delivered = { requestId: first.requestId, CRQID: first.id, status: "1" }
  const onItsWay = { ...delivered, status: "5", desc: "SUBMITTED" }
  const failed = { requestId: second.requestId, CRQID: "0", status: "2", desc: "Switched off" }
  const strangers = [
    { requestId: "34aa00", CRQID: newId(), status: "1" },
    { requestId: "34aa01", CRQID: "' or 1=1", status: "2" },
  ]
  expect(await report([delivered, ...strangers, failed, onItsWay, delivered])).toBe(200)
  expect(await report([onItsWay, failed])).toBe(200)
  expect([await first.status(), await second.status(), await third.status()]).toEqual([
    "delivered",
    "undelivered",
    "sent",
  ])
  expect(await report([{ ...failed, status: "1" }])).toBe(200)
  expect(await second.status()).toBe("delivered")
})

test("ATT-02 a report of MSG91 under our reference settles what is not known to have been sent", async () => {
  gateway.behave("drop")
  const [sent, lost] = [await sendOne(), await sendOne()]
  gateway.behave("accept")
  expect([sent.requestId, await sent.status()]).toEqual(["", "unknown"])
  await report([
    { requestId: "34ab10", CRQID: sent.id, status: "5" },
    { requestId: "34ab11", CRQID: lost.id, status: "17", desc: "BLOCKED" },
  ])
  expect([await sent.status(), await lost.status()]).toEqual(["sent", "undelivered"])
})

test("ATT-07 reports without MSG91's key change nothing, and what can't be read is no failure of ours", async () => {
  const { id: CRQID, requestId, status } = await sendOne()
  const line = { requestId, CRQID, status: "1" }
  for (const key of [null, "", "guessed", `${KEY}x`]) expect(await report([line], key), String(key)).toBe(401)
  expect(await status()).toBe("sent")
  for (const body of ["", "{", "data=%7B", '[{"event":"delivered"}]']) {
    const answer = await fetch(`${product.address}/hooks/sms/msg91?key=${KEY}`, { method: "POST", body })
    expect(answer.status).toBe(200)
  }
  expect(await status()).toBe("sent")
})
