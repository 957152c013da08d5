import { randomBytes, randomUUID } from "node:crypto"
import { once } from "node:events"
import { networkInterfaces } from "node:os"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { freePort } from "#tests/free-port.ts"
import { AS_A_POD, buildImage, engine, IMAGE, startContainer } from "./engine.ts"

const run = `kaksha-${randomUUID()}`
const database = run.replaceAll("-", "_")
const volume = `--volume=${run}:/data`
let settings: string[]
let port: number

beforeAll(async () => {
  await buildImage()
  const admin = new pg.Client({ connectionString: inject("postgresAdminUrl") })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  port = await freePort()
  const url = new URL(inject("postgresAdminUrl"))
  url.pathname = `/${database}`
  const secret = () => randomBytes(32).toString("hex")
  settings = Object.entries({
    APP_URL: "https://academy.example",
    AUTH_SECRET: secret(),
    DATABASE_URL: url.href,
    LIVEKIT_URL: "wss://video.academy.example",
    LIVEKIT_API_KEY: "kaksha",
    LIVEKIT_API_SECRET: secret(),
    TRUSTED_PROXIES: 1,
    PORT: port,
    // As the chart sets it.
    BIND_ADDRESS: "0.0.0.0",
  }).map(([name, value]) => `--env=${name}=${value}`)
})

afterAll(async () => {
  await engine("volume", "rm", "--force", run)
})

const container = (name: string, ...args: string[]) => [
  ...["run", "--rm", `--name=${name}`, ...AS_A_POD, ...settings, volume, IMAGE],
  ...args,
]

/** This machine's own address, at which a kubelet would ask a pod. */
const outside = Object.values(networkInterfaces())
  .flatMap((found = []) => found)
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address

async function answerOf(path: string, host = "127.0.0.1"): Promise<Response> {
  const headers = {
    "x-forwarded-proto": "https",
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-host": "academy.example",
  }
  return fetch(`http://${host}:${port}${path}`, { headers })
}

async function isReady(): Promise<boolean> {
  return answerOf("/readyz", outside).then(
    ({ ok }) => ok,
    () => false,
  )
}

test("OPS-07 the image migrates and backs up, as nobody in particular and on a disk that it can't write", async () => {
  expect(await engine(...container(`${run}-migrate`, "migrate"))).toMatch(/^Applied 0000_/)
  expect(await engine(...container(`${run}-backup`, "backup", "--keep", "2"))).toMatch(/Backed up \d+ rows/)
  expect(await engine("run", "--rm", ...AS_A_POD, "--entrypoint=id", IMAGE)).toMatch(/^uid=1000\(node\)/)
})

test.each(["web", "worker"])(
  "OPS-07 the image's %s gets ready, answers, and ends by itself when it is told to",
  async (part) => {
    const name = `${run}-${part}`
    const running = startContainer(...container(name, part))
    let said = ""
    for (const stream of [running.stdout, running.stderr]) stream?.on("data", (text) => (said += text))
    const ended = once(running, "exit") as Promise<[number | null]>
    try {
      await expect.poll(isReady, { timeout: 60_000, interval: 200, message: said }).toBe(true)
      if (part === "worker") {
        for (const path of ["/metrics", "/auth", "/api/v1/me"])
          expect((await answerOf(path, outside)).ok, path).toBe(false)
      } else {
        const page = await answerOf("/auth")
        expect(page.status).toBe(200)
        expect(await page.text()).toContain("<html")
      }
      await engine("kill", "--signal", "TERM", name)
      const first = await Promise.race([ended, delay(20_000)])
      expect(first, said).toEqual([0, null])
    } finally {
      await engine("rm", "--force", "--ignore", name)
    }
  },
)
