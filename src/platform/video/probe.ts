import { connect as connectTcp } from "node:net"
import { connect as connectTls } from "node:tls"
import { newId } from "#shared/ids.ts"
import type { VideoPort } from "./port.ts"

/** Where a video server has browsers send media, as a browser would learn it. */
export type MediaWays = {
  candidates: { protocol: "udp" | "tcp"; address: string; port: number }[]
  /** Relays, such as turns:turn.academy.example:443?transport=tcp. */
  relays: string[]
}

const WITHIN_MS = 6_000

/**
 * Joins an empty room of its own for a moment, as a browser does, and collects what the server says of its
 * addresses. Throws when the server refuses or stays silent.
 */
export async function probeMedia(video: VideoPort, url: string): Promise<MediaWays> {
  const room = `doctor-${newId()}`
  await video.ensureRoom({ name: room, emptyTimeoutSeconds: 30, departureTimeoutSeconds: 5 })
  try {
    const grant = { canPublish: false, sources: [], canPublishData: false, canSubscribe: true }
    const token = await video.mintToken({ room, identity: "doctor", name: "doctor", grant, ttlSeconds: 30 })
    return await listen(`${url.replace(/\/$/, "")}/rtc?access_token=${token}&protocol=13&auto_subscribe=1`)
  } finally {
    await video.closeRoom(room)
  }
}

function listen(address: string): Promise<MediaWays> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    socket.binaryType = "arraybuffer"
    let said = ""
    let quiet: NodeJS.Timeout | undefined
    const end = (finish: () => void) => {
      clearTimeout(late)
      clearTimeout(quiet)
      socket.close()
      finish()
    }
    const late = setTimeout(
      () =>
        end(() => (said ? resolve(readWays(said)) : reject(new Error(`no answer within ${WITHIN_MS} ms`)))),
      WITHIN_MS,
    )
    socket.addEventListener("message", ({ data }) => {
      said += Buffer.from(data as ArrayBuffer).toString("latin1")
      clearTimeout(quiet)
      // Addresses come one by one; after the last the server is silent.
      if (said.includes("candidate:")) quiet = setTimeout(() => end(() => resolve(readWays(said))), 1_000)
    })
    socket.addEventListener("error", () =>
      end(() => reject(new Error("the connection for signalling failed"))),
    )
  })
}

/** The texts of candidates and relays appear unencoded among the bytes of the protocol. */
export function readWays(said: string): MediaWays {
  const candidates = [
    ...said.matchAll(/candidate:\S+ \d+ (udp|tcp) \d+ ([0-9a-f.:]+) (\d+) typ host(?: tcptype passive)?/gi),
  ].map(([, protocol = "", address = "", port]) => ({
    protocol: protocol.toLowerCase() === "tcp" ? ("tcp" as const) : ("udp" as const),
    address,
    port: Number(port),
  }))
  const once = new Map(candidates.map((one) => [`${one.protocol} ${one.address} ${one.port}`, one]))
  const relays = [...said.matchAll(/turns?:[\w.-]+(?::\d+)?(?:\?transport=\w+)?/g)].map(([relay]) => relay)
  return { candidates: [...once.values()], relays: [...new Set(relays)] }
}

/** Whether something takes connections there; the reason when not. */
export function tryTcp(host: string, port: number): Promise<string | null> {
  return attempt((done) => connectTcp({ host, port }, () => done(null)))
}

/** The same with TLS, whose certificate must be good for the host. */
export function tryTls(host: string, port: number): Promise<string | null> {
  return attempt((done) => connectTls({ host, port, servername: host }, () => done(null)))
}

function attempt(
  open: (done: (why: string | null) => void) => import("node:net").Socket,
): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = open((why) => finish(why))
    const finish = (why: string | null) => {
      socket.destroy()
      resolve(why)
    }
    socket.setTimeout(4_000, () => finish("no answer within 4 s"))
    socket.once("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message))
  })
}
