import { dispose } from "@livekit/rtc-node"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createStudent } from "#tests/people.ts"
import { VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { openCheckRoom } from "./check.ts"
import { presenceEvents } from "./table.ts"
import { lookIntoLiveRooms, type RoomWorld, startRoomWorld } from "./test-room.ts"
import { receiveWebhook } from "./webhook.ts"

let world: RoomWorld

beforeAll(async () => {
  world = await startRoomWorld()
}, VIDEO_SETUP_TIMEOUT_MS)
afterAll(async () => {
  await world.close()
  await dispose()
})

test("ROOM-08 the connection is tried in a room of one's own, which counts as no class", async () => {
  world.onWebhook(({ body, authorization }) => receiveWebhook(world.ctx, body, authorization))
  const asha = await createStudent(world.ctx)
  const kabir = await createStudent(world.ctx)
  const entry = await openCheckRoom(world.as(asha))
  expect(entry.relay).toBe(false)
  const room = await world.enterWith(entry)
  expect(room.name).not.toBe((await world.enterWith(await openCheckRoom(world.as(kabir)))).name)
  expect(room.remoteParticipants.size).toBe(0)
  // Twice at once, as in two tabs, nobody is thrown out.
  const again = await world.enterWith(await openCheckRoom(world.as(asha)))
  expect(again.isConnected && room.isConnected).toBe(true)
  await lookIntoLiveRooms(world.ctx)
  expect(await world.ctx.db.select().from(presenceEvents)).toEqual([])
})
