import { getConnInfo } from "@hono/node-server/conninfo"
import { type Context, Hono } from "hono"
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from "hono/compress"
import { isAnswerLink } from "#features/attendance/server/answer-door.ts"
import { receiveLessonUpload } from "#features/lessons/server/uploads.ts"
import { receiveUpload } from "#features/recordings/server/uploads.ts"
import { clientAddress, isForwarded, PROXY_NOT_TRUSTED } from "#platform/client-address.ts"
import { actingViewer } from "#platform/policy.ts"
import { isId } from "#shared/ids.ts"
import { observeRequests, type RouteOf } from "../observe.ts"
import { type AppRouter, createRouter } from "../router.ts"
import type { Runtime } from "../runtime.ts"
import { createApiHandler, mountReference } from "./api.ts"
import type { App, Middleware } from "./app.ts"
import { mountCalendars, mountExports, mountFiles, mountStoredFiles } from "./files.ts"
import { mountGateway } from "./gateway-door.ts"
import { mountHealth } from "./health.ts"
import {
  mountPaymentEvents,
  mountPostedReturns,
  mountSmsReports,
  mountWebhooks,
  mountWhatsApp,
} from "./hooks.ts"
import { askForPin } from "./lan-gate.ts"
import { isForeignWrite } from "./origin.ts"
import { mountPages, type PageHandler } from "./page/page-door.ts"
import { keepVisitorPages, speak } from "./page/visitor-pages.ts"
import { mountPolicyReports } from "./policy-reports.ts"
import { boundRequests, takeLargerBodies } from "./request-door.ts"
import { securityHeaders } from "./security.ts"
import { LESSON_UPLOADS_PATH, UPLOADS_PATH } from "./uploads.ts"

/** The whole HTTP face: health, API, webhooks, files and pages, in this order. */
export function createApp(
  runtime: Runtime,
  renderPage: PageHandler,
  clientFolder: string | null,
  routeOf: RouteOf = () => "page",
  /** The PIN for devices of the local network; null if only this machine or a proxy can connect. */
  lanPin: string | null = null,
): App {
  const app: App = new Hono()
  app.use((_, next) => runtime.answering(next))
  app.use(observeRequests(runtime, routeOf))
  app.use(warnOfProxies(runtime))
  app.use(async (c, next) => {
    c.set("log", runtime.log)
    c.set("viewer", null)
    c.set("viewerEvenLocked", null)
    await next()
    c.res.headers.set("x-request-id", c.get("requestId"))
    // Responses that may be cached say so themselves.
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store")
    if (runtime.draining()) c.res.headers.set("connection", "close")
    securityHeaders(c.res.headers, runtime, {
      nonce: c.get("staticPage") ? null : (c.get("nonce") ?? null),
      path: c.req.path,
    })
  })
  if (lanPin !== null) app.use(askForPin(runtime, lanPin))
  app.use(refuseForeignWrites(runtime))
  app.use(boundRequests)
  mountHealth(app, runtime)
  if (clientFolder) mountFiles(app, clientFolder)
  mountWebhooks(app, runtime)
  mountSmsReports(app, runtime)
  mountWhatsApp(app, runtime)
  mountPaymentEvents(app, runtime)
  mountPostedReturns(app, runtime)
  mountGateway(app, runtime)
  mountPolicyReports(app, runtime.log)
  mountStoredFiles(app, runtime)
  mountUploads(app, runtime)
  app.use(compress({ threshold: 1_024 }), varyByEncoding)
  app.use(speak(!runtime.env.trial))
  app.use(
    keepVisitorPages(runtime.env.APP_URL, { keep: clientFolder !== null, version: runtime.settings.version }),
  )
  const router = createRouter(runtime.feed)
  mountReference(app, router)
  app.use(identify(runtime))
  app.use(
    takeLargerBodies((c, token) =>
      isAnswerLink(runtime.contextFor(c.get("viewer"), c.get("log"), c.get("http")), token),
    ),
  )
  mountApi(app, runtime, router)
  mountCalendars(app, runtime)
  mountExports(app, runtime)
  mountPages(app, runtime, { router, renderPage, clientFolder })
  return app
}

/** Refuses writes, to pages and API alike, unless they come from a page of ours or not from a browser. */
function refuseForeignWrites({ env }: Runtime): Middleware {
  const own = env.APP_URL === undefined ? null : new URL(env.APP_URL).host
  return async (c, next) => {
    if (!isForeignWrite(c.req.raw, own)) return next()
    return c.json({ code: "FORBIDDEN", message: "This request comes from another site" }, 403)
  }
}

/** Says once in the log that a proxy in front is not trusted, and so all visitors share its address. */
function warnOfProxies({ env, log }: Runtime): Middleware {
  let warned = env.TRUSTED_PROXIES > 0
  return (c, next) => {
    if (!warned && isForwarded(c.req.raw.headers)) {
      warned = true
      log.warn({ event: "proxy.not_trusted" }, PROXY_NOT_TRUSTED)
    }
    return next()
  }
}

/**
 * Says that others may get the response compressed. The compression middleware would copy the whole response
 * to do so.
 */
const varyByEncoding: Middleware = async (c, next) => {
  await next()
  const { headers } = c.res
  if (headers.has("vary") || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get("content-type") ?? "")) return
  headers.set("vary", "Accept-Encoding")
}

/** Recordings and videos of lessons, which arrive bit by bit by the tus protocol. */
function mountUploads(app: App, runtime: Runtime): void {
  const ways = [
    [UPLOADS_PATH, receiveUpload],
    [LESSON_UPLOADS_PATH, receiveLessonUpload],
  ] as const
  for (const [path, receive] of ways) {
    app.all(`${path}/:id`, identify(runtime), async (c) => {
      const id = c.req.param("id") ?? ""
      if (!isId(id)) return c.text("There is no such upload", 404)
      return receive(runtime.contextFor(c.get("viewer"), c.get("log"), c.get("http")), id, c.req.raw)
    })
  }
}

/** Finds out who is asking. Handlers may set cookies on `http.reply`. */
function identify(runtime: Runtime): Middleware {
  return async (c, next) => {
    const http = { request: c.req.raw.headers, reply: new Headers(), address: addressOf(c, runtime) }
    c.set("http", http)
    const viewer = await runtime.sessions.read(http).catch((error: unknown) => {
      // Pages open to everyone can still be shown. Anything else is tried again: a recorder that hears 401 stops.
      if (/^\/(api|uploads)\//.test(c.req.path)) throw error
      c.get("log").error({ err: error }, "a session could not be read")
      return undefined
    })
    c.set("viewer", actingViewer(viewer ?? null))
    c.set("viewerEvenLocked", viewer ?? null)
    c.set("viewerUnknown", viewer === undefined)
    await next()
    for (const cookie of http.reply.getSetCookie()) c.res.headers.append("set-cookie", cookie)
    const wait = http.reply.get("retry-after")
    if (wait) c.res.headers.set("retry-after", wait)
  }
}

function addressOf(c: Context, { env }: Runtime): string | undefined {
  const forwarded = c.req.header("x-forwarded-for") ?? null
  return clientAddress(getConnInfo(c).remote.address, forwarded, env.TRUSTED_PROXIES)
}

function mountApi(app: App, runtime: Runtime, router: AppRouter): void {
  const answer = createApiHandler(router, runtime)
  app.all("/api/v1/*", (c) =>
    answer(c.req.raw, runtime.contextFor(c.get("viewerEvenLocked"), c.get("log"), c.get("http"))),
  )
}
