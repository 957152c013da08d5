import { dispose } from "@livekit/rtc-node"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { demoClassRequests, type scheduledClasses } from "#features/classes/server/table.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { getRoomState, joinRoom } from "./service.ts"
import { classRooms, roomBans } from "./table.ts"
import {
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

beforeAll(async () => {
  world = await startRoomWorld()
  instructor = await createInstructor(world.ctx)
  student = await createStudent(world.ctx)
}, VIDEO_SETUP_TIMEOUT_MS)

afterAll(async () => {
  await world.close()
  await dispose()
})

function join(viewer: SignedIn, class_id: string, device_id = "device-1") {
  return joinRoom(world.as(viewer), { class_id, device_id })
}

const refused = (code: string) => expect.objectContaining({ name: "Refusal", code })

/** What a token says, read without checking it: the video server does that. */
function read(token: string): { exp: number; nbf: number; metadata: string; video: Record<string, unknown> } {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
}

// Each test has an instructor of its own, for nobody holds two classes at once.
async function liveClass(columns: Partial<typeof scheduledClasses.$inferInsert> = {}): Promise<string> {
  instructor = await createInstructor(world.ctx)
  return writeClass(world.ctx, instructor, columns)
}

test("CLS-09 a student without a place is told what is missing, by kind of class and state of request", async () => {
  const regular = await liveClass()
  await expect(join(student, regular)).rejects.toEqual(refused("ENROLMENT_REQUIRED"))
  const demo = await liveClass({ class_type: "demo" })
  await expect(join(student, demo)).rejects.toEqual(refused("DEMO_REQUEST_REQUIRED"))

  const request = {
    id: newId(),
    class_id: demo,
    student_id: student.user_id,
    instructor_id: instructor.user_id,
  }
  await world.ctx.db.insert(demoClassRequests).values(request)
  await expect(join(student, demo)).rejects.toEqual(refused("REQUEST_PENDING"))
  await world.ctx.db
    .update(demoClassRequests)
    .set({ status: "rejected" })
    .where(eq(demoClassRequests.id, request.id))
  await expect(join(student, demo)).rejects.toEqual(refused("REQUEST_DENIED"))
  await world.ctx.db
    .update(demoClassRequests)
    .set({ status: "approved" })
    .where(eq(demoClassRequests.id, request.id))
  expect(await join(student, demo)).toMatchObject({ role: "student" })
})

test("CLS-09 nobody enters before the instructor started the class or after it is over, nor a class that is not", async () => {
  const scheduled = await liveClass({ status: "scheduled" })
  await writeSeat(world.ctx, scheduled, student)
  await expect(join(student, scheduled)).rejects.toEqual(refused("CLASS_NOT_READY"))
  await expect(join(instructor, scheduled)).rejects.toEqual(refused("CLASS_NOT_READY"))
  for (const status of ["completed", "cancelled"] as const) {
    const over = await liveClass({ status })
    await writeSeat(world.ctx, over, student)
    await expect(join(student, over)).rejects.toEqual(refused("CLASS_OVER"))
    await expect(join(instructor, over)).rejects.toEqual(refused("CLASS_OVER"))
  }
  await expect(join(student, newId())).rejects.toEqual(refused("NOT_FOUND"))
})

test("CLS-09 the class's instructor and any admin may join, another instructor may not", async () => {
  const classId = await liveClass()
  expect(await join(instructor, classId)).toMatchObject({ role: "instructor" })
  expect(await join(await createAdmin(world.ctx), classId)).toMatchObject({ role: "instructor" })
  const other = await createInstructor(world.ctx)
  await expect(join(other, classId)).rejects.toEqual(refused("ENROLMENT_REQUIRED"))
})

test("ROOM-03 a person the instructor put out is refused", async () => {
  const classId = await liveClass()
  await writeSeat(world.ctx, classId, student)
  await world.ctx.db
    .insert(roomBans)
    .values({ class_id: classId, person_id: student.user_id, banned_by: instructor.user_id })
  await expect(join(student, classId)).rejects.toEqual(refused("REMOVED_FROM_CLASS"))
})

test("CLS-09 without a video server joining says so", async () => {
  const without = await createTestContext()
  const teacher = await createInstructor(without.ctx)
  const classId = await writeClass(without.ctx, teacher)
  const joining = joinRoom(without.as(teacher), { class_id: classId, device_id: "device-1" })
  await expect(joining).rejects.toEqual(refused("VIDEO_UNAVAILABLE"))
  await without.close()
})

test("CLS-09 the token is for two minutes, this person, this device, this class's room and this role", async () => {
  const classId = await liveClass()
  await writeSeat(world.ctx, classId, student)
  const entry = await join(student, classId, "tablet_7")
  expect(entry.room).toMatch(new RegExp(`^kaksha-fractions-step-by-step-${classId}$`))
  expect(entry.identity).toBe(`${student.user_id}:tablet_7`)
  expect(entry.server_url).toBe(world.video.server.url)
  const token = read(entry.token)
  expect(token.exp - Math.floor(Date.now() / 1_000)).toBeGreaterThan(110)
  expect(token.exp - Math.floor(Date.now() / 1_000)).toBeLessThanOrEqual(120)
  expect(JSON.parse(token.metadata)).toEqual({ role: "student", name: "Asha Rao" })
  expect(token.video).toMatchObject({
    room: entry.room,
    roomAdmin: false,
    roomCreate: false,
    canPublish: true,
    canPublishSources: ["camera", "microphone"],
    canPublishData: false,
    canUpdateOwnMetadata: false,
  })
})

test("ROOM-03 the video server takes a student's microphone, but neither screen share nor data", async () => {
  const classId = await liveClass()
  await writeSeat(world.ctx, classId, student)
  const entry = await join(student, classId)
  const teacher = await world.enter(instructor, classId)
  const pupil = await world.enterWith(entry)
  const heard: string[] = []
  teacher.on("dataReceived", (payload) => heard.push(new TextDecoder().decode(payload)))

  await publishSilence(pupil, "microphone")
  await publishSilence(teacher, "screen_share_audio")
  await vi.waitFor(async () => {
    expect(await publishedBy(world, entry.room, student)).toEqual(["microphone"])
    expect(await publishedBy(world, entry.room, instructor)).toEqual(["screen_share_audio"])
  }, 10_000)
  const say = (words: string) =>
    pupil.localParticipant?.publishData(new TextEncoder().encode(words), { reliable: true })
  await say("while not allowed")
  // The server leaves a forbidden track unanswered, until the client gives up after 10 s.
  await expect(publishSilence(pupil, "screen_share_audio")).rejects.toThrow()
  expect(await publishedBy(world, entry.room, student)).toEqual(["microphone"])

  const all = { canPublish: false, sources: [], canPublishData: true, canSubscribe: true }
  await world.video.port.setGrant(entry.room, entry.identity, all)
  await vi.waitFor(async () => {
    await say("once allowed")
    expect(heard).toContain("once allowed")
  }, 10_000)
  expect(heard).not.toContain("while not allowed")
}, 40_000)

test("ROOM-04 two devices of one person are both in the room and count as one person", async () => {
  const classId = await liveClass()
  await writeSeat(world.ctx, classId, student)
  const phone = await world.enter(student, classId, "phone-1")
  const laptop = await world.enter(student, classId, "laptop-1")
  const listed = await world.video.port.listParticipants((await join(student, classId)).room)
  expect(listed.map((one) => one.identity).sort()).toEqual([
    `${student.user_id}:laptop-1`,
    `${student.user_id}:phone-1`,
  ])
  expect([phone.isConnected, laptop.isConnected]).toEqual([true, true])
})

test("D5 a student who joins while students are held may publish nothing, the instructor may", async () => {
  const classId = await liveClass()
  await writeSeat(world.ctx, classId, student)
  expect(read((await join(student, classId)).token).video).toMatchObject({ canPublish: true })
  world.clock.advance(60_000)
  expect(read((await join(student, classId)).token).video).toMatchObject({
    canPublish: false,
    canSubscribe: true,
  })
  expect(read((await join(instructor, classId)).token).video).toMatchObject({ canPublish: true })
})

test("D5 the state of a room says whether students wait, to those who may be in it", async () => {
  const classId = await liveClass()
  await writeSeat(world.ctx, classId, student)
  const outsider = await createStudent(world.ctx)
  await expect(getRoomState(world.as(outsider), classId)).rejects.toEqual(refused("FORBIDDEN"))
  await expect(getRoomState(world.as(student), newId())).rejects.toEqual(refused("NOT_FOUND"))
  const calm = {
    class_id: classId,
    status: "live",
    waiting_for_instructor: false,
    people_present: 0,
    video: "up",
    engine: "livekit",
  }
  expect(await getRoomState(world.as(student), classId)).toEqual(calm)
  await join(student, classId)
  await world.ctx.db
    .update(classRooms)
    .set({ held_since: world.clock.now() })
    .where(eq(classRooms.class_id, classId))
  expect(await getRoomState(world.as(student), classId)).toEqual({ ...calm, waiting_for_instructor: true })
})

test("ROOM-02 fifty people who join at once, and again after the room was forgotten, get one room", async () => {
  const classId = await liveClass()
  const joinAll = async () => {
    const entries = await Promise.all(
      Array.from({ length: 50 }, (_, n) => join(instructor, classId, `device-${n}`)),
    )
    return [...new Set(entries.map((entry) => entry.room))]
  }
  const [first, ...others] = await joinAll()
  expect(others).toEqual([])
  await world.video.port.closeRoom(first ?? "")
  expect(await joinAll()).toEqual([`${first}-1`])
})

test("OPS-06 who joins has the video server asked for their own room alone, however many are open", async () => {
  const classId = await liveClass()
  await join(instructor, classId)
  const asked: (string[] | undefined)[] = []
  const { port } = world.video
  const watched = {
    ...port,
    listRooms: (names?: string[]) => {
      asked.push(names)
      return port.listRooms(names)
    },
    listParticipants: () => Promise.reject(new Error("nobody asks who is there")),
  }
  const ctx = { ...world.as(instructor), video: { ...world.ctx.video, port: watched } }
  const { room } = await joinRoom(ctx, { class_id: classId, device_id: "device-2" })
  expect(asked).toEqual([[room]])
})

test("ROOM-04 people who join a class of a music program are told to send music", async () => {
  await seedPrograms(world.ctx)
  const ofService = async (service: "Music" | "Sports") => {
    const [program] = await world.ctx.db.select().from(programs).where(eq(programs.service, service)).limit(1)
    const class_id = await liveClass({ course_id: program?.id ?? null })
    return (await join(instructor, class_id)).sound
  }
  expect([await ofService("Music"), await ofService("Sports")]).toEqual(["music", "speech"])
  const alone = await liveClass()
  expect((await join(instructor, alone)).sound).toBe("speech")
})
