import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import {
  AudioFrame,
  AudioSource,
  dispose,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node"
import { AccessToken } from "livekit-server-sdk"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { VideoUnavailable, WebhookForged } from "#platform/video/errors.ts"
import type { RoomGrant } from "#platform/video/grant.ts"
import { livekitVideo } from "#platform/video/port.ts"
import type { VideoEvent } from "#platform/video/webhook.ts"
import { startTestVideoServer, type TestVideoServer, VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"

const student: RoomGrant = {
  canPublish: true,
  sources: ["camera", "microphone"],
  canPublishData: false,
  canSubscribe: true,
}
const timeouts = { emptyTimeoutSeconds: 60, departureTimeoutSeconds: 20 }

let video: TestVideoServer
const received: { body: string; authorization: string | undefined }[] = []
const joined: Room[] = []
const hooks = createServer(async (request, response) => {
  let body = ""
  for await (const chunk of request) body += chunk
  received.push({ body, authorization: request.headers.authorization })
  response.end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => hooks.listen(0, "127.0.0.1", resolve))
  const webhookUrl = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hooks`
  video = await startTestVideoServer({ webhookUrl })
}, VIDEO_SETUP_TIMEOUT_MS)
afterEach(async () => {
  for (const room of joined.splice(0)) await room.disconnect()
})
afterAll(async () => {
  await video.stop()
  hooks.closeAllConnections()
  hooks.close()
  await dispose()
})

async function join(room: string, identity: string, grant = student): Promise<Room> {
  const token = await video.port.mintToken({ room, identity, name: "Asha", grant, ttlSeconds: 120 })
  const participant = new Room()
  joined.push(participant)
  await participant.connect(video.server.url, token, { autoSubscribe: true, dynacast: true })
  return participant
}

async function publishMicrophone(room: Room): Promise<string | undefined> {
  const source = new AudioSource(48_000, 1)
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE })
  const track = LocalAudioTrack.createAudioTrack("voice", source)
  const publication = await room.localParticipant?.publishTrack(track, options)
  await source.captureFrame(new AudioFrame(new Int16Array(480), 48_000, 1, 480))
  return publication?.sid
}

const only = async (room: string) => {
  const [participant] = await video.port.listParticipants(room)
  if (!participant) throw new Error(`nobody is in ${room}`)
  return participant
}

test("ROOM-02 a room is made once however often it is ensured, and closing it twice is fine", async () => {
  const { port } = video
  const first = await port.ensureRoom({ name: "twice", ...timeouts, maxParticipants: 50, metadata: "maths" })
  const second = await port.ensureRoom({ name: "twice", ...timeouts })
  expect(second).toEqual(first)
  expect(second).toMatchObject({ participants: 0, maxParticipants: 50, metadata: "maths" })
  expect((await port.listRooms()).filter((room) => room.name === "twice")).toHaveLength(1)
  await port.closeRoom("twice")
  await port.closeRoom("twice")
  expect((await port.listRooms()).map((room) => room.name)).not.toContain("twice")
})

test("ROOM-02 a student's token opens the room, and the student is in its list", async () => {
  await video.port.ensureRoom({ name: "joining", ...timeouts })
  await join("joining", "asha:phone")
  await vi.waitFor(async () => expect((await only("joining")).state).toBe("active"), 5000)
  const participant = await only("joining")
  expect(participant).toMatchObject({ identity: "asha:phone", name: "Asha", tracks: [] })
  expect(participant.grant).toEqual({ ...student, hidden: false })
  expect(Math.abs(participant.joinedAt.getTime() - Date.now())).toBeLessThan(10_000)
})

test("ROOM-02 a token doesn't open a room that the product has not made", async () => {
  await expect(join("never-made", "asha:phone")).rejects.toThrow()
  expect((await video.port.listRooms()).map((room) => room.name)).not.toContain("never-made")
})

test("ROOM-03 muting, holding and removing reach the server and not just the buttons", async () => {
  const { port } = video
  await port.ensureRoom({ name: "control", ...timeouts })
  const room = await join("control", "asha:phone")
  const sid = await publishMicrophone(room)
  const track = { sid: String(sid), kind: "audio", source: "microphone" }
  await vi.waitFor(
    async () => expect((await only("control")).tracks).toEqual([{ ...track, muted: false }]),
    5000,
  )

  expect(await port.muteTrack("control", "asha:phone", String(sid))).toBe(true)
  await vi.waitFor(
    async () => expect((await only("control")).tracks).toEqual([{ ...track, muted: true }]),
    5000,
  )

  expect(await port.setGrant("control", "asha:phone", { ...student, sources: ["camera"] })).toBe(true)
  await vi.waitFor(async () => expect((await only("control")).tracks).toEqual([]), 5000)
  expect((await only("control")).grant).toEqual({ ...student, sources: ["camera"], hidden: false })

  const gone = new Promise((resolve) => room.once(RoomEvent.Disconnected, resolve))
  expect(await port.removeParticipant("control", "asha:phone")).toBe(true)
  await gone
  expect(await port.listParticipants("control")).toEqual([])
})

test("ROOM-03 commands to someone who isn't there answer false, soon", async () => {
  const { port } = video
  await port.ensureRoom({ name: "absent", ...timeouts })
  await join("absent", "asha:phone")
  for (const [room, identity] of [
    ["absent", "ravi:phone"],
    ["no-room", "asha:phone"],
  ] as const) {
    expect(await port.setGrant(room, identity, student)).toBe(false)
    expect(await port.removeParticipant(room, identity)).toBe(false)
    expect(await port.muteTrack(room, identity, "TR_none")).toBe(false)
  }
  expect(await port.muteTrack("absent", "asha:phone", "TR_none")).toBe(false)
  expect(await port.sendData("no-room", "hello", "chat")).toBe(false)
  expect(await port.listParticipants("no-room")).toEqual([])
})

test("ROOM-03 data goes to those named, and to nobody when nobody is named", async () => {
  const { port } = video
  await port.ensureRoom({ name: "data", ...timeouts })
  const heard: string[] = []
  for (const identity of ["asha:phone", "ravi:phone"]) {
    const room = await join("data", identity)
    room.on(RoomEvent.DataReceived, (payload, _from, _kind, topic) => {
      heard.push(`${identity} ${topic} ${new TextDecoder().decode(payload)}`)
    })
  }
  // What is sent before a client's data channel is open is lost.
  await vi.waitFor(async () => {
    await port.sendData("data", "open", "ready")
    expect(new Set(heard).size).toBe(2)
  }, 10_000)
  const before = heard.length
  await port.sendData("data", "nobody", "chat", [])
  await port.sendData("data", "one", "chat", ["asha:phone"])
  await port.sendData("data", new TextEncoder().encode("all"), "poll")
  const told = () => heard.slice(before).filter((line) => !line.includes("ready"))
  await vi.waitFor(() => expect(told()).toHaveLength(3), 5000)
  expect(told().toSorted()).toEqual(["asha:phone chat one", "asha:phone poll all", "ravi:phone poll all"])
})

test("ATT-01 coming and going is told by webhooks that prove their origin", async () => {
  const { port } = video
  const made = await port.ensureRoom({ name: "hooked", ...timeouts })
  const room = await join("hooked", "asha:phone")
  await publishMicrophone(room)
  const { sid } = await only("hooked")
  const events: VideoEvent[] = []
  const hear = (kind: string) =>
    vi.waitFor(async () => {
      const all = await Promise.all(received.map((hook) => port.verifyWebhook(hook.body, hook.authorization)))
      events.splice(0, events.length, ...all.filter((event) => event.room === "hooked"))
      expect(events.map((event) => event.kind)).toContain(kind)
    }, 10_000)
  await hear("track_published")
  await room.disconnect()
  await hear("participant_left")
  expect(events.map((event) => event.kind).toSorted()).toEqual([
    "participant_joined",
    "participant_left",
    "room_started",
    "track_published",
    "track_unpublished",
  ])
  const about = (kind: string) => events.find((event) => event.kind === kind)
  expect(about("room_started")).toMatchObject({ roomSid: made.sid })
  expect(about("participant_left")).toMatchObject({ identity: "asha:phone", participantSid: sid })
  expect(about("track_published")?.track).toMatchObject({ kind: "audio", source: "microphone" })
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length)
  expect(Math.abs(Number(about("participant_joined")?.at) - Date.now())).toBeLessThan(30_000)
})

test("ATT-01 a forged webhook is refused: changed, unsigned, signed by others, or by a student's token", async () => {
  const { port, apiKey } = video
  await port.ensureRoom({ name: "forging", ...timeouts })
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), 5000)
  const { body, authorization } = received[0] ?? { body: "", authorization: "" }
  expect((await port.verifyWebhook(body, authorization)).id).not.toBe("")
  await expect(port.verifyWebhook(`${body} `, authorization)).rejects.toThrow(WebhookForged)
  for (const none of [undefined, null, "", "nonsense"]) {
    await expect(port.verifyWebhook(body, none)).rejects.toThrow(WebhookForged)
  }
  const token = { room: "forging", identity: "a:b", name: "", grant: student, ttlSeconds: 60 }
  await expect(port.verifyWebhook(body, await port.mintToken(token))).rejects.toThrow(WebhookForged)
  const foreign = new AccessToken(apiKey, "another-secret-of-thirty-two-characters")
  await expect(port.verifyWebhook(body, await foreign.toJwt())).rejects.toThrow(WebhookForged)
})

test("ROOM-02 a video server that is away, silent or not ours is unavailable, never an empty room", async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const keys = { apiKey: video.apiKey, apiSecret: video.apiSecret }
  const away = livekitVideo({ httpUrl: "http://127.0.0.1:9", publicUrl: "", ...keys })
  const hanging = livekitVideo({ httpUrl: silentUrl, publicUrl: "", ...keys })
  const { httpUrl } = video.server
  const stranger = livekitVideo({ httpUrl, publicUrl: "", ...keys, apiSecret: "x".repeat(40) })
  await expect(away.listParticipants("room")).rejects.toThrow(VideoUnavailable)
  await expect(stranger.listParticipants("room")).rejects.toThrow(VideoUnavailable)
  await expect(hanging.listParticipants("room")).rejects.toThrow("no answer in time")
  silent.closeAllConnections()
  silent.close()
})
