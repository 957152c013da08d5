import type { Context, Hono, MiddlewareHandler } from "hono"
import type { Http, Viewer } from "#platform/context.ts"
import type { Log } from "#platform/log/log.ts"
import type { Language } from "#ui/language.ts"

/** What is known about a request while it is handled. */
export type Variables = {
  requestId: string
  log: Log
  /** The viewer; a visitor while they owe the second step. */
  viewer: Viewer
  /**
   * The viewer, even while they owe the second step. For the API and pages, whose policies check it, and for
   * nothing else.
   */
  viewerEvenLocked: Viewer
  /** Sessions could not be read. */
  viewerUnknown: boolean
  http: Http
  /** The nonce of the scripts in a rendered page. */
  nonce?: string
  language: Language
  /** Whether the response is a page whose scripts are all files. */
  staticPage: boolean
  /** For how many seconds the rendered page may be kept; null for no end. */
  keepSeconds: number | null
  /** A procedure that the page called met an outage. */
  outage: boolean
}
export type App = Hono<{ Variables: Variables }>
export type AppContext = Context<{ Variables: Variables }>
export type Middleware = MiddlewareHandler<{ Variables: Variables }>
