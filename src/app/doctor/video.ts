import { readFileSync } from "node:fs"
import { networkInterfaces } from "node:os"
import { join } from "node:path"
import { parse } from "yaml"
import type { Environment } from "#platform/env.ts"
import { livekitVideo, type VideoPort } from "#platform/video/port.ts"
import { type MediaWays, probeMedia, tryTcp, tryTls } from "#platform/video/probe.ts"
import { trialSecrets } from "../secrets.ts"
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts"
import { checkJitsi } from "./jitsi.ts"

type Server = { url: string; port: VideoPort }

/** The server of LIVEKIT_URL, or the running product's own; null if there is none to ask. */
function findServer(env: Environment, dataFolder: string): Server | null {
  if (env.LIVEKIT_URL) {
    const keys = { apiKey: env.LIVEKIT_API_KEY ?? "", apiSecret: env.LIVEKIT_API_SECRET ?? "" }
    const httpUrl = env.LIVEKIT_URL.replace(/^ws/, "http")
    return { url: env.LIVEKIT_URL, port: livekitVideo({ httpUrl, publicUrl: env.LIVEKIT_URL, ...keys }) }
  }
  try {
    const config = parse(readFileSync(join(dataFolder, "video/livekit.yaml"), "utf8")) as { port: number }
    const secrets = trialSecrets(dataFolder)
    const url = `ws://127.0.0.1:${config.port}`
    const keys = { apiKey: secrets.videoKey, apiSecret: secrets.videoSecret }
    return { url, port: livekitVideo({ httpUrl: url.replace(/^ws/, "http"), publicUrl: url, ...keys }) }
  } catch {
    return null
  }
}

/**
 * Whether the video server responds, accepts our keys, and gives browsers addresses that they can reach.
 * `beside` says whether the product runs.
 */
export async function checkVideo(env: Environment, dataFolder: string, beside: boolean): Promise<Finding[]> {
  if (env.VIDEO_PROVIDER === "jitsi") return checkJitsi(env)
  const server = findServer(env, dataFolder)
  if (!env.LIVEKIT_URL && !beside) {
    return [
      warning(
        "video",
        "The video server runs with the product, which does not run now",
        "Start the product and call doctor beside it",
      ),
    ]
  }
  if (!server) {
    return [
      warning(
        "video",
        "The video server has not been started yet: the product installs it when it first runs",
        "Wait until /readyz says that video is up, or what keeps it from it, and call doctor again",
      ),
    ]
  }
  if (env.APP_URL?.startsWith("https:") && server.url.startsWith("ws:") && env.LIVEKIT_URL) {
    return [
      problem(
        "video",
        `LIVEKIT_URL is ${server.url}: a page of ${env.APP_URL} may not open what isn't encrypted`,
        "Put the video server behind TLS, as in deploy/Caddyfile, and set LIVEKIT_URL to wss://…",
      ),
    ]
  }
  try {
    const ways = await probeMedia(server.port, server.url)
    return [fine("video", `${server.url} answers and takes our keys`), ...(await checkWays(env, ways))]
  } catch (error) {
    return [
      problem(
        "video",
        `The video server at ${server.url} fails: ${reasonOf(error)}`,
        env.LIVEKIT_URL
          ? "Check that it runs, that LIVEKIT_URL leads to it, and that LIVEKIT_API_KEY and LIVEKIT_API_SECRET stand under keys in its configuration"
          : "Look into video/livekit.log in the data folder; restarting the product starts it anew",
      ),
    ]
  }
}

async function checkWays(env: Environment, { candidates, relays }: MediaWays): Promise<Finding[]> {
  const findings: Finding[] = []
  const shown = candidates.map(({ protocol, address, port }) => `${protocol} ${address}:${port}`).join(", ")
  const loopback = candidates.every(({ address }) => address.startsWith("127.") || address === "::1")
  if (candidates.length === 0) {
    return [
      problem(
        "media",
        "The video server names no address for media",
        "Set rtc.node_ip, or rtc.use_external_ip: true, in its configuration",
      ),
    ]
  }
  if (env.trial && loopback) {
    return [fine("media", `${shown}: this machine alone, as fits a trial`)]
  }
  if (loopback) {
    return [
      problem(
        "media",
        `The video server tells browsers ${shown}, which leads them to themselves`,
        "Set VIDEO_NODE_IP and VIDEO_PUBLIC_URL to this machine's public address, or use a video server of your own by LIVEKIT_URL",
      ),
    ]
  }
  findings.push(addressFinding(candidates, shown))
  const tcp = candidates.find(({ protocol }) => protocol === "tcp")
  findings.push(tcp ? await tcpFinding(tcp.address, tcp.port) : noTcp())
  findings.push(await relayFinding(relays))
  return findings
}

/** Browsers outside can't reach an address that is good in one network only. */
function addressFinding(candidates: MediaWays["candidates"], shown: string): Finding {
  const inside = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd])/
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []),
  )
  const advertised = candidates.map(({ address }) => address)
  if (advertised.every((address) => inside.test(address))) {
    return warning(
      "media",
      `Browsers are told ${shown}: only those in the same network get there`,
      "For the internet set rtc.node_ip to the public address (VIDEO_NODE_IP for the server that comes with the product)",
    )
  }
  const from = advertised.some((address) => own.has(address))
    ? ""
    : " (not an address of this machine: a router must pass it on)"
  return fine(
    "media",
    `Browsers are told ${shown}${from}. UDP can only be tried from outside: open its port in the firewall`,
  )
}

async function tcpFinding(address: string, port: number): Promise<Finding> {
  const why = await tryTcp(address, port)
  if (why === null) return fine("media over TCP", `${address}:${port} takes connections`)
  return warning(
    "media over TCP",
    `${address}:${port} can't be reached: ${why}`,
    `Open TCP ${port} in the firewall: networks that block UDP use it`,
  )
}

function noTcp(): Finding {
  return warning(
    "media over TCP",
    "The video server offers no media over TCP",
    "Set rtc.tcp_port: 7881 and open it, for networks that block UDP",
  )
}

async function relayFinding(relays: string[]): Promise<Finding> {
  const mend =
    "Turn on turn with tls_port 443 and a domain of its own in the video server's configuration, as deploy/livekit.yaml shows"
  const tls = relays.find((relay) => relay.startsWith("turns:"))
  if (!tls) {
    return warning(
      "TURN over TLS",
      "There is no relay over TLS: schools whose firewall lets only the web through can't join",
      mend,
    )
  }
  const [, host = "", port = "443"] = /^turns:([\w.-]+):?(\d+)?/.exec(tls) ?? []
  const why = await tryTls(host, Number(port))
  if (why !== null) return problem("TURN over TLS", `${host}:${port} does not work: ${why}`, mend)
  if (port !== "443")
    return warning("TURN over TLS", `It listens on ${port}; strict firewalls let only 443 through`, mend)
  return fine("TURN over TLS", `${host}:443 answers with a good certificate`)
}
