import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getRequestListener } from "@hono/node-server"
import { createApp } from "#app/http/http.ts"
import type { PageHandler } from "#app/http/page/page-door.ts"
import { UPLOADS_PATH } from "#app/http/uploads.ts"
import { openRuntime, type Runtime } from "#app/runtime.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { type Environment, readEnvironment } from "#platform/env.ts"
import { openKeys } from "#platform/keys.ts"
import { createLog, type Log } from "#platform/log/log.ts"
import type { RazorpaySettings } from "#platform/money/razorpay-api.ts"
import type { Patience } from "#platform/patience.ts"
import { diskStore } from "#platform/storage/disk.ts"
import type { FileStore } from "#platform/storage/port.ts"
import { openSpool, type Spool } from "#platform/storage/spool.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { jitsiService } from "#platform/video/jitsi.ts"
import type { VideoPort } from "#platform/video/port.ts"
import type { VideoStatus } from "#platform/video/service.ts"
import { createTestDatabase } from "./database.ts"

export type HttpProduct = {
  runtime: Runtime
  ctx: Ctx
  address: string
  /** The app's own routes, as method and path. */
  routes: { method: string; path: string }[]
  /** A request with the person's own session, or as a visitor. The body is sent as JSON. */
  call(person: SignedIn | null, method: string, path: string, body?: unknown): Promise<Response>
  /** A session of the person, as a Cookie header. */
  cookieOf(person: SignedIn): Promise<string>
  close(): Promise<void>
}

const absentVideo = new Proxy({} as VideoPort, {
  get: (_target, call) => () =>
    Promise.reject(new VideoUnavailable(`${String(call)}: no video server in this test`)),
})

/** How the product reaches what it needs, and how long it waits for it. */
type Network = {
  /** What no setting allows, such as a minimum of seconds. */
  beyond?: Partial<Environment>
  reachDatabase?: (url: string) => string
  patience?: Patience
  videoStatus?: VideoStatus
  spool?: Spool
  /** The trial's own gateway, which isn't started here. */
  gateway?: RazorpaySettings
}

/** The product's HTTP face on a database of its own, on a real port. Pages are left out. */
export async function startHttpProduct(
  env: NodeJS.ProcessEnv = {},
  video: VideoPort = absentVideo,
  log: Log = createLog("silent"),
  files?: FileStore,
  renderPage: PageHandler = async () => new Response("no pages here", { status: 404 }),
  { reachDatabase = (url) => url, patience, videoStatus, beyond, spool, gateway }: Network = {},
): Promise<HttpProduct> {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), "kaksha-files-"))
  const read = { ...readEnvironment({ NODE_ENV: "test", ...env }), ...beyond }
  const runtime = await openRuntime({
    env: read,
    log,
    databaseUrl: reachDatabase(database.url),
    ...(patience && { patience }),
    keys: openKeys("test-secret-of-at-least-32-characters"),
    address: "http://localhost",
    video:
      read.VIDEO_PROVIDER === "jitsi"
        ? jitsiService(read)
        : {
            port: video,
            meetings: null,
            status: () => videoStatus ?? (video === absentVideo ? "down" : "up"),
            origins: () => [],
            reason: () => null,
          },
    files: files ?? diskStore(join(folder, "files")),
    spool: spool ?? openSpool(join(folder, "spool"), UPLOADS_PATH),
    ...(gateway && { gateway }),
  })
  const app = createApp(runtime, renderPage, null)
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ctx = runtime.contextFor(null, runtime.log)
  const cookies = new Map<string, string>()

  async function cookieOf(person: SignedIn): Promise<string> {
    const known = cookies.get(person.user_id)
    if (known) return known
    const reply = new Headers()
    await runtime.sessions.openTrusted({ request: new Headers(), reply }, person.user_id)
    const cookie = reply
      .getSetCookie()
      .map((header) => header.split(";")[0])
      .join("; ")
    cookies.set(person.user_id, cookie)
    return cookie
  }

  return {
    runtime,
    ctx,
    address,
    routes: app.routes,
    cookieOf,
    async call(person, method, path, body) {
      const headers: Record<string, string> = {}
      if (person) headers.cookie = await cookieOf(person)
      if (body !== undefined) headers["content-type"] = "application/json"
      return fetch(address + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await runtime.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
