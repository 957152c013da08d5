import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { getBoard } from "#features/rooms/server/board.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createInstructor, createStudent, giveConsent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { listConsented } from "./consented.ts"
import { recordingJobs } from "./jobs.ts"
import { readMedia } from "./media.ts"
import { sweepRecordings } from "./processing.ts"
import {
  changeRecording,
  deleteRecording,
  finishRecording,
  restoreRecording,
  retryRecording,
  startRecording,
  tellRecording,
} from "./service.ts"
import { classRecordings, recordingViews } from "./table.ts"
import { receiveUpload } from "./uploads.ts"
import { listViewers, recordingFigures } from "./viewers.ts"
import {
  getRecording,
  linkToDownload,
  linkToPlay,
  listOwnRecordings,
  listRecordingsToWatch,
  recordWatching,
} from "./watching.ts"

/** Six seconds as a browser records them: no duration, no index. */
const RECORDED = readFileSync(join(import.meta.dirname, "../../../../tests/files/recorded.webm"))

let context: TestContext
let ctx: TestContext["ctx"]
let teacher: SignedIn
let student: SignedIn
beforeAll(async () => {
  context = await createTestContext()
  ctx = context.ctx
  teacher = await createInstructor(ctx)
  student = await createStudent(ctx)
})
beforeEach(() => {
  context.clock.set("2026-11-20T10:30:00Z")
  context.jobs.length = 0
})
afterAll(() => context.close())

/** A live class of a teacher of its own, with the student in it, and a recording begun. */
async function begin(change: { class_type?: "demo" | "regular" } = {}) {
  const instructor = await createInstructor(ctx)
  const row = await createClass(ctx, instructor, {
    starts_at: new Date("2026-11-20T10:00:00Z"),
    status: "live",
    started_at: new Date("2026-11-20T10:00:00Z"),
    seats_taken: 1,
    ...change,
  })
  await seat(ctx, row.id, student)
  const recording_id = randomUUID()
  const me = context.as(instructor)
  const input = {
    class_id: row.id,
    recording_id,
    quality: "720p" as const,
    source: "room",
    mime_type: "video/webm;codecs=vp9,opus",
  }
  const recording = await startRecording(me, input)
  return { me, instructor, class_id: row.id, recording_id, recording, input }
}

function patch(id: string, offset: number, bytes: Uint8Array, length?: number): Request {
  return new Request(`http://localhost/uploads/recordings/${id}`, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      ...(length !== undefined && { "upload-length": String(length) }),
    },
    body: Buffer.from(bytes),
  })
}

async function offsetOf(me: ReturnType<TestContext["as"]>, id: string): Promise<number> {
  const request = new Request(`http://localhost/uploads/recordings/${id}`, {
    method: "HEAD",
    headers: { "tus-resumable": "1.0.0" },
  })
  return Number((await receiveUpload(me, id, request)).headers.get("upload-offset"))
}

async function sendAll(begun: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const half = Math.floor(RECORDED.length / 2)
  const id = begun.recording_id
  expect((await receiveUpload(begun.me, id, patch(id, 0, RECORDED.subarray(0, half)))).status).toBe(204)
  expect((await receiveUpload(begun.me, id, patch(id, half, RECORDED.subarray(half)))).status).toBe(204)
}

async function complete(change: { class_type?: "demo" | "regular" } = {}) {
  const begun = await begin(change)
  await sendAll(begun)
  await finishRecording(begun.me, { recording_id: begun.recording_id, bytes: RECORDED.length })
  await runJobs(context, recordingJobs)
  return begun
}

const minorOf = (parent_phone: string) => ({ under_18: true, parent_name: "Sunita Rao", parent_phone })

const readRow = async (id: string) =>
  (await ctx.db.select().from(classRecordings).where(eq(classRecordings.id, id)))[0]

test("REC-03 a recording arrives in pieces while it is made, resumes from its offset, and becomes playable", async () => {
  const begun = await begin()
  expect(begun.recording).toMatchObject({
    status: "recording",
    visibility: "instructor_only",
    file_path: null,
  })
  expect(await startRecording(begun.me, begun.input)).toMatchObject({ id: begun.recording_id })
  const id = begun.recording_id
  await receiveUpload(begun.me, id, patch(id, 0, RECORDED.subarray(0, 5_000)))
  expect(await offsetOf(begun.me, id)).toBe(5_000)
  expect((await receiveUpload(begun.me, id, patch(id, 4_000, RECORDED.subarray(4_000)))).status).toBe(409)
  await receiveUpload(begun.me, id, patch(id, 5_000, RECORDED.subarray(5_000)))
  await expect(
    finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length + 1 }),
  ).rejects.toMatchObject({
    code: "UPLOAD_INCOMPLETE",
  })
  for (const _ of [1, 2]) await finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length })
  await runJobs(context, recordingJobs)
  const recording = await getRecording(begun.me, id)
  expect(recording.status).toBe("completed")
  expect(recording.file_path).toBe(
    `${begun.instructor.user_id}/${id}-720p-${context.clock.now().getTime()}.webm`,
  )
  expect(recording.duration_seconds).toBeCloseTo(6, 0)
  const kept = await buffer(await ctx.files.read(recording.file_path ?? ""))
  expect(recording.file_size).toBe(kept.length)
  expect(await ctx.spool.received(id)).toBeNull()
})

test("REC-04 the kept file has a duration and an index, though the browser's had neither", async () => {
  const begun = await complete()
  const row = await readRow(begun.recording_id)
  const kept = await buffer(await ctx.files.read(row?.file_path ?? ""))
  const cues = Buffer.from([0x1c, 0x53, 0xbb, 0x6b])
  const duration = Buffer.from([0x44, 0x89])
  expect([RECORDED.includes(cues), RECORDED.subarray(0, 400).includes(duration)]).toEqual([false, false])
  expect([kept.includes(cues), kept.subarray(0, 1_000).includes(duration)]).toEqual([true, true])
})

test("REC-03 what is no recording, too much, or another's is refused", async () => {
  const begun = await begin()
  const id = begun.recording_id
  const other = context.as(await createInstructor(ctx))
  expect((await receiveUpload(other, id, patch(id, 0, RECORDED))).status).toBe(404)
  expect((await receiveUpload({ ...ctx, viewer: null }, id, patch(id, 0, RECORDED))).status).toBe(401)
  expect((await receiveUpload(begun.me, id, patch(id, 0, RECORDED, 10 ** 12))).status).toBe(413)
  const page = Buffer.from("<!doctype html><script>alert(1)</script>")
  expect((await receiveUpload(begun.me, id, patch(id, 0, page))).status).toBe(415)
  expect(await readRow(id)).toMatchObject({ status: "failed", failure: "What was sent is not a recording" })
  expect(await ctx.spool.received(id)).toBeNull()
  expect((await receiveUpload(begun.me, id, patch(id, 0, RECORDED))).status).toBe(410)
})

test("REC-03 what arrived of an abandoned recording is made playable, and the recorder may still come back", async () => {
  const begun = await begin()
  const id = begun.recording_id
  const most = Math.floor(RECORDED.length * 0.7)
  await receiveUpload(begun.me, id, patch(id, 0, RECORDED.subarray(0, most)))
  context.clock.advance(9 * MINUTE)
  await sweepRecordings(ctx)
  expect(context.jobs).toEqual([])
  context.clock.advance(2 * MINUTE)
  await sweepRecordings(ctx)
  await runJobs(context, recordingJobs)
  const partial = await readRow(id)
  expect(partial).toMatchObject({ status: "completed", recording_ended_at: null, processed_bytes: most })
  expect(partial?.duration_seconds).toBeGreaterThan(2)
  expect(partial?.duration_seconds).toBeLessThan(5.5)
  await sweepRecordings(ctx)
  expect(context.jobs).toEqual([])

  context.clock.advance(DAY)
  expect(await offsetOf(begun.me, id)).toBe(most)
  await receiveUpload(begun.me, id, patch(id, most, RECORDED.subarray(most)))
  await finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length })
  await runJobs(context, recordingJobs)
  const whole = await readRow(id)
  expect(whole?.duration_seconds).toBeCloseTo(6, 0)
  expect(whole?.file_path).not.toBe(partial?.file_path)
  expect(await ctx.files.size(partial?.file_path ?? "")).toBeNull()
})

test("REC-03 no status sticks: work lost with its worker is done again, and a recording without a byte fails", async () => {
  const begun = await begin()
  await sendAll(begun)
  await finishRecording(begun.me, { recording_id: begun.recording_id, bytes: RECORDED.length })
  context.jobs.length = 0
  context.clock.advance(16 * MINUTE)
  await sweepRecordings(ctx)
  await runJobs(context, recordingJobs)
  expect(await readRow(begun.recording_id)).toMatchObject({ status: "completed" })
  const empty = await begin()
  context.clock.advance(8 * DAY)
  await sweepRecordings(ctx)
  expect(await readRow(empty.recording_id)).toMatchObject({
    status: "failed",
    failure: "Nothing was recorded",
  })
})

test("REC-03 a recording that can't be read fails with a reason and can be tried again", async () => {
  const begun = await begin()
  const id = begun.recording_id
  const broken = Buffer.concat([RECORDED.subarray(0, 40), Buffer.alloc(2_000)])
  await receiveUpload(begun.me, id, patch(id, 0, broken))
  await finishRecording(begun.me, { recording_id: id, bytes: broken.length })
  await runJobs(context, recordingJobs)
  expect(await getRecording(begun.me, id)).toMatchObject({
    status: "failed",
    failure: expect.stringMatching(/\w/),
  })
  await writeFile(ctx.spool.path(id), RECORDED)
  await retryRecording(begun.me, id)
  await runJobs(context, recordingJobs)
  expect(await getRecording(begun.me, id)).toMatchObject({ status: "completed", failure: null })
})

test("REC-05 students see the completed recordings of their classes that are shown to them, and nobody else does", async () => {
  const regular = await complete()
  const demo = await complete({ class_type: "demo" })
  const learner = context.as(student)
  const ids = async (who = learner) =>
    (await listRecordingsToWatch(who, { limit: 50 })).items.map((item) => item.id)
  expect(await ids()).toContain(demo.recording_id)
  expect(await ids()).not.toContain(regular.recording_id)
  await changeRecording(regular.me, { recording_id: regular.recording_id, visibility: "enrolled_students" })
  expect(await ids()).toContain(regular.recording_id)
  const stranger = context.as(await createStudent(ctx))
  expect(await ids(stranger)).toEqual([])
  for (const act of [getRecording, linkToPlay]) {
    await expect(act(stranger, demo.recording_id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
  const link = await linkToPlay(learner, demo.recording_id)
  expect(link.expires_in_seconds).toBe(3_600)
  expect(ctx.links.open(link.url.slice("/files/".length))).toMatchObject({ downloadAs: undefined })
  await expect(linkToDownload(learner, demo.recording_id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  const unseen = await listRecordingsToWatch(learner, { limit: 50 })
  expect(unseen.items.every((item) => item.file_path === null && item.status === "completed")).toBe(true)
})

test("REC-05 an instructor finds, renames, downloads and deletes own recordings and no one else's", async () => {
  const mine = await complete()
  const id = mine.recording_id
  const other = context.as(teacher)
  await changeRecording(mine.me, { recording_id: id, title: "Fractions 100%" })
  const found = (search: string) => listOwnRecordings(mine.me, { limit: 50, search, bin: false })
  expect((await found("100%")).items.map((item) => item.id)).toEqual([id])
  expect((await found("100_")).items).toEqual([])
  const { url } = await linkToDownload(mine.me, id)
  expect(ctx.links.open(url.slice("/files/".length))).toMatchObject({ downloadAs: "Fractions 100%.webm" })
  for (const act of [deleteRecording, restoreRecording, retryRecording, linkToPlay, linkToDownload]) {
    await expect(act(other, id), act.name).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
  await expect(changeRecording(other, { recording_id: id, title: "Mine" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
  for (const _ of [1, 2]) await deleteRecording(mine.me, id)
  expect((await found("")).items).toEqual([])
  expect((await listOwnRecordings(mine.me, { limit: 50, search: "", bin: true })).items).toHaveLength(1)
  expect(await restoreRecording(mine.me, id)).toMatchObject({ deleted_at: null })
  await deleteRecording(mine.me, id)
  const path = (await readRow(id))?.file_path ?? ""
  context.clock.advance(31 * DAY)
  await sweepRecordings(ctx)
  expect([await readRow(id), await ctx.files.size(path)]).toEqual([undefined, null])
})

test("REC-06 watching resumes where it stopped, and counts no more than can be true", async () => {
  const demo = await complete({ class_type: "demo" })
  const learner = context.as(student)
  const id = demo.recording_id
  await recordWatching(learner, { recording_id: id, position_seconds: 3, watched_seconds: 3 })
  context.clock.advance(10_000)
  await recordWatching(learner, { recording_id: id, position_seconds: 4.5, watched_seconds: 600 })
  expect(await getRecording(learner, id)).toMatchObject({ resume_at: 4.5, editable: false })
  const [view] = await ctx.db.select().from(recordingViews).where(eq(recordingViews.recording_id, id))
  expect(view?.watched_seconds).toBe(3 + 45)
})

test("REC-01 only who teaches a live class begins to record it", async () => {
  const begun = await begin()
  const start = (who: SignedIn, class_id = begun.class_id) =>
    startRecording(context.as(who), { ...begun.input, class_id, recording_id: randomUUID() })
  await expect(start(teacher)).rejects.toMatchObject({ code: "NOT_FOUND" })
  expect(await start(await createAdmin(ctx))).toMatchObject({ instructor_id: begun.instructor.user_id })
  const later = await createClass(ctx, teacher, { starts_at: new Date(ctx.clock.now().getTime() + HOUR) })
  await expect(start(teacher, later.id)).rejects.toMatchObject({ code: "CLASS_NOT_LIVE" })
  expect(await readMedia(join(import.meta.dirname, "../../../../tests/files/recorded.webm"))).toMatchObject({
    width: 320,
    hasAudio: true,
  })
})

test("REC-07 children without their guardian's consent are named as left out before anything is recorded", async () => {
  const begun = await begin()
  const child = await createStudent(ctx, minorOf("+919123455011"))
  const agreed = await createStudent(ctx, minorOf("+919123455012"))
  await giveConsent(ctx, agreed, "recording")
  for (const one of [child, agreed]) await seat(ctx, begun.class_id, one)
  const { people } = await listConsented(begun.me, begun.class_id)
  const recordable = (who: SignedIn) => people.find((one) => one.person_id === who.user_id)?.recordable
  expect([begun.instructor, student, agreed, child].map(recordable)).toEqual([true, true, true, false])
  await expect(listConsented(context.as(teacher), begun.class_id)).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
})

test("REC-02 the room shows that it is recorded, not while the recorder pauses, is done or has fallen silent", async () => {
  const begun = await begin()
  const { recording_id } = begun
  const shown = async () => (await getBoard(begun.me, { class_id: begun.class_id })).state?.recording_since
  expect(await shown()).toEqual(context.clock.now())
  await tellRecording(begun.me, { recording_id, paused: true })
  expect(await shown()).toBeNull()
  await tellRecording(begun.me, { recording_id, paused: false })
  expect(await shown()).not.toBeNull()
  context.clock.advance(2 * MINUTE + 1)
  await sweepRecordings(ctx)
  expect(await shown()).toBeNull()
  await tellRecording(begun.me, { recording_id, paused: false })
  await sendAll(begun)
  await finishRecording(begun.me, { recording_id, bytes: RECORDED.length })
  expect(await shown()).toBeNull()
})

test("REC-06 its instructor sees who watched how much, in one recording and over a time", async () => {
  const demo = await complete({ class_type: "demo" })
  const { recording_id } = demo
  await recordWatching(context.as(student), { recording_id, position_seconds: 4, watched_seconds: 4 })
  await recordWatching(demo.me, { recording_id, position_seconds: 2, watched_seconds: 2 })
  expect(await listViewers(demo.me, recording_id)).toMatchObject([
    { user_id: student.user_id, watched_seconds: 4, position_seconds: 4 },
  ])
  const day = (n: number) => new Date(ctx.clock.now().getTime() + n * DAY)
  const figures = await recordingFigures(ctx, demo.instructor.user_id, day(-1), day(1))
  expect(figures).toMatchObject({ recordings: 1, viewers: 1, watched_seconds: 4 })
  expect(figures.recorded_seconds).toBeCloseTo(6, 0)
  expect(await recordingFigures(ctx, demo.instructor.user_id, day(1), day(2))).toMatchObject({
    recordings: 0,
  })
})

test("REC-06 where the academy keeps recordings for some days, older ones go into the bin", async () => {
  const kept = await complete()
  const limited = { ...ctx, env: { ...ctx.env, RECORDING_RETENTION_DAYS: 20 } }
  context.clock.advance(19 * DAY)
  await sweepRecordings(limited)
  expect(await readRow(kept.recording_id)).toMatchObject({ deleted_at: null })
  context.clock.advance(2 * DAY)
  await sweepRecordings(ctx)
  expect(await readRow(kept.recording_id)).toMatchObject({ deleted_at: null })
  await sweepRecordings(limited)
  expect(await readRow(kept.recording_id)).toMatchObject({ deleted_at: context.clock.now() })
})

test("DASH-04 a guardian watches what their child may, and nothing of another child", async () => {
  const demo = await complete({ class_type: "demo" })
  const child = await createStudent(ctx, minorOf("+919123455001"))
  const guardian = context.as(await createGuardian(ctx, child))
  const list = async () => (await listRecordingsToWatch(guardian, { limit: 50 })).items.map((one) => one.id)
  expect(await list()).toEqual([])
  await seat(ctx, demo.class_id, child)
  expect(await list()).toEqual([demo.recording_id])
  expect(await getRecording(guardian, demo.recording_id)).toMatchObject({ editable: false, file_path: null })
  const strangers = listRecordingsToWatch(guardian, { limit: 50, student_id: student.user_id })
  await expect(strangers).rejects.toMatchObject({ code: "NOT_FOUND" })
})
