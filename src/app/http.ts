import { randomBytes, randomUUID } from "node:crypto"
import { join } from "node:path"
import { serveStatic } from "@hono/node-server/serve-static"
import { createRouterClient } from "@orpc/server"
import { Hono } from "hono"
import { compress } from "hono/compress"
import { RouterContextProvider } from "react-router"
import { receiveUpload } from "#features/recordings/server/uploads.ts"
import { receiveWebhook } from "#features/rooms/server/webhook.ts"
import type { Http, Viewer } from "#platform/context.ts"
import { systemClock } from "#platform/context.ts"
import type { Log } from "#platform/log.ts"
import { serveFile } from "#platform/storage/serve.ts"
import { pageRequest } from "#ui/api.ts"
import { createApiHandler } from "./api.ts"
import { type AppRouter, createRouter } from "./router.ts"
import type { Runtime } from "./runtime.ts"
import { securityHeaders } from "./security.ts"
import { UPLOADS_PATH } from "./uploads.ts"

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

type Variables = { requestId: string; log: Log; viewer: Viewer; http: Http; nonce: string }
type App = Hono<{ Variables: Variables }>

const YEAR = "public, max-age=31536000, immutable"

/** The whole HTTP face: health, API, webhooks, files and pages, in this order. */
export function createApp(runtime: Runtime, renderPage: PageHandler, clientFolder: string | null): App {
  const app: App = new Hono()
  app.use(async (c, next) => {
    const requestId = randomUUID()
    const started = performance.now()
    const nonce = randomBytes(16).toString("base64")
    const log = runtime.log.child({ request: requestId })
    c.set("requestId", requestId)
    c.set("log", log)
    c.set("nonce", nonce)
    await next()
    c.res.headers.set("x-request-id", requestId)
    securityHeaders(c.res.headers, runtime, nonce)
    const took = Math.round(performance.now() - started)
    log.debug(
      { method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms: took },
      "answered",
    )
  })
  mountHealth(app, runtime)
  if (clientFolder) mountFiles(app, clientFolder)
  mountWebhooks(app, runtime)
  mountStoredFiles(app, runtime)
  mountUploads(app, runtime)
  app.use(compress({ threshold: 1_024 }))
  app.use(identify(runtime))
  const router = createRouter(runtime.changes)
  mountApi(app, runtime, router)
  mountPages(app, runtime, router, renderPage)
  return app
}

function mountHealth(app: App, runtime: Runtime): void {
  app.get("/livez", (c) => c.json({ alive: true }))
  const ready = async () => {
    const database = await runtime.pool.query("select 1").then(
      () => true,
      () => false,
    )
    const jobs = database && (await runtime.jobs.healthy())
    const video = runtime.video.status()
    return { ready: database && jobs, database, jobs, video, video_reason: runtime.video.reason() }
  }
  for (const path of ["/readyz", "/healthz"] as const) {
    app.get(path, async (c) => {
      const state = await ready()
      return c.json(state, state.ready ? 200 : 503)
    })
  }
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
  app.get("/favicon.svg", files("public, max-age=86400"))
}

function mountWebhooks(app: App, runtime: Runtime): void {
  app.post("/hooks/livekit", async (c) => {
    const ctx = runtime.contextFor(null, c.get("log"))
    const taken = await receiveWebhook(ctx, await c.req.text(), c.req.header("authorization"))
    return taken === "accepted" ? c.json({}) : c.json({ code: "FORGED" }, 401)
  })
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

/** What the log may know of a path: a link to a file opens it. */
function loggedPath(path: string): string {
  return path.startsWith("/files/") ? "/files/…" : path
}

/** Finds out who is asking; what answers may set cookies on `http.reply`. */
function identify(runtime: Runtime) {
  return async (c: import("hono").Context<{ Variables: Variables }>, next: () => Promise<void>) => {
    const http = { request: c.req.raw.headers, reply: new Headers() }
    c.set("http", http)
    c.set("viewer", await runtime.sessions.read(http))
    await next()
    for (const cookie of http.reply.getSetCookie()) c.res.headers.append("set-cookie", cookie)
  }
}

function mountApi(app: App, runtime: Runtime, router: AppRouter): void {
  const answer = createApiHandler(router, runtime)
  app.all("/api/v1/*", (c) =>
    answer(c.req.raw, runtime.contextFor(c.get("viewer"), c.get("log"), c.get("http"))),
  )
}

function mountPages(app: App, runtime: Runtime, router: AppRouter, renderPage: PageHandler): void {
  app.all("*", (c) => {
    const viewer = c.get("viewer")
    const context = new RouterContextProvider()
    context.set(pageRequest, {
      api: createRouterClient(router, { context: runtime.contextFor(viewer, c.get("log"), c.get("http")) }),
      viewer,
      reply: c.get("http").reply,
      requestId: c.get("requestId"),
      origin: new URL(runtime.env.APP_URL ?? c.req.url).origin,
      zone: runtime.env.TIME_ZONE,
      now: systemClock.now(),
      trial: runtime.env.trial,
      nonce: c.get("nonce"),
      log: c.get("log"),
    })
    return renderPage(c.req.raw, context)
  })
}

/** Where the built browser files lie, beside the built server. */
export function clientFolderOf(buildFolder: string): string {
  return join(buildFolder, "client")
}
