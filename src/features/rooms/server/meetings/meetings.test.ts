import { createRouterClient } from "@orpc/server"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { countPresent, listPresence } from "../presence.ts"
import { readClassWithRoom } from "../room.ts"
import { roomsRouter } from "../router.ts"
import { getRoomState, joinRoom } from "../service.ts"
import { classRooms, roomBans } from "../table.ts"
import { lookIntoLiveRooms, writeClass, writeSeat } from "../test-room.ts"
import { reconcileMeeting } from "./reconcile-meeting.ts"
import { reportPresence } from "./report.ts"

let world: TestContext
let instructor: SignedIn
let student: SignedIn
let classId: string

beforeAll(async () => {
  world = await createTestContext({
    env: {
      ...{ VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "meet.academy.example", JITSI_APP_ID: "kaksha" },
      JITSI_APP_SECRET: "a-secret-that-prosody-has-as-well",
    },
  })
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.ctx.db.update(scheduledClasses).set({ status: "completed" })
  world.clock.advance(2 * 60 * MINUTE)
  instructor = await createInstructor(world.ctx)
  student = await createStudent(world.ctx)
  classId = await writeClass(world.ctx, instructor)
  await writeSeat(world.ctx, classId, student)
})

const join = (viewer: SignedIn) => joinRoom(world.as(viewer), { class_id: classId, device_id: "device-1" })
const refused = (code: string) => expect.objectContaining({ name: "Refusal", code })

function report(viewer: SignedIn, stay_id: string, leaving = false) {
  return reportPresence(world.as(viewer), { class_id: classId, device_id: "device-1", stay_id, leaving })
}

/** Reports as a browser does, and looks as the product does, for so long. */
async function stayFor(seconds: number, stays: [viewer: SignedIn, stay: string][]): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 15) {
    for (const [viewer, stay] of stays) await report(viewer, stay)
    await lookIntoLiveRooms(world.ctx)
    world.clock.advance(15 * SECOND)
  }
}

const eventsOf = async (person: SignedIn) =>
  (await listPresence(world.ctx, classId)).filter(({ personId }) => personId === person.user_id)

test("ROOM-06 CLS-09 who may enter gets the meeting, its token and their role; its name can't be guessed and stays", async () => {
  const entered = await join(instructor)
  expect(entered).toMatchObject({
    ...{ role: "instructor", server_url: "https://meet.academy.example", voice_counts: false },
    meeting: { domain: "meet.academy.example", room_name: entered.room, may_record: false },
  })
  expect(entered.room).toMatch(/^kaksha-fractions-step-by-step-[\da-f]{32}$/)
  expect(entered.room).not.toContain(classId)
  const claims = JSON.parse(Buffer.from(entered.token.split(".")[1] ?? "", "base64url").toString())
  expect(claims).toMatchObject({ room: entered.room, moderator: true })
  expect(claims.context.user.id).toBe(instructor.user_id)

  const other = await join(student)
  expect(other).toMatchObject({ role: "student", room: entered.room })
  expect(JSON.parse(Buffer.from(other.token.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
    moderator: false,
    context: { user: { name: "Asha Rao", affiliation: "member" } },
  })
  await expect(join(await createStudent(world.ctx))).rejects.toEqual(refused("ENROLMENT_REQUIRED"))
  await expect(join(await createInstructor(world.ctx))).rejects.toEqual(refused("ENROLMENT_REQUIRED"))
  expect(await join(await createAdmin(world.ctx))).toMatchObject({ role: "instructor", room: entered.room })
  expect(await getRoomState(world.as(student), classId)).toMatchObject({ engine: "jitsi", video: "external" })
})

test("ROOM-06 a name from before the academy changed to Jitsi is not kept, because it contains the class's id", async () => {
  const name = `kaksha-fractions-${classId}`
  await world.ctx.db.insert(classRooms).values({ class_id: classId, name })
  const { room } = await join(instructor)
  expect(room).not.toContain(classId)
  expect((await join(student)).room).toBe(room)
})

test("ROOM-06 ATT-01 a browser reports for its own person and for now, and what is repeated counts once", async () => {
  await join(instructor)
  const stay = newId()
  await report(student, stay)
  await report(student, stay)
  const [seen, ...more] = await eventsOf(student)
  expect(more).toEqual([])
  expect(seen).toMatchObject({ kind: "seen", source: "report", deviceId: "device-1", at: world.clock.now() })
  // Another's stay is nobody else's.
  await report(instructor, stay)
  expect(await eventsOf(student)).toHaveLength(1)
  expect(await countPresent(world.ctx, classId)).toBe(2)
  world.clock.advance(15 * SECOND)
  await report(student, stay, true)
  expect((await eventsOf(student)).map(({ kind, connectionId }) => [kind, connectionId])).toEqual([
    ["seen", seen?.connectionId],
    ["left", seen?.connectionId],
  ])
  expect(await countPresent(world.ctx, classId)).toBe(1)
})

test("ROOM-06 ATT-01 who falls silent was there until the grace, and a later report of the same stay begins anew", async () => {
  await join(instructor)
  const [teaching, stay] = [newId(), newId()]
  await stayFor(60, [
    [instructor, teaching],
    [student, stay],
  ])
  await stayFor(10 * 60, [[instructor, teaching]])
  await report(student, stay)
  const events = await eventsOf(student)
  expect(events.map(({ kind }) => kind)).toEqual(["seen", "seen", "seen", "seen", "gone", "seen"])
  expect(new Set(events.map(({ connectionId }) => connectionId)).size).toBe(2)
  const [last, gone] = events.slice(3, 5).map(({ at }) => at.getTime())
  expect(((gone ?? 0) - (last ?? 0)) / SECOND).toBe(60)
})

test("ROOM-06 nobody reports who may not be in the class, nor before or after it", async () => {
  await expect(report(instructor, newId())).rejects.toEqual(refused("CLASS_NOT_LIVE"))
  await join(instructor)
  await expect(report(await createStudent(world.ctx), newId())).rejects.toEqual(refused("NOT_FOUND"))
  await expect(report(await createInstructor(world.ctx), newId())).rejects.toEqual(refused("NOT_FOUND"))
  const ban = { class_id: classId, person_id: student.user_id, banned_by: instructor.user_id }
  await world.ctx.db.insert(roomBans).values(ban)
  await expect(report(student, newId())).rejects.toEqual(refused("NOT_FOUND"))
  const over = { status: "completed" } as const
  await world.ctx.db.update(scheduledClasses).set(over).where(eq(scheduledClasses.id, classId))
  await expect(report(instructor, newId())).rejects.toEqual(refused("CLASS_NOT_LIVE"))
  expect(await listPresence(world.ctx, classId)).toEqual([])
})

test("ROOM-06 many made-up stays of one person are not kept", async () => {
  await join(instructor)
  for (let made = 0; made < 20; made += 1) await report(student, newId())
  expect(await eventsOf(student)).toHaveLength(10)
})

test("ROOM-06 ROOM-03 without an instructor students get no token, wait outside, and come in when one is back", async () => {
  await join(instructor)
  const [teaching, stay] = [newId(), newId()]
  await stayFor(30, [
    [instructor, teaching],
    [student, stay],
  ])
  expect(await report(student, stay)).toEqual({ waiting: false })
  await report(instructor, teaching, true)
  await stayFor(75, [[student, stay]])
  expect(await report(student, stay)).toEqual({ waiting: true })
  expect(await getRoomState(world.as(student), classId)).toMatchObject({ waiting_for_instructor: true })
  await expect(join(student)).rejects.toEqual(refused("WAITING_FOR_INSTRUCTOR"))
  await join(instructor)
  await stayFor(15, [[instructor, newId()]])
  expect(await getRoomState(world.as(student), classId)).toMatchObject({ waiting_for_instructor: false })
  expect(await join(student)).toMatchObject({ role: "student" })
})

test("ROOM-06 a look that began before a class was over, and before anybody came, finds nothing to do", async () => {
  const held = await readClassWithRoom(world.ctx, classId)
  if (!held) throw new Error("no class")
  await world.ctx.db.update(scheduledClasses).set({ status: "completed" })
  await reconcileMeeting(world.ctx, held)
  expect((await readClassWithRoom(world.ctx, classId))?.room).toBeNull()
})

test("ROOM-06 what Jitsi can't do is refused in plain words, and a room of our own takes no reports", async () => {
  await join(instructor)
  const staff = createRouterClient(roomsRouter, { context: world.as(instructor) })
  const learner = createRouterClient(roomsRouter, { context: world.as(student) })
  const here = { class_id: classId }
  const declined = expect.objectContaining({ code: "NOT_ON_JITSI", status: 409, defined: true })
  const calls = [
    () => staff.setPolicy({ ...here, microphones: false }),
    () => staff.setAllowance({ ...here, person_id: student.user_id, microphone: false }),
    () => staff.mute(here),
    () => staff.remove({ ...here, person_id: student.user_id }),
    () => staff.readmit({ ...here, person_id: student.user_id }),
    () => staff.lowerHands(here),
    () => staff.createPoll({ ...here, id: newId(), question: "Ready?", options: ["Yes", "No"] }),
    () => staff.draw({ ...here, items: [] }),
    () => staff.showSlides({ ...here, deck_id: null }),
    () => staff.check(),
    () => learner.setHand({ ...here, raised: true }),
    () => learner.sendMessage({ ...here, id: newId(), body: "Good morning" }),
  ]
  for (const call of calls) await expect(call()).rejects.toEqual(declined)

  const own = await createTestContext()
  const teacher = await createInstructor(own.ctx)
  const class_id = await writeClass(own.ctx, teacher)
  const reporting = reportPresence(own.as(teacher), {
    ...{ class_id, device_id: "device-1", stay_id: newId(), leaving: false },
  })
  await expect(reporting).rejects.toEqual(refused("PRESENCE_NOT_REPORTED"))
  await own.close()
})
