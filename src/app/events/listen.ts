import { once } from "node:events"
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { connect, createServer as createNetServer, Server as NetServer, type Socket } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import { getRequestListener } from "@hono/node-server"
import type { Environment } from "#platform/env.ts"
import { type Hosts, refuseRequest } from "../http/hosts.ts"
import { isSignalling, openVideoDoor, passSignalling } from "../http/video-door.ts"

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const DEFAULT_PORT = 3_000
/** From where any port is chosen: below those that systems give to outgoing connections, which could take it meanwhile. */
const ANY_PORTS = { from: 20_000, to: 32_000 }
/**
 * Most connections waiting to be accepted: when a process stops, all who followed changes there connect here
 * at once.
 */
export const AT_THE_DOOR = 4_096
/**
 * Headers that take longer than this end the connection, as does a silent one. How long a body may take
 * depends on its route, see read-body.ts: a recording's piece from a slow phone takes minutes.
 */
const PATIENCE = {
  headersTimeout: 20_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 5_000,
  // Longer than proxies keep a connection (Caddy 120 s): if this side closed first, a proxy could lose a
  // request sent at that moment.
  keepAliveTimeout: 130_000,
}
/**
 * Time for requests in progress when the process is told to stop, in milliseconds, within the limit of the
 * whole stop.
 */
const FINISH_WITHIN_MS = 7_000

/** The configured port is taken. */
export class PortTaken extends Error {
  override name = "PortTaken"

  constructor(port: number) {
    super(
      `Port ${port} is taken by another program. Stop that one, or start with another PORT, such as PORT=${port + 1}.`,
    )
  }
}

/** The port of PORT exactly, or else 3000 and, when that is taken, the next free one. Throws PortTaken. */
export async function choosePort(env: Environment, report: (line: string) => void): Promise<number> {
  if (env.PORT !== undefined && env.PORT !== 0) {
    // Not by opening it: a balancer that tries this process again would have its request cut off.
    if (await isAnswered(env.PORT)) throw new PortTaken(env.PORT)
    return env.PORT
  }
  const { from, to } = ANY_PORTS
  const first = env.PORT === 0 ? from + Math.floor(Math.random() * (to - from)) : DEFAULT_PORT
  for (let port = first; ; port += 1) {
    if (await isFree(port)) return port
    report(`Port ${port} is taken, trying ${port + 1}`)
  }
}

/** A free port from this one on. */
export async function nextFreePort(first: number): Promise<number> {
  for (let port = first; ; port += 1) if (await isFree(port)) return port
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ port, host: "localhost" })
    probe.once("error", () => resolve(false))
    probe.once("connect", () => {
      probe.destroy()
      resolve(true)
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createNetServer()
    probe.once("error", () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/** Handles a request; `connection` says where it came from. */
export type Fetch = (request: Request, connection?: unknown) => Response | Promise<Response>

type Doors = {
  /** The host names under which the product may be requested; any by default. */
  hosts?: Hosts | undefined
  /** What looks at a request before the product does. */
  first?: NodeMiddleware | undefined
  /** Speaks TLS with this certificate. */
  tls?: { key: string; cert: string }
  /** The port of the video server, to which signalling is forwarded. */
  videoPort?: (() => number | null) | undefined
  patience?: typeof PATIENCE
}

/** An open port. */
export type Port = {
  /** Takes no more connections; those that there are go on. */
  shut(): Promise<void>
  /** The same, and lets requests in progress finish. */
  close(): Promise<void>
}

type Answering = {
  server: Server
  connections: ReadonlySet<Socket>
  answers: Answers
  /** Ends signalling: browsers open it anew, at a process that stays. */
  endSignalling: () => void
}

/** Makes a server that answers, without a port. */
function makeServer(fetch: Fetch, { hosts, first, tls, videoPort, patience = PATIENCE }: Doors): Answering {
  const answer = getRequestListener(fetch)
  const answers = openAnswers()
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    answers.add(response)
    if (hosts && !hosts.knows(request)) return refuseRequest(hosts, response)
    if (videoPort && isSignalling(request.url)) return passSignalling(request, response, videoPort())
    if (!first) return void answer(request, response)
    first(request, response, () => void answer(request, response))
  }
  const server = tls
    ? createHttpsServer({ ...tls, ...patience, handshakeTimeout: patience.headersTimeout }, handle)
    : createHttpServer(patience, handle)
  const endSignalling = videoPort ? openVideoDoor(server, videoPort, hosts) : () => {}
  const connections = new Set<Socket>()
  server.on(tls ? "secureConnection" : "connection", (socket: Socket) => {
    connections.add(socket)
    socket.once("close", () => connections.delete(socket))
  })
  return { server, connections, answers, endSignalling }
}

/** Opens the port. Throws PortTaken. */
export function listen(fetch: Fetch, port: number, hostname: string, doors: Doors = {}): Promise<Port> {
  const answering = makeServer(fetch, doors)
  const { server } = answering
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new PortTaken(port) : error)
    })
    server.listen({ port, host: hostname, backlog: AT_THE_DOOR }, () => {
      resolve(openPort(answering))
    })
  })
}

/** A port that another process listens on. */
export type GivenPort = Port & {
  /** Answers on a connection that the other process accepted. */
  take(socket: Socket): void
}

/** Answers on the connections that it is given. */
export function openGivenPort(fetch: Fetch, doors: Doors = {}): GivenPort {
  const answering = makeServer(fetch, doors)
  const { server, connections, answers } = answering
  // Node looks for silent connections from when a server listens on.
  server.emit("listening")
  async function ended(): Promise<void> {
    while (connections.size > 0) await Promise.all([...connections].map((socket) => once(socket, "close")))
  }
  return {
    take(socket) {
      // As a server does with those it accepts: otherwise a second request waits 40 ms for the first one's receipt.
      socket.setNoDelay()
      server.emit("connection", socket)
      socket.resume()
    },
    async shut() {
      answers.makeLast()
      endLast(answering)
    },
    close: ended,
  }
}

type Answers = { add(response: ServerResponse): void; makeLast(): void }

/** Tracks the requests in progress. After `makeLast` each response is the last one of its connection. */
function openAnswers(): Answers {
  const open = new Set<ServerResponse>()
  let areLast = false

  function endConnectionOf(response: ServerResponse): void {
    // If the headers were sent already, closing the connection tells the client.
    const { socket } = response
    if (response.headersSent) response.once("finish", () => socket?.end())
    else response.shouldKeepAlive = false
  }

  return {
    add(response) {
      open.add(response)
      response.once("close", () => open.delete(response))
      if (areLast) endConnectionOf(response)
    },
    makeLast() {
      areLast = true
      for (const response of open) endConnectionOf(response)
    },
  }
}

/** After this many short turns of the loop without a new connection, none is waiting to be accepted. */
const QUIET_TURNS = 3
/** During a longer turn a connection may have arrived unnoticed. In milliseconds. */
const SHORT_TURN_MS = 0.5
/**
 * While a balancer still sends requests here, connections keep coming: after this long, in milliseconds,
 * listening ends anyway.
 */
const LET_IN_FOR_MS = 2_000
/**
 * How long connections without a request stay open, in milliseconds. An accepted client usually sends one at
 * once, and so does one with a keep-alive connection; a browser that opened one in advance may never. A
 * request sent just as its connection closes is lost, so idle ones are closed only after this time.
 */
const ASK_WITHIN_MS = 1_000

/** Accepts the connections that wait, one a turn: they would be reset if listening ended now. */
export async function acceptWaiting(server: NetServer): Promise<void> {
  const began = performance.now()
  let quiet = 0
  server.on("connection", () => {
    quiet = -1
  })
  for (let turn = began; quiet < QUIET_TURNS && turn - began < LET_IN_FOR_MS; ) {
    await nextTurn()
    const now = performance.now()
    quiet = now - turn < SHORT_TURN_MS ? quiet + 1 : 0
    turn = now
  }
}

/**
 * Ends signalling at once, the connections that nothing is asked on after some time, and all of them after the time
 * to finish.
 */
function endLast({ server, connections, endSignalling }: Answering): void {
  endSignalling()
  setTimeout(() => {
    server.closeAllConnections()
    // The server doesn't know those that were upgraded.
    for (const socket of connections) socket.destroy()
  }, FINISH_WITHIN_MS).unref()
  setTimeout(() => {
    server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }, ASK_WITHIN_MS).unref()
}

function openPort(answering: Answering): Port {
  const { server, answers } = answering
  const ended = Promise.withResolvers<void>()
  let shutting: Promise<void> | null = null

  async function shutQuietly(): Promise<void> {
    answers.makeLast()
    await acceptWaiting(server)
    // Not by the HTTP server's own close, which would end connections between two requests at once.
    NetServer.prototype.close.call(server, () => ended.resolve())
    endLast(answering)
  }

  function shut(): Promise<void> {
    shutting ??= shutQuietly()
    return shutting
  }

  async function close(): Promise<void> {
    await shut()
    await ended.promise
  }

  return { shut, close }
}
