import type { Environment } from "#platform/env.ts"
import type { Log } from "#platform/log/log.ts"
import type { Counts } from "#platform/metrics.ts"
import type { Ground } from "../program.ts"
import { OWN_CONNECTIONS, POOL } from "../runtime.ts"
import type { DemoPassword } from "../seed.ts"
import { type Child, startChild } from "./children.ts"
import type { Processes } from "./count.ts"
import { openDoors } from "./doors.ts"
import type { ChildGround, SharedState } from "./messages.ts"

/** How soon children hear that the video server is up, in milliseconds. */
const TELL_EACH_MS = 250
/** What the database keeps for commands, and for processes that take another's place. */
const SPARE_CONNECTIONS = 25
/** What PostgreSQL allows by default. */
const USUAL_CONNECTIONS = 100

/** How many connections the database has to allow for these processes. */
export function connectionsFor({ web, workers }: Processes): number {
  return Math.max(USUAL_CONNECTIONS, (web + workers) * (POOL + OWN_CONNECTIONS) + SPARE_CONNECTIONS)
}

export type CrowdPort = { port: number; host: string; tls: { key: string; cert: string } | null }

type CrowdOptions = Processes & {
  env: Environment
  ground: Omit<Ground, "pages" | "logFile">
  ports: CrowdPort[]
  log: Log
}

export type Crowd = { demo: DemoPassword[]; stop(): Promise<void> }

/**
 * Serves by several processes behind the same ports: `web` that answer requests and `workers` that work jobs off and
 * watch live rooms. One that ends by itself is started again, and meanwhile the others answer. Throws what the
 * first to fail failed by.
 */
export async function startCrowd({ env, ground, ports, log, web, workers }: CrowdOptions): Promise<Crowd> {
  const { projectRoot, dataFolder, databaseUrl, address, pin, video, gateway, report } = ground
  const doors = openDoors()
  const children: Child[] = []
  const state = (): SharedState => ({
    video: { status: video.status(), access: video.access(), reason: video.reason(), port: video.port() },
    gateway,
  })
  const shared = { projectRoot, dataFolder, databaseUrl, address, pin, connections: POOL }

  async function start(name: string, role: ChildGround["role"], seeds = false): Promise<DemoPassword[]> {
    const open = role === "web" ? ports.map(({ tls }) => ({ tls })) : []
    const child = await startChild(
      {
        ground: { ...shared, name, role, doors: open },
        env: { ...process.env, NODE_ENV: env.NODE_ENV, ...(env.LAN && { LAN: "true" }) },
        ...{ state, doors, log, report, measureAll },
      },
      seeds,
    )
    children.push(child)
    return child.demo
  }

  async function measureAll(): Promise<Counts[]> {
    const counts = await Promise.all(children.map((child) => child.counts()))
    return counts.filter((one) => one !== null)
  }

  async function stop(): Promise<void> {
    clearInterval(telling)
    await Promise.all(children.map((child) => child.drain()))
    await doors.close()
    await Promise.all(children.map((child) => child.close()))
  }

  let told = ""
  const telling = setInterval(() => {
    const now = state()
    const text = JSON.stringify(now)
    if (text === told) return
    told = text
    for (const child of children) child.tell({ kind: "state", state: now })
  }, TELL_EACH_MS)

  try {
    const names = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => `${name}-${at + 1}`)
    const [demo] = await Promise.all([
      ...names(workers, "worker").map((name, at) => start(name, "worker", at === 0)),
      ...names(web, "web").map((name) => start(name, "web")),
    ])
    for (const { port, host } of ports) await doors.open(port, host)
    return { demo: demo ?? [], stop }
  } catch (error) {
    await stop()
    throw error
  }
}
