import { createHmac, timingSafeEqual } from "node:crypto"
import type { ServerResponse } from "node:http"
import { createServer } from "node:https"
import { text } from "node:stream/consumers"
import { newId } from "#shared/ids.ts"
import type { JitsiOpened, JitsiOrder } from "./jitsi.ts"
import { EXTERNAL_API, MEETING } from "./jitsi-pages.ts"

/** A Jitsi in a process of its own: its pages over TLS, and the checks of tokens that its Prosody does. */

type Participant = { id: string; name: string; room: string; line: ServerResponse | null }
type Claims = {
  iss?: string
  aud?: string
  exp?: number
  nbf?: number
  room?: string
  context?: { user?: { name?: string; affiliation?: string; moderator?: string } }
}

const participants = new Map<string, Participant>()
const opened: JitsiOpened[] = []
let isAway = false

/** How Jitsi tells that somebody may not enter: neither is fatal to it, and nothing more happens. */
const refusedToken = (message: string) => ({
  ...{ name: "connection.passwordRequired", message, type: "CONNECTION", isFatal: false },
  credentials: { jid: "meet.jitsi" },
})
const wrongRoom = {
  ...{ name: "conference.connectionError.notAllowed", type: "CONFERENCE", isFatal: false },
  params: ["general", "Room and token mismatched"],
}

type Refused = { refused: typeof wrongRoom | ReturnType<typeof refusedToken> }

/** Returns what a token says, or why Prosody refuses it. */
function readToken(jwt: string | null, room: string, appId: string, secret: string): Claims | Refused {
  const refuse = (message: string): Refused => ({ refused: refusedToken(message) })
  if (!jwt) return refuse("token required")
  const [header = "", body = "", signature = ""] = jwt.split(".")
  const right = createHmac("sha256", secret).update(`${header}.${body}`).digest()
  const given = Buffer.from(signature, "base64url")
  if (given.length !== right.length || !timingSafeEqual(given, right)) return refuse("Invalid signature")
  const read = <T>(part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as T
  if (read<{ alg: string }>(header).alg !== "HS256") return refuse("Invalid or incorrect alg")
  const claims = read<Claims>(body)
  const now = Date.now() / 1_000
  if (!claims.exp || claims.exp < now) return refuse("Not acceptable by exp")
  if (claims.nbf && claims.nbf > now) return refuse("Not acceptable by nbf")
  if (claims.iss !== appId) return refuse("Invalid issuer")
  if (claims.aud !== "jitsi") return refuse("Invalid audience")
  return claims.room?.toLowerCase() === room ? claims : { refused: wrongRoom }
}

function tell(room: string, message: object, except: string): void {
  for (const { id, room: at, line } of participants.values())
    if (at === room && id !== except) line?.write(`data: ${JSON.stringify(message)}\n\n`)
}

function join(body: string, { appId, secret }: Extract<JitsiOrder, { kind: "open" }>): [number, object] {
  const { room, jwt, config } = JSON.parse(body) as { room: string; jwt: string | null; config: object }
  const claims = readToken(jwt, room, appId, secret)
  if ("refused" in claims) return [403, { error: claims.refused }]
  const { name = "", affiliation, moderator: moderates } = claims.context?.user ?? {}
  const moderator = affiliation === "owner" || moderates === "true"
  const id = newId().slice(-8)
  participants.set(id, { id, name, room, line: null })
  opened.push({ room, name, moderator, config: config as JitsiOpened["config"] })
  return [200, { id, name, moderator }]
}

/** Follows the others of a meeting; who stops following has left. */
function follow(id: string, response: ServerResponse): void {
  const me = participants.get(id)
  if (!me) return void response.writeHead(404).end()
  response.writeHead(200, { "content-type": "text/event-stream" })
  const inside = [...participants.values()].filter((one) => one.room === me.room && one.line)
  response.write(`data: ${JSON.stringify({ inside: inside.map(({ id, name }) => ({ id, name })) })}\n\n`)
  me.line = response
  tell(me.room, { joined: { id, name: me.name } }, id)
  response.on("close", () => {
    participants.delete(id)
    tell(me.room, { left: { id } }, id)
  })
}

function open(order: Extract<JitsiOrder, { kind: "open" }>): void {
  const server = createServer({ key: order.key, cert: order.cert }, async (request, response) => {
    const send = (type: string, body: string, status = 200) => {
      response.writeHead(status, { "content-type": type }).end(body)
    }
    if (isAway) return send("text/html", "<h1>502 Bad Gateway</h1>", 502)
    const { pathname, searchParams } = new URL(request.url ?? "/", "https://jitsi")
    if (pathname.endsWith("/external_api.js")) return send("application/javascript", EXTERNAL_API)
    if (pathname === "/_people") return follow(searchParams.get("id") ?? "", response)
    if (pathname !== "/_join") return send("text/html; charset=utf-8", MEETING)
    const [status, answer] = join(await text(request), order)
    send("application/json", JSON.stringify(answer), status)
  })
  server.listen(order.port, "127.0.0.1", () => process.send?.("open"))
}

process.on("message", (order: JitsiOrder) => {
  if (order.kind === "open") return open(order)
  if (order.kind === "away") {
    isAway = order.away
    process.send?.("done")
  } else process.send?.(opened)
})
process.once("disconnect", () => process.exit())
