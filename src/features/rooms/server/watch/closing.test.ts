import { DisconnectReason, dispose, type Room } from "@livekit/rtc-node"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import type { Job } from "#platform/jobs/jobs.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { HOUR, MINUTE, SECOND } from "#shared/time.ts"
import { createTestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { roomsJobs } from "../jobs.ts"
import { readClassWithRoom } from "../room.ts"
import { joinRoom } from "../service.ts"
import { classRooms } from "../table.ts"
import { lookIntoLiveRooms, type RoomWorld, startRoomWorld, writeClass, writeSeat } from "../test-room.ts"
import { reconcileRoom } from "./reconcile.ts"

let world: RoomWorld
let instructor: SignedIn
let classId: string

beforeAll(async () => {
  world = await startRoomWorld()
}, VIDEO_SETUP_TIMEOUT_MS)

afterEach(async () => {
  await world.ctx.db.update(scheduledClasses).set({ status: "completed" })
  world.clock.advance(15 * HOUR)
})

afterAll(async () => {
  await world.close()
  await dispose()
})

/** A live class of an hour or more from now, and the instant of a minute of it. */
async function startClass(ctx: Ctx = world.ctx, hours = 1): Promise<(minute: number) => Date> {
  instructor = await createInstructor(ctx)
  const began = ctx.clock.now().getTime()
  classId = await writeClass(ctx, instructor, { ends_at: new Date(began + hours * HOUR) })
  return (minute) => new Date(began + minute * MINUTE)
}

async function run(queue: string, data: object = {}, ctx: Ctx = world.ctx): Promise<void> {
  const job: Job | undefined = roomsJobs.find((one) => one.queue === queue)
  if (!job) throw new Error(`no job ${queue}`)
  await job.handle(ctx, job.input.parse(data))
}

/** Leaves, and waits until the video server has noticed. */
async function leave(room: Room): Promise<void> {
  const { name = "" } = room
  await room.disconnect()
  await vi.waitFor(async () => expect(await world.video.port.listParticipants(name)).toEqual([]), 15_000)
}

/** Leaves 20 s after a look, and goes on to the next minute. */
async function leaveBeforeNextMinute(room: Room): Promise<void> {
  world.clock.advance(40 * SECOND)
  await minute()
  await leave(room)
  world.clock.advance(20 * SECOND)
}

/** Polls and runs the job of each minute up to an instant, as the product does; answers the class then. */
async function liveUntil(instant: Date) {
  for (; world.clock.now() < instant; world.clock.advance(MINUTE)) await minute()
  return minute()
}

async function minute() {
  await lookIntoLiveRooms(world.ctx)
  await run("rooms.close-abandoned")
  return readClass(world.ctx)
}

async function readClass(ctx: Ctx) {
  const { status, ended_at } = scheduledClasses
  const [row] = await ctx.db
    .select({ status, ended_at })
    .from(scheduledClasses)
    .where(eq(scheduledClasses.id, classId))
  return row
}

test("D5 a class whose instructor left for good is completed at its scheduled end, not before", async () => {
  const at = await startClass()
  const teacher = await world.enter(instructor, classId)
  await liveUntil(at(20))
  await leave(teacher)
  expect(await liveUntil(at(59))).toEqual({ status: "live", ended_at: null })
  world.published.length = 0
  expect(await liveUntil(at(60))).toEqual({ status: "completed", ended_at: at(60) })
  expect(world.published).toContainEqual({ topic: "class.completed", data: { class_id: classId } })
})

test("D5 an instructor who overran and left is given the grace, and the class ended when they left", async () => {
  const at = await startClass()
  const teacher = await world.enter(instructor, classId)
  expect(await liveUntil(at(75))).toMatchObject({ status: "live" })
  await leaveBeforeNextMinute(teacher)
  expect(await liveUntil(at(85))).toMatchObject({ status: "live" })
  expect(await liveUntil(at(86))).toEqual({ status: "completed", ended_at: at(76) })
})

test("D5 an instructor who comes back within the grace keeps the class", async () => {
  const at = await startClass()
  const teacher = await world.enter(instructor, classId)
  await liveUntil(at(65))
  await leave(teacher)
  await liveUntil(at(72))
  await world.enter(instructor, classId)
  expect(await liveUntil(at(90))).toMatchObject({ status: "live" })
})

test("D5 a class whose instructor forgot to leave is completed after twelve hours", async () => {
  const at = await startClass()
  await world.enter(instructor, classId)
  await liveUntil(at(61))
  world.clock.set(at(12 * 60 - 1))
  expect(await minute()).toMatchObject({ status: "live" })
  world.clock.set(at(12 * 60))
  expect(await minute()).toEqual({ status: "completed", ended_at: at(12 * 60) })
})

test("D5 a class during which the product was stopped for a night ended at its scheduled end", async () => {
  const at = await startClass()
  const teacher = await world.enter(instructor, classId)
  await liveUntil(at(20))
  await leave(teacher)
  world.clock.set(at(13 * 60))
  expect(await minute()).toMatchObject({ status: "live" })
  // Whose browser finds its way back has the grace for it.
  expect(await liveUntil(at(13 * 60 + 9))).toMatchObject({ status: "live" })
  expect(await liveUntil(at(13 * 60 + 10))).toEqual({ status: "completed", ended_at: at(60) })
})

test("D5 an instructor who left in the twelfth hour is given the grace", async () => {
  const at = await startClass()
  const teacher = await world.enter(instructor, classId)
  await liveUntil(at(10))
  world.clock.set(at(12 * 60 - 5))
  await minute()
  await leaveBeforeNextMinute(teacher)
  expect(await liveUntil(at(12 * 60 + 5))).toMatchObject({ status: "live" })
  expect(await liveUntil(at(12 * 60 + 6))).toEqual({ status: "completed", ended_at: at(12 * 60 - 4) })
})

test("D5 a class of more than twelve hours goes on to its scheduled end, and then has the grace", async () => {
  const at = await startClass(world.ctx, 13)
  const teacher = await world.enter(instructor, classId)
  world.clock.set(at(13 * 60 - 2))
  await minute()
  await leave(teacher)
  expect(await liveUntil(at(13 * 60 + 7))).toMatchObject({ status: "live" })
  expect(await liveUntil(at(13 * 60 + 8))).toEqual({ status: "completed", ended_at: at(13 * 60) })
})

test("D5 a class that its instructor started and never entered is completed at its end", async () => {
  const at = await startClass()
  expect(await liveUntil(at(59))).toMatchObject({ status: "live" })
  expect(await liveUntil(at(60))).toEqual({ status: "completed", ended_at: at(60) })
})

test("D5 after a stop of the product an instructor who is still there is asked for before the class is closed", async () => {
  const at = await startClass()
  await world.enter(instructor, classId)
  await liveUntil(at(10))
  world.clock.set(at(100))
  await run("rooms.close-abandoned")
  expect(await readClass(world.ctx)).toMatchObject({ status: "live" })
})

test("D5 a class is closed although the video server is away for good", async () => {
  const without = await createTestContext()
  const at = await startClass(without.ctx)
  const seen = { class_id: classId, name: "kaksha-of-no-server", polled_at: at(55) }
  await without.ctx.db.insert(classRooms).values(seen)
  without.clock.set(at(64))
  await run("rooms.close-abandoned", {}, without.ctx)
  expect(await readClass(without.ctx)).toMatchObject({ status: "live" })
  without.clock.set(at(65))
  await run("rooms.close-abandoned", {}, without.ctx)
  expect(await readClass(without.ctx)).toEqual({ status: "completed", ended_at: at(60) })
  await without.close()
})

test("ROOM-03 when a class is over everybody is sent out and its room is closed, however often the job runs", async () => {
  await startClass()
  const student = await createStudent(world.ctx)
  await writeSeat(world.ctx, classId, student)
  const rooms = await Promise.all([world.enter(instructor, classId), world.enter(student, classId)])
  const reasons = Promise.all(
    rooms.map((room) => new Promise<DisconnectReason>((resolve) => room.once("disconnected", resolve))),
  )
  await run("rooms.close", { class_id: classId })
  const { room } = await joinRoom(world.as(student), { class_id: classId, device_id: "device-1" })
  expect(await world.video.port.listParticipants(room)).toHaveLength(2)
  const held = await readClassWithRoom(world.ctx, classId)
  await world.ctx.db
    .update(scheduledClasses)
    .set({ status: "completed" })
    .where(eq(scheduledClasses.id, classId))
  await run("rooms.close", { class_id: classId })
  expect(await reasons).toEqual([DisconnectReason.ROOM_DELETED, DisconnectReason.ROOM_DELETED])
  await run("rooms.close", { class_id: classId })
  // A look that began before the class ended makes no room anew.
  if (held) await reconcileRoom(world.ctx, held)
  expect((await readClassWithRoom(world.ctx, classId))?.room?.name).toBe(room)
  expect((await world.video.port.listRooms()).filter((room) => room.name.includes(classId))).toEqual([])
})

test("ROOM-03 closing a room fails while the video server is away, so that it is tried again", async () => {
  const without = await createTestContext()
  await startClass(without.ctx)
  await without.ctx.db.update(scheduledClasses).set({ status: "completed" })
  await expect(run("rooms.close", { class_id: classId }, without.ctx)).rejects.toThrow(VideoUnavailable)
  expect(roomsJobs.find((job) => job.queue === "rooms.close")?.on).toEqual([
    "class.completed",
    "class.cancelled",
  ])
  await without.close()
})
