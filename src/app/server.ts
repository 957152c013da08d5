import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createNetServer } from "node:net"
import { join } from "node:path"
import { getRequestListener } from "@hono/node-server"
import { createRequestHandler, type ServerBuild } from "react-router"
import { claimDataFolder } from "#platform/data-folder.ts"
import type { Environment } from "#platform/env.ts"
import { createLog } from "#platform/log.ts"
import { migrateDatabase } from "#platform/migrate.ts"
import { defaultDataDir } from "#platform/postgres/locate.ts"
import { startPostgres } from "#platform/postgres/supervisor.ts"
import { openFileStore } from "#platform/storage/open.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { clientFolderOf, createApp } from "./http.ts"
import { openRuntime } from "./runtime.ts"
import { trialSecrets } from "./secrets.ts"
import { type DemoPassword, seedTrial } from "./seed.ts"
import { UPLOADS_PATH } from "./uploads.ts"
import { startVideo } from "./video.ts"

type Options = {
  env: Environment
  projectRoot: string
  /** Tells a person at the terminal what happens. */
  report: (line: string) => void
  /** Serves pages and source files in development; the build serves them otherwise. */
  development?: {
    loadBuild: () => Promise<ServerBuild>
    middleware: NodeMiddleware
  }
}

type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export type RunningServer = {
  address: string
  dataFolder: string
  demo: DemoPassword[]
  stop(): Promise<void>
}

const DEFAULT_PORT = 3_000

/** The port the product was told to use is taken. */
export class PortTaken extends Error {
  override name = "PortTaken"
}

/**
 * Brings up everything: data folder, database, migrations, seed, video server, web and jobs. What was started
 * is stopped again when a later step fails.
 */
export async function startServer({
  env,
  projectRoot,
  report,
  development,
}: Options): Promise<RunningServer> {
  const started: (() => Promise<void> | void)[] = []
  const stopAll = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  try {
    const claim = await claimDataFolder(env.dataFolder ?? defaultDataDir(projectRoot))
    started.push(() => claim.release())
    const dataFolder = claim.dataDir
    const log = createLog(env.LOG_LEVEL, env.trial ? join(dataFolder, "logs", "kaksha.log") : undefined)
    const port = await choosePort(env, report)

    const databaseUrl =
      env.DATABASE_URL ?? (await startDatabase(dataFolder, projectRoot, report, log, started))
    await migrateDatabase(databaseUrl, projectRoot)

    const secrets = trialSecrets(dataFolder)
    const address = env.APP_URL ?? `http://localhost:${port}`
    const webhookUrl = `http://127.0.0.1:${port}/hooks/livekit`
    const video = startVideo({ env, log, dataFolder, keys: secrets, webhookUrl, report })
    started.push(() => video.stop())

    const secret = env.AUTH_SECRET ?? secrets.auth
    const files = openFileStore(env, dataFolder)
    const spool = openSpool(join(dataFolder, "spool"), UPLOADS_PATH)
    const runtime = await openRuntime({
      env,
      log,
      databaseUrl,
      secret,
      address,
      video: video.service,
      files,
      spool,
    })
    started.push(() => runtime.close())
    const demo = await seedTrial(runtime, dataFolder, report)
    await runtime.work()

    const pages = development
      ? createRequestHandler(development.loadBuild, "development")
      : createRequestHandler(await import("virtual:react-router/server-build"), "production")
    const app = createApp(runtime, pages, development ? null : clientFolderOf(join(projectRoot, "build")))
    const server = await listen(app.fetch, port, env.trial ? "127.0.0.1" : "0.0.0.0", development?.middleware)
    started.push(() => server.close())
    return { address, dataFolder, demo, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function startDatabase(
  dataDir: string,
  projectRoot: string,
  report: (line: string) => void,
  log: ReturnType<typeof createLog>,
  started: (() => Promise<void> | void)[],
): Promise<string> {
  const postgres = await startPostgres({ dataDir, projectRoot, report, log })
  started.push(() => postgres.stop())
  return postgres.url
}

/** The port of PORT exactly, or else 3000 and, when that is taken, the next free one. Throws PortTaken. */
async function choosePort(env: Environment, report: (line: string) => void): Promise<number> {
  if (env.PORT !== undefined && env.PORT !== 0) {
    if (await isFree(env.PORT)) return env.PORT
    throw new PortTaken(
      `Port ${env.PORT} is taken by another program. Stop that one, or start with another PORT, such as PORT=${env.PORT + 1}.`,
    )
  }
  for (let port = env.PORT === 0 ? 20_000 + Math.floor(Math.random() * 20_000) : DEFAULT_PORT; ; port += 1) {
    if (await isFree(port)) return port
    report(`Port ${port} is taken, trying ${port + 1}`)
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createNetServer()
    probe.once("error", () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

type Fetch = (request: Request) => Response | Promise<Response>

function listen(
  fetch: Fetch,
  port: number,
  hostname: string,
  first?: NodeMiddleware,
): Promise<{ close(): Promise<void> }> {
  const answer = getRequestListener(fetch)
  const server = createHttpServer((request, response) => {
    if (!first) return void answer(request, response)
    first(request, response, () => void answer(request, response))
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, hostname, () => {
      resolve({
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            // Event streams never end by themselves.
            setTimeout(() => server.closeAllConnections(), 2_000).unref()
          }),
      })
    })
  })
}
