import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import { type DeliveryAnswer, type DeliveryProblem, DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import type { DeliveryReport, ReportRequest, SmsMessage, SmsPort } from "./port.ts"
import { knock, type PostReply, postOnce, retryAfterMs } from "./post.ts"

export type TwilioSettings = {
  /** Such as https://api.twilio.com. */
  baseUrl: string
  accountSid: string
  authToken: string
  /** A number in E.164, a sender name, or the sid of a messaging service. */
  from: string
  /** Where Twilio reports to; the message's reference is added. Without it there are no reports. */
  callbackUrl?: string | undefined
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 10_000
const LONGEST_SAID = 200
const TWILIO = { provider: "Twilio" } as const

const Created = z.object({ sid: z.string().min(1) })
const Problem = z.object({ message: z.coerce.string() })

/** Twilio's Messages API: free text, basic authentication, and status callbacks signed over address and fields. */
export function twilioSms(settings: TwilioSettings): SmsPort {
  const { baseUrl, accountSid, authToken } = settings
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, baseUrl)
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  }
  return {
    name: "twilio",
    async send(message) {
      const body = describe(message, settings).toString()
      const reply = await postOnce(url, headers, body, settings.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      if (reply.kind === "unanswered")
        throw new DeliveryUnanswered({ ...TWILIO, code: "no-answer", said: reply.said })
      if (reply.kind === "not-sent") {
        const problem: DeliveryProblem = { ...TWILIO, code: "not-reachable", said: reply.said }
        return { kind: "refused", retryable: true, problem }
      }
      return readAnswer(reply)
    },
    probe: () => knock(url),
    readReports: (request) => readReports(request, authToken),
  }
}

function describe(
  { to, text, reference }: SmsMessage,
  { from, callbackUrl }: TwilioSettings,
): URLSearchParams {
  const form = new URLSearchParams({ To: to, Body: text })
  form.set(from.startsWith("MG") ? "MessagingServiceSid" : "From", from)
  if (callbackUrl) {
    const callback = new URL(callbackUrl)
    callback.searchParams.set("reference", reference)
    form.set("StatusCallback", callback.href)
  }
  return form
}

function readAnswer(reply: Extract<PostReply, { kind: "answered" }>): DeliveryAnswer {
  const { status } = reply
  const answer = parse(reply.body)
  // A proxy in between gave up waiting for Twilio, which may still have accepted the message.
  if (status === 504) throw new DeliveryUnanswered({ ...TWILIO, code: "answered", status, said: null })
  const told = Problem.safeParse(answer).data
  // Their sentences repeat the number.
  const said = told ? told.message.replace(/\d{7,}/g, "…").slice(0, LONGEST_SAID) : null
  const problem: DeliveryProblem = { ...TWILIO, code: "answered", status, said }
  if (status === 429 || status >= 500) {
    return { kind: "refused", retryable: true, problem, retryAfterMs: retryAfterMs(reply.retryAfter) }
  }
  if (status >= 300) return { kind: "refused", retryable: false, problem }
  const created = Created.safeParse(answer).data
  if (created) return { kind: "accepted", providerId: created.sid }
  throw new DeliveryUnanswered({ ...TWILIO, code: "unreadable", status })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const STATES: Record<string, DeliveryReport["state"]> = {
  accepted: "accepted",
  queued: "accepted",
  sending: "accepted",
  sent: "accepted",
  delivered: "delivered",
  read: "delivered",
  undelivered: "undelivered",
  failed: "undelivered",
  canceled: "undelivered",
}

/** The signature covers the address as configured with Twilio and every field in the order of names. */
function readReports({ url, headers, body }: ReportRequest, authToken: string): DeliveryReport[] | null {
  const fields = new URLSearchParams(body)
  const said = [...fields].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const expected = createHmac("sha1", authToken)
    .update(url + said.flat().join(""))
    .digest()
  const given = Buffer.from(headers.get("x-twilio-signature") ?? "", "base64")
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const state = STATES[fields.get("MessageStatus") ?? fields.get("SmsStatus") ?? ""]
  const providerId = fields.get("MessageSid") ?? fields.get("SmsSid")
  if (!state || !providerId) return []
  const code = fields.get("ErrorCode")
  const reference = new URL(url).searchParams.get("reference")
  return [{ reference, providerId, state, detail: code ? `error ${code}` : null }]
}
