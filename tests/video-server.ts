import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { VideoLog } from "#platform/video/child.ts"
import { findVideoServer } from "#platform/video/installer/install.ts"
import { livekitVideo, type VideoPort } from "#platform/video/port.ts"
import { type SuperviseOptions, superviseVideoServer, type VideoServer } from "#platform/video/supervisor.ts"

/** Where the program is kept between test runs. */
export const VIDEO_CACHE = fileURLToPath(new URL("../node_modules/.cache/kaksha", import.meta.url))

/** Time for the hook that starts the first server: where there is no program yet, Go builds one. */
export const VIDEO_SETUP_TIMEOUT_MS = 600_000

const silent: VideoLog = { debug() {}, info() {}, warn() {}, error() {} }
let binary: Promise<string> | undefined

/** The real video server's program, fetched or built on a machine that has none. */
export function videoServerBinary(): Promise<string> {
  binary ??= findVideoServer({
    dataDir: VIDEO_CACHE,
    path: process.env.PATH ?? "",
    env: process.env,
    report: () => undefined,
  }).then((found) => found.path)
  return binary
}

export type TestVideoServer = {
  server: VideoServer
  port: VideoPort
  apiKey: string
  apiSecret: string
  dataDir: string
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

/**
 * A real video server of the caller's own, ready to use, on free ports and in a folder of its own. Give the
 * hook that calls it VIDEO_SETUP_TIMEOUT_MS, and stop it in the end.
 */
export async function startTestVideoServer(
  options: { webhookUrl: string } & Partial<SuperviseOptions>,
): Promise<TestVideoServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "kaksha-video-")))
  const apiKey = "test-key"
  const apiSecret = randomBytes(32).toString("hex")
  const server = await superviseVideoServer({
    binary: await videoServerBinary(),
    ports: { http: 0, tcp: 0, udp: 0 },
    report: () => undefined,
    log: silent,
    apiKey,
    apiSecret,
    ...options,
    dataDir,
  })
  await server.ready
  const port = livekitVideo({ httpUrl: server.httpUrl, publicUrl: server.url, apiKey, apiSecret })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server, port, apiKey, apiSecret, dataDir, stop }
}
