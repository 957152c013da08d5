import { z } from "zod"
import { type DeliveryAnswer, type DeliveryProblem, DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { readMsg91Reports } from "./msg91-reports.ts"
import type { SmsMessage, SmsPort } from "./port.ts"
import { knock, type PostReply, postOnce, retryAfterMs } from "./post.ts"

export type Msg91Settings = {
  /** Such as https://control.msg91.com. */
  baseUrl: string
  authKey: string
  /** The DLT header that messages come from. */
  sender: string
  /** The key in the address for their reports. Without it none are accepted. */
  reportKey?: string | undefined
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 10_000
const LONGEST_SAID = 200
const MSG91 = { provider: "MSG91" } as const

const Answer = z.object({ type: z.enum(["success", "error"]), message: z.coerce.string() })

/**
 * MSG91's Flow API: one recipient a request, a template approved under DLT, its values as VAR1, VAR2 and on in
 * the template's order. CRQID carries our reference into their delivery reports.
 */
export function msg91Sms(settings: Msg91Settings): SmsPort {
  const url = new URL("/api/v5/flow", settings.baseUrl)
  const headers = {
    authkey: settings.authKey,
    accept: "application/json",
    "content-type": "application/json",
  }
  return {
    name: "msg91",
    async send(message) {
      if (!message.templateId) {
        return { kind: "refused", retryable: false, problem: { ...MSG91, code: "no-template" } }
      }
      const body = JSON.stringify(describe(message, settings.sender))
      const reply = await postOnce(url, headers, body, settings.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      if (reply.kind === "unanswered")
        throw new DeliveryUnanswered({ ...MSG91, code: "no-answer", said: reply.said })
      if (reply.kind === "not-sent") {
        const problem: DeliveryProblem = { ...MSG91, code: "not-reachable", said: reply.said }
        return { kind: "refused", retryable: true, problem }
      }
      return readAnswer(reply)
    },
    probe: () => knock(url),
    readReports: (request) => readMsg91Reports(request, settings.reportKey),
  }
}

function describe(message: SmsMessage, usualSender: string): object {
  const { to, templateId, variables, reference, sender = usualSender } = message
  const values = Object.values(variables).map((value, index) => [`VAR${index + 1}`, value])
  return {
    template_id: templateId,
    sender,
    short_url: "0",
    recipients: [{ mobiles: to.replace(/^\+/, ""), CRQID: reference, ...Object.fromEntries(values) }],
  }
}

function readAnswer({ status, body, retryAfter }: Extract<PostReply, { kind: "answered" }>): DeliveryAnswer {
  const answer = parseAnswer(body)
  // A proxy in between gave up waiting for MSG91, which may still have accepted the message.
  if (status === 504) throw new DeliveryUnanswered({ ...MSG91, code: "answered", status, said: null })
  const said = answer?.type === "error" ? shorten(answer.message) : null
  const problem: DeliveryProblem = { ...MSG91, code: "answered", status, said }
  if (status === 429 || status >= 500)
    return { kind: "refused", retryable: true, problem, retryAfterMs: retryAfterMs(retryAfter) }
  if (status >= 300) return { kind: "refused", retryable: false, problem }
  if (answer?.type === "error")
    return { kind: "refused", retryable: false, problem: { ...MSG91, code: "refused", said } }
  if (answer?.type === "success" && answer.message) return { kind: "accepted", providerId: answer.message }
  throw new DeliveryUnanswered({ ...MSG91, code: "unreadable", status })
}

function parseAnswer(body: string): z.infer<typeof Answer> | null {
  return Answer.safeParse(parseJson(body)).data ?? null
}

/** Short, and without the number that some of their messages repeat. */
function shorten(said: string): string {
  return said.replace(/\d{7,}/g, "…").slice(0, LONGEST_SAID)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
