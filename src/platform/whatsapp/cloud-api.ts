import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import { type DeliveryAnswer, type DeliveryProblem, DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import type { DeliveryReport } from "#platform/sms/port.ts"
import { type PostReply, postOnce, retryAfterMs } from "#platform/sms/post.ts"
import type { WhatsAppMessage, WhatsAppPort } from "./port.ts"

export type CloudApiSettings = {
  /** Such as https://graph.facebook.com. */
  baseUrl: string
  /** Such as v23.0. */
  version: string
  phoneNumberId: string
  accessToken: string
  /** Signs what Meta posts to us. */
  appSecret: string
  /** What we entered at Meta beside the address of the webhook. */
  verifyToken: string
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 10_000
const LONGEST_SAID = 200
const WHATSAPP = { provider: "WhatsApp" } as const

const Accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) })
const Problem = z.object({ error: z.object({ code: z.number(), message: z.string() }) })
const OwnNumber = z.object({ display_phone_number: z.string() })

/** Meta's codes for "not now": too many of the app, of the number, to this person, and a fault of theirs. */
const LATER = new Set([4, 80007, 130429, 131056, 131048, 131057, 133004])

/** Meta's Cloud API: approved templates, and webhooks signed over their bytes. */
export function cloudApi(settings: CloudApiSettings): WhatsAppPort {
  const { baseUrl, version, phoneNumberId, accessToken, appSecret, verifyToken } = settings
  const own = `/${version}/${encodeURIComponent(phoneNumberId)}`
  const authorization = `Bearer ${accessToken}`
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS
  return {
    name: "whatsapp",
    async send(message) {
      const headers = { authorization, "content-type": "application/json" }
      const body = JSON.stringify(describe(message))
      const reply = await postOnce(new URL(`${own}/messages`, baseUrl), headers, body, timeoutMs)
      if (reply.kind === "unanswered")
        throw new DeliveryUnanswered({ ...WHATSAPP, code: "no-answer", said: reply.said })
      if (reply.kind === "not-sent") {
        const problem: DeliveryProblem = { ...WHATSAPP, code: "not-reachable", said: reply.said }
        return { kind: "refused", retryable: true, problem }
      }
      return readAnswer(reply)
    },
    async probe() {
      const url = new URL(`${own}?fields=display_phone_number`, baseUrl)
      const answer = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(timeoutMs) })
      const said: unknown = await answer.json().catch(() => null)
      if (answer.ok) return OwnNumber.parse(said).display_phone_number
      throw new Error(Problem.safeParse(said).data?.error.message ?? `WhatsApp answered ${answer.status}`)
    },
    readReports: (headers, body) => (isSigned(headers, body, appSecret) ? readStatuses(body) : null),
    answerChallenge: (query) => {
      const asks = query.get("hub.mode") === "subscribe"
      return asks && isSame(query.get("hub.verify_token") ?? "", verifyToken)
        ? query.get("hub.challenge")
        : null
    },
  }
}

function describe({ to, template, language, values, reference }: WhatsAppMessage) {
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: to.replace(/^\+/, ""),
    type: "template",
    template: {
      name: template,
      language: { code: language },
      components: [{ type: "body", parameters: values.map((text) => ({ type: "text", text })) }],
    },
    biz_opaque_callback_data: reference,
  }
}

function readAnswer({ status, body, retryAfter }: Extract<PostReply, { kind: "answered" }>): DeliveryAnswer {
  const answer = parse(body)
  // A proxy in between gave up waiting for Meta, which may still have accepted the message.
  if (status === 504) throw new DeliveryUnanswered({ ...WHATSAPP, code: "answered", status, said: null })
  const told = Problem.safeParse(answer).data?.error
  // Their sentences may repeat the number.
  const said = told ? `${told.message.replace(/\d{7,}/g, "…")} (${told.code})`.slice(0, LONGEST_SAID) : null
  const problem: DeliveryProblem = { ...WHATSAPP, code: "answered", status, said }
  if (status === 429 || status >= 500 || LATER.has(told?.code ?? 0)) {
    return { kind: "refused", retryable: true, problem, retryAfterMs: retryAfterMs(retryAfter) }
  }
  if (status >= 300 || told) return { kind: "refused", retryable: false, problem }
  const accepted = Accepted.safeParse(answer).data?.messages[0]
  if (accepted) return { kind: "accepted", providerId: accepted.id }
  throw new DeliveryUnanswered({ ...WHATSAPP, code: "unreadable", status })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function isSigned(headers: Headers, body: Buffer, appSecret: string): boolean {
  const [, given = ""] = /^sha256=([\da-f]{64})$/i.exec(headers.get("x-hub-signature-256") ?? "") ?? []
  return isSame(given.toLowerCase(), createHmac("sha256", appSecret).update(body).digest("hex"))
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const STATES: Record<string, DeliveryReport["state"]> = {
  sent: "accepted",
  delivered: "delivered",
  read: "delivered",
  failed: "undelivered",
}

const Status = z.object({
  id: z.string().min(1),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.number(), title: z.string().optional() })).optional(),
})
const Posted = z.object({
  entry: z.array(
    z.object({
      changes: z.array(z.object({ value: z.object({ statuses: z.array(z.unknown()).optional() }) })),
    }),
  ),
})

/** Meta posts several statuses at once, beside things that we don't ask for; an unreadable one is left out. */
function readStatuses(body: Buffer): DeliveryReport[] {
  const posted = Posted.safeParse(parse(body.toString("utf8"))).data
  const all =
    posted?.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses ?? [])) ?? []
  return all.flatMap((one): DeliveryReport[] => {
    const read = Status.safeParse(one).data
    const state = read && STATES[read.status]
    if (!state) return []
    const [error] = read.errors ?? []
    const detail = error ? `${error.title ?? "error"} (${error.code})` : null
    return [{ reference: read.biz_opaque_callback_data ?? null, providerId: read.id, state, detail }]
  })
}
