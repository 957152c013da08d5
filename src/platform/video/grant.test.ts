import { TokenVerifier, TrackSource } from "livekit-server-sdk"
import { expect, test } from "vitest"
import { type RoomGrant, readPermission, toPermission, toTokenGrant } from "#platform/video/grant.ts"
import { mintToken } from "#platform/video/token.ts"

const nothing: RoomGrant = { canPublish: false, sources: [], canPublishData: false, canSubscribe: false }
const secret = "a-secret-of-at-least-thirty-two-characters"

test("ROOM-03 no sources means no publishing, though the server reads an empty list as all sources", () => {
  const grant = { ...nothing, canPublish: true }
  expect(toTokenGrant("room", grant)).toMatchObject({ canPublish: false, canPublishSources: [] })
  expect(toPermission(grant)).toMatchObject({ canPublish: false, canPublishSources: [] })
})

test("ROOM-03 sources without the right to publish are not granted", () => {
  const grant: RoomGrant = { ...nothing, sources: ["camera"] }
  expect(toTokenGrant("room", grant)).toMatchObject({ canPublish: false, canPublishSources: [] })
  expect(toPermission(grant)).toMatchObject({ canPublish: false, canPublishSources: [] })
})

test("ROOM-03 a student publishes camera and microphone only, and no data", () => {
  const grant: RoomGrant = {
    ...nothing,
    canPublish: true,
    sources: ["camera", "microphone"],
    canSubscribe: true,
  }
  const expected = {
    canPublish: true,
    canPublishSources: [TrackSource.CAMERA, TrackSource.MICROPHONE],
    canPublishData: false,
    canSubscribe: true,
    hidden: false,
  }
  expect(toTokenGrant("room", grant)).toMatchObject(expected)
  expect(toPermission(grant)).toMatchObject(expected)
})

test("ROOM-03 a token says every permission outright and none that commands rooms", async () => {
  const grant: RoomGrant = { ...nothing, canPublish: true, sources: ["microphone"] }
  const token = await mintToken("key", secret, {
    room: "maths",
    identity: "asha:phone",
    name: "Asha",
    grant,
    ttlSeconds: 120,
  })
  const claims = await new TokenVerifier("key", secret).verify(token)
  expect(claims.sub).toBe("asha:phone")
  // The library reads the clock for each of them.
  expect([119, 120]).toContain(Number(claims.exp) - Number(claims.nbf))
  expect(claims.video).toEqual({
    room: "maths",
    roomJoin: true,
    canPublish: true,
    canPublishSources: ["microphone"],
    canPublishData: false,
    canSubscribe: false,
    canUpdateOwnMetadata: false,
    canSubscribeMetrics: false,
    canManageAgentSession: false,
    hidden: false,
    roomAdmin: false,
    roomCreate: false,
    roomList: false,
    roomRecord: false,
    ingressAdmin: false,
    recorder: false,
    agent: false,
  })
})

test("ROOM-03 a token without an end, a room or an identity is never made", async () => {
  const token = { room: "maths", identity: "asha:phone", name: "Asha", grant: nothing, ttlSeconds: 120 }
  for (const ttlSeconds of [0, -1, 1.5, Number.NaN]) {
    await expect(mintToken("key", secret, { ...token, ttlSeconds })).rejects.toThrow(RangeError)
  }
  await expect(mintToken("key", secret, { ...token, room: "" })).rejects.toThrow(RangeError)
  await expect(mintToken("key", secret, { ...token, identity: "" })).rejects.toThrow(RangeError)
})

test("ROOM-03 a permission read back equals the grant, and an empty list reads as all sources", () => {
  const grant: RoomGrant = {
    ...nothing,
    canPublish: true,
    sources: ["screen_share", "camera"],
    hidden: false,
  }
  expect(readPermission(toPermission(grant))).toEqual(grant)
  const open = { ...toPermission(grant), canPublishSources: [] }
  expect(readPermission(open).sources).toEqual(["camera", "microphone", "screen_share", "screen_share_audio"])
})
