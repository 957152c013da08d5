import type { IncomingMessage } from "node:http"
import type { HttpBindings } from "@hono/node-server"
import type { Viewer } from "#platform/context.ts"
import type { AppContext, Middleware } from "./app.ts"
import { openRoom } from "./body-room.ts"
import { type Arrived, readUpTo, watchPace } from "./read-body.ts"
import {
  isPage,
  type LargerRoute,
  LEAST_PROGRESS,
  type Limit,
  LONGEST_ADDRESS,
  largerAt,
  MOST_COOKIES,
  MOST_HEADERS,
  MOST_PARAMETERS,
  USUAL,
  USUAL_BODY_WITHIN,
} from "./request-limits.ts"
import { isOverFull, isOverFullQuery } from "./request-shape.ts"

/** Refusals before the body is read, by status. */
const REFUSALS = {
  400: ["BAD_REQUEST", "The form can't be read"],
  401: ["UNAUTHENTICATED", "Please sign in"],
  403: ["FORBIDDEN", "You may not do this"],
  408: ["REQUEST_TIMEOUT", "The request arrived too slowly"],
  411: ["LENGTH_REQUIRED", "Say how long the body is by Content-Length"],
  413: ["PAYLOAD_TOO_LARGE", "The request is larger, has more fields or is nested deeper than allowed here"],
  414: ["URI_TOO_LONG", "The address is too long or has too many parameters"],
  415: ["UNSUPPORTED_MEDIA_TYPE", "Send the body uncompressed, and to a page as a form"],
  429: ["TOO_MANY_REQUESTS", "Too many uploads at once"],
  431: ["REQUEST_HEADER_FIELDS_TOO_LARGE", "The request has too many headers or cookies"],
  503: ["SERVICE_UNAVAILABLE", "Too many uploads at once"],
} as const
type Status = keyof typeof REFUSALS

const RETRY_AFTER_SECONDS = 10

/** A request over a limit. The app responds with JSON or a page. */
export class RequestRefused extends Error {
  override name = "RequestRefused"
  readonly status: Status
  readonly code: string

  constructor(status: Status) {
    const [code, message] = REFUSALS[status]
    super(message)
    this.status = status
    this.code = code
  }

  /** Further headers of the response. */
  headers(method: string): Record<string, string> {
    if (this.status === 429 || this.status === 503) return { "retry-after": String(RETRY_AFTER_SECONDS) }
    // The server reads half a second more of a body that it refuses, so that the response arrives, and then
    // closes the connection; but not where no body was expected.
    return method === "GET" || method === "HEAD" ? { connection: "close" } : {}
  }
}

/** A body of more than is usual, of which the rest waits until it is known who sends it. */
type Parked = { arrived: Arrived; larger: LargerRoute & Limit }

const parked = new WeakMap<IncomingMessage, Parked>()

/**
 * Checks every request against its limits before anything reads it: the first of all middlewares. Bodies are
 * read here and passed on whole; those that need a larger limit are left for `takeLargerBodies`. Throws
 * RequestRefused.
 */
export const boundRequests: Middleware = async (c, next) => {
  const { incoming } = c.env as HttpBindings
  checkHead(incoming)
  const { method = "GET" } = incoming
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS"
  if (!isRead && isPage(c.req.path) && !isForm(incoming)) throw new RequestRefused(415)
  if (!hasBody(incoming)) return next()
  if (isRead) throw new RequestRefused(413)
  if ((incoming.headers["content-encoding"] ?? "identity") !== "identity") throw new RequestRefused(415)
  const larger = largerAt(method, c.req.path)
  const length = lengthOf(incoming)
  if (length !== null && length > (larger?.bytes ?? USUAL.bytes)) throw new RequestRefused(413)
  if (larger?.streamed) {
    if (length === null) throw new RequestRefused(411)
    watchPace(incoming, LEAST_PROGRESS)
    return next()
  }
  const arrived: Arrived = { pieces: [], bytes: 0 }
  const how = await readUpTo(incoming, arrived, USUAL.bytes, { within: USUAL_BODY_WITHIN })
  if (how === "slow" || how === "gone") throw new RequestRefused(408)
  if (how === "more") {
    if (!larger || larger.who === "proven") throw new RequestRefused(413)
    parked.set(incoming, { arrived, larger })
  } else if (!larger || larger.who === "proven") await handOn(incoming, c.req.path, arrived, larger ?? USUAL)
  else {
    // Few bytes can contain many fields, too.
    const body = Buffer.concat(arrived.pieces)
    if (isOverFull(body, incoming.headers["content-type"], USUAL.fields))
      parked.set(incoming, { arrived, larger })
    else await giveBody(incoming, c.req.path, body)
  }
  await next()
}

/** Whether a token is that of a link that lets its holder send something. */
type LinkCheck = (c: AppContext, token: string) => Promise<boolean>

/** The token in the address of a route for holders of a link. */
const LINKED = /^\/(?:a|api\/v1\/absences)\/([^/.]+)/

/**
 * Reads the rest of a larger body once its sender is known to have the right to send it. Runs after the
 * viewer is identified. `isLink` checks the links of routes for holders of one.
 */
export function takeLargerBodies(isLink: LinkCheck): Middleware {
  return async (c, next) => {
    const { incoming } = c.env as HttpBindings
    const waiting = parked.get(incoming)
    if (!waiting) return next()
    parked.delete(incoming)
    const { arrived, larger } = waiting
    const viewer = c.get("viewer")
    const sender = larger.who === "linked" ? await holderOf(c, isLink) : senderOf(viewer, larger)
    if (sender === null) {
      if (viewer || !isPage(c.req.path)) throw new RequestRefused(viewer ? 403 : 401)
      // The page sends visitors to sign in before it looks at the form.
      Object.assign(incoming, { rawBody: Buffer.alloc(0) })
      return next()
    }
    const room = openRoom(sender, larger.bytes)
    let refused = room.take(arrived.bytes)
    const fits = (bytes: number) => {
      refused = room.take(bytes)
      return refused === null
    }
    try {
      const how = refused ? "full" : await readUpTo(incoming, arrived, larger.bytes, LEAST_PROGRESS, fits)
      if (how === "full") throw new RequestRefused(refused ?? 503)
      if (how === "more") throw new RequestRefused(413)
      if (how !== "whole") throw new RequestRefused(408)
      await handOn(incoming, c.req.path, arrived, larger)
      await next()
    } finally {
      room.give()
    }
  }
}

/** Returns who may send more than usual by the policy of a route; null for others. */
function senderOf(viewer: Viewer, { who }: LargerRoute): string | null {
  if (viewer === null || viewer.locked || typeof who === "string") return null
  return who(viewer) ? viewer.user_id : null
}

/** Returns the link that lets its holder send more than usual. Throws RequestRefused if it isn't one. */
async function holderOf(c: AppContext, isLink: LinkCheck): Promise<string> {
  const token = LINKED.exec(c.req.path)?.[1] ?? ""
  if (!(await isLink(c, token))) throw new RequestRefused(403)
  return token
}

function checkHead({ url = "", headers, rawHeaders }: IncomingMessage): void {
  if (rawHeaders.length > 2 * MOST_HEADERS || countOf(headers.cookie, ";") > MOST_COOKIES)
    throw new RequestRefused(431)
  const query = url.indexOf("?")
  if (url.length > LONGEST_ADDRESS) throw new RequestRefused(414)
  if (query !== -1 && isOverFullQuery(url.slice(query + 1), MOST_PARAMETERS)) throw new RequestRefused(414)
}

function countOf(text: string | undefined, char: string): number {
  let count = 0
  for (let at = text?.indexOf(char) ?? -1; at !== -1; at = text?.indexOf(char, at + 1) ?? -1) count += 1
  return count
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

function lengthOf({ headers }: IncomingMessage): number | null {
  return headers["content-length"] === undefined ? null : Number(headers["content-length"])
}

async function handOn(
  incoming: IncomingMessage,
  path: string,
  { pieces }: Arrived,
  { fields }: Limit,
): Promise<void> {
  const body = Buffer.concat(pieces)
  if (isOverFull(body, incoming.headers["content-type"], fields)) throw new RequestRefused(413)
  await giveBody(incoming, path, body)
}

/**
 * Passes the body on. Pages parse every body as a form and would fail on anything else, so that is refused
 * here.
 */
async function giveBody(incoming: IncomingMessage, path: string, body: Buffer): Promise<void> {
  const type = incoming.headers["content-type"] ?? ""
  if (isPage(path) && type.startsWith("multipart/")) {
    await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData().catch(() => {
      throw new RequestRefused(400)
    })
  }
  // From here the server that makes requests of what arrives takes a body that was read before.
  Object.assign(incoming, { rawBody: body })
}

function isForm({ headers }: IncomingMessage): boolean {
  return /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(headers["content-type"] ?? "")
}
