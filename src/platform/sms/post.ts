import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"

/** The longest response of a provider, in bytes. */
const LONGEST_ANSWER = 64 * 1024
/** How long a connection may take to open, in milliseconds. Until then certainly nothing was sent. */
const CONNECT_WITHIN_MS = 4_000

export type PostReply =
  | {
      kind: "answered"
      status: number
      body: string
      /** The address of what the request created, if the response names one. */
      location: string | null
      retryAfter: string | null
    }
  | { kind: "not-sent"; said: string | null }
  | { kind: "unanswered"; said: string | null }

/**
 * Posts once on a connection of its own and tells apart what `fetch` can't: a failure before the connection
 * opened ("not-sent", certain) and one after ("unanswered"). `said` has the system's words. A keep-alive connection would
 * blur this, because the other side may close it at the very moment it is used again.
 */
export function postOnce(
  url: URL,
  headers: Record<string, string>,
  body: string | Uint8Array,
  timeoutMs: number,
): Promise<PostReply> {
  const secure = url.protocol === "https:"
  const request = secure ? requestHttps : requestHttp
  return new Promise((resolve) => {
    let connected = false
    const fail = (error: unknown) => {
      const said = error instanceof Error ? error.message : null
      resolve({ kind: connected ? "unanswered" : "not-sent", said })
    }
    const outgoing = request(url, {
      method: "POST",
      agent: false,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    })
    // Our own failures are named like the system's.
    const timer = setTimeout(() => outgoing.destroy(new Error("ETIMEDOUT")), timeoutMs)
    const connecting = setTimeout(
      () => {
        if (!connected) outgoing.destroy(new Error("ETIMEDOUT"))
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
          if (answer.length > LONGEST_ANSWER) throw new Error("EMSGSIZE")
        }
        resolve({
          kind: "answered",
          status: incoming.statusCode ?? 0,
          body: answer,
          location: incoming.headers.location ?? null,
          retryAfter: incoming.headers["retry-after"] ?? null,
        })
      } catch (error) {
        fail(error)
      }
    })
    outgoing.end(body)
  })
}

/** How long a server has to respond at all, in milliseconds. */
const KNOCK_WITHIN_MS = 5_000

/** Requests a server's front page; any response counts. Throws if there is none. */
export async function knock(url: URL): Promise<void> {
  const front = new URL("/", url)
  const signal = AbortSignal.timeout(KNOCK_WITHIN_MS)
  const answer = await fetch(front, { method: "HEAD", redirect: "manual", signal })
  await answer.body?.cancel()
}

/** Returns the delay of a Retry-After in seconds, as milliseconds; undefined for a date or no header. */
export function retryAfterMs(header: string | null): number | undefined {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined
}
