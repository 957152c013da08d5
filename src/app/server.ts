import { join } from "node:path"
import { Hono } from "hono"
import { createRequestHandler, type ServerBuild } from "react-router"
import { resealSecrets } from "#features/accounts/server/two-step-upkeep.ts"
import { writeWallTimes } from "#features/classes/server/wall-times.ts"
import { refuseUnfinished } from "#platform/backup/unfinished.ts"
import { claimDataFolder, makeDataFolder } from "#platform/data-folder.ts"
import { waitForDatabase } from "#platform/database-start.ts"
import { type Environment, ownHost } from "#platform/env.ts"
import { createLog } from "#platform/log.ts"
import { openLogDestination } from "#platform/log-file.ts"
import { listMigrations, migrateDatabase } from "#platform/migrate.ts"
import { defaultDataDir } from "#platform/postgres/locate.ts"
import { startPostgres } from "#platform/postgres/supervisor.ts"
import { openFileStore } from "#platform/storage/open.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { recordSpans } from "#platform/trace.ts"
import { mountHealth } from "./health.ts"
import { knownHosts } from "./hosts.ts"
import { createApp } from "./http.ts"
import { lanAddress, lanCertificate } from "./lan.ts"
import { choosePort, listen, type NodeMiddleware, nextFreePort, type Port } from "./listen.ts"
import { patternsOf } from "./observe.ts"
import { clientFolderOf } from "./page-door.ts"
import { openRuntime, type Runtime } from "./runtime.ts"
import { productKeys, readLanPin, trialSecrets } from "./secrets.ts"
import { type DemoPassword, seedTrial } from "./seed.ts"
import { UPLOADS_PATH } from "./uploads.ts"
import { startVideo } from "./video.ts"

type Options = {
  env: Environment
  projectRoot: string
  /** Tells a person at the terminal what happens. */
  report: (line: string) => void
  /** What this process does of it all; everything unless said. */
  role?: Role
  /** Serves pages and source files in development; the build serves them otherwise. */
  development?: {
    loadBuild: () => Promise<ServerBuild>
    middleware: NodeMiddleware
  }
}

/** "web" answers requests, "worker" works jobs off and watches live rooms. */
export type Role = "all" | "web" | "worker"

export type RunningServer = {
  address: string
  /** What other devices of the local network have to show; null where they are not let in. */
  pin: string | null
  dataFolder: string
  demo: DemoPassword[]
  stop(): Promise<void>
}

/**
 * Brings up everything: data folder, database, migrations, seed, video server, web and jobs. What was started
 * is stopped again when a later step fails.
 */
export async function startServer({
  env,
  projectRoot,
  report,
  role = "all",
  development,
}: Options): Promise<RunningServer> {
  const started: (() => Promise<void> | void)[] = []
  const stopAll = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  try {
    const dataFolder = await takeDataFolder(env, projectRoot, role, started)
    // Loaded while the database is waited for.
    const loading = role === "worker" || development ? null : import("virtual:react-router/server-build")
    loading?.catch(() => undefined)
    const port = await choosePort(env, report)
    const logFile = openLogDestination(env.trial ? join(dataFolder, "logs", "kaksha.log") : undefined)
    const log = createLog(env.LOG_LEVEL, logFile)

    if (env.DATABASE_URL) await waitForDatabase(env.DATABASE_URL, report)
    const databaseUrl =
      env.DATABASE_URL ?? (await startDatabase(dataFolder, projectRoot, report, log, started))
    await refuseUnfinished(databaseUrl)
    await migrateDatabase(databaseUrl, projectRoot)
    await startTracing(env, role, started)

    const secrets = trialSecrets(dataFolder)
    const lan = env.LAN ? await openLan(dataFolder) : null
    const address = env.APP_URL ?? lan?.origin ?? `http://localhost:${port}`
    const webhookUrl = `http://${ownHost(env)}:${port}/hooks/livekit`
    const video = startVideo({
      env,
      log,
      dataFolder,
      keys: secrets,
      webhookUrl,
      open: lan ?? undefined,
      report,
    })
    started.push(() => video.stop())

    const files = openFileStore(env, dataFolder)
    const spool = openSpool(join(dataFolder, "spool"), UPLOADS_PATH)
    const newestMigration = listMigrations(projectRoot).at(-1)?.when ?? 0
    const runtime = await openRuntime({
      ...{
        env,
        log,
        databaseUrl,
        keys: productKeys(env, dataFolder),
        address,
        files,
        spool,
        newestMigration,
      },
      video: video.service,
      logState: logFile.state,
    })
    started.push(() => runtime.close())
    runtime.metrics.watchProcess()
    const demo = await inTurn(runtime.pool, async () => {
      const ctx = runtime.contextFor(null, log)
      await resealSecrets(ctx)
      await writeWallTimes(ctx)
      return seedTrial(runtime, { dataFolder, projectRoot }, report)
    })
    if (role !== "web") await runtime.work()

    const app =
      role === "worker"
        ? workerApp(runtime)
        : await webApp(runtime, projectRoot, loading, { development, pin: lan?.pin ?? null })
    const open = role === "worker" ? env.METRICS_TOKEN !== undefined : !env.trial
    const doors = {
      hosts: knownHosts(env),
      first: development?.middleware,
      videoPort: role === "all" ? video.port : undefined,
    }
    const ports = [await listen(app.fetch, port, env.BIND_ADDRESS ?? (open ? "0.0.0.0" : "127.0.0.1"), doors)]
    started.push(() => leave(runtime, ports))
    if (lan) ports.push(await listen(app.fetch, lan.port, "0.0.0.0", { ...doors, tls: lan.tls }))
    return { address, pin: lan?.pin ?? null, dataFolder, demo, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/**
 * Stops answering without anybody noticing. The door is shut before who follows changes is sent away: all of them
 * come back at once, and whoever is in a crowd at a door that shuts is cut off.
 */
async function leave(runtime: Runtime, ports: readonly Port[]): Promise<void> {
  await runtime.drain()
  await Promise.all(ports.map((port) => port.shut()))
  runtime.sendAway()
  await Promise.all(ports.map((port) => port.close()))
}

const LAN_PORT = 3_443

/** Where other devices of the local network find the product, and the certificate for it. */
async function openLan(dataFolder: string) {
  const nodeIp = lanAddress()
  const port = await nextFreePort(LAN_PORT)
  const tls = await lanCertificate(dataFolder, nodeIp)
  return { nodeIp, port, tls, origin: `https://${nodeIp}:${port}`, pin: readLanPin(dataFolder) }
}

/**
 * The data folder, claimed for this process where it keeps a database or a video server of its own in it. Copies
 * that share both work side by side.
 */
async function takeDataFolder(
  env: Environment,
  projectRoot: string,
  role: Role,
  started: (() => Promise<void> | void)[],
): Promise<string> {
  const folder = env.dataFolder ?? defaultDataDir(projectRoot)
  if (role !== "all" && !(env.DATABASE_URL && env.LIVEKIT_URL)) {
    throw new SharedPartsMissing(
      `A ${role} process shares its database and video server with others: set DATABASE_URL and LIVEKIT_URL. On one machine \`npm start\` does everything.`,
    )
  }
  if (env.DATABASE_URL && env.LIVEKIT_URL) return makeDataFolder(folder)
  const claim = await claimDataFolder(folder)
  started.push(() => claim.release())
  return claim.dataDir
}

/** A process of one role was started without what it shares with the others. */
class SharedPartsMissing extends Error {
  override name = "SharedPartsMissing"
}

async function startTracing(
  env: Environment,
  role: Role,
  started: (() => Promise<void> | void)[],
): Promise<void> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const { openOtel } = await import("#platform/otel.ts")
  const recorder = openOtel({
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    service: role === "all" ? env.OTEL_SERVICE_NAME : `${env.OTEL_SERVICE_NAME}-${role}`,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  })
  recordSpans(recorder)
  started.push(async () => {
    recordSpans(null)
    // A collector that is away must not hold up the end.
    await recorder.close().catch(() => undefined)
  })
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

async function webApp(
  runtime: Runtime,
  projectRoot: string,
  loading: Promise<ServerBuild> | null,
  { development, pin }: Pick<Options, "development"> & { pin: string | null },
) {
  if (development) {
    const pages = createRequestHandler(development.loadBuild, "development")
    return createApp(runtime, pages, null, undefined, pin)
  }
  const build = await (loading ?? import("virtual:react-router/server-build"))
  const pages = createRequestHandler(build, "production")
  return createApp(runtime, pages, clientFolderOf(join(projectRoot, "build")), patternsOf(build), pin)
}

/** A worker shows only how it is. */
function workerApp(runtime: Runtime): Hono {
  const app = new Hono()
  mountHealth(app, runtime)
  return app
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
