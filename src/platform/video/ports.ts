import { createSocket } from "node:dgram"
import { createServer } from "node:net"
import type { VideoPorts, VideoReach } from "#platform/video/config.ts"

/** LiveKit's customary ports. */
const DEFAULT_PORTS: VideoPorts = { http: 7880, tcp: 7881, udp: 7882 }

/** A configured port is taken by another program. */
export class VideoPortTaken extends Error {
  override name = "VideoPortTaken"
  readonly port: number
  constructor(protocol: string, port: number) {
    super(
      `${protocol} port ${port} for video is in use by another program: end that one or choose another port`,
    )
    this.port = port
  }
}

type Probe = (port: number, host: string) => Promise<number | null>

/** Binds and releases; returns the port bound (0 asks for any free one), null when it is taken or forbidden. */
const probeTcp: Probe = (port, host) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(null))
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : null))
    })
  })

const probeUdp: Probe = (port, host) =>
  new Promise((resolve) => {
    const socket = createSocket("udp4")
    socket.once("error", () => {
      socket.close()
      resolve(null)
    })
    socket.bind({ port, address: host, exclusive: true }, () => {
      const bound = socket.address().port
      socket.close(() => resolve(bound))
    })
  })

async function pick(probe: Probe, protocol: string, wanted: number | undefined, usual: number, host: string) {
  const found = await probe(wanted ?? usual, host)
  if (found !== null) return found
  if (wanted !== undefined) throw new VideoPortTaken(protocol, wanted)
  const other = await probe(0, host)
  if (other === null) throw new VideoPortTaken(protocol, usual)
  return other
}

/**
 * Chooses ports that are free now: those asked for by number (VideoPortTaken when one is not free; 0 takes any),
 * else the customary ones, else any. Another program may still be quicker to take one.
 */
export async function pickVideoPorts(wanted: Partial<VideoPorts>, reach: VideoReach): Promise<VideoPorts> {
  const host = reach === "loopback" ? "127.0.0.1" : "0.0.0.0"
  return {
    http: await pick(probeTcp, "TCP", wanted.http, DEFAULT_PORTS.http, host),
    tcp: reach === "loopback" ? 0 : await pick(probeTcp, "TCP", wanted.tcp, DEFAULT_PORTS.tcp, host),
    udp: await pick(probeUdp, "UDP", wanted.udp, DEFAULT_PORTS.udp, host),
  }
}
