import { DisconnectReason, dispose, type Room } from "@livekit/rtc-node"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { SECOND } from "#shared/time.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { listPresence } from "./presence.ts"
import { getRoomState, joinRoom } from "./service.ts"
import { classRooms, roomBans, roomOutages } from "./table.ts"
import {
  lookIntoLiveRooms,
  publishedBy,
  publishSilence,
  type RoomWorld,
  startRoomWorld,
  writeClass,
  writeSeat,
} from "./test-room.ts"

let world: RoomWorld
let instructor: SignedIn
let student: SignedIn
let classId: string

beforeAll(async () => {
  world = await startRoomWorld()
}, VIDEO_SETUP_TIMEOUT_MS)

afterEach(async () => {
  await world.ctx.db.update(scheduledClasses).set({ status: "completed" })
  world.onWebhook(async () => undefined)
  world.clock.advance(7_200 * SECOND)
})

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

/** Polls some seconds after the last time, as the poller does. */
async function poll(afterSeconds = 5): Promise<void> {
  world.clock.advance(afterSeconds * SECOND)
  await lookIntoLiveRooms(world.ctx)
}

async function readRoom() {
  const [room] = await world.ctx.db.select().from(classRooms).where(eq(classRooms.class_id, classId))
  if (!room) throw new Error("the class has no room")
  return room
}

/** How long nobody could tell who was in the room. */
async function outageSeconds(): Promise<number> {
  const rows = await world.ctx.db.select().from(roomOutages).where(eq(roomOutages.class_id, classId))
  return rows.reduce((sum, row) => sum + (row.ended_at.getTime() - row.began_at.getTime()) / SECOND, 0)
}

async function presence(person: SignedIn): Promise<string[]> {
  const events = await listPresence(world.ctx, classId)
  return events.filter((event) => event.personId === person.user_id).map((event) => event.kind)
}

async function permissionOf(person: SignedIn) {
  const listed = await world.video.port.listParticipants((await readRoom()).name)
  return listed.find((one) => one.identity.startsWith(`${person.user_id}:`))?.grant
}

async function untilGone(person: SignedIn): Promise<void> {
  await vi.waitFor(async () => expect(await permissionOf(person)).toBeUndefined(), 15_000)
}

function whenSentOut(room: Room): Promise<DisconnectReason> {
  return new Promise((resolve) => room.once("disconnected", resolve))
}

test("ATT-05 with no webhook delivered the poll alone writes down who came, stayed and went", async () => {
  await startClass()
  await poll()
  expect((await readRoom()).name).toContain(classId)
  const pupil = await world.enter(student, classId)
  await poll()
  expect(await presence(student)).toEqual(["seen"])
  for (let n = 0; n < 30; n += 1) await poll()
  expect(await presence(student)).toEqual(["seen"])
  expect(await getRoomState(world.as(student), classId)).toMatchObject({ people_present: 1 })
  await pupil.disconnect()
  await untilGone(student)
  await poll()
  await poll()
  expect(await presence(student)).toEqual(["seen", "seen", "gone"])
  expect(await getRoomState(world.as(student), classId)).toMatchObject({ people_present: 0 })
})

test("D5 a minute without an instructor takes students' publishing away, the instructor's return restores it", async () => {
  await startClass()
  const teacher = await world.enter(instructor, classId)
  const pupil = await world.enter(student, classId)
  await publishSilence(pupil, "microphone")
  await poll()
  const { name } = await readRoom()
  await vi.waitFor(
    async () => expect(await publishedBy(world, name, student)).toEqual(["microphone"]),
    10_000,
  )

  await teacher.disconnect()
  await untilGone(instructor)
  await poll()
  await poll(55)
  expect(await permissionOf(student)).toMatchObject({ canPublish: true })
  expect((await readRoom()).held_since).toBeNull()
  await poll()
  expect((await readRoom()).held_since).toEqual(world.clock.now())
  expect(await getRoomState(world.as(student), classId)).toMatchObject({ waiting_for_instructor: true })
  await vi.waitFor(async () => {
    expect(await permissionOf(student)).toMatchObject({ canPublish: false, canPublishData: false })
    expect(await publishedBy(world, name, student)).toEqual([])
  }, 10_000)

  await world.enter(instructor, classId)
  await poll()
  expect(await readRoom()).toMatchObject({ held_since: null, unattended_since: null })
  await vi.waitFor(async () => {
    expect(await permissionOf(student)).toMatchObject({ canPublish: true, sources: ["camera", "microphone"] })
  }, 10_000)
}, 40_000)

test("ROOM-03 a banned student who comes back with an old token is sent out again by the next poll", async () => {
  await startClass()
  const entry = await joinRoom(world.as(student), { class_id: classId, device_id: "device-1" })
  await world.ctx.db
    .insert(roomBans)
    .values({ class_id: classId, person_id: student.user_id, banned_by: instructor.user_id })
  for (let n = 0; n < 2; n += 1) {
    const sentOut = whenSentOut(await world.enterWith(entry))
    await poll()
    expect(await sentOut).toBe(DisconnectReason.PARTICIPANT_REMOVED)
  }
})

test("CLS-07 a student who gave the seat back is sent out, the others stay", async () => {
  await startClass()
  const other = await createStudent(world.ctx)
  await writeSeat(world.ctx, classId, other)
  const leaver = await world.enter(student, classId)
  const stayer = await world.enter(other, classId)
  await poll()
  await world.ctx.db.delete(classEnrollments).where(eq(classEnrollments.student_id, student.user_id))
  const sentOut = whenSentOut(leaver)
  await poll()
  expect(await sentOut).toBe(DisconnectReason.PARTICIPANT_REMOVED)
  expect(stayer.isConnected).toBe(true)
})

test("ROOM-03 rights changed behind the product's back are put right by the next poll", async () => {
  await startClass()
  const pupil = await world.enter(student, classId)
  await poll()
  const everything = {
    canPublish: true,
    sources: ["screen_share" as const],
    canPublishData: true,
    canSubscribe: true,
  }
  await world.video.port.setGrant((await readRoom()).name, pupil.localParticipant?.identity ?? "", everything)
  await poll()
  await vi.waitFor(async () => {
    expect(await permissionOf(student)).toMatchObject({
      sources: ["camera", "microphone"],
      canPublishData: false,
    })
  }, 10_000)
})

test("ROOM-02 after a restart of the video server the next poll makes the room again and joining leads there", async () => {
  await startClass()
  const pupil = await world.enter(student, classId)
  await poll()
  const { name } = await readRoom()
  const { pid } = world.video.server
  if (pid === undefined) throw new Error("no video server")
  process.kill(pid, "SIGKILL")
  await poll()
  await poll()
  expect((await readRoom()).name).toBe(name)
  expect(await outageSeconds()).toBe(10)

  await vi.waitFor(() => expect(world.video.server.pid).not.toBe(pid), 20_000)
  await vi.waitFor(() => world.video.port.listRooms(), 20_000)
  await poll()
  expect((await readRoom()).name).toBe(`${name}-1`)
  // From the last answered look to the next.
  expect(await outageSeconds()).toBe(15)
  expect((await world.video.port.listRooms()).map((room) => room.name)).toEqual([`${name}-1`])
  expect(await presence(student)).toEqual(["seen", "gone"])
  await pupil.disconnect()
  const again = await world.enter(student, classId)
  await poll()
  expect(again.name).toBe(`${name}-1`)
  expect(await presence(student)).toEqual(["seen", "gone", "seen"])
}, 60_000)
