import type { Socket } from "node:net"
import { join } from "node:path"
import { readEnvironment } from "#platform/env.ts"
import { openLogDestination } from "#platform/log/log-file.ts"
import type { Counts } from "#platform/metrics.ts"
import { openGivenPort } from "../events/listen.ts"
import { knownHosts } from "../http/hosts.ts"
import { openProgram, type Pages } from "../program.ts"
import { startTracing } from "../tracing.ts"
import type { RunningVideo } from "../video.ts"
import type { ChildGround, FromChild, SharedState, ToChild } from "./messages.ts"

function tell(message: FromChild): void {
  if (process.connected) process.send?.(message)
}

/** The video server and the gateway as the process that runs them last told. */
function follow(state: SharedState) {
  let { video } = state
  const { gateway } = state
  const running: RunningVideo = {
    status: () => video.status,
    access: () => video.access,
    reason: () => video.reason,
    port: () => video.port,
    stop: async () => {},
  }
  return {
    video: running,
    gateway,
    take(next: SharedState) {
      video = next.video
      // Started again, it may be at another port.
      if (gateway && next.gateway) Object.assign(gateway, next.gateway)
    },
  }
}

/**
 * Answers requests or works jobs off for the process that started this one, from its first word to its last. Ends
 * with it, however it ends.
 */
export function serveAsChild(): void {
  // Ctrl-C and a service manager tell all processes at once; ours is told when nobody needs it any more.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
  process.on("disconnect", () => process.exit(1))
  let opened: Promise<Opened> | null = null
  process.on("message", async (message: ToChild, socket?: Socket) => {
    if (message.kind === "open") opened = open(message.ground)
    try {
      const { hear } = (await opened) ?? {}
      await hear?.(message, socket)
    } catch (error) {
      const { name, message: said, stack = "" } = error as Error
      tell({ kind: "failed", name, message: said, stack })
      process.exit(1)
    }
  })
}

type Opened = { hear(message: ToChild, socket?: Socket): Promise<void> }

async function open(ground: ChildGround): Promise<Opened> {
  const { name, role, projectRoot, dataFolder, databaseUrl, address, pin, seeds, connections } = ground
  const env = readEnvironment(process.env)
  const state = follow(ground.state)
  const pages: Pages = role === "web" ? { built: import("virtual:react-router/server-build") } : null
  const stopTracing = await startTracing(env, role)
  const others = askForCounts()
  const { fetch, runtime, demo } = await openProgram({
    ...{ env, role, projectRoot, dataFolder, databaseUrl, address, pin, pages, seeds, connections },
    ...{ video: state.video, gateway: state.gateway, process: name, countAll: others.ask },
    logFile: openLogDestination(env.trial ? join(dataFolder, "logs", "kaksha.log") : undefined),
    report: (line) => tell({ kind: "report", line }),
  })
  const hosts = knownHosts(env)
  const videoPort = state.video.port
  const doors = ground.doors.map(({ tls }) => openGivenPort(fetch, { hosts, videoPort, ...(tls && { tls }) }))

  async function close(): Promise<void> {
    await Promise.all(doors.map((door) => door.shut()))
    runtime.sendAway()
    await Promise.all(doors.map((door) => door.close()))
    await runtime.close()
    await stopTracing()
    process.exit(0)
  }

  return {
    async hear(message, socket) {
      if (message.kind === "open") tell({ kind: "ready", demo })
      if (message.kind === "connection") {
        if (socket) doors[message.door]?.take(socket)
        tell({ kind: "taken", id: message.id })
      }
      if (message.kind === "state") state.take(message.state)
      if (message.kind === "measure") {
        tell({ kind: "counts", id: message.id, counts: await runtime.metrics.counts() })
      }
      if (message.kind === "measured") others.answer(message)
      if (message.kind === "drain") {
        await runtime.drain()
        tell({ kind: "drained" })
      }
      if (message.kind === "close") await close()
    },
  }
}

/** Asks for the counts of all children. */
function askForCounts() {
  const asked = new Map<number, (counts: Counts[]) => void>()
  let lastId = 0
  return {
    ask: () =>
      new Promise<Counts[]>((resolve) => {
        lastId += 1
        asked.set(lastId, resolve)
        tell({ kind: "measure", id: lastId })
      }),
    answer({ id, counts }: Extract<ToChild, { kind: "measured" }>) {
      asked.get(id)?.(counts)
      asked.delete(id)
    },
  }
}
