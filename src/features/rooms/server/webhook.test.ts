import { createHash } from "node:crypto"
import { dispose } from "@livekit/rtc-node"
import { AccessToken } from "livekit-server-sdk"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { listPresence } from "./presence.ts"
import { joinRoom } from "./service.ts"
import { classRooms, roomBans } from "./table.ts"
import { type RoomWorld, startRoomWorld, writeClass, writeSeat } from "./test-room.ts"
import { receiveWebhook } from "./webhook.ts"

let world: RoomWorld
let instructor: SignedIn
let student: SignedIn
let classId: string
const answers: string[] = []

beforeAll(async () => {
  world = await startRoomWorld()
  world.onWebhook(async ({ body, authorization }) => {
    answers.push(await receiveWebhook(world.ctx, body, authorization))
  })
}, VIDEO_SETUP_TIMEOUT_MS)

afterAll(async () => {
  await world.close()
  await dispose()
})

async function startClass(): Promise<void> {
  instructor = await createInstructor(world.ctx)
  student = await createStudent(world.ctx)
  classId = await writeClass(world.ctx, instructor)
  await writeSeat(world.ctx, classId, student)
}

type Sent = { id: string; event: string; createdAt: string; room: object; participant: object }

/** A webhook as the video server makes them, signed with the secret given. */
async function sign(sent: Sent, secret = world.video.apiSecret): Promise<[string, string]> {
  const body = JSON.stringify(sent)
  const token = new AccessToken(world.video.apiKey, secret)
  token.sha256 = createHash("sha256").update(body).digest("base64")
  return [body, await token.toJwt()]
}

async function sentJoin(id: string): Promise<Sent> {
  const entry = await joinRoom(world.as(student), { class_id: classId, device_id: "device-1" })
  const createdAt = String(Math.floor(world.clock.now().getTime() / 1_000))
  const participant = { sid: "PA_test", identity: entry.identity }
  return { id, event: "participant_joined", createdAt, room: { name: entry.room }, participant }
}

test("ATT-02 the video server's own webhooks say when a device joined and left", async () => {
  await startClass()
  const pupil = await world.enter(student, classId, "phone-1")
  await vi.waitFor(async () => {
    const [joined] = await listPresence(world.ctx, classId)
    expect(joined).toMatchObject({
      kind: "joined",
      source: "webhook",
      personId: student.user_id,
      deviceId: "phone-1",
    })
  }, 15_000)
  await pupil.disconnect()
  await vi.waitFor(async () => {
    // Both may be of one second, for the video server's clock has no finer.
    const events = await listPresence(world.ctx, classId)
    expect(events.map((event) => event.kind).sort()).toEqual(["joined", "left"])
    expect(new Set(events.map((event) => event.connectionId)).size).toBe(1)
  }, 15_000)
  expect(new Set(answers)).toEqual(new Set(["accepted"]))
})

test("ATT-02 a webhook delivered ten times, five of them at once, is one event and one publication", async () => {
  await startClass()
  const [body, authorization] = await sign(await sentJoin("EV_again"))
  world.published.length = 0
  for (let n = 0; n < 5; n += 1) expect(await receiveWebhook(world.ctx, body, authorization)).toBe("accepted")
  await Promise.all(Array.from({ length: 5 }, () => receiveWebhook(world.ctx, body, authorization)))
  expect(await listPresence(world.ctx, classId)).toHaveLength(1)
  expect(world.published).toEqual([{ topic: "presence.changed", data: { class_id: classId } }])
})

test("ATT-05 what the video server's clock stamps later than now is taken as now, what it stamps earlier stays", async () => {
  await startClass()
  const now = new Date(Math.floor(world.clock.now().getTime() / 1_000) * 1_000)
  world.clock.set(now)
  const inSeconds = (skew: number) => String(now.getTime() / 1_000 + skew)
  const ahead = { ...(await sentJoin("EV_ahead")), createdAt: inSeconds(5) }
  const behind = { ...ahead, id: "EV_behind", createdAt: inSeconds(-5) }
  for (const sent of [ahead, behind]) await receiveWebhook(world.ctx, ...(await sign(sent)))
  const told = (await listPresence(world.ctx, classId)).map(({ id, at }) => [
    id,
    at.getTime() - now.getTime(),
  ])
  expect(told.sort()).toEqual([
    ["EV_ahead", 0],
    ["EV_behind", -5_000],
  ])
})

test("ATT-02 a webhook signed with another secret, changed on the way or not signed at all is refused", async () => {
  await startClass()
  const sent = await sentJoin("EV_forged")
  const [body, forged] = await sign(sent, "not the secret, yet as long as it has to be")
  const [, authorization] = await sign(sent)
  const changed = body.replace("PA_test", "PA_other")
  expect(await receiveWebhook(world.ctx, body, forged)).toBe("refused")
  expect(await receiveWebhook(world.ctx, changed, authorization)).toBe("refused")
  expect(await receiveWebhook(world.ctx, body, null)).toBe("refused")
  expect(await listPresence(world.ctx, classId)).toEqual([])
  expect(await receiveWebhook(world.ctx, body, authorization)).toBe("accepted")
  expect(await listPresence(world.ctx, classId)).toHaveLength(1)
})

test("ATT-02 webhooks about rooms, people or classes that are not ours are taken without effect", async () => {
  await startClass()
  const sent = await sentJoin("EV_strange")
  const strangers: Sent[] = [
    { ...sent, room: { name: "somebody-elses-room" } },
    { ...sent, room: { name: `kaksha-${crypto.randomUUID()}` } },
    { ...sent, participant: { sid: "PA_x", identity: `${crypto.randomUUID()}:device-1` } },
    { ...sent, participant: { sid: "PA_x", identity: "recorder" } },
    { ...sent, event: "room_finished" },
  ]
  for (const stranger of strangers) {
    expect(await receiveWebhook(world.ctx, ...(await sign(stranger)))).toBe("accepted")
  }
  expect(await listPresence(world.ctx, classId)).toEqual([])
})

test("ROOM-03 a banned student who comes back with an old token is sent out on joining", async () => {
  await startClass()
  const entry = await joinRoom(world.as(student), { class_id: classId, device_id: "device-1" })
  await world.ctx.db
    .insert(roomBans)
    .values({ class_id: classId, person_id: student.user_id, banned_by: instructor.user_id })
  await world.enterWith(entry)
  await vi.waitFor(
    async () => expect(await world.video.port.listParticipants(entry.room)).toEqual([]),
    15_000,
  )
})

test("D5 an instructor who comes back releases held students without waiting for the poll", async () => {
  await startClass()
  await world.enter(student, classId)
  const since = world.clock.now()
  await world.ctx.db.update(classRooms).set({ held_since: since, unattended_since: since })
  await world.enter(instructor, classId)
  await vi.waitFor(async () => {
    const rooms = await world.ctx.db.select().from(classRooms)
    expect(rooms.find((room) => room.class_id === classId)).toMatchObject({ held_since: null })
  }, 15_000)
})
