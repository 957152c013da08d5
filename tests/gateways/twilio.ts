import { createHmac, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { GatewayMood } from "./msg91.ts"

export type TwilioMessage = { sid: string; to: string; from: string; body: string; callback: string | null }

export type TwilioGateway = {
  url: string
  accountSid: string
  authToken: string
  /** Every message that would have reached a phone. */
  messages: TwilioMessage[]
  behave(mood: GatewayMood): void
  /** Posts a status callback as Twilio does, signed over address and fields; a wrong token forges it. */
  report(
    message: TwilioMessage,
    status: string,
    options?: { token?: string; errorCode?: string },
  ): Promise<number>
  close(): Promise<void>
}

/**
 * A server on loopback that implements Twilio's Messages API and its status callbacks. `reach` is where
 * callbacks arrive; `at` is an address chosen before the server started.
 */
export async function startTwilioGateway(
  reach: (callback: string) => string = (url) => url,
  at: { port?: number; accountSid?: string; authToken?: string } = {},
): Promise<TwilioGateway> {
  const accountSid = at.accountSid ?? `AC${randomBytes(16).toString("hex")}`
  const authToken = at.authToken ?? randomBytes(16).toString("hex")
  const messages: TwilioMessage[] = []
  let mood: GatewayMood = "accept"

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(JSON.stringify(body))
    }
    const form = new URLSearchParams(await readBody(request))
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`
    if (request.headers.authorization !== expected)
      return answer(401, { code: 20003, message: "Authenticate" })
    if (request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
      return answer(404, { code: 20404 })
    if (mood === "too-many")
      return answer(429, { code: 20429, message: "Too Many Requests" }, { "retry-after": "120" })
    if (mood === "broken" || mood === "overloaded")
      return answer(503, { code: 20503, message: "Unavailable" })
    if (mood === "refuse") return answer(400, { code: 21211, message: `Invalid 'To' ${form.get("To")}` })
    const sid = `SM${randomBytes(16).toString("hex")}`
    messages.push({
      sid,
      to: form.get("To") ?? "",
      from: form.get("From") ?? form.get("MessagingServiceSid") ?? "",
      body: form.get("Body") ?? "",
      callback: form.get("StatusCallback"),
    })
    if (mood === "hang") return
    if (mood === "drop") return response.socket?.destroy()
    if (mood === "gateway-timeout") return answer(504, {})
    if (mood === "garbage") return response.end("<html>Welcome</html>")
    answer(201, { sid, status: "queued" })
  })
  await new Promise<void>((resolve) => server.listen(at.port ?? 0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid,
    authToken,
    messages,
    behave(next) {
      mood = next
    },
    async report(message, status, { token = authToken, errorCode } = {}) {
      if (!message.callback) throw new Error("the message asked for no reports")
      const fields = {
        MessageSid: message.sid,
        MessageStatus: status,
        To: message.to,
        ...(errorCode && { ErrorCode: errorCode }),
      }
      const said = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
      const signature = createHmac("sha1", token)
        .update(message.callback + said.flat().join(""))
        .digest("base64")
      const answer = await fetch(reach(message.callback), {
        method: "POST",
        headers: { "x-twilio-signature": signature, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields),
      })
      await answer.body?.cancel()
      return answer.status
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) text += chunk
  return text
}
