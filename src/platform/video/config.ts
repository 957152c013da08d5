import { rename, writeFile } from "node:fs/promises"

/** The ports of one video server. `tcp` 0 means that media over TCP is off. */
export type VideoPorts = { http: number; tcp: number; udp: number }

/**
 * Who can reach the server: "loopback" is this machine only (trial mode, whatever other interfaces exist);
 * otherwise the address to which browsers send media, and the addresses to listen on for signalling (all when
 * left out; this machine is always among them, because health checks use it).
 */
export type VideoReach = "loopback" | { nodeIp: string; bindAddresses?: string[]; turn?: TurnRelay }

/** A relay for networks that block everything but TLS. Without a certificate a proxy in front does TLS. */
export type TurnRelay = {
  domain: string
  tlsPort: number
  udpPort: number
  certificate?: { certFile: string; keyFile: string } | undefined
}

export type VideoServerConfig = {
  ports: VideoPorts
  apiKey: string
  apiSecret: string
  webhookUrl: string
  reach?: VideoReach
}

/** Seconds a room waits for its first participant, unless its creator says otherwise. */
export const EMPTY_TIMEOUT_SECONDS = 300
/** Seconds a room outlives its last participant: as long as a gap in presence counts as presence. */
export const DEPARTURE_TIMEOUT_SECONDS = 60

/**
 * Returns the configuration of livekit-server 1.13 as YAML. The server refuses to start if a key is unknown.
 * Throws RangeError when the secret is shorter than the 32 characters the server requires.
 */
export function renderVideoConfig(config: VideoServerConfig): string {
  const { ports, apiKey, apiSecret, webhookUrl, reach = "loopback" } = config
  if (apiSecret.length < 32) throw new RangeError("the video server's secret needs at least 32 characters")
  const loopback = reach === "loopback"
  const nodeIp = loopback ? "127.0.0.1" : reach.nodeIp
  const others = loopback ? [] : (reach.bindAddresses ?? [])
  const bind = loopback || reach.bindAddresses ? [...new Set(["127.0.0.1", ...others])] : null
  // JSON strings and lists are YAML too, and need no further quoting.
  const text = JSON.stringify
  return `# Written at every start; changes made here are lost.
port: ${ports.http}
${bind ? `bind_addresses: ${text(bind)}` : "# bind_addresses: all"}
keys:
  ${text(apiKey)}: ${text(apiSecret)}
rtc:
  # One port for everybody's media, so that a firewall needs one rule.
  udp_port: ${ports.udp}
  # The server listens for media over TCP on every address whatever it is told, so on loopback it is off (0).
  tcp_port: ${ports.tcp}
  allow_tcp_fallback: ${ports.tcp !== 0}
  # Said outright: looking it up needs the internet and stops the start when there is none.
  use_external_ip: false
  node_ip: ${text(nodeIp)}
  enable_loopback_candidate: ${loopback}
  congestion_control:
    # Where even the smallest picture is too much, pictures stop for a while and the voice goes on.
    allow_pause: true
    # Measures a line by the delay and loss of every packet. What browsers suggest fills slow lines until they lose packets.
    use_send_side_bwe: true
${loopback ? `  # Keeps media off the other interfaces.\n  ips:\n    includes: ["127.0.0.1/32"]\n` : ""}\
  # Without this, browsers are sent to a public STUN server, which learns every student's address. Ours needs
  # none, but an empty list would bring the public one back: hence an address of our own that stays silent. It
  # mustn't be the media port, for browsers throw away whatever comes from there but STUN answers.
  stun_servers: ${text([`${nodeIp}:${ports.http}`])}
room:
  # Rooms are made by the product alone, which knows who may open a class.
  auto_create: false
  # Seconds that a room waits for the first and after the last person, where the product does not say.
  empty_timeout: ${EMPTY_TIMEOUT_SECONDS}
  departure_timeout: ${DEPARTURE_TIMEOUT_SECONDS}
  # An instructor can silence a student's microphone but never open it.
  enable_remote_unmute: false
${loopback || !reach.turn ? "" : renderTurn(reach.turn, nodeIp)}\
webhook:
  api_key: ${text(apiKey)}
  urls: ${text([webhookUrl])}
logging:
  level: info
  json: true
  # Its warnings print whole requests, and with them what was said in a class. We get the errors as answers.
  component_levels:
    psrpc: fatal
`
}

function renderTurn({ domain, tlsPort, udpPort, certificate }: TurnRelay, nodeIp: string): string {
  const text = JSON.stringify
  const tls = certificate
    ? `  cert_file: ${text(certificate.certFile)}\n  key_file: ${text(certificate.keyFile)}\n`
    : "  # A proxy in front speaks TLS and hands on what is inside.\n  external_tls: true\n"
  return `turn:
  enabled: true
  domain: ${text(domain)}
  tls_port: ${tlsPort}
  udp_port: ${udpPort}
${tls}  # It relays to this very server and to nothing else of the network it stands in.
  allow_restricted_peer_cidrs: ${text([`${nodeIp}/32`])}
`
}

/** Writes the configuration atomically, readable by its owner only because it contains the secret. */
export async function writeVideoConfig(path: string, config: VideoServerConfig): Promise<void> {
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, renderVideoConfig(config), { mode: 0o600 })
  await rename(draft, path)
}
