import { createVerify, generateKeyPairSync, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type CalendarEvent = {
  id: string
  summary: string
  description?: string
  start: { dateTime: string; timeZone: string }
  end: { dateTime: string; timeZone: string }
  status?: string
  hangoutLink?: string
  conferenceData?: { createRequest?: { requestId: string; conferenceSolutionKey: { type: string } } }
}

export type GoogleCalendar = {
  url: string
  account: string
  calendarId: string
  privateKey: string
  events: Map<string, CalendarEvent>
  /** How many tokens were asked for. */
  tokens: number
  /** What the next requests for events meet. */
  behave(mood: "work" | "broken" | "silent"): void
  close(): Promise<void>
}

/** Status and body; null is silence. */
type Reply = [number, object | null] | null

const TOKEN_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"

/**
 * A server on loopback that speaks what we use of Google's OAuth token endpoint and Calendar API v3: tokens for
 * signed assertions, and inserting, patching and deleting events with a Meet conference.
 */
export async function startGoogleCalendar(): Promise<GoogleCalendar> {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  })
  const issued = new Set<string>()
  let mood: Parameters<GoogleCalendar["behave"]>[0] = "work"
  const google: GoogleCalendar = {
    url: "",
    account: "classes@kaksha-test.iam.gserviceaccount.com",
    calendarId: "classes@group.calendar.google.com",
    privateKey: keys.privateKey,
    events: new Map(),
    tokens: 0,
    behave(next) {
      mood = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  function grantToken(body: string): Reply {
    const form = new URLSearchParams(body)
    const claims = verifiedClaims(form.get("assertion") ?? "", keys.publicKey)
    const right =
      form.get("grant_type") === TOKEN_GRANT &&
      claims?.iss === google.account &&
      claims.aud === `${google.url}/token` &&
      claims.scope === "https://www.googleapis.com/auth/calendar.events"
    if (!right) return [400, { error: "invalid_grant" }]
    const token = `ya29.${randomBytes(8).toString("hex")}`
    issued.add(token)
    google.tokens += 1
    return [200, { access_token: token, expires_in: 3_599, token_type: "Bearer" }]
  }

  function serveEvents(request: IncomingMessage, url: URL, body: string): Reply {
    if (!issued.has(request.headers.authorization?.replace("Bearer ", "") ?? "")) {
      return [401, { error: { code: 401 } }]
    }
    if (mood === "silent") return null
    if (mood === "broken") return [503, { error: { code: 503 } }]
    const folder = `/calendar/v3/calendars/${encodeURIComponent(google.calendarId)}/events`
    const id = url.pathname.slice(folder.length + 1)
    if (!url.pathname.startsWith(folder)) return [404, { error: { code: 404 } }]
    if (request.method === "POST" && !id) return insert(JSON.parse(body), url)
    const known = google.events.get(id)
    if (!known) return [404, { error: { code: 404 } }]
    if (request.method === "DELETE") {
      if (known.status === "cancelled") return [410, { error: { code: 410 } }]
      known.status = "cancelled"
      return [204, null]
    }
    Object.assign(known, JSON.parse(body))
    return [200, known]
  }

  function insert(event: CalendarEvent, url: URL): Reply {
    if (!/^[a-v0-9]{5,1024}$/.test(event.id)) return [400, { error: { code: 400 } }]
    if (google.events.has(event.id)) return [409, { error: { code: 409 } }]
    const asked = event.conferenceData?.createRequest?.conferenceSolutionKey.type === "hangoutsMeet"
    const conference = asked && url.searchParams.get("conferenceDataVersion") === "1"
    const link = conference && `https://meet.google.com/${event.id.slice(0, 3)}-test-${event.id.slice(-3)}`
    google.events.set(event.id, { status: "confirmed", ...event, ...(link && { hangoutLink: link }) })
    return [200, google.events.get(event.id) ?? null]
  }

  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const url = new URL(request.url ?? "/", google.url)
    const isToken = request.method === "POST" && url.pathname === "/token"
    const reply = isToken ? grantToken(body) : serveEvents(request, url, body)
    if (reply) answer(response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  google.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return google
}

function verifiedClaims(assertion: string, publicKey: string): Record<string, unknown> | null {
  const [header = "", claims = "", signature = ""] = assertion.split(".")
  const genuine = createVerify("RSA-SHA256")
    .update(`${header}.${claims}`)
    .verify(publicKey, signature, "base64url")
  return genuine ? JSON.parse(Buffer.from(claims, "base64url").toString()) : null
}

function answer(response: ServerResponse, [status, body]: NonNullable<Reply>): void {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(body === null ? undefined : JSON.stringify(body))
}
