import { join } from "node:path"
import { Hono } from "hono"
import { createRequestHandler, type ServerBuild } from "react-router"
import { resealSecrets } from "#features/accounts/server/two-step-upkeep.ts"
import { writeWallTimes } from "#features/classes/server/wall-times.ts"
import { resealPushKey } from "#features/notifications/server/push-keys.ts"
import { listMigrations } from "#platform/database/migrate.ts"
import type { Environment } from "#platform/env.ts"
import { keepFormerSecrets } from "#platform/former-secrets.ts"
import { createLog } from "#platform/log/log.ts"
import type { LogDestination } from "#platform/log/log-file.ts"
import type { Counts } from "#platform/metrics.ts"
import type { RazorpaySettings } from "#platform/money/razorpay-api.ts"
import { openFileStore } from "#platform/storage/open.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { jitsiService } from "#platform/video/jitsi.ts"
import type { Fetch } from "./events/listen.ts"
import { mountHealth } from "./http/health.ts"
import { createApp } from "./http/http.ts"
import { clientFolderOf } from "./http/page/page-door.ts"
import { withRenderedOnly } from "./http/page/rendered-only.ts"
import { UPLOADS_PATH } from "./http/uploads.ts"
import { patternsOf } from "./observe.ts"
import { openRuntime, type Runtime } from "./runtime.ts"
import { productKeys } from "./secrets.ts"
import { type DemoPassword, seedTrial } from "./seed.ts"
import type { RunningVideo } from "./video.ts"
import { openVideo } from "./video-service.ts"

/** The part that this process plays: "web" handles requests, "worker" runs jobs and watches live rooms. */
export type Role = "all" | "web" | "worker"

/** What a program runs on. It is kept when an edited program replaces the one before. */
export type Ground = {
  env: Environment
  role: Role
  projectRoot: string
  dataFolder: string
  logFile: LogDestination
  /** A database that has every migration. */
  databaseUrl: string
  video: RunningVideo
  /** The trial's own payment gateway; null where it doesn't sell through one. */
  gateway: RazorpaySettings | null
  /** Where people find the product. */
  address: string
  /** The PIN for other devices of the local network; null where access from it is off. */
  pin: string | null
  pages: Pages
  /** Writes the first rows, unless another process does; it does if this is left out. */
  seeds?: boolean
  /** The name of this process among several, for the log. */
  process?: string
  /** How many connections to the database requests and jobs share; the usual number if this is left out. */
  connections?: number
  /** Returns the counts of all processes behind this port; its own if this is left out. */
  countAll?: () => Promise<Counts[]>
  /** Shows the progress to the person at the terminal. */
  report: (line: string) => void
}

/** The built pages, the pages being edited, or none. */
export type Pages = { built: Promise<ServerBuild> } | { edited: () => Promise<ServerBuild> } | null

/** Handles requests and runs jobs. */
export type Program = {
  fetch: Fetch
  runtime: Runtime
  demo: DemoPassword[]
}

/** Opens the program and starts its jobs. Closes everything again if it fails. */
export async function openProgram(ground: Ground): Promise<Program> {
  const { env, role, projectRoot, dataFolder, databaseUrl, address, logFile } = ground
  const log = createLog(env.LOG_LEVEL, logFile, ground.process)
  const runtime = await openRuntime({
    ...{ env, log, databaseUrl, address, countAll: ground.countAll, connections: ground.connections },
    keys: productKeys(env, dataFolder),
    files: openFileStore(env, dataFolder),
    spool: openSpool(join(dataFolder, "spool"), UPLOADS_PATH),
    newestMigration: listMigrations(projectRoot).at(-1)?.when ?? 0,
    video: env.VIDEO_PROVIDER === "jitsi" ? jitsiService(env) : openVideo(ground.video),
    gateway: ground.gateway,
    logState: logFile.state,
    works: role !== "web",
  })
  try {
    runtime.metrics.watchProcess()
    const demo = await inTurn(runtime.pool, async () => {
      const ctx = runtime.contextFor(null, log)
      await keepFormerSecrets(ctx)
      await resealSecrets(ctx)
      await resealPushKey(ctx)
      await writeWallTimes(ctx)
      if (ground.seeds === false) return []
      return seedTrial(runtime, { dataFolder, projectRoot }, ground.report)
    })
    if (role !== "web") await runtime.work()
    const app = role === "worker" ? workerApp(runtime) : await webApp(runtime, ground)
    return { fetch: app.fetch, runtime, demo }
  } catch (error) {
    await runtime.close()
    throw error
  }
}

/** Copies that start at the same moment write the first rows one after the other. */
async function inTurn<T>(pool: Runtime["pool"], work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query("select pg_advisory_lock(hashtextextended('kaksha.seed', 0))")
    return await work()
  } finally {
    // With the connection the lock ends for sure.
    holder.release(true)
  }
}

async function webApp(runtime: Runtime, { pages, projectRoot, pin }: Ground) {
  if (!pages) throw new Error("there are no pages to show")
  if ("edited" in pages) {
    return createApp(runtime, createRequestHandler(pages.edited, "development"), null, undefined, pin)
  }
  const build = await pages.built
  const render = createRequestHandler(withRenderedOnly(build), "production")
  return createApp(runtime, render, clientFolderOf(join(projectRoot, "build")), patternsOf(build), pin)
}

/** A worker shows only how it is. */
function workerApp(runtime: Runtime): Hono {
  const app = new Hono()
  mountHealth(app, runtime)
  return app
}
