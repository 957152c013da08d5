import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { describeProcess } from "#platform/video/orphan.ts"
import { restartDelay, superviseVideoServer, type VideoHealth } from "#platform/video/supervisor.ts"
import { startTestVideoServer, VIDEO_SETUP_TIMEOUT_MS, videoServerBinary } from "#tests/video-server.ts"

const webhookUrl = "http://127.0.0.1:9/"
let dataDir = ""
const cleanups: (() => unknown)[] = []

beforeAll(() => videoServerBinary(), VIDEO_SETUP_TIMEOUT_MS)
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kaksha-supervisor-"))
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (more: Partial<Parameters<typeof startTestVideoServer>[0]> = {}) => {
  const video = await startTestVideoServer({ webhookUrl, dataDir, ...more })
  cleanups.push(video.stop)
  return video
}
const alive = async (pid: number | undefined) => pid !== undefined && (await describeProcess(pid)) !== null

test("ROOM-02 the video server starts, is healthy, and stopping leaves no process", async () => {
  const seen: VideoHealth[] = []
  const { server } = await start({ onChange: (health) => seen.push(health) })
  expect(server.health()).toBe("up")
  expect((await fetch(server.httpUrl)).status).toBe(200)
  const { pid } = server
  expect(await alive(pid)).toBe(true)
  await server.stop()
  expect(await alive(pid)).toBe(false)
  await expect(stat(join(dataDir, "video", "livekit.pid"))).rejects.toThrow("ENOENT")
  expect(seen).toEqual(["up", "down"])
})

test("ROOM-02 only its owner can read the configuration, which holds the secret", async () => {
  await start()
  expect((await stat(join(dataDir, "video", "livekit.yaml"))).mode & 0o777).toBe(0o600)
})

test("ROOM-02 a killed video server is started again on the same ports and rooms can be made", async () => {
  const { server, port } = await start()
  const { pid, url } = server
  process.kill(Number(pid), "SIGKILL")
  await vi.waitFor(() => expect(server.health()).toBe("down"), 5000)
  await vi.waitFor(() => expect(server.health()).toBe("up"), { timeout: 10_000, interval: 20 })
  expect(server.url).toBe(url)
  expect(server.pid).not.toBe(pid)
  await port.ensureRoom({ name: "after", emptyTimeoutSeconds: 60, departureTimeoutSeconds: 20 })
  expect((await port.listRooms()).map((room) => room.name)).toEqual(["after"])
})

test("ROOM-02 a video server that hangs is killed and started again", async () => {
  const { server } = await start({ timings: { checkEvery: 100, patience: 500 } })
  const { pid } = server
  process.kill(Number(pid), "SIGSTOP")
  await vi.waitFor(() => expect(server.pid).not.toBe(pid), { timeout: 10_000, interval: 20 })
  await vi.waitFor(() => expect(server.health()).toBe("up"), { timeout: 10_000, interval: 20 })
  expect(await alive(pid)).toBe(false)
})

test("ROOM-02 stopping ends even a video server that hangs, within 5 seconds", async () => {
  const { server } = await start()
  const { pid } = server
  process.kill(Number(pid), "SIGSTOP")
  const before = Date.now()
  await server.stop()
  expect(Date.now() - before).toBeLessThan(5000)
  expect(await alive(pid)).toBe(false)
})

test("ROOM-02 a video server left behind by a killed process is ended at the next start", async () => {
  // The owner is a process of its own, killed as by kill -9 before it could clean up.
  const code = `import { superviseVideoServer } from "#platform/video/supervisor.ts"
    const [binary, dataDir] = process.argv.slice(1)
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const options = { binary, dataDir, log, report() {}, webhookUrl: "${webhookUrl}", apiKey: "k" }
    const server = await superviseVideoServer({ ...options, ports: { http: 0, udp: 0 }, apiSecret: "s".repeat(32) })
    await server.ready
    process.stdout.write(String(server.pid))`
  const args = ["--input-type=module", "-e", code, await videoServerBinary(), dataDir]
  const owner = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  const orphan = await new Promise<number>((resolve) =>
    owner.stdout.once("data", (text) => resolve(Number(text))),
  )

  await expect(startTestVideoServer({ webhookUrl, dataDir })).rejects.toThrow(
    `process ${owner.pid} already runs`,
  )
  expect(await alive(orphan)).toBe(true)

  owner.kill("SIGKILL")
  await new Promise((resolve) => owner.once("exit", resolve))
  expect(await alive(orphan)).toBe(true)
  const { server } = await start()
  expect(await alive(orphan)).toBe(false)
  expect(server.health()).toBe("up")
})

test("ROOM-02 a pid that now belongs to another program is left alone", async () => {
  const bystander = spawn("sleep", ["600"])
  cleanups.push(() => bystander.kill())
  const { server } = await start()
  await server.stop()
  await writeFile(join(dataDir, "video", "livekit.pid"), JSON.stringify({ pid: bystander.pid, owner: 1 }))
  await start()
  expect(await alive(bystander.pid)).toBe(true)
})

test("ROOM-02 a port asked for by number that is taken is named, instead of trying for ever", async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve))
  cleanups.push(() => taken.close())
  const { port } = taken.address() as AddressInfo
  await expect(startTestVideoServer({ webhookUrl, dataDir, ports: { http: port, udp: 0 } })).rejects.toThrow(
    `TCP port ${port} for video is in use`,
  )
})

test("ROOM-02 the server's own output is kept in a file, begun anew at each start", async () => {
  const first = await start()
  await first.server.stop()
  await start()
  const [now, before] = await Promise.all(
    ["livekit.log", "livekit.log.1"].map((name) => readFile(join(dataDir, "video", name), "utf8")),
  )
  expect(now?.match(/starting LiveKit server/g)).toHaveLength(1)
  expect(before).toContain("shutting down")
})

test("ROOM-02 why a video server can't start is logged, and it is tried again", async () => {
  const binary = join(dataDir, "broken")
  await writeFile(binary, "#!/bin/sh\necho 'no such luck' >&2\n", { mode: 0o755 })
  const lines: string[] = []
  const keep = (_: object, message: string) => void lines.push(message)
  const log = { debug: keep, info: keep, warn: keep, error: keep }
  const server = await superviseVideoServer({
    binary,
    dataDir,
    webhookUrl,
    ports: { http: 0, udp: 0 },
    apiKey: "key",
    apiSecret: "s".repeat(32),
    log,
    report: () => undefined,
  })
  cleanups.push(() => server.stop())
  const tries = () => lines.filter((line) => line === "video server: no such luck").length
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(1), 10_000)
  expect(server.health()).toBe("down")
  await server.stop()
  await expect(server.ready).rejects.toThrow("stopped before it was ready")
})

test("ROOM-02 restarts come at growing distances, up to 30 seconds, never all at one time", () => {
  expect(restartDelay(0, 0)).toBe(125)
  expect(restartDelay(0, 1)).toBe(250)
  expect(restartDelay(3, 1)).toBe(2000)
  expect(restartDelay(1000, 1)).toBe(30_000)
  expect(restartDelay(1000, 0)).toBe(15_000)
})
