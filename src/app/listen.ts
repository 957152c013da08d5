import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { createServer as createNetServer } from "node:net"
import { getRequestListener } from "@hono/node-server"
import type { Environment } from "#platform/env.ts"
import { isSignalling, openVideoDoor, passSignalling } from "./video-door.ts"

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const DEFAULT_PORT = 3_000
/** So many may wait to be let in: when a process leaves, all who followed along there come here at once. */
const AT_THE_DOOR = 4_096
/** What is being answered when the process is told to stop gets this long, within the bound of the whole stop. */
const FINISH_WITHIN_MS = 7_000

/** The port the product was told to use is taken. */
export class PortTaken extends Error {
  override name = "PortTaken"
}

/** The port of PORT exactly, or else 3000 and, when that is taken, the next free one. Throws PortTaken. */
export async function choosePort(env: Environment, report: (line: string) => void): Promise<number> {
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

/** A free port from this one on. */
export async function nextFreePort(first: number): Promise<number> {
  for (let port = first; ; port += 1) if (await isFree(port)) return port
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createNetServer()
    probe.once("error", () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

type Fetch = (request: Request) => Response | Promise<Response>

type Doors = {
  /** What looks at a request before the product does. */
  first?: NodeMiddleware | undefined
  /** Speaks TLS with this certificate. */
  tls?: { key: string; cert: string }
  /** The port of the video server, whose signalling is let through. */
  videoPort?: (() => number | null) | undefined
}

/** Opens the port. Its `close` takes no more connections and lets what is being answered finish. */
export function listen(
  fetch: Fetch,
  port: number,
  hostname: string,
  { first, tls, videoPort }: Doors = {},
): Promise<{ close(): Promise<void> }> {
  const answer = getRequestListener(fetch)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (videoPort && isSignalling(request.url)) return passSignalling(request, response, videoPort())
    if (!first) return void answer(request, response)
    first(request, response, () => void answer(request, response))
  }
  const server = tls ? createHttpsServer(tls, handle) : createHttpServer(handle)
  if (videoPort) openVideoDoor(server, videoPort)
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen({ port, host: hostname, backlog: AT_THE_DOOR }, () => {
      resolve({ close: () => finish(server) })
    })
  })
}

/** So many turns of the loop in which nobody came tell that nobody waits at the door. */
const QUIET_TURNS = 3
/** Somebody always comes while a balancer still sends here: after this long the door is shut all the same. */
const LET_IN_FOR_MS = 500

/** Takes no more connections and lets what is being answered finish. */
function finish(server: Server): Promise<void> {
  return new Promise((done) => {
    const began = performance.now()
    let quiet = 0
    server.on("connection", () => {
      quiet = 0
    })
    // Who waits at the door is let in one a turn, and would be cut off by shutting it.
    const shut = () => {
      quiet += 1
      if (quiet <= QUIET_TURNS && performance.now() - began < LET_IN_FOR_MS) return void setImmediate(shut)
      server.close(() => done())
      server.closeIdleConnections()
    }
    setImmediate(shut)
    setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS).unref()
  })
}
