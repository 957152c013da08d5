import { afterAll, beforeAll, expect, test } from "vitest"
import { classOfRoomName } from "#features/rooms/rules.ts"
import { newId } from "#shared/ids.ts"
import { startTestVideoServer, type TestVideoServer, VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { ownRooms } from "./own-rooms.ts"
import type { VideoService } from "./service.ts"

let video: TestVideoServer

beforeAll(async () => {
  video = await startTestVideoServer({ webhookUrl: "http://127.0.0.1:1/" })
}, VIDEO_SETUP_TIMEOUT_MS)
afterAll(() => video?.stop())

const timeouts = { emptyTimeoutSeconds: 60, departureTimeoutSeconds: 20 }

test("OPS-03 a restored copy on the original's video server sees, opens and closes rooms of its own alone", async () => {
  const original: VideoService = {
    port: video.port,
    status: () => "external",
    meetings: null,
    origins: () => [],
    reason: () => null,
  }
  const copy = ownRooms(original, newId())
  const name = `kaksha-fractions-${newId()}`
  await original.port.ensureRoom({ name, ...timeouts })
  expect(await copy.port.listRooms()).toEqual([])
  expect((await copy.port.ensureRoom({ name, ...timeouts })).name).toBe(name)
  expect((await copy.port.listRooms()).map((room) => room.name)).toEqual([name])
  const all = (await original.port.listRooms()).map((room) => room.name)
  expect(all).toHaveLength(2)
  // The server's reports about the copy's room refer to no class of the original.
  expect(all.map(classOfRoomName).filter((id) => id !== null)).toHaveLength(1)

  const token = await copy.port.mintToken({
    room: name,
    identity: "student",
    name: "Asha",
    grant: { canPublish: false, sources: [], canPublishData: false, canSubscribe: true },
    ttlSeconds: 60,
  })
  const { video: grant } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
  expect(all).toContain(grant.room)
  expect(grant.room).not.toBe(name)

  await copy.port.closeRoom(name)
  expect((await original.port.listRooms()).map((room) => room.name)).toEqual([name])
})
