import { join } from "node:path"
import type { ServerBuild } from "react-router"
import { refuseUnfinished } from "#platform/backup/unfinished.ts"
import { claimDataFolder, makeDataFolder } from "#platform/data-folder.ts"
import { waitForDatabase } from "#platform/database/database-start.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import { type Environment, ownHost } from "#platform/env.ts"
import { createLog } from "#platform/log/log.ts"
import { openLogDestination } from "#platform/log/log-file.ts"
import { type BeginStep, during } from "#platform/long-step.ts"
import { defaultDataDir } from "#platform/postgres/locate.ts"
import { startPostgres } from "#platform/postgres/supervisor.ts"
import {
  choosePort,
  type Fetch,
  listen,
  type NodeMiddleware,
  nextFreePort,
  type Port,
} from "./events/listen.ts"
import { knownHosts } from "./http/hosts.ts"
import { lanAddress, lanCertificate } from "./http/lan.ts"
import type { Processes } from "./processes/count.ts"
import { connectionsFor, startCrowd } from "./processes/crowd.ts"
import { type Ground, openProgram, type Pages, type Program, type Role } from "./program.ts"
import { readLanPin, trialSecrets } from "./secrets.ts"
import type { DemoPassword } from "./seed.ts"
import { startTracing } from "./tracing.ts"
import { startTrialGateway } from "./trial-gateway.ts"
import { isVideoElsewhere, startVideo } from "./video.ts"

type Options = {
  env: Environment
  projectRoot: string
  /** Shows the progress to the person at the terminal. */
  report: (line: string) => void
  /** Shows them a step that takes long. */
  longStep: BeginStep
  /** The part that this process plays; all of them by default. */
  role?: Role
  /** How many processes serve beside this one, which then keeps what they share; this one alone without it. */
  processes?: Processes | null
  /** Serves pages and source files in development; the build serves them otherwise. */
  development?: {
    loadBuild: () => Promise<ServerBuild>
    middleware: NodeMiddleware
  }
}

export { serveAsChild } from "./processes/child.ts"
export { countProcesses, thisMachine } from "./processes/count.ts"

export type RunningServer = {
  address: string
  /** The PIN for other devices of the local network; null where access from it is off. */
  pin: string | null
  dataFolder: string
  demo: DemoPassword[]
  /** Replaces the program that serves requests. If the new one can't be opened the old one continues. */
  exchange(open: (ground: Ground) => Promise<Program>): Promise<void>
  stop(): Promise<void>
}

type Started = (() => Promise<void> | void)[]

/**
 * Starts everything: data folder, database, migrations, video server, and the program on them. If a later
 * step fails, everything started is stopped again.
 */
export async function startServer(options: Options): Promise<RunningServer> {
  const { env, role = "all", development } = options
  const started: Started = []
  const stopAll = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  try {
    const { ground, port, lan } = await prepareGround(options, started)
    const open = role === "worker" ? env.METRICS_TOKEN !== undefined : !env.trial
    const host = env.BIND_ADDRESS ?? (open ? "0.0.0.0" : "127.0.0.1")
    const { address, pin, dataFolder } = ground
    const { processes } = options
    if (processes) {
      const ports = [
        { port, host, tls: null },
        ...(lan ? [{ port: lan.port, host: "0.0.0.0", tls: lan.tls }] : []),
      ]
      const log = createLog(env.LOG_LEVEL, ground.logFile, "main")
      const crowd = await during(options.longStep("Opening the product"), () =>
        startCrowd({ ...processes, env, ground, ports, log }),
      )
      started.push(() => crowd.stop())
      const exchange = () => Promise.reject(new Error("several processes can't be exchanged"))
      return { address, pin, dataFolder, demo: crowd.demo, exchange, stop: stopAll }
    }
    const { exchange, ...held } = holdProgram(
      await during(options.longStep("Opening the product"), () => openProgram(ground)),
    )
    started.push(() => held.close())
    const doors = {
      hosts: knownHosts(env),
      first: development?.middleware,
      videoPort: role === "all" ? ground.video.port : undefined,
    }
    const ports = [await listen(held.fetch, port, host, doors)]
    started.push(() => leave(held.program(), ports))
    if (lan) ports.push(await listen(held.fetch, lan.port, "0.0.0.0", { ...doors, tls: lan.tls }))
    const { demo } = held.program()
    return { address, pin, dataFolder, demo, exchange: (open) => exchange(() => open(ground)), stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Starts what the program runs on, and chooses its ports. */
async function prepareGround(
  { env, projectRoot, report, longStep, role = "all", development, processes }: Options,
  started: Started,
): Promise<{ ground: Ground; port: number; lan: Lan | null }> {
  const dataFolder = await takeDataFolder(env, projectRoot, role, started)
  // Loaded while the database is waited for.
  const pages: Pages = development
    ? { edited: development.loadBuild }
    : role === "worker" || processes
      ? null
      : { built: import("virtual:react-router/server-build") }
  if (pages && "built" in pages) pages.built.catch(() => undefined)
  const port = await choosePort(env, report)
  const logFile = openLogDestination(env.trial ? join(dataFolder, "logs", "kaksha.log") : undefined)
  const log = createLog(env.LOG_LEVEL, logFile)
  const own = `http://${ownHost(env)}:${port}`
  const gateway = openGateway({ env, role, own, projectRoot, dataFolder, log }, started)
  gateway.catch(() => undefined)

  if (env.DATABASE_URL) await waitForDatabase(env.DATABASE_URL, report)
  const starting = () => startDatabase({ dataDir: dataFolder, projectRoot, report, log }, started, processes)
  const databaseUrl = env.DATABASE_URL ?? (await during(longStep("Starting the database"), starting))
  await refuseUnfinished(databaseUrl)
  await during(longStep("Bringing the database to this release"), () =>
    migrateDatabase(databaseUrl, projectRoot),
  )
  if (!processes) started.push(await startTracing(env, role))

  const keys = trialSecrets(dataFolder)
  const lan = env.LAN ? await openLan(dataFolder) : null
  const address = env.APP_URL ?? lan?.origin ?? `http://localhost:${port}`
  const access = { keys, webhookUrl: `${own}/hooks/livekit`, open: lan ?? undefined }
  const video = startVideo({ env, log, dataFolder, ...access, report, longStep })
  started.push(() => video.stop())
  const where = { projectRoot, dataFolder, databaseUrl, address, pin: lan?.pin ?? null }
  return { ground: { ...where, env, role, logFile, video, gateway: await gateway, pages, report }, port, lan }
}

type GatewayParts = Pick<Options, "env" | "projectRoot"> & {
  role: Role
  own: string
  dataFolder: string
  log: ReturnType<typeof createLog>
}

/** Starts the gateway that a trial sells through, while the database starts. */
async function openGateway(
  { env, role, own, ...parts }: GatewayParts,
  started: Started,
): Promise<Ground["gateway"]> {
  if (env.paymentProvider !== "trial" || role !== "all") return null
  const starting = startTrialGateway({ ...parts, webhookUrl: `${own}/hooks/payments/razorpay` })
  started.push(async () => (await starting.catch(() => null))?.stop())
  return starting.then(({ settings }) => settings)
}

/** Requests still in progress when another program takes over get this long, in milliseconds. */
const LAST_ANSWERS_MS = 2_000

/** The program that handles requests now. */
function holdProgram(first: Program) {
  let program = first
  let last: Promise<unknown> = Promise.resolve()

  async function retire({ runtime }: Program): Promise<void> {
    // They reconnect at once, to the new program.
    runtime.sendAway()
    await runtime.answered(LAST_ANSWERS_MS)
    await runtime.close()
  }

  const fetch: Fetch = (request, connection) => program.fetch(request, connection)
  return {
    fetch,
    program: () => program,
    async exchange(open: () => Promise<Program>): Promise<void> {
      const [next, before] = [await open(), program]
      program = next
      const warn = (err: unknown) =>
        before.runtime.log.warn({ err }, "a program that was replaced did not close")
      last = Promise.all([last, retire(before).catch(warn)])
    },
    async close() {
      await program.runtime.close()
      await last
    },
  }
}

/**
 * Stops without losing requests. Listening ends before the followers of changes are sent away: all of them
 * reconnect at once, and those waiting at a port that closes would be reset.
 */
async function leave({ runtime }: Program, ports: readonly Port[]): Promise<void> {
  await runtime.drain()
  await Promise.all(ports.map((port) => port.shut()))
  runtime.sendAway()
  await Promise.all(ports.map((port) => port.close()))
}

const LAN_PORT = 3_443

type Lan = Awaited<ReturnType<typeof openLan>>

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
  started: Started,
): Promise<string> {
  const folder = env.dataFolder ?? defaultDataDir(projectRoot)
  const isShared = env.DATABASE_URL !== undefined && isVideoElsewhere(env)
  if (role !== "all" && !isShared) {
    throw new SharedPartsMissing(
      `A ${role} process shares its database and video server with others: set DATABASE_URL and LIVEKIT_URL (or Jitsi). On one machine \`npm start\` does everything.`,
    )
  }
  if (isShared) return makeDataFolder(folder)
  const claim = await claimDataFolder(folder)
  started.push(() => claim.release())
  return claim.dataDir
}

/** A process of one role was started without the parts that it shares with the others. */
class SharedPartsMissing extends Error {
  override name = "SharedPartsMissing"
}

async function startDatabase(
  options: Parameters<typeof startPostgres>[0],
  started: Started,
  processes?: Processes | null,
): Promise<string> {
  const settings = processes && { max_connections: connectionsFor(processes) }
  const postgres = await startPostgres({ ...options, ...(settings && { settings }) })
  started.push(() => postgres.stop())
  return postgres.url
}
