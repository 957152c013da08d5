import type { IncomingMessage, ServerResponse } from "node:http"
import { networkInterfaces, hostname as ownName } from "node:os"
import type { Duplex } from "node:stream"
import type { Environment } from "#platform/env.ts"

/** Tells requests for this product from those sent here under a foreign name. */
export type Hosts = {
  /** Whether a request uses one of the product's host names. */
  knows(request: Pick<IncomingMessage, "url" | "headers">): boolean
  /** Says which name to use, and nothing about the request. */
  refusal: string
}

const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"]
/** Balancers ask by address whether this process should get requests, and learn no more. */
const HEALTH = /^\/(livez|readyz|healthz)(\?|$)/
/** Servers call these by an address inside the network, each call with its own proof. */
const HOOKS = /^\/hooks\//

/**
 * A website can point its own name at this machine, and its scripts then read our responses as the site's own
 * (DNS rebinding). So every request must name a host of ours: this machine, the addresses of the local
 * network where access from it is on, and the public address in production.
 */
export function knownHosts(env: Pick<Environment, "APP_URL" | "LAN" | "trial" | "METRICS_TOKEN">): Hosts {
  const fixed = new Set(THIS_MACHINE)
  if (env.APP_URL) fixed.add(new URL(env.APP_URL).hostname)
  const isNamed = (host: string) => fixed.has(host) || (env.LAN && namesInNetwork().includes(host))
  return {
    refusal: `There is nothing under this name. Open ${env.APP_URL ?? "the address that the product printed when it started"} instead.\n`,
    knows({ url = "/", headers }) {
      // A path, and not a whole address that could name another host than the header.
      if (!url.startsWith("/")) return false
      if (isNamed(hostOf(headers.host))) return true
      if (env.trial) return false
      const proven = env.METRICS_TOKEN !== undefined && /^\/metrics(\?|$)/.test(url)
      return HEALTH.test(url) || HOOKS.test(url) || proven
    },
  }
}

function hostOf(header: string | undefined): string {
  return (header ?? "").toLowerCase().replace(/:\d*$/, "")
}

/** How other devices of the local network may name this machine. Asked each time, for addresses change. */
function namesInNetwork(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((found = []) =>
    found.map(({ address, family }) => (family === "IPv6" ? `[${address.toLowerCase()}]` : address)),
  )
  const name = ownName().toLowerCase()
  return [...addresses, name, `${name}.local`]
}

const MISDIRECTED = 421

export function refuseRequest(hosts: Hosts, response: ServerResponse): void {
  response
    .writeHead(MISDIRECTED, {
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      connection: "close",
    })
    .end(hosts.refusal)
}

export function refuseUpgrade(socket: Duplex): void {
  socket.on("error", () => socket.destroy())
  socket.end(`HTTP/1.1 ${MISDIRECTED} Misdirected Request\r\nconnection: close\r\n\r\n`)
}
