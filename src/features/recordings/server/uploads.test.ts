import { buffer } from "node:stream/consumers"
import { expect, test } from "vitest"
import { MINUTE } from "#shared/time.ts"
import { createInstructor } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { recordingJobs } from "./jobs.ts"
import { finishRecording, startRecording } from "./service.ts"
import { patch, RECORDED, recordingWorld } from "./test-recording.ts"
import { receiveUpload } from "./uploads.ts"
import { getRecording } from "./watching.ts"

const world = recordingWorld()

test("REC-03 a recording arrives in pieces while it is made, resumes from its offset, and becomes playable", async () => {
  const begun = await world.begin()
  expect(begun.recording).toMatchObject({
    status: "recording",
    visibility: "instructor_only",
    file_path: null,
  })
  expect(await startRecording(begun.me, begun.input)).toMatchObject({ id: begun.recording_id })
  const id = begun.recording_id
  await receiveUpload(begun.me, id, patch(id, 0, RECORDED.subarray(0, 5_000)))
  const { received_at } = (await world.readRow(id)) ?? {}
  // A question where it stopped, and a piece that doesn't fit, are no sign of a recorder that goes on.
  world.context.clock.advance(MINUTE)
  expect(await world.offsetOf(begun.me, id)).toBe(5_000)
  expect((await receiveUpload(begun.me, id, patch(id, 4_000, RECORDED.subarray(4_000)))).status).toBe(409)
  expect((await world.readRow(id))?.received_at).toEqual(received_at)
  await receiveUpload(begun.me, id, patch(id, 5_000, RECORDED.subarray(5_000)))
  await expect(
    finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length + 1 }),
  ).rejects.toMatchObject({
    code: "UPLOAD_INCOMPLETE",
  })
  for (const _ of [1, 2]) await finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length })
  await runJobs(world.context, recordingJobs)
  const recording = await getRecording(begun.me, id)
  expect(recording.status).toBe("completed")
  expect(recording.file_path).toBe(
    `${begun.instructor.user_id}/${id}-720p-${world.context.clock.now().getTime()}.webm`,
  )
  expect(recording.duration_seconds).toBeCloseTo(6, 0)
  const kept = await buffer(await world.ctx.files.read(recording.file_path ?? ""))
  expect(recording.file_size).toBe(kept.length)
})

test("REC-03 what is no recording, too much, or another's is refused", async () => {
  const begun = await world.begin()
  const id = begun.recording_id
  const other = world.context.as(await createInstructor(world.ctx))
  expect((await receiveUpload(other, id, patch(id, 0, RECORDED))).status).toBe(404)
  expect((await receiveUpload({ ...world.ctx, viewer: null }, id, patch(id, 0, RECORDED))).status).toBe(401)
  expect((await receiveUpload(begun.me, id, patch(id, 0, RECORDED, 10 ** 12))).status).toBe(413)
  const page = Buffer.from("<!doctype html><script>alert(1)</script>")
  expect((await receiveUpload(begun.me, id, patch(id, 0, page))).status).toBe(415)
  // The recorder itself is none the worse for it.
  expect(await world.readRow(id)).toMatchObject({ status: "recording", failure: null })
  expect(await world.ctx.spool.received(id)).toBe(0)
  expect((await receiveUpload(begun.me, id, patch(id, 0, RECORDED))).status).toBe(204)
  expect(await world.ctx.spool.received(id)).toBe(RECORDED.length)
})

test("REC-04 the kept file has a duration and an index, though the browser's had neither", async () => {
  const begun = await world.complete()
  const row = await world.readRow(begun.recording_id)
  const kept = await buffer(await world.ctx.files.read(row?.file_path ?? ""))
  const cues = Buffer.from([0x1c, 0x53, 0xbb, 0x6b])
  const duration = Buffer.from([0x44, 0x89])
  expect([RECORDED.includes(cues), RECORDED.subarray(0, 400).includes(duration)]).toEqual([false, false])
  expect([kept.includes(cues), kept.subarray(0, 1_000).includes(duration)]).toEqual([true, true])
})
