import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { DeliveryUnanswered } from "#platform/delivery.ts"

/** No answer of a provider is longer. */
const LONGEST_ANSWER = 64 * 1024

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
    outgoing.once("socket", (socket) =>
      socket.once(secure ? "secureConnect" : "connect", () => {
        connected = true
      }),
    )
    outgoing.on("error", fail)
    outgoing.once("close", () => clearTimeout(timer))
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

/** What a Retry-After of seconds asks for, in milliseconds; a date or none asks for nothing. */
export function retryAfterMs(header: string | null): number | undefined {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined
}
