import type { Context, Hono, MiddlewareHandler } from "hono"
import type { Http, Viewer } from "#platform/context.ts"
import type { Log } from "#platform/log.ts"
import type { Language } from "#ui/language.ts"

/** What is known of a request while it is answered. */
export type Variables = {
  requestId: string
  log: Log
  /** Who is asking; a visitor as long as they owe the second step. */
  viewer: Viewer
  /** The same with who owes it. For the API and pages, whose policies know the difference, and for nothing else. */
  viewerEvenLocked: Viewer
  /** Sessions could not be read. */
  viewerUnknown: boolean
  http: Http
  /** What the scripts of a page that was rendered carry. */
  nonce?: string
  language: Language
  /** Whether the answer is a page that sends no scripts but files. */
  staticPage: boolean
  /** A procedure that the page called met an outage. */
  outage: boolean
}
export type App = Hono<{ Variables: Variables }>
export type AppContext = Context<{ Variables: Variables }>
export type Middleware = MiddlewareHandler<{ Variables: Variables }>
