import { type DeliveryAnswer, type DeliveryProblem, DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { type PostReply, postOnce, retryAfterMs } from "#platform/sms/post.ts"
import type { PushKey, PushMessage, PushPort } from "./port.ts"
import { isPushService } from "./push-services.ts"

const DEFAULT_TIMEOUT_MS = 10_000
const LONGEST_SAID = 200
const LONGEST_TOPIC = 32
const PUSH = { provider: "push" } as const

/** Loaded with the first message: most processes of the product send none. */
async function library() {
  return (await import("web-push")).default
}

/** Returns a new pair of keys for an academy. */
export async function newPushKey(): Promise<PushKey> {
  const { publicKey, privateKey } = (await library()).generateVAPIDKeys()
  return { public_key: publicKey, private_key: privateKey }
}

/**
 * Web push: the library encrypts for the browser and signs for us, and we post, because its own client can't
 * tell a request that certainly failed from one that may have arrived.
 */
export function webPush({
  serviceUrl,
  timeoutMs,
}: {
  serviceUrl?: string | undefined
  timeoutMs?: number
}): PushPort {
  const accepts = (endpoint: string) => isPushService(endpoint, serviceUrl)
  return {
    name: "push",
    accepts,
    async send(message) {
      // Checked again: the list may have become shorter since the device was stored.
      if (!accepts(message.device.endpoint)) return { kind: "refused", retryable: false, problem: NO_DEVICE }
      const { endpoint, headers, body } = await describe(message)
      const reply = await postOnce(new URL(endpoint), headers, body, timeoutMs ?? DEFAULT_TIMEOUT_MS)
      if (reply.kind === "unanswered")
        throw new DeliveryUnanswered({ ...PUSH, code: "no-answer", said: reply.said })
      if (reply.kind === "not-sent") {
        const problem: DeliveryProblem = { ...PUSH, code: "not-reachable", said: reply.said }
        return { kind: "refused", retryable: true, problem }
      }
      return readAnswer(reply)
    },
  }
}

const NO_DEVICE: DeliveryProblem = { code: "no-device" }

async function describe({ device, key, contact, payload, ttlSeconds, reference }: PushMessage) {
  const { endpoint, p256dh, auth } = device
  const { headers, body } = (await library()).generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      vapidDetails: { subject: contact, publicKey: key.public_key, privateKey: key.private_key },
      contentEncoding: "aes128gcm",
      TTL: ttlSeconds,
      topic: reference.replaceAll("-", "").slice(0, LONGEST_TOPIC),
      urgency: "high",
    },
  )
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return { endpoint, headers: Object.fromEntries(texts), body }
}

/** 404 and 410 say that the browser no longer wants messages (RFC 8030, 5 and 7.3). */
function readAnswer({
  status,
  body,
  location,
  retryAfter,
}: Extract<PostReply, { kind: "answered" }>): DeliveryAnswer {
  if (status === 404 || status === 410) return { kind: "refused", retryable: false, problem: NO_DEVICE }
  if (status === 504) throw new DeliveryUnanswered({ ...PUSH, code: "answered", status, said: null })
  const said = body.trim().slice(0, LONGEST_SAID) || null
  const problem: DeliveryProblem = { ...PUSH, code: "answered", status, said }
  if (status === 429 || status >= 500) {
    return { kind: "refused", retryable: true, problem, retryAfterMs: retryAfterMs(retryAfter) }
  }
  if (status >= 300) return { kind: "refused", retryable: false, problem }
  return { kind: "accepted", providerId: location ?? `push:${status}` }
}
