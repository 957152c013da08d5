import { readFile } from "node:fs/promises"
import { type AddressInfo, connect, createServer } from "node:net"
import { expect, test } from "vitest"
import { renderVideoConfig, type VideoServerConfig } from "#platform/video/config.ts"
import { startTestVideoServer, VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"

const config: VideoServerConfig = {
  ports: { http: 7880, tcp: 0, udp: 7882 },
  apiKey: "key",
  apiSecret: "a-secret-of-at-least-thirty-two-characters",
  webhookUrl: "http://127.0.0.1:3000/hooks/video",
}

test("ROOM-02 in trial mode the video server is told of this machine alone", () => {
  const yaml = renderVideoConfig(config)
  expect(yaml).toContain('bind_addresses: ["127.0.0.1"]')
  expect(yaml).toContain('includes: ["127.0.0.1/32"]')
  expect(yaml).toContain("tcp_port: 0")
  expect(yaml).toContain("use_external_ip: false")
})

test("ROOM-02 for other machines the video server names the address given, and stays reachable here", () => {
  const ports = { http: 7880, tcp: 7881, udp: 7882 }
  const reach = { nodeIp: "203.0.113.7", bindAddresses: ["203.0.113.7"] }
  const yaml = renderVideoConfig({ ...config, ports, reach })
  expect(yaml).toContain('bind_addresses: ["127.0.0.1","203.0.113.7"]')
  expect(yaml).toContain('node_ip: "203.0.113.7"')
  expect(yaml).toContain("tcp_port: 7881")
  expect(yaml).not.toContain("includes")
})

test("ROOM-04 on poor connections the video server stops pictures before they hold up the voice", () => {
  expect(renderVideoConfig(config)).toMatch(
    /rtc:\n(?: .*\n)* {2}congestion_control:\n(?: {4}#.*\n)* {4}allow_pause: true\n(?: {4}#.*\n)* {4}use_send_side_bwe: true\n/,
  )
})

test("ROOM-02 a secret too short for the video server is refused before it starts", () => {
  expect(() => renderVideoConfig({ ...config, apiSecret: "short" })).toThrow("32 characters")
})

const REACH = {
  nodeIp: "203.0.113.7",
  bindAddresses: ["127.0.0.1"],
  turn: { domain: "turn.academy.example", tlsPort: 443, udpPort: 3478 },
}
const withTurn = (certificate?: { certFile: string; keyFile: string }) =>
  renderVideoConfig({ ...config, reach: { ...REACH, turn: { ...REACH.turn, certificate } } })

test("ROOM-02 TURN over TLS is served with a certificate, or behind a proxy that has one", () => {
  const own = withTurn({ certFile: "/etc/turn.crt", keyFile: "/etc/turn.key" })
  expect(own).toContain('domain: "turn.academy.example"')
  expect(own).toContain("tls_port: 443")
  expect(own).toContain('cert_file: "/etc/turn.crt"')
  expect(own).not.toContain("external_tls")
  expect(withTurn()).toContain("external_tls: true")
  expect(withTurn()).toContain('allow_restricted_peer_cidrs: ["203.0.113.7/32"]')
  expect(renderVideoConfig(config)).not.toContain("turn:")
})

/** The keys of a YAML text with their parents', those of lists and of the secret left out. */
function keysOf(yaml: string): string[] {
  let parent = ""
  return yaml.split("\n").flatMap((line) => {
    const [, indent, key = "", rest] = /^( *)([a-z_]+):(.*)$/.exec(line) ?? []
    if (indent === undefined) return []
    if (indent === "") parent = key
    if (indent.length > 2) return []
    if (indent === "") return rest?.trim() || key === "keys" ? [key] : []
    return [`${parent}.${key}`]
  })
}

test("ROOM-02 every key of the configuration is explained in the docs", async () => {
  const docs = await readFile(new URL("../../../docs/video.md", import.meta.url), "utf8")
  const written = [renderVideoConfig(config), withTurn(), withTurn({ certFile: "a", keyFile: "b" })]
  const keys = new Set(written.flatMap(keysOf))
  expect(keys.size).toBeGreaterThan(20)
  expect([...keys].filter((key) => !docs.includes(`\`${key}\``))).toEqual([])
})

test("ROOM-02 the video server starts with TURN, for it refuses keys that it does not know", {
  timeout: VIDEO_SETUP_TIMEOUT_MS,
}, async () => {
  const [tlsPort, udpPort] = await Promise.all([freePort(), freePort()])
  const turn = { domain: "turn.academy.example", tlsPort, udpPort }
  const reach = { nodeIp: "127.0.0.1", bindAddresses: ["127.0.0.1"], turn }
  const video = await startTestVideoServer({ webhookUrl: "http://127.0.0.1:9/", reach })
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect(tlsPort, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false))
    socket.unref()
  })
  await video.stop()
  expect(answers).toBe(true)
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
