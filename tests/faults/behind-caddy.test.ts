import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { networkInterfaces, tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { createGunzip } from "node:zlib"
import { expect, onTestFinished, test } from "vitest"
import { ensureBuild } from "#app/build.ts"
import { rememberedUrl, withRuntime } from "#app/commands/parts.ts"
import { readEnvironment } from "#platform/env.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { createClass } from "#tests/classes.ts"
import { freePort } from "#tests/free-port.ts"
import { createInstructor } from "#tests/people.ts"
import { videoServerBinary } from "#tests/video-server.ts"
import { makeMember } from "./member.ts"
import { cookieFor } from "./sessions.ts"

const projectRoot = resolve(import.meta.dirname, "../..")
const PIECE_BYTES = 8 * 2 ** 20

/** Caddy with the file of `deploy/`, for this machine alone and with a certificate of its own making. */
async function startCaddy(folder: string, ports: { http: number; https: number; product: number }) {
  const site = readFileSync(join(projectRoot, "deploy/Caddyfile"), "utf8")
  const config = join(folder, "Caddyfile")
  const own = `admin off\nskip_install_trust\nhttp_port ${ports.http}\nhttps_port ${ports.https}\ndefault_bind 127.0.0.1`
  writeFileSync(config, `{\n${own}\n}\n${site}`)
  const env = {
    ...process.env,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    DOMAIN: "localhost",
    UPSTREAMS: `127.0.0.1:${ports.product}`,
  }
  const caddy = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
    env,
    stdio: "ignore",
  })
  const ended = once(caddy, "exit")
  onTestFinished(async () => {
    caddy.kill("SIGTERM")
    await ended
  })
  const authority = join(folder, "caddy/pki/authorities/local/root.crt")
  await expect.poll(() => existsSync(authority), { timeout: 15_000 }).toBe(true)
  const leads = async () => (await fetch(`http://localhost:${ports.http}/`, { redirect: "manual" })).status
  await expect.poll(() => leads().catch(() => 0), { timeout: 15_000 }).toBe(308)
  return readFileSync(authority)
}

/** The product in production on one machine, with its own database and video server. */
async function startProduct(folder: string, ports: { https: number; product: number }) {
  await ensureBuild(projectRoot, () => undefined)
  const dataFolder = join(folder, "data")
  const binary = await videoServerBinary()
  mkdirSync(join(dataFolder, "bin"), { recursive: true })
  copyFileSync(binary, join(dataFolder, "bin", basename(binary)))
  const variables = {
    ...process.env,
    NODE_ENV: "production",
    KAKSHA_DATA: dataFolder,
    APP_URL: `https://localhost:${ports.https}`,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    VIDEO_NODE_IP: "127.0.0.1",
    VIDEO_PUBLIC_URL: `wss://localhost:${ports.https}`,
    TRUSTED_PROXIES: "1",
    BIND_ADDRESS: "127.0.0.1",
    LOG_LEVEL: "silent",
  }
  const member = makeMember("start", ports.product, variables)
  onTestFinished(() => member.stop())
  await member.start()
  await expect
    .poll(
      async () => ((await (await fetch(`http://127.0.0.1:${ports.product}/readyz`)).json()) as object) ?? {},
      {
        timeout: 30_000,
      },
    )
    .toMatchObject({ video: "up" })
  return { dataFolder, variables }
}

test("OPS-02 behind Caddy as deploy/ sets it up, pages, events as they happen, pieces of recordings and signalling pass by https", {
  timeout: 180_000,
}, async () => {
  if (spawnSync("caddy", ["version"]).error) return
  const folder = mkdtempSync(join(tmpdir(), "kaksha-caddy-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  chmodSync(folder, 0o711)
  const ports = { http: await freePort(), https: await freePort(), product: await freePort() }
  const { dataFolder, variables } = await startProduct(folder, ports)
  const ca = await startCaddy(folder, ports)
  const origin = `https://localhost:${ports.https}`

  const open = (
    path: string,
    options: { method?: string; headers?: Record<string, string> } = {},
    body?: Buffer | string,
  ) => request(`${origin}${path}`, { ca, agent: false, ...options }).end(body)
  const ask = async (...asked: Parameters<typeof open>) => {
    const [answer] = (await once(open(...asked), "response")) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() }
  }

  // The product can't be reached past the proxy, where any address could be claimed.
  const others = Object.values(networkInterfaces()).flatMap((found = []) =>
    found.filter((one) => !one.internal),
  )
  for (const { address } of others.filter(({ family }) => family === "IPv4"))
    await expect(fetch(`http://${address}:${ports.product}/livez`), address).rejects.toThrow()

  const home = await ask("/")
  expect(home).toMatchObject({ status: 200, text: expect.stringContaining("<h1") })
  expect(home.headers["strict-transport-security"]).toContain("max-age=")
  const plain = await fetch(`http://localhost:${ports.http}/courses`, { redirect: "manual" })
  expect([plain.status, plain.headers.get("location")]).toEqual([308, "https://localhost/courses"])
  expect((await ask("/metrics")).status).toBe(404)
  const forged = { "content-type": "application/json", origin: "https://elsewhere.example" }
  expect((await ask("/api/v1/session", { method: "POST", headers: forged }, "{}")).status).toBe(403)
  const own = { ...forged, origin }
  expect((await ask("/api/v1/session", { method: "POST", headers: own }, "{}")).status).toBe(400)

  // A form of a page, as sent with and without the browser's scripts. It reaches the product, which responds
  // that no mail can leave here.
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const address = "email=nobody@academy.example"
  for (const path of ["/forgot-password.data", "/forgot-password"]) {
    const sent = await ask(path, { method: "POST", headers: { ...form, origin } }, address)
    expect([path, sent.status]).toEqual([path, 409])
    const foreign = { ...form, origin: "https://elsewhere.example" }
    expect((await ask(path, { method: "POST", headers: foreign }, address)).status).toBe(403)
  }

  const call = { env: readEnvironment(variables), variables, projectRoot, args: [] }
  await withRuntime(call, { url: rememberedUrl(dataFolder), dataFolder }, async (runtime) => {
    const ctx = runtime.contextFor(null, runtime.log)
    const instructor = await createInstructor(ctx)
    const { id: classId } = await createClass(ctx, instructor, {
      starts_at: new Date(Date.now() + 60_000),
    })
    const cookie = await cookieFor(ctx, instructor)
    expect(cookie).toContain("__Host-")
    const headers = { cookie, "content-type": "application/json", origin }
    const post = async (path: string, body: object) => {
      const answer = await ask(`/api/v1${path}`, { method: "POST", headers }, JSON.stringify(body))
      expect(answer, path).toMatchObject({ status: 200 })
      return JSON.parse(answer.text) as Record<string, string>
    }

    // As browsers ask for it: a proxy that compresses must not wait for more.
    const [stream] = (await once(
      open(`/api/v1/events?topics=class:${classId}`, { headers: { "accept-encoding": "gzip" } }),
      "response",
    )) as [IncomingMessage]
    const body =
      stream.headers["content-encoding"] === "gzip" ? stream.pipe(createGunzip({ flush: 2 })) : stream
    let heard = ""
    body.on("data", (chunk: Buffer) => {
      heard += chunk
    })
    await emit(ctx, "class.changed", classId)
    await expect.poll(() => heard, { timeout: 2_000 }).toContain("class.changed")
    stream.destroy()

    await post(`/classes/${classId}/start`, {})
    const recording = newId()
    await post(`/classes/${classId}/recordings`, { recording_id: recording, mime_type: "video/webm" })
    const piece = Buffer.alloc(PIECE_BYTES)
    piece.set([0x1a, 0x45, 0xdf, 0xa3])
    for (const at of [0, PIECE_BYTES]) {
      const tus = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" }
      const sent = { ...headers, ...tus, "upload-offset": String(at) }
      const taken = await ask(`/uploads/recordings/${recording}`, { method: "PATCH", headers: sent }, piece)
      expect([taken.status, taken.headers["upload-offset"]]).toEqual([204, String(at + PIECE_BYTES)])
    }

    const entered = await post(`/classes/${classId}/room/join`, { device_id: "device-1" })
    expect(entered.server_url).toBe(`wss://localhost:${ports.https}`)
    const upgrade = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
    }
    const [switched, socket] = await once(
      open(`/rtc?access_token=${entered.token}&protocol=13`, { headers: upgrade }),
      "upgrade",
    )
    expect((switched as IncomingMessage).statusCode).toBe(101)
    // The video server speaks first to a client with a valid token.
    expect((await once(socket, "data"))[0].length).toBeGreaterThan(0)
    socket.destroy()
  })
})
