import { z } from "zod"
import { type DeliveryAnswer, DeliveryUnanswered } from "#platform/delivery.ts"
import { readMsg91Reports } from "./msg91-reports.ts"
import type { SmsMessage, SmsPort } from "./port.ts"
import { knock, type PostReply, postOnce, retryAfterMs } from "./post.ts"

export type Msg91Settings = {
  /** Such as https://control.msg91.com. */
  baseUrl: string
  authKey: string
  /** The DLT header that messages come from. */
  sender: string
  /** What the address carries that their reports go to. Without it none are believed. */
  reportKey?: string | undefined
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 10_000
const LONGEST_REASON = 200

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
        return {
          kind: "refused",
          retryable: false,
          reason: "No MSG91 template is configured for this message",
        }
      }
      const body = JSON.stringify(describe(message, settings.sender))
      const reply = await postOnce(url, headers, body, settings.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      if (reply.kind === "not-sent") {
        return { kind: "refused", retryable: true, reason: `MSG91 is not reachable: ${reply.reason}` }
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
  // Something in between gave up waiting for MSG91, which may have taken the message all the same.
  if (status === 504) throw new DeliveryUnanswered("MSG91 answered 504")
  const said = answer?.type === "error" ? `: ${shorten(answer.message)}` : ""
  if (status === 429 || status >= 500) {
    const reason = `MSG91 answered ${status}${said}`
    return { kind: "refused", retryable: true, reason, retryAfterMs: retryAfterMs(retryAfter) }
  }
  if (status >= 300) return { kind: "refused", retryable: false, reason: `MSG91 answered ${status}${said}` }
  if (answer?.type === "error")
    return { kind: "refused", retryable: false, reason: `MSG91 refused it${said}` }
  if (answer?.type === "success" && answer.message) return { kind: "accepted", providerId: answer.message }
  throw new DeliveryUnanswered(`MSG91 answered ${status} with something unreadable`)
}

function parseAnswer(body: string): z.infer<typeof Answer> | null {
  return Answer.safeParse(parseJson(body)).data ?? null
}

/** Short, and without the number that some of their messages repeat. */
function shorten(reason: string): string {
  return reason.replace(/\d{7,}/g, "…").slice(0, LONGEST_REASON)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
