import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * What the gateway does with a request. The last four accept the message and deliver it, but the caller can't
 * know: it stays silent, cuts the connection, responds with a page of HTML, or a proxy in between gives up.
 */
export type GatewayMood =
  | "accept"
  | "too-many"
  | "broken"
  | "overloaded"
  | "refuse"
  | "refuse-with-200"
  | "hang"
  | "drop"
  | "garbage"
  | "gateway-timeout"

export type Delivery = {
  /** As MSG91 writes numbers: country code first, no plus. */
  mobile: string
  reference: string
  templateId: string
  /** VAR1, VAR2 and on. */
  variables: string[]
}

export type Msg91Gateway = {
  url: string
  authKey: string
  /** Every message that would have reached a phone. */
  deliveries: Delivery[]
  /** Every well-formed request, delivered or not. */
  requests: Delivery[]
  /** How the next requests are treated: by number, all alike, or as is decided only then. */
  behave(mood: GatewayMood | ((request: Delivery) => GatewayMood | Promise<GatewayMood>)): void
  close(): Promise<void>
}

type FlowRequest = {
  template_id?: string
  sender?: string
  short_url?: string
  recipients?: ({ mobiles?: string; CRQID?: string } & Record<string, string>)[]
}

const taken = new Set<GatewayMood>(["accept", "hang", "drop", "garbage", "gateway-timeout"])

/** Status and body; a string is HTML. Moods that aren't here send no response. */
const replies: { [mood in GatewayMood]?: (request: Delivery) => [number, object | string] } = {
  accept: () => [200, { message: randomBytes(12).toString("hex"), type: "success" }],
  "too-many": () => [429, { message: "Too many requests", type: "error" }],
  broken: () => [500, { message: "Something went wrong", type: "error" }],
  overloaded: () => [503, "<h1>503 Service Temporarily Unavailable</h1>"],
  "gateway-timeout": () => [504, "<h1>504 Gateway Time-out</h1>"],
  garbage: () => [200, "<html>Welcome</html>"],
  refuse: ({ mobile }) => [400, { message: `Invalid template for ${mobile}`, type: "error" }],
  "refuse-with-200": () => [200, { message: "template id missing", type: "error", code: "400" }],
}

/** A server on loopback that speaks MSG91's Flow API (POST /api/v5/flow) and counts what it delivered. */
export async function startMsg91Gateway(authKey = "test-auth-key"): Promise<Msg91Gateway> {
  let mood: (request: Delivery) => GatewayMood | Promise<GatewayMood> = () => "accept"
  const deliveries: Delivery[] = []
  const requests: Delivery[] = []

  const server = createServer(async (request, response) => {
    const asked = await readRequest(request, authKey)
    if ("status" in asked) {
      answer(response, asked.status, { message: asked.message, type: "error" })
      return
    }
    requests.push(...asked.recipients)
    for (const one of asked.recipients) act(await mood(one), one, response)
  })

  function act(what: GatewayMood, one: Delivery, response: ServerResponse): void {
    if (taken.has(what)) deliveries.push(one)
    if (what === "drop") response.socket?.destroy()
    const reply = replies[what]?.(one)
    if (reply) answer(response, reply[0], reply[1])
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authKey,
    deliveries,
    requests,
    behave(next) {
      mood = typeof next === "function" ? next : () => next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readRequest(
  request: IncomingMessage,
  authKey: string,
): Promise<{ status: number; message: string } | { recipients: Delivery[] }> {
  let text = ""
  for await (const chunk of request) text += chunk
  if (request.method !== "POST" || request.url?.replace(/\/$/, "") !== "/api/v5/flow") {
    return { status: 404, message: "Not found" }
  }
  if (request.headers.authkey !== authKey) return { status: 401, message: "Authentication failure" }
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    return { status: 400, message: "JSON expected" }
  }
  const body = JSON.parse(text) as FlowRequest
  if (!body.template_id) return { status: 400, message: "template id missing" }
  if (!body.recipients?.length) return { status: 400, message: "recipients missing" }
  const recipients = body.recipients.map(({ mobiles = "", CRQID = "", ...values }) => ({
    mobile: mobiles,
    reference: CRQID,
    templateId: body.template_id ?? "",
    variables: Object.keys(values)
      .sort((a, b) => Number(a.slice(3)) - Number(b.slice(3)))
      .map((name) => values[name] ?? ""),
  }))
  const wrong = recipients.find(({ mobile }) => !/^[1-9]\d{9,14}$/.test(mobile))
  return wrong ? { status: 400, message: `Invalid mobile ${wrong.mobile}` } : { recipients }
}

function answer(response: ServerResponse, status: number, body: object | string): void {
  const isHtml = typeof body === "string"
  response.writeHead(status, { "content-type": isHtml ? "text/html" : "application/json" })
  response.end(isHtml ? body : JSON.stringify(body))
}
