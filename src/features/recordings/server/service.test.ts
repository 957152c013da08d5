import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { getBoard } from "#features/rooms/server/board/board.ts"
import type { SignedIn } from "#platform/context.ts"
import { readMedia } from "#platform/media/media.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createAdmin, createStudent, giveConsent } from "#tests/people.ts"
import { listConsented } from "./consented.ts"
import { sweepRecordings } from "./processing.ts"
import { finishRecording, startRecording, tellRecording } from "./service.ts"
import { minorOf, RECORDED, RECORDED_PATH, recordingWorld } from "./test-recording.ts"

const world = recordingWorld()

test("REC-01 only who teaches a live class begins to record it", async () => {
  const begun = await world.begin()
  const start = (who: SignedIn, class_id = begun.class_id) =>
    startRecording(world.context.as(who), { ...begun.input, class_id, recording_id: randomUUID() })
  await expect(start(world.teacher)).rejects.toMatchObject({ code: "NOT_FOUND" })
  expect(await start(await createAdmin(world.ctx))).toMatchObject({ instructor_id: begun.instructor.user_id })
  const later = await createClass(world.ctx, world.teacher, {
    starts_at: new Date(world.ctx.clock.now().getTime() + HOUR),
  })
  await expect(start(world.teacher, later.id)).rejects.toMatchObject({ code: "CLASS_NOT_LIVE" })
  expect(await readMedia(RECORDED_PATH)).toMatchObject({
    width: 320,
    hasAudio: true,
  })
})

test("REC-02 the room shows that it is recorded, not while the recorder pauses, is done or has fallen silent", async () => {
  const begun = await world.begin()
  const { recording_id } = begun
  const shown = async () => (await getBoard(begun.me, { class_id: begun.class_id })).state?.recording_since
  expect(await shown()).toEqual(world.context.clock.now())
  await tellRecording(begun.me, { recording_id, paused: true })
  expect(await shown()).toBeNull()
  await tellRecording(begun.me, { recording_id, paused: false })
  expect(await shown()).not.toBeNull()
  world.context.clock.advance(2 * MINUTE + 1)
  await sweepRecordings(world.ctx)
  expect(await shown()).toBeNull()
  await tellRecording(begun.me, { recording_id, paused: false })
  await world.sendAll(begun)
  await finishRecording(begun.me, { recording_id, bytes: RECORDED.length })
  expect(await shown()).toBeNull()
})

test("REC-07 children without their guardian's consent are named as left out before anything is recorded", async () => {
  const begun = await world.begin()
  const child = await createStudent(world.ctx, minorOf("+919123455011"))
  const agreed = await createStudent(world.ctx, minorOf("+919123455012"))
  await giveConsent(world.ctx, agreed, "recording")
  for (const one of [child, agreed]) await seat(world.ctx, begun.class_id, one)
  const { people } = await listConsented(begun.me, begun.class_id)
  const recordable = (who: SignedIn) => people.find((one) => one.person_id === who.user_id)?.recordable
  expect([begun.instructor, world.student, agreed, child].map(recordable)).toEqual([true, true, true, false])
  await expect(listConsented(world.context.as(world.teacher), begun.class_id)).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
})
