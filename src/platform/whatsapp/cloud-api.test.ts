import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { startWhatsAppGateway, type WhatsAppGateway } from "#tests/gateways/whatsapp.ts"
import { cloudApi } from "./cloud-api.ts"
import type { WhatsAppPort } from "./port.ts"

let meta: WhatsAppGateway
let port: WhatsAppPort
beforeAll(async () => {
  meta = await startWhatsAppGateway()
  port = portWith(meta.accessToken)
})
beforeEach(() => {
  meta.behave("accept")
  meta.messages.length = 0
})
afterAll(() => meta.close())

function portWith(accessToken: string, baseUrl = meta.url): WhatsAppPort {
  const { phoneNumberId, appSecret, verifyToken } = meta
  const own = { phoneNumberId, appSecret, verifyToken, accessToken }
  return cloudApi({ baseUrl, version: "v23.0", ...own, timeoutMs: 500 })
}

const message = {
  to: "+919845000001",
  template: "class_notice",
  language: "hi",
  values: ["नया समय: भिन्न", "शुक्रवार, 5:00 बजे"],
  reference: "0190b6f0-0000-7000-8000-000000000001",
}

test("NAV-12 a WhatsApp message is a template in the reader's language with its values and our reference", async () => {
  expect(await port.send(message)).toEqual({
    kind: "accepted",
    providerId: expect.stringMatching(/^wamid\./),
  })
  expect(meta.messages).toEqual([{ ...message, id: meta.messages[0]?.id }])
})

test.each([
  ["too-many", true],
  ["broken", true],
  ["not-on-whatsapp", false],
] as const)("NAV-12 WhatsApp that answers %s is asked again: %s", async (mood, retryable) => {
  meta.behave(mood)
  const answer = await port.send(message)
  expect(answer).toMatchObject({ kind: "refused", retryable })
  // The stored reason must not contain the phone number.
  expect(JSON.stringify(answer)).not.toContain("9845000001")
  expect(meta.messages).toEqual([])
})

test.each(["hang", "drop", "garbage"] as const)(
  "NAV-12 it is not known whether WhatsApp took a message when it answers %s",
  async (mood) => {
    meta.behave(mood)
    await expect(port.send(message)).rejects.toBeInstanceOf(DeliveryUnanswered)
  },
)

test("NAV-12 a template that is not approved, and a token that is not ours, are refused for good", async () => {
  expect(await port.send({ ...message, language: "ta" })).toMatchObject({ kind: "refused", retryable: false })
  expect(await portWith("EAAwrong").send(message)).toMatchObject({ kind: "refused", retryable: false })
  const nowhere = portWith(meta.accessToken, "http://127.0.0.1:1")
  expect(await nowhere.send(message)).toMatchObject({ kind: "refused", retryable: true })
})

test("NAV-12 doctor's question is answered with the number, or with what Meta says", async () => {
  expect(await port.probe()).toBe("+91 98450 00000")
  await expect(portWith("EAAwrong").probe()).rejects.toThrow("Invalid OAuth access token.")
})

test("NAV-12 reports count only under the app's signature over the very bytes", async () => {
  await port.send(message)
  const [sent] = meta.messages
  if (!sent) throw new Error("nothing was sent")
  const { headers, body } = meta.report(sent, "failed")
  expect(port.readReports(headers, body)).toEqual([
    {
      reference: message.reference,
      providerId: sent.id,
      state: "undelivered",
      detail: "Message undeliverable (131026)",
    },
  ])
  const same = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
  expect(port.readReports(headers, same)).toBeNull()
  expect(port.readReports(new Headers(), body)).toBeNull()
  const forged = meta.report(sent, "delivered", "another secret of somebody")
  expect(port.readReports(forged.headers, forged.body)).toBeNull()
})

test("NAV-12 Meta's challenge is answered under our token alone", () => {
  const ask = (token: string, mode = "subscribe") =>
    port.answerChallenge(
      new URLSearchParams({ "hub.mode": mode, "hub.verify_token": token, "hub.challenge": "1158201444" }),
    )
  expect(ask(meta.verifyToken)).toBe("1158201444")
  expect(ask("another")).toBeNull()
  expect(ask(meta.verifyToken, "unsubscribe")).toBeNull()
})
