import { createHmac, createPublicKey, generateKeyPairSync, verify } from "node:crypto"
import { expect, test } from "vitest"
import { VideoRefused } from "./errors.ts"
import { jitsiService } from "./jitsi.ts"
import type { JitsiValues } from "./jitsi-settings.ts"
import { ownRooms } from "./own-rooms.ts"
import type { TokenOptions } from "./token.ts"

const SECRET = "a-secret-that-prosody-has-as-well"
const OWN: JitsiValues = {
  ...{ VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "meet.academy.example" },
  ...{ JITSI_APP_ID: "kaksha", JITSI_APP_SECRET: SECRET },
}
const APP = `vpaas-magic-cookie-${"0".repeat(32)}`
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 })
const PEM = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString()
const JAAS: JitsiValues = {
  ...{ VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "8x8.vc", JITSI_APP_ID: APP },
  ...{ JITSI_KEY_ID: `${APP}/4f4910`, JITSI_PRIVATE_KEY: PEM.replaceAll("\n", "\\n") },
}

const student: TokenOptions = {
  ...{ room: "kaksha-fractions-1f", identity: "p-1:d-1", name: "Asha Rao", ttlSeconds: 120 },
  grant: { canPublish: true, sources: [], canPublishData: false, canSubscribe: true },
  moderates: false,
}

const part = (text: string | undefined) => JSON.parse(Buffer.from(text ?? "", "base64url").toString())

/** A token's three parts, of which the signature is checked here by Node alone. */
async function mint(values: JitsiValues, options: TokenOptions) {
  const token = await jitsiService(values).port.mintToken(options)
  const [header, claims, signature] = token.split(".")
  const signed = Buffer.from(`${header}.${claims}`)
  return {
    header: part(header),
    claims: part(claims),
    signed,
    signature: Buffer.from(signature ?? "", "base64url"),
  }
}

test("ROOM-06 a Jitsi of the academy's own gets a token that its Prosody can check: HS256, for this person and room, for two minutes", async () => {
  const before = Math.floor(Date.now() / 1_000)
  const { header, claims, signed, signature } = await mint(OWN, student)
  expect(signature).toEqual(createHmac("sha256", SECRET).update(signed).digest())
  expect(header).toEqual({ alg: "HS256", typ: "JWT" })
  expect(claims).toMatchObject({
    ...{ iss: "kaksha", aud: "jitsi", sub: "*", room: "kaksha-fractions-1f", moderator: false },
    context: { user: { id: "p-1", name: "Asha Rao", moderator: "false", affiliation: "member" } },
  })
  expect(claims.exp - claims.iat).toBe(120)
  expect(claims.iat).toBeGreaterThanOrEqual(before)
  expect(claims.nbf).toBeLessThanOrEqual(claims.iat)
})

test("ROOM-06 JaaS gets a token signed with the academy's key: RS256, with the key's id, for its app", async () => {
  const { header, claims, signed, signature } = await mint(JAAS, student)
  const key = createPublicKey(pair.privateKey)
  expect(verify("RSA-SHA256", signed, key, signature)).toBe(true)
  expect(verify("RSA-SHA256", Buffer.from(`${signed}x`), key, signature)).toBe(false)
  expect(header).toEqual({ alg: "RS256", typ: "JWT", kid: `${APP}/4f4910` })
  expect(claims).toMatchObject({ iss: "chat", aud: "jitsi", sub: APP, room: "kaksha-fractions-1f" })
})

test.each([
  ["an own Jitsi", OWN],
  ["JaaS", JAAS],
])(
  "ROOM-06 REC-07 with %s instructors moderate and students don't, and nobody records unless the academy allows it",
  async (_, values) => {
    const staff = { ...student, moderates: true }
    const rights = async (options: TokenOptions, JITSI_RECORDING?: boolean) => {
      const { claims } = await mint({ ...values, JITSI_RECORDING }, options)
      const { user, features } = claims.context
      return [user.moderator, user.affiliation, claims.moderator, features.recording, features.livestreaming]
    }
    expect(await rights(staff)).toEqual(["true", "owner", true, "false", "false"])
    expect(await rights(student, true)).toEqual(["false", "member", false, "false", "false"])
    expect(await rights(staff, true)).toEqual(["true", "owner", true, "true", "true"])
  },
)

test("ROOM-06 a Jitsi that takes no tokens gets none, and each finds its own script and rooms", async () => {
  const open = jitsiService({ VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "meet.academy.example:8443" })
  expect(await open.port.mintToken(student)).toBe("")
  expect(open.meetings).toMatchObject({
    origin: "https://meet.academy.example:8443",
    scriptUrl: "https://meet.academy.example:8443/external_api.js",
  })
  expect(open.meetings?.nameOf("room")).toBe("room")
  const { meetings } = jitsiService(JAAS)
  expect(meetings?.scriptUrl).toBe(`https://8x8.vc/${APP}/external_api.js`)
  expect(meetings?.nameOf("room")).toBe(`${APP}/room`)
})

test("ROOM-06 Jitsi refuses commands by name, and a restored copy meets elsewhere than the original", async () => {
  const { port } = jitsiService(OWN)
  await expect(port.muteTrack("room", "p:d", "t")).rejects.toThrow(VideoRefused)
  await expect(port.muteTrack("room", "p:d", "t")).rejects.toThrow("mute track: Jitsi takes no such command")
  expect(await port.listParticipants("room")).toEqual([])
  const copy = ownRooms(jitsiService(OWN), "00000000-0000-0000-0000-0000deadbeef")
  const token = await copy.port.mintToken(student)
  expect(part(token.split(".")[1]).room).toBe("kaksha-fractions-1f~deadbeef")
  expect(copy.meetings?.nameOf("kaksha-fractions-1f")).toBe("kaksha-fractions-1f~deadbeef")
})
