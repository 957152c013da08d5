import { expect, test } from "vitest"
import { renderVideoConfig, type VideoServerConfig } from "#platform/video/config.ts"

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

test("ROOM-02 a secret too short for the video server is refused before it starts", () => {
  expect(() => renderVideoConfig({ ...config, apiSecret: "short" })).toThrow("32 characters")
})
