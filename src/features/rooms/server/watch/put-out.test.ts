import { dispose } from "@livekit/rtc-node"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { user } from "#features/accounts/server/table.ts"
import { setChildConsent } from "#features/guardians/server/children.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { createGuardian, createInstructor, createStudent, giveConsent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { VIDEO_SETUP_TIMEOUT_MS } from "#tests/video-server.ts"
import { roomsJobs } from "../jobs.ts"
import { readClassWithRoom } from "../room.ts"
import { joinRoom } from "../service.ts"
import { lookIntoLiveRooms, type RoomWorld, startRoomWorld, writeClass, writeSeat } from "../test-room.ts"
import { putOutOfRooms } from "./enforce.ts"

let world: RoomWorld

beforeAll(async () => {
  world = await startRoomWorld()
}, VIDEO_SETUP_TIMEOUT_MS)

afterAll(async () => {
  await world.close()
  await dispose()
})

/** As in production, where minors wait for consent. */
function asking(): Ctx {
  return { ...world.ctx, env: { ...world.ctx.env, liveClassesNeedConsent: true } }
}

const PHONE = "+919444400001"

function createMinor(parent_phone: string): Promise<SignedIn> {
  return createStudent(world.ctx, { under_18: true, parent_name: "Sunita Rao", parent_phone })
}

async function liveClassOf(...seated: SignedIn[]): Promise<string> {
  const classId = await writeClass(world.ctx, await createInstructor(world.ctx), {})
  for (const student of seated) await writeSeat(world.ctx, classId, student)
  return classId
}

async function inside(classId: string): Promise<string[]> {
  const held = await readClassWithRoom(world.ctx, classId)
  const people = await world.video.port.listParticipants(held?.room?.name ?? "")
  return people.map((one) => one.identity.split(":")[0] ?? "").sort()
}

test("LAW-01 a minor enters a live room only with the guardian's consent, an adult without any", async () => {
  const [minor, adult] = [await createMinor("+919444400009"), await createStudent(world.ctx)]
  const classId = await liveClassOf(minor, adult)
  const join = (viewer: SignedIn, ctx: Ctx) =>
    joinRoom({ ...ctx, viewer }, { class_id: classId, device_id: "device-1" })
  await expect(join(minor, asking())).rejects.toMatchObject({ code: "CONSENT_REQUIRED" })
  await expect(join(adult, asking())).resolves.toMatchObject({ role: "student" })
  // A trial does not ask.
  await expect(join(minor, world.ctx)).resolves.toMatchObject({ role: "student" })
  await giveConsent(world.ctx, minor, "live_classes")
  await expect(join(minor, asking())).resolves.toMatchObject({ role: "student" })
})

test("LAW-01 withdrawing consent takes the child out of the room they are in, and nobody else", async () => {
  const [minor, adult] = [await createMinor(PHONE), await createStudent(world.ctx)]
  const guardian = await createGuardian(world.ctx, minor)
  const classId = await liveClassOf(minor, adult)
  await world.enter(minor, classId)
  await world.enter(adult, classId)
  await expect.poll(() => inside(classId), { timeout: 10_000 }).toHaveLength(2)
  await lookIntoLiveRooms(world.ctx)
  const wish = {
    student_id: minor.user_id,
    purpose: "live_classes" as const,
    language: "en",
    notice_version: 1,
  }
  const as = { ...world.as(guardian) }
  await setChildConsent(as, { ...wish, given: true })
  await putOutOfRooms(asking(), minor.user_id)
  expect(await inside(classId)).toHaveLength(2)

  world.published.length = 0
  await setChildConsent(as, { ...wish, given: false })
  await runJobs(world, roomsJobs, asking())
  await expect.poll(() => inside(classId), { timeout: 10_000 }).toEqual([adult.user_id])
})

test("ACC-11 a disabled person is sent out of the room, and a token from before brings them back for a moment at most", async () => {
  const student = await createStudent(world.ctx)
  const classId = await liveClassOf(student)
  const token = await joinRoom(world.as(student), { class_id: classId, device_id: "device-2" })
  await world.enter(student, classId)
  await expect.poll(() => inside(classId), { timeout: 10_000 }).toEqual([student.user_id])
  await lookIntoLiveRooms(world.ctx)
  await world.ctx.db.update(user).set({ disabledAt: new Date() }).where(eq(user.id, student.user_id))
  await putOutOfRooms(world.ctx, student.user_id)
  await expect.poll(() => inside(classId), { timeout: 10_000 }).toEqual([])
  await world.enterWith(token)
  await lookIntoLiveRooms(world.ctx)
  await expect.poll(() => inside(classId), { timeout: 10_000 }).toEqual([])
})
