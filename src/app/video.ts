import type { Environment } from "#platform/env.ts"
import type { Log } from "#platform/log/log.ts"
import type { BeginStep } from "#platform/long-step.ts"
import type { VideoPorts, VideoReach } from "#platform/video/config.ts"
import { findVideoServer } from "#platform/video/installer/install.ts"
import { showInstall } from "#platform/video/installer/install-report.ts"
import type { VideoPortOptions } from "#platform/video/port.ts"
import type { VideoReason, VideoStatus } from "#platform/video/service.ts"
import { superviseVideoServer, type VideoServer } from "#platform/video/supervisor.ts"

type Parts = {
  env: Environment
  log: Log
  dataFolder: string
  keys: { videoKey: string; videoSecret: string }
  webhookUrl: string
  /** Other devices reach it: at this address for media, and through the product's own origin for signalling. */
  open?: { nodeIp: string; origin: string } | undefined
  report: (line: string) => void
  longStep: BeginStep
}

/** A running video server, ours or an external one. */
export type RunningVideo = {
  status(): VideoStatus
  /** Its address and our credentials; null until it was up for the first time. */
  access(): VideoPortOptions | null
  /** Why there is none; null while it is up, or starts for the first time. */
  reason(): VideoReason | null
  /** The port of our own server for signalling; null while there is none. */
  port(): number | null
  stop(): Promise<void>
}

function externalVideo(env: Environment, url: string): RunningVideo {
  const access: VideoPortOptions = {
    httpUrl: url.replace(/^ws/, "http"),
    publicUrl: url,
    apiKey: env.LIVEKIT_API_KEY ?? "",
    apiSecret: env.LIVEKIT_API_SECRET ?? "",
  }
  return {
    status: () => "external",
    access: () => access,
    reason: () => null,
    port: () => null,
    stop: async () => {},
  }
}

/** No server of LiveKit: browsers meet on Jitsi. */
const noServer: RunningVideo = {
  status: () => "external",
  access: () => null,
  reason: () => null,
  port: () => null,
  stop: async () => {},
}

/** Whether live rooms need nothing on this machine, so that several processes can share them. */
export function isVideoElsewhere({ LIVEKIT_URL, VIDEO_PROVIDER }: Environment): boolean {
  return LIVEKIT_URL !== undefined || VIDEO_PROVIDER === "jitsi"
}

/** Returns who can reach our video server, by the environment: only this machine by default. */
export function reachOf(env: Environment): VideoReach {
  const { VIDEO_NODE_IP: nodeIp, TURN_DOMAIN: domain, TURN_CERT_FILE, TURN_KEY_FILE } = env
  if (!nodeIp) return "loopback"
  const certificate =
    TURN_CERT_FILE && TURN_KEY_FILE ? { certFile: TURN_CERT_FILE, keyFile: TURN_KEY_FILE } : undefined
  return {
    nodeIp,
    // Signalling goes through the proxy that does TLS, so only this machine needs to reach it.
    bindAddresses: env.VIDEO_BIND_ADDRESSES ?? ["127.0.0.1"],
    ...(domain && {
      turn: { domain, tlsPort: env.TURN_TLS_PORT, udpPort: env.TURN_UDP_PORT, certificate },
    }),
  }
}

/** The ports that the environment insists on. */
function portsOf({ VIDEO_PORT, VIDEO_TCP_PORT, VIDEO_UDP_PORT }: Environment): Partial<VideoPorts> {
  return {
    ...(VIDEO_PORT && { http: VIDEO_PORT }),
    ...(VIDEO_TCP_PORT && { tcp: VIDEO_TCP_PORT }),
    ...(VIDEO_UDP_PORT && { udp: VIDEO_UDP_PORT }),
  }
}

/**
 * Starts the video server: an external one by LIVEKIT_URL, none for Jitsi, else ours, found or installed in the background so
 * that the product is up meanwhile. If there is none, everything else works and the reason is shown.
 */
export function startVideo(parts: Parts): RunningVideo {
  const { env, log } = parts
  if (env.LIVEKIT_URL) return externalVideo(env, env.LIVEKIT_URL)
  if (env.VIDEO_PROVIDER === "jitsi") return noServer
  let status: VideoStatus = "starting"
  let reason: VideoReason | null = { code: "installing", said: null }
  let server: VideoServer | null = null
  let access: VideoPortOptions | null = null
  const stopping = new AbortController()

  const publicUrl = parts.open?.origin.replace(/^http/, "ws") ?? env.VIDEO_PUBLIC_URL

  async function install(): Promise<void> {
    const { report, done } = showInstall(parts)
    const found = await findVideoServer({
      dataDir: parts.dataFolder,
      path: process.env.PATH ?? "",
      env: process.env,
      report,
      signal: stopping.signal,
    }).finally(done)
    if (stopping.signal.aborted) return
    reason = null
    server = await superviseVideoServer({
      binary: found.path,
      dataDir: parts.dataFolder,
      apiKey: parts.keys.videoKey,
      apiSecret: parts.keys.videoSecret,
      webhookUrl: parts.webhookUrl,
      reach: parts.open ? { nodeIp: parts.open.nodeIp, bindAddresses: ["127.0.0.1"] } : reachOf(env),
      ports: portsOf(env),
      report: (progress) => parts.report(progress.message),
      log,
      onChange: (health) => {
        status = health
        if (health === "down") reason = { code: "restarting", said: null }
      },
    })
    // Its ports are settled only now.
    await server.ready
    const { url, httpUrl } = server
    access = {
      httpUrl,
      publicUrl: publicUrl ?? url,
      apiKey: parts.keys.videoKey,
      apiSecret: parts.keys.videoSecret,
    }
    parts.report(`The video server is ready at ${url}`)
  }

  const installed = install().catch((error: Error) => {
    if (stopping.signal.aborted) return
    status = "down"
    reason = { code: "missing", said: error.message }
    parts.report(`There is no video server: ${error.message}`)
    log.error({ err: error }, "no video server")
  })

  return {
    status: () => status,
    access: () => access,
    reason: () => (status === "up" && access ? null : reason),
    port: () => server?.ports.http ?? null,
    async stop() {
      stopping.abort()
      await server?.stop()
      await installed
      await server?.stop()
    },
  }
}
