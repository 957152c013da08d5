import { z } from "zod"
import { GatewayRefused, GatewayUnanswered } from "./port.ts"

export type RazorpaySettings = {
  /** Such as https://api.razorpay.com. */
  baseUrl: string
  keyId: string
  keySecret: string
  /** The webhook's secret, and the one before it: after a change, repeats still carry the old one. */
  webhookSecrets: readonly string[]
  /** The path of the pages on which a browser pays instead of by Razorpay's script; the order's id is added. */
  checkoutPage?: string | undefined
  timeoutMs?: number
}

export const DEFAULT_TIMEOUT_MS = 5_000

const Problem = z.object({
  error: z.object({ code: z.string(), description: z.string().nullish(), field: z.string().nullish() }),
})

type Sent = { body?: object; headers?: Record<string, string> }

/** Asks Razorpay's API, and reads its answer by `schema`. Throws GatewayRefused and GatewayUnanswered. */
export async function ask<T>(
  settings: RazorpaySettings,
  schema: z.ZodType<T>,
  method: "GET" | "POST",
  path: string,
  { body, headers }: Sent = {},
): Promise<T> {
  const { baseUrl, keyId, keySecret, timeoutMs = DEFAULT_TIMEOUT_MS } = settings
  let status: number
  let text: string
  try {
    const reply = await fetch(new URL(`/v1/${path}`, baseUrl), {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    })
    status = reply.status
    text = await reply.text()
  } catch (error) {
    throw new GatewayUnanswered(`${method} ${path}`, { cause: error })
  }
  if (status === 429) throw new GatewayRefused({ code: "busy", said: "too many requests", retryable: true })
  if (status >= 400 && status < 500) {
    const told = Problem.safeParse(parse(text)).data?.error
    const said = told?.description ?? `status ${status}`
    throw new GatewayRefused({ code: told?.code ?? String(status), said, field: told?.field ?? null })
  }
  const read = schema.safeParse(parse(text))
  if (status >= 300 || !read.success) throw new GatewayUnanswered(`${method} ${path} was answered ${status}`)
  return read.data
}

/** What a text says as JSON; null for no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
