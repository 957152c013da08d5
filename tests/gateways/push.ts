import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { importJWK, jwtVerify } from "jose"
import type { PushDevice } from "#platform/push/port.ts"
import { newId } from "#shared/ids.ts"

/** How a push service answers: it takes the message, or does one of what push services do instead. */
export type PushMood =
  | "accept"
  | "gone"
  | "unknown-device"
  | "too-many"
  | "broken"
  | "forbid"
  | "hang"
  | "drop"

/** A message as the browser shows it, and what the push service was told about it. */
export type ShownPush = {
  endpoint: string
  payload: { title: string; text: string; href: string; tag: string }
  ttl: number
  topic: string | undefined
  urgency: string | undefined
  /** Who sent it, as the signature says. */
  contact: string
}

export type PushGateway = {
  url: string
  /** Every message that a browser could read. */
  shown: ShownPush[]
  /** What was wrong with requests that were refused. */
  refusals: string[]
  /** A browser that subscribes with this key of an academy. */
  subscribe(key: string): PushDevice
  /** The mood for one device, or for all. */
  behave(mood: PushMood, endpoint?: string): void
  close(): Promise<void>
}

type Browser = { ecdh: ECDH; auth: Buffer; key: string; mood: PushMood | null }

/**
 * A push service on loopback with its browsers: checks the signature (RFC 8292), the headers (RFC 8030), and
 * decrypts as a browser does (RFC 8291).
 */
export async function startPushGateway(): Promise<PushGateway> {
  const browsers = new Map<string, Browser>()
  const shown: ShownPush[] = []
  const refusals: string[] = []
  let mood: PushMood = "accept"
  const server = createServer(async (request, response) => {
    const endpoint = `${url}${request.url}`
    const browser = browsers.get(endpoint)
    const now = browser?.mood ?? mood
    const answer = (status: number, headers: Record<string, string> = {}) => {
      response.writeHead(status, headers)
      response.end()
    }
    const body = await readBody(request)
    if (!browser || now === "unknown-device") return answer(404)
    if (now === "gone") return answer(410)
    if (now === "too-many") return answer(429, { "retry-after": "120" })
    if (now === "broken") return answer(503)
    if (now === "forbid") return answer(403)
    try {
      shown.push({ endpoint, ...(await receive(request, body, browser, url)) })
    } catch (error) {
      refusals.push(String(error))
      return answer(400)
    }
    if (now === "hang") return
    if (now === "drop") return response.socket?.destroy()
    answer(201, { location: `${url}/message/${newId()}` })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    shown,
    refusals,
    subscribe(key) {
      const ecdh = createECDH("prime256v1")
      const p256dh = ecdh.generateKeys().toString("base64url")
      const auth = randomBytes(16)
      const endpoint = `${url}/push/${newId()}`
      browsers.set(endpoint, { ecdh, auth, key, mood: null })
      return { endpoint, p256dh, auth: auth.toString("base64url") }
    },
    behave(next, endpoint) {
      const browser = endpoint && browsers.get(endpoint)
      if (browser) browser.mood = next
      else mood = next
      if (endpoint) return
      for (const one of browsers.values()) one.mood = null
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

async function receive(request: IncomingMessage, body: Buffer, browser: Browser, origin: string) {
  const { headers, method } = request
  const header = (name: string) => [headers[name]].flat()[0]
  if (method !== "POST") throw new Error(`${method} instead of POST`)
  if (!/^\d+$/.test(header("ttl") ?? "")) throw new Error("no TTL")
  if (header("content-encoding") !== "aes128gcm") throw new Error(`encoding ${header("content-encoding")}`)
  if (!/^[\w-]{1,32}$/.test(header("topic") ?? "x")) throw new Error(`topic ${header("topic")}`)
  const [, token = "", key = ""] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header("authorization") ?? "") ?? []
  if (key !== browser.key) throw new Error("signed with another key than the browser subscribed with")
  return {
    payload: JSON.parse(decrypt(body, browser)) as ShownPush["payload"],
    ttl: Number(header("ttl")),
    topic: header("topic"),
    urgency: header("urgency"),
    contact: await readContact(token, key, origin),
  }
}

const DAY_SECONDS = 86_400

/** Checks who signed, for whom and until when (RFC 8292, 2). Returns the contact. */
async function readContact(token: string, key: string, origin: string): Promise<string> {
  const point = Buffer.from(key, "base64url")
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"))
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256")
  const { payload } = await jwtVerify(token, publicKey, { algorithms: ["ES256"], audience: origin })
  if ((payload.exp ?? Number.POSITIVE_INFINITY) > Date.now() / 1_000 + DAY_SECONDS)
    throw new Error("valid too long")
  if (!/^(mailto:|https:)/.test(payload.sub ?? "")) throw new Error(`contact ${payload.sub}`)
  return payload.sub ?? ""
}

const [SALT, SIZE, TAG] = [16, 4, 16]

/** Decrypts one record of aes128gcm (RFC 8188) with keys that a browser derives (RFC 8291, 3.4). */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, SALT)
  const length = body[SALT + SIZE] ?? 0
  const sender = body.subarray(SALT + SIZE + 1, SALT + SIZE + 1 + length)
  const record = body.subarray(SALT + SIZE + 1 + length)
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16)
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12)
  const decipher = createDecipheriv("aes-128-gcm", key, nonce)
  decipher.setAuthTag(record.subarray(-TAG))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no end of the record")
  return padded.subarray(0, end).toString("utf8")
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length))
}
