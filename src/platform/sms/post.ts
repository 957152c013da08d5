import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { DeliveryUnanswered } from "#platform/delivery.ts"

/** No answer of a provider is longer. */
const LONGEST_ANSWER = 64 * 1024
/** How long a connection may take to stand, in milliseconds, at most. Until then nothing was sent for certain. */
const CONNECT_WITHIN_MS = 4_000

export type PostReply =
  | { kind: "answered"; status: number; body: string; retryAfter: string | null }
  | { kind: "not-sent"; reason: string }

/**
 * Posts once on a connection of its own and tells apart what `fetch` can't: a failure before the connection
 * stood ("not-sent", certain) and one after, which throws DeliveryUnanswered. A kept-alive connection would blur
 * this, for the other side may close it at the very moment it is used again.
 */
export function postOnce(
  url: URL,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<PostReply> {
  const secure = url.protocol === "https:"
  const request = secure ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    let connected = false
    const fail = (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      if (connected) reject(new DeliveryUnanswered(reason))
      else resolve({ kind: "not-sent", reason })
    }
    const outgoing = request(url, {
      method: "POST",
      agent: false,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    })
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)),
      timeoutMs,
    )
    const connecting = setTimeout(
      () => {
        if (!connected) outgoing.destroy(new Error("no connection in time"))
      },
      Math.min(CONNECT_WITHIN_MS, timeoutMs),
    )
    outgoing.once("socket", (socket) =>
      socket.once(secure ? "secureConnect" : "connect", () => {
        connected = true
      }),
    )
    outgoing.on("error", fail)
    outgoing.once("close", () => {
      clearTimeout(timer)
      clearTimeout(connecting)
    })
    outgoing.once("response", async (incoming) => {
      try {
        let answer = ""
        incoming.setEncoding("utf8")
        for await (const chunk of incoming) {
          answer += chunk
          if (answer.length > LONGEST_ANSWER) throw new Error("the answer is too long")
        }
        resolve({
          kind: "answered",
          status: incoming.statusCode ?? 0,
          body: answer,
          retryAfter: incoming.headers["retry-after"] ?? null,
        })
      } catch (error) {
        fail(error)
      }
    })
    outgoing.end(body)
  })
}

/** How long a server is given to answer anything at all, in milliseconds. */
const KNOCK_WITHIN_MS = 5_000

/** Asks a server for its front page; whatever it answers is an answer. Throws where there is none. */
export async function knock(url: URL): Promise<void> {
  const front = new URL("/", url)
  const signal = AbortSignal.timeout(KNOCK_WITHIN_MS)
  const answer = await fetch(front, { method: "HEAD", redirect: "manual", signal })
  await answer.body?.cancel()
}

/** What a Retry-After of seconds asks for, in milliseconds; a date or none asks for nothing. */
export function retryAfterMs(header: string | null): number | undefined {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined
}
