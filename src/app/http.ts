import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { getConnInfo } from "@hono/node-server/conninfo"
import { serveStatic } from "@hono/node-server/serve-static"
import { createRouterClient } from "@orpc/server"
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from "hono/compress"
import { RouterContextProvider } from "react-router"
import { exportList, isExport, templateOf } from "#features/admin/server/exports.ts"
import { type CalendarFile, readClassFile } from "#features/classes/server/calendar.ts"
import { readFeedFile } from "#features/classes/server/calendar-feed.ts"
import { receiveReports } from "#features/notifications/server/reports.ts"
import { receiveUpload } from "#features/recordings/server/uploads.ts"
import { receiveWebhook } from "#features/rooms/server/webhook.ts"
import { clientAddress } from "#platform/client-address.ts"
import type { Http, Viewer } from "#platform/context.ts"
import { systemClock } from "#platform/context.ts"
import type { Log } from "#platform/log.ts"
import { serveFile } from "#platform/storage/serve.ts"
import { isId } from "#shared/ids.ts"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import type { Language } from "#ui/language.ts"
import { createApiHandler } from "./api.ts"
import { mountHealth } from "./health.ts"
import { findMessagesFiles } from "./messages-files.ts"
import { loggedPath, observeProcedures, observeRequests, type RouteOf } from "./observe.ts"
import { isForeignWrite } from "./origin.ts"
import { secureCookies } from "./page-cookies.ts"
import { mountPolicyReports } from "./policy-reports.ts"
import { type AppRouter, createRouter } from "./router.ts"
import type { Runtime } from "./runtime.ts"
import { securityHeaders } from "./security.ts"
import { UPLOADS_PATH } from "./uploads.ts"
import { keepVisitorPages, speak } from "./visitor-pages.ts"

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

type Variables = {
  requestId: string
  log: Log
  viewer: Viewer
  /** Sessions could not be read. */
  viewerUnknown: boolean
  http: Http
  /** What the scripts of a page that was rendered carry. */
  nonce?: string
  language: Language
  /** Whether the answer is a page that sends no scripts but files. */
  staticPage: boolean
}
type App = Hono<{ Variables: Variables }>
type AppContext = import("hono").Context<{ Variables: Variables }>

/** A shared file of 20 MB and what surrounds it. */
const LARGEST_BODY_BYTES = 21 * 2 ** 20
const TOO_LARGE = { code: "PAYLOAD_TOO_LARGE", message: "The request is larger than 21 MB" }

const YEAR = "public, max-age=31536000, immutable"

/** The whole HTTP face: health, API, webhooks, files and pages, in this order. */
export function createApp(
  runtime: Runtime,
  renderPage: PageHandler,
  clientFolder: string | null,
  routeOf: RouteOf = () => "page",
): App {
  const app: App = new Hono()
  app.use(observeRequests(runtime, routeOf))
  app.use(async (c, next) => {
    c.set("log", runtime.log)
    c.set("viewer", null)
    await next()
    c.res.headers.set("x-request-id", c.get("requestId"))
    if (runtime.draining()) c.res.headers.set("connection", "close")
    securityHeaders(c.res.headers, runtime, c.get("staticPage") ? null : (c.get("nonce") ?? null))
  })
  mountHealth(app, runtime)
  if (clientFolder) mountFiles(app, clientFolder)
  mountWebhooks(app, runtime)
  mountSmsReports(app, runtime)
  mountPolicyReports(app, runtime.log)
  mountStoredFiles(app, runtime)
  mountUploads(app, runtime)
  app.use(compress({ threshold: 1_024 }), varyByEncoding)
  app.use(refuseForeignWrites(runtime))
  app.use(speak(!runtime.env.trial))
  app.use(
    keepVisitorPages(runtime.env.APP_URL, { keep: clientFolder !== null, version: runtime.settings.version }),
  )
  app.use(identify(runtime))
  const router = createRouter(runtime.changes)
  mountApi(app, runtime, router)
  mountCalendars(app, runtime)
  mountExports(app, runtime)
  mountPages(app, runtime, { router, renderPage, clientFolder })
  return app
}

function mountFiles(app: App, clientFolder: string): void {
  const files = (cacheControl: string) =>
    serveStatic({
      root: clientFolder,
      precompressed: true,
      onFound: (_path, c) => c.header("cache-control", cacheControl),
    })
  app.use("/assets/*", files(YEAR))
  app.use("/images/*", files("public, max-age=3600"))
  app.use("/icons/*", files("public, max-age=86400"))
  app.use("/share/*", files("public, max-age=86400"))
  app.get("/favicon.svg", files("public, max-age=86400"))
}

function mountWebhooks(app: App, runtime: Runtime): void {
  app.post("/hooks/livekit", async (c) => {
    const ctx = runtime.contextFor(null, c.get("log"))
    const taken = await receiveWebhook(ctx, await c.req.text(), c.req.header("authorization"))
    return taken === "accepted" ? c.json({}) : c.json({ code: "FORGED" }, 401)
  })
}

/** Reports of text messages are some lines each. */
const LARGEST_REPORT_BYTES = 256 * 1_024

function mountSmsReports(app: App, runtime: Runtime): void {
  app.post("/hooks/sms/:provider", bodyLimit({ maxSize: LARGEST_REPORT_BYTES }), async (c) => {
    const ctx = runtime.contextFor(null, c.get("log"))
    const here = new URL(c.req.url)
    const taken = await receiveReports(ctx, c.req.param("provider"), {
      // As the provider knows it, whatever proxies call us.
      url: new URL(here.pathname + here.search, runtime.env.APP_URL ?? ctx.address).href,
      headers: c.req.raw.headers,
      body: await c.req.text(),
    })
    if (taken === "forged") return c.json({ code: "FORGED" }, 401)
    return taken === "accepted" ? c.json({}) : c.json({ code: "NOT_FOUND" }, 404)
  })
}

type Middleware = import("hono").MiddlewareHandler<{ Variables: Variables }>

/** Pages and API alike: what changes something comes from a page of ours, or from no browser at all. */
function refuseForeignWrites({ env }: Runtime): Middleware {
  const own = env.APP_URL === undefined ? null : new URL(env.APP_URL).host
  return async (c, next) => {
    if (!isForeignWrite(c.req.raw, own)) return next()
    return c.json({ code: "FORBIDDEN", message: "This request comes from another site" }, 403)
  }
}

/** Says that others may get the answer compressed. The compression makes the whole answer anew to say so. */
const varyByEncoding: Middleware = async (c, next) => {
  await next()
  const { headers } = c.res
  if (headers.has("vary") || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get("content-type") ?? "")) return
  headers.set("vary", "Accept-Encoding")
}

/** Stored files, for whoever holds a link that has not run out. */
function mountStoredFiles(app: App, runtime: Runtime): void {
  app.get("/files/:token", async (c) => {
    const link = runtime.links.open(c.req.param("token"))
    if (!link) return c.text("This link has run out. Go back and open the file again.", 403)
    return serveFile(link, c.req.raw)
  })
}

/** What recorders send of a recording, bit by bit, by the tus protocol. */
function mountUploads(app: App, runtime: Runtime): void {
  app.all(`${UPLOADS_PATH}/:id{[0-9a-f-]{36}}`, identify(runtime), (c) =>
    receiveUpload(
      runtime.contextFor(c.get("viewer"), c.get("log"), c.get("http")),
      c.req.param("id") ?? "",
      c.req.raw,
    ),
  )
}

/** Finds out who is asking; what answers may set cookies on `http.reply`. */
function identify(runtime: Runtime): Middleware {
  return async (c, next) => {
    const http = { request: c.req.raw.headers, reply: new Headers(), address: addressOf(c, runtime) }
    c.set("http", http)
    const viewer = await runtime.sessions.read(http).catch((error: unknown) => {
      if (c.req.path.startsWith("/api/")) throw error
      // What is open to everyone can still be shown.
      c.get("log").error({ err: error }, "a session could not be read")
      return undefined
    })
    c.set("viewer", viewer ?? null)
    c.set("viewerUnknown", viewer === undefined)
    await next()
    for (const cookie of http.reply.getSetCookie()) c.res.headers.append("set-cookie", cookie)
    const wait = http.reply.get("retry-after")
    if (wait) c.res.headers.set("retry-after", wait)
  }
}

function addressOf(c: import("hono").Context, { env }: Runtime): string | undefined {
  const forwarded = c.req.header("x-forwarded-for") ?? null
  return clientAddress(getConnInfo(c).remote.address, forwarded, env.TRUSTED_PROXIES)
}

function mountApi(app: App, runtime: Runtime, router: AppRouter): void {
  const answer = createApiHandler(router, runtime)
  // Refused while it arrives, before anything is kept in memory.
  const limit = bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: (c) => c.json(TOO_LARGE, 413) })
  app.use("/api/v1/*", (c, next) => (hasBody(c.req.raw) ? limit(c, next) : next()))
  app.all("/api/v1/*", (c) =>
    answer(c.req.raw, runtime.contextFor(c.get("viewer"), c.get("log"), c.get("http"))),
  )
}

/** To ask the request for its body would make it anew, with a stream of its own. */
function hasBody({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || (headers.get("content-length") ?? "0") !== "0"
}

/** Calendars as files: a class's own, and a person's behind their private address. */
function mountCalendars(app: App, runtime: Runtime): void {
  const originOf = (c: AppContext) => new URL(runtime.env.APP_URL ?? c.req.url).origin
  const answer = (c: AppContext, file: CalendarFile | null, name: string) => {
    c.header("cache-control", "private, no-cache")
    c.header("x-robots-tag", "noindex")
    if (!file) return c.text("There is no such calendar", 404)
    c.header("etag", file.etag)
    if (file.modified) c.header("last-modified", file.modified.toUTCString())
    if (c.req.header("if-none-match")?.includes(file.etag)) return c.body(null, 304)
    c.header("content-disposition", `inline; filename="${name}.ics"`)
    return c.body(file.text, 200, { "content-type": "text/calendar; charset=utf-8" })
  }
  app.get("/class/:id/calendar.ics", async (c) => {
    const id = c.req.param("id")
    const ctx = runtime.contextFor(c.get("viewer"), c.get("log"))
    return answer(c, isId(id) ? await readClassFile(ctx, id, originOf(c)) : null, "class")
  })
  app.get("/calendar/:file{.+\\.ics}", async (c) => {
    const token = c.req.param("file").slice(0, -".ics".length)
    const ctx = runtime.contextFor(null, c.get("log"))
    return answer(c, await readFeedFile(ctx, token, originOf(c)), "classes")
  })
}

/** Whole lists as files, for admins alone. Nobody else learns that there are any. */
function mountExports(app: App, runtime: Runtime): void {
  app.get("/admin/export/:file{.+\\.csv}", async (c) => {
    const viewer = c.get("viewer")
    const name = c.req.param("file").slice(0, -".csv".length)
    const template = templateOf(name)
    if (viewer?.role !== "admin" || viewer.locked || !(template || isExport(name))) {
      return c.text("There is no such file", 404)
    }
    const ctx = { ...runtime.contextFor(viewer, c.get("log"), c.get("http")), viewer }
    return c.body(template ?? (isExport(name) ? await exportList(ctx, name) : ""), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    })
  })
}

type Pages = { router: AppRouter; renderPage: PageHandler; clientFolder: string | null }

function mountPages(app: App, runtime: Runtime, { router, renderPage, clientFolder }: Pages): void {
  const observe = observeProcedures(runtime.metrics)
  const messagesFiles = clientFolder === null ? null : findMessagesFiles(clientFolder)

  function pageFor(c: AppContext): PageRequest {
    const viewer = c.get("viewer")
    const language = c.get("language") ?? "en"
    const nonce = randomBytes(16).toString("base64")
    c.set("nonce", nonce)
    return {
      api: createRouterClient(router, {
        context: runtime.contextFor(viewer, c.get("log"), c.get("http")),
        interceptors: [observe],
      }),
      viewer,
      viewerUnknown: c.get("viewerUnknown") ?? false,
      reply: c.get("http")?.reply ?? new Headers(),
      requestId: c.get("requestId"),
      origin: new URL(runtime.env.APP_URL ?? c.req.url).origin,
      zone: runtime.settings.env().TIME_ZONE,
      now: systemClock.now(),
      trial: runtime.env.trial,
      nonce,
      language,
      messagesFile: messagesFiles?.[language] ?? null,
      inlineScripts: true,
      log: c.get("log"),
    }
  }

  async function render(c: AppContext, request: Request): Promise<Response> {
    const page = pageFor(c)
    const context = new RouterContextProvider()
    context.set(pageRequest, page)
    const response = await renderPage(request, context)
    if (page.origin.startsWith("https:")) secureCookies(response.headers)
    c.set("staticPage", !page.inlineScripts)
    return response
  }

  app.all("*", (c) => render(c, c.req.raw))
  app.onError(async (error, c) => {
    const reference = c.get("requestId")
    c.get("log").error({ err: error, path: loggedPath(c.req.path) }, "a request failed")
    if (!c.req.header("accept")?.includes("text/html")) {
      return c.json({ code: "INTERNAL_SERVER_ERROR", message: "Something went wrong", reference }, 500)
    }
    c.set("viewer", null)
    const address = new URL("/error", c.req.url)
    address.searchParams.set("from", c.req.path + new URL(c.req.url).search)
    return render(c, new Request(address, { headers: { accept: "text/html" } })).catch(() =>
      c.text(`Something went wrong. Reference: ${reference}`, 500),
    )
  })
}

/** Where the built browser files lie, beside the built server. */
export function clientFolderOf(buildFolder: string): string {
  return join(buildFolder, "client")
}
