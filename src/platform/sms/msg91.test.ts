import { createServer } from "node:net"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { msg91Sms } from "./msg91.ts"

let gateway: Msg91Gateway
beforeAll(async () => {
  gateway = await startMsg91Gateway()
})
afterEach(() => gateway.behave("accept"))
afterAll(() => gateway.close())

const message = {
  to: "+919845012345",
  text: "unused by templates",
  templateId: "tpl-absence",
  variables: { parentName: "Lata Rao", studentName: "Asha Rao" },
  reference: "0193-notice",
}

type Change = { baseUrl?: string; authKey?: string; templateId?: string | undefined; timeoutMs?: number }

function send(change: Change = {}) {
  const { baseUrl = gateway.url, authKey = gateway.authKey, timeoutMs = 10_000, ...rest } = change
  return msg91Sms({ baseUrl, authKey, sender: "KAKSHA", timeoutMs }).send({ ...message, ...rest })
}

test("ATT-03 an accepted message keeps MSG91's request id and carries template, values and our reference", async () => {
  expect(await send()).toEqual({ kind: "accepted", providerId: expect.stringMatching(/^[0-9a-f]{24}$/) })
  expect(gateway.deliveries.at(-1)).toEqual({
    mobile: "919845012345",
    reference: "0193-notice",
    templateId: "tpl-absence",
    // The sender is no value of the template.
    variables: ["Lata Rao", "Asha Rao"],
  })
})

test("ATT-03 a gateway that is busy or broken may be tried again", async () => {
  for (const mood of ["too-many", "broken", "overloaded"] as const) {
    gateway.behave(mood)
    expect(await send(), mood).toMatchObject({ kind: "refused", retryable: true })
  }
})

test("ATT-03 a refusal of the message itself is final, and its reason names no phone number", async () => {
  gateway.behave("refuse")
  expect(await send()).toEqual({
    kind: "refused",
    retryable: false,
    problem: { code: "answered", provider: "MSG91", status: 400, said: "Invalid template for …" },
  })
  gateway.behave("refuse-with-200")
  expect(await send()).toMatchObject({ kind: "refused", retryable: false })
  expect(await send({ authKey: "wrong" })).toMatchObject({ kind: "refused", retryable: false })
  const before = gateway.requests.length
  expect(await send({ templateId: undefined })).toMatchObject({ kind: "refused", retryable: false })
  expect(gateway.requests.length).toBe(before)
})

test("ATT-02 silence, a cut connection, an unreadable answer and a proxy's time-out are no answer", async () => {
  for (const mood of ["hang", "drop", "garbage", "gateway-timeout"] as const) {
    gateway.behave(mood)
    await expect(send({ timeoutMs: 300 }), mood).rejects.toThrow(DeliveryUnanswered)
  }
})

test("ATT-03 a connection that was never made is certain not to have sent anything", async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve))
  const address = closed.address()
  await new Promise((resolve) => closed.close(resolve))
  if (address === null || typeof address === "string") throw new Error("no port")
  expect(await send({ baseUrl: `http://127.0.0.1:${address.port}` })).toMatchObject({
    kind: "refused",
    retryable: true,
    problem: { code: "not-reachable", provider: "MSG91" },
  })
})

test("ATT-03 a server that speaks no TLS where TLS is expected was not sent anything", async () => {
  expect(await send({ baseUrl: gateway.url.replace("http:", "https:") })).toMatchObject({
    kind: "refused",
    retryable: true,
  })
})
