import { once } from "node:events"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { DAY } from "#shared/time.ts"
import { startTestVideoServer, type TestVideoServer, VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { listen, nextFreePort } from "../events/listen.ts"
import { lanAddress, lanCertificate, NoNetwork } from "./lan.ts"

const folder = mkdtempSync(join(tmpdir(), "kaksha-lan-"))
let video: TestVideoServer

beforeAll(async () => {
  video = await startTestVideoServer({ webhookUrl: "http://127.0.0.1:9/hooks" })
}, VIDEO_SETUP_TIMEOUT_MS)
afterAll(async () => {
  await video?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test("OPS-05 pages and the video server's signalling are reached by TLS at one address, with the product's own certificate", async () => {
  const tls = await lanCertificate(folder, "127.0.0.1")
  const port = await nextFreePort(24_443)
  const server = await listen(() => new Response("a page"), port, "127.0.0.1", {
    tls,
    videoPort: () => video.server.ports.http,
  })
  const ask = (path: string, headers = {}) =>
    request({ host: "127.0.0.1", port, path, ca: tls.cert, headers, agent: false }).end()
  const [page] = await once(ask("/"), "response")
  expect(page.statusCode).toBe(200)
  page.resume()

  const room = "class-of-phones"
  await video.port.ensureRoom({ name: room, emptyTimeoutSeconds: 30, departureTimeoutSeconds: 5 })
  const grant = { canPublish: false, sources: [], canPublishData: false, canSubscribe: true }
  const token = await video.port.mintToken({ room, identity: "phone", name: "Phone", grant, ttlSeconds: 30 })
  const websocket = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  }
  const [answer, socket] = await once(ask(`/rtc?access_token=${token}&protocol=13`, websocket), "upgrade")
  expect(answer.statusCode).toBe(101)
  const [first] = await once(socket, "data")
  expect(first.toString("latin1")).toContain(room)
  socket.destroy()

  const [why] = await once(ask("/rtc/validate?access_token=forged"), "response")
  expect(why.statusCode).toBe(401)
  why.resume()
  const [elsewhere] = await once(ask("/twirp/livekit.RoomService/ListRooms", websocket), "response")
  expect(elsewhere.statusCode).toBe(503)
  elsewhere.resume()
  await server.close()
})

test("OPS-05 the certificate is kept, readable to its owner alone, and made anew for another address or before it runs out", async () => {
  const first = await lanCertificate(folder, "192.168.1.20")
  expect(statSync(join(folder, "lan.json")).mode & 0o077).toBe(0)
  expect(await lanCertificate(folder, "192.168.1.20")).toEqual(first)
  const later = new Date(Date.now() + 380 * DAY)
  expect(await lanCertificate(folder, "192.168.1.20", later)).not.toEqual(first)
  expect(await lanCertificate(folder, "10.0.0.7")).not.toEqual(first)
})

test("OPS-05 the address is the one of the network that phones share", () => {
  const at = (address: string, internal = false) =>
    [{ address, internal, family: "IPv4", netmask: "", mac: "", cidr: null }] as never
  expect(
    lanAddress({ lo: at("127.0.0.1", true), docker0: at("172.17.0.1"), wlan0: at("192.168.1.20") }),
  ).toBe("192.168.1.20")
  expect(lanAddress({ eth0: at("203.0.113.9"), eth1: at("10.0.0.7") })).toBe("10.0.0.7")
  expect(() => lanAddress({ lo: at("127.0.0.1", true) })).toThrow(NoNetwork)
})
