import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { startTwilioGateway, type TwilioGateway } from "#tests/gateways/twilio.ts"
import { twilioSms } from "./twilio.ts"

let gateway: TwilioGateway
beforeAll(async () => {
  gateway = await startTwilioGateway()
})
afterEach(() => gateway.behave("accept"))
afterAll(() => gateway.close())

function send(change: { authToken?: string; baseUrl?: string; from?: string; timeoutMs?: number } = {}) {
  const { url: baseUrl, accountSid, authToken } = gateway
  const callbackUrl = "https://kaksha.example/hooks/sms/twilio"
  const settings = { baseUrl, accountSid, authToken, from: "+12025550100", callbackUrl }
  return twilioSms({ ...settings, ...change }).send({
    to: "+919845012345",
    text: "Asha was absent – कक्षा",
    variables: {},
    reference: "0193-notice",
  })
}

test("ATT-03 an accepted message keeps Twilio's sid, and asks for reports under our reference", async () => {
  const answer = await send()
  const message = gateway.messages.at(-1)
  expect(answer).toEqual({ kind: "accepted", providerId: message?.sid })
  expect(message).toMatchObject({
    to: "+919845012345",
    from: "+12025550100",
    body: "Asha was absent – कक्षा",
    callback: "https://kaksha.example/hooks/sms/twilio?reference=0193-notice",
  })
  await send({ from: "MG0123" })
  expect(gateway.messages.at(-1)?.from).toBe("MG0123")
})

test("ATT-03 a Twilio that is busy or broken may be tried again, not before it says", async () => {
  gateway.behave("too-many")
  expect(await send()).toMatchObject({ kind: "refused", retryable: true, retryAfterMs: 120_000 })
  gateway.behave("broken")
  expect(await send()).toMatchObject({ kind: "refused", retryable: true })
  expect(await send({ baseUrl: "http://127.0.0.1:1" })).toMatchObject({ kind: "refused", retryable: true })
})

test("ATT-03 a refusal of the message itself is final, and its reason names no phone number", async () => {
  gateway.behave("refuse")
  expect(await send()).toEqual({
    kind: "refused",
    retryable: false,
    problem: { code: "answered", provider: "Twilio", status: 400, said: "Invalid 'To' +…" },
  })
  expect(await send({ authToken: "wrong" })).toMatchObject({ kind: "refused", retryable: false })
})

test("ATT-02 silence, a cut connection, an unreadable answer and a proxy's time-out are no answer of Twilio", async () => {
  for (const mood of ["hang", "drop", "garbage", "gateway-timeout"] as const) {
    gateway.behave(mood)
    await expect(send({ timeoutMs: 300 }), mood).rejects.toThrow(DeliveryUnanswered)
  }
})
