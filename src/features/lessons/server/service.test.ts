import { randomUUID } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import type { VideoKind } from "#shared/video.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { enrolIn, MP4_VIDEO, teachProgram, WEBM_VIDEO } from "#tests/lessons.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { spoolKey } from "../rules.ts"
import { lessonsJobs } from "./jobs.ts"
import { lessonsData } from "./personal-data.ts"
import { processLesson, sweepLessons } from "./processing.ts"
import * as service from "./service.ts"
import { programLessons, replacedLessonFiles } from "./table.ts"
import { receiveLessonUpload } from "./uploads.ts"
import { listOwnProgress, listTaught, readCurriculum, readManagedLessons } from "./view.ts"
import { linkToPlay, recordWatching } from "./watching.ts"

let world: TestContext
let teacher: SignedIn
let student: SignedIn
let stranger: SignedIn
let course_id: string
let courses: string[]

beforeAll(async () => {
  world = await createTestContext()
  await seedPrograms(world.ctx)
  teacher = await createInstructor(world.ctx)
  student = await createStudent(world.ctx)
  stranger = await createStudent(world.ctx)
  const rows = await world.ctx.db.select({ id: programs.id }).from(programs)
  courses = rows.map(({ id }) => id)
})
afterAll(() => world.close())

/** A program of its own for each test. */
beforeEach(async () => {
  world.clock.set("2026-11-20T10:00:00Z")
  world.jobs.length = 0
  course_id = courses.pop() ?? ""
  await teachProgram(world.ctx, course_id, teacher)
  await enrolIn(world.ctx, course_id, student)
})

function videoOf(bytes: Uint8Array, file_kind: VideoKind = "mp4") {
  return { upload_id: randomUUID(), file_name: `arrows.${file_kind}`, file_size: bytes.length, file_kind }
}

async function announce(bytes: Uint8Array, title = "Arrows", file_kind: VideoKind = "mp4") {
  const id = randomUUID()
  const video = videoOf(bytes, file_kind)
  await service.addLesson(world.as(teacher), { course_id, id, title, ...video })
  return { id, upload_id: video.upload_id }
}

function send(who: SignedIn, upload_id: string, offset: number, bytes: Uint8Array) {
  const request = new Request(`http://localhost/uploads/lessons/${upload_id}`, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    },
    body: Buffer.from(bytes),
  })
  return receiveLessonUpload(world.as(who), upload_id, request)
}

async function complete(bytes: Uint8Array, title?: string, kind?: VideoKind): Promise<string> {
  const { id, upload_id } = await announce(bytes, title, kind)
  expect((await send(teacher, upload_id, 0, bytes)).status).toBe(204)
  await runJobs(world, lessonsJobs)
  return id
}

async function readRow(id: string) {
  const [row] = await world.ctx.db.select().from(programLessons).where(eq(programLessons.id, id))
  return row
}

const statusOf = async (id: string) =>
  (await readManagedLessons(world.as(teacher), course_id)).lessons.find((one) => one.id === id)

test("CAT-09 an MP4 and a WebM arrive in pieces, are measured by the server and play for those who are enrolled alone", async () => {
  const first = await announce(MP4_VIDEO)
  expect(await statusOf(first.id)).toMatchObject({ status: "uploading", playable: false })
  const half = Math.floor(MP4_VIDEO.length / 2)
  expect((await send(teacher, first.upload_id, 0, MP4_VIDEO.subarray(0, half))).status).toBe(204)
  // The same piece again is refused, and the browser asks where to go on.
  expect((await send(teacher, first.upload_id, 0, MP4_VIDEO.subarray(0, half))).status).toBe(409)
  expect(await statusOf(first.id)).toMatchObject({ upload: { received_bytes: half } })
  expect((await send(teacher, first.upload_id, half, MP4_VIDEO.subarray(half))).status).toBe(204)
  expect(await statusOf(first.id)).toMatchObject({ status: "processing" })
  await runJobs(world, lessonsJobs)
  const second = await complete(WEBM_VIDEO, "Resonance", "webm")
  for (const [id, kind] of [
    [first.id, "mp4"],
    [second, "webm"],
  ] as const) {
    const row = await readRow(id)
    expect(row).toMatchObject({ file_kind: kind, upload_id: null, received_bytes: 0 })
    expect(row?.duration_seconds).toBeCloseTo(kind === "mp4" ? 25 : 6, 0)
    const kept = await buffer(await world.ctx.files.read(row?.file_path ?? ""))
    expect(row?.file_size).toBe(kept.length)
  }

  for (const who of [student, teacher, await createAdmin(world.ctx)]) {
    const { url } = await linkToPlay(world.as(who), first.id)
    expect(world.ctx.links.open(url.split("/").at(-1) ?? "")).toMatchObject({ contentType: "video/mp4" })
    world.clock.advance(HOUR + 1)
    expect(world.ctx.links.open(url.split("/").at(-1) ?? "")).toBeNull()
  }
  for (const who of [stranger, await createInstructor(world.ctx)]) {
    await expect(linkToPlay(world.as(who), first.id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
  await world.ctx.db
    .update(enrollments)
    .set({ status: "cancelled" })
    .where(eq(enrollments.course_id, course_id))
  await expect(linkToPlay(world.as(student), first.id)).rejects.toMatchObject({ code: "NOT_FOUND" })
})

test("CAT-09 everyone reads titles and lengths, and nothing of what is not ready or of others' progress", async () => {
  const id = await complete(MP4_VIDEO)
  await announce(MP4_VIDEO, "On its way")
  await recordWatching(world.as(student), { lesson_id: id, position_seconds: 2, seen: [[0, 2]] })
  const own = { position_seconds: 2, seen_seconds: 2, done: false }
  const visitor = await readCurriculum({ ...world.ctx, viewer: null }, course_id)
  expect(visitor).toMatchObject({ playable: false, editable: false, next_lesson_id: null })
  expect(visitor.lessons).toEqual([
    { id, title: "Arrows", duration_seconds: expect.closeTo(25, 0), progress: null },
  ])
  expect(await readCurriculum(world.as(student), course_id)).toMatchObject({
    ...{ playable: true, editable: false, next_lesson_id: id, lessons: [{ progress: own }] },
  })
  expect(await readCurriculum(world.as(stranger), course_id)).toMatchObject({
    ...{ playable: false, lessons: [{ progress: null }] },
  })
  expect(await readCurriculum(world.as(teacher), course_id)).toMatchObject({ playable: true, editable: true })
  await world.ctx.db.update(programs).set({ archived_at: new Date() }).where(eq(programs.id, course_id))
  expect((await readCurriculum(world.as(student), course_id)).lessons).toHaveLength(1)
  await expect(readCurriculum(world.as(stranger), course_id)).rejects.toMatchObject({ code: "NOT_FOUND" })
})

test("CAT-09 what is no video, too large, or sent by somebody else is refused", async () => {
  const { upload_id, id } = await announce(MP4_VIDEO)
  expect((await send(await createInstructor(world.ctx), upload_id, 0, MP4_VIDEO)).status).toBe(404)
  expect((await send(student, upload_id, 0, MP4_VIDEO)).status).toBe(404)
  const page = Buffer.from("<!doctype html><script>alert(1)</script>")
  expect((await send(teacher, upload_id, 0, page)).status).toBe(415)
  expect(
    (await send(teacher, upload_id, 0, Buffer.concat([MP4_VIDEO, MP4_VIDEO]))).status,
  ).toBeGreaterThanOrEqual(400)
  const beyond = { ...videoOf(MP4_VIDEO), file_size: 4 * 2 ** 30 + 1 }
  await expect(
    service.addLesson(world.as(teacher), { course_id, id: randomUUID(), title: "Long", ...beyond }),
  ).rejects.toMatchObject({ data: { fields: { file_size: "VIDEO_TOO_LARGE" } } })
  // Nor can an upload's id be taken that is somebody else's.
  await expect(
    service.addLesson(world.as(teacher), {
      ...{ course_id, id: randomUUID(), title: "Mine", ...videoOf(MP4_VIDEO), upload_id },
    }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" })
  expect(await statusOf(id)).toMatchObject({ status: "uploading" })
  await service.cancelUpload(world.as(teacher), { lesson_id: id, upload_id })
  expect(await readRow(id)).toBeUndefined()
  expect(await world.ctx.spool.received(spoolKey(upload_id))).toBeNull()
})

test("CAT-09 cancelling a failed upload in an old tab leaves the file that was chosen since", async () => {
  const broken = Buffer.concat([MP4_VIDEO.subarray(0, 40), Buffer.alloc(2_000)])
  const lesson_id = await complete(broken)
  const failed = (await readRow(lesson_id))?.upload_id ?? ""
  const video = videoOf(MP4_VIDEO)
  await service.replaceVideo(world.as(teacher), { lesson_id, ...video })
  await send(teacher, video.upload_id, 0, MP4_VIDEO.subarray(0, 100))
  await service.cancelUpload(world.as(teacher), { lesson_id, upload_id: failed })
  expect(await statusOf(lesson_id)).toMatchObject({ status: "uploading", upload: { received_bytes: 100 } })
  expect((await send(teacher, video.upload_id, 100, MP4_VIDEO.subarray(100))).status).toBe(204)
  await runJobs(world, lessonsJobs)
  expect(await statusOf(lesson_id)).toMatchObject({ status: "ready" })
})

test("CAT-09 a video that no browser plays fails with its reason, and can be tried again or replaced", async () => {
  const broken = Buffer.concat([MP4_VIDEO.subarray(0, 40), Buffer.alloc(2_000)])
  const id = await complete(broken)
  expect(await statusOf(id)).toMatchObject({ status: "failed", failure: "NOT_PLAYABLE", playable: false })
  expect(await service.retryLesson(world.as(teacher), id)).toMatchObject({ status: "processing" })
  await runJobs(world, lessonsJobs)
  expect(await statusOf(id)).toMatchObject({ status: "failed" })
  const video = videoOf(MP4_VIDEO)
  await service.replaceVideo(world.as(teacher), { lesson_id: id, ...video })
  await send(teacher, video.upload_id, 0, MP4_VIDEO)
  await runJobs(world, lessonsJobs)
  expect(await statusOf(id)).toMatchObject({ status: "ready", playable: true, failure: null })
})

test("CAT-09 an upload that a restored copy lacks fails, and the file can be chosen again", async () => {
  const { id, upload_id } = await announce(MP4_VIDEO)
  await send(teacher, upload_id, 0, MP4_VIDEO)
  await world.ctx.spool.remove(spoolKey(upload_id))
  await runJobs(world, lessonsJobs)
  expect(await statusOf(id)).toMatchObject({ status: "failed", failure: "MISSING" })
  await expect(service.retryLesson(world.as(teacher), id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  const video = videoOf(MP4_VIDEO)
  await service.replaceVideo(world.as(teacher), { lesson_id: id, ...video })
  await send(teacher, video.upload_id, 0, MP4_VIDEO)
  await runJobs(world, lessonsJobs)
  expect(await statusOf(id)).toMatchObject({ status: "ready", failure: null })
})

test("CAT-09 a replaced video plays until the new one is ready, and its file goes a day later", async () => {
  const id = await complete(MP4_VIDEO)
  const before = await readRow(id)
  await recordWatching(world.as(student), { lesson_id: id, position_seconds: 25, seen: [[0, 25]] })
  const video = videoOf(WEBM_VIDEO, "webm")
  for (const _ of [1, 2]) await service.replaceVideo(world.as(teacher), { lesson_id: id, ...video })
  const old = await linkToPlay(world.as(student), id)
  await send(teacher, video.upload_id, 0, WEBM_VIDEO)
  await runJobs(world, lessonsJobs)
  const after = await readRow(id)
  expect(after).toMatchObject({ file_kind: "webm" })
  // A tab that still plays the old video reports on that one.
  const report = { lesson_id: id, position_seconds: 5, seen: [[0, 5] as [number, number]] }
  await recordWatching(world.as(student), { ...report, video_id: old.video_id })
  const progress = async () => (await readCurriculum(world.as(student), course_id)).lessons[0]?.progress
  expect(await progress()).toEqual({ position_seconds: 0, seen_seconds: 0, done: true })
  const { video_id } = await linkToPlay(world.as(student), id)
  await recordWatching(world.as(student), { ...report, video_id })
  expect(await progress()).toEqual({ position_seconds: 5, seen_seconds: 5, done: true })
  const left = async () => [
    await world.ctx.files.size(before?.file_path ?? ""),
    await world.ctx.spool.received(spoolKey(video.upload_id)),
  ]
  world.clock.advance(DAY - MINUTE)
  await sweepLessons(world.ctx)
  expect(await left()).toEqual([before?.file_size, WEBM_VIDEO.length])
  world.clock.advance(2 * MINUTE)
  await sweepLessons(world.ctx)
  expect(await left()).toEqual([null, null])
  expect(await world.ctx.files.size(after?.file_path ?? "")).toBe(after?.file_size)
})

test("CAT-09 a video that two workers made at once is not taken for one that nobody uses", async () => {
  const { id: lesson_id, upload_id } = await announce(MP4_VIDEO)
  await send(teacher, upload_id, 0, MP4_VIDEO)
  await Promise.all([1, 2].map(() => processLesson(world.ctx, { lesson_id, upload_id })))
  world.clock.advance(DAY + MINUTE)
  await sweepLessons(world.ctx)
  const row = await readRow(lesson_id)
  expect(await world.ctx.files.size(row?.file_path ?? "")).toBe(row?.file_size)
})

test("CAT-09 progress adds up over devices, counts no second twice, and stays within the video", async () => {
  const id = await complete(MP4_VIDEO)
  const watch = (position_seconds: number, ...seen: [number, number][]) =>
    recordWatching(world.as(student), { lesson_id: id, position_seconds, seen })
  expect(await watch(2, [0, 2])).toEqual({ seen_seconds: 2, done: false })
  expect(await watch(2, [0, 2])).toEqual({ seen_seconds: 2, done: false })
  expect(await watch(1, [0, 1], [4, 5])).toEqual({ seen_seconds: 3, done: false })
  await Promise.all([watch(5, [1, 14]), watch(5, [12, 20]), watch(5, [0, 3])])
  expect(await watch(5, [4, 22.3])).toEqual({ seen_seconds: 23, done: true })
  expect(await watch(86_000, [4, 86_000])).toMatchObject({ done: true })
  const { lessons, next_lesson_id } = await readCurriculum(world.as(student), course_id)
  expect(lessons[0]?.progress?.seen_seconds).toBeLessThanOrEqual(26)
  expect(lessons[0]?.progress?.position_seconds).toBeLessThanOrEqual(26)
  expect(next_lesson_id).toBeNull()
  await expect(
    recordWatching(world.as(stranger), { lesson_id: id, position_seconds: 1, seen: [[0, 1]] }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" })
  // The lesson's managers may play it; their progress is not stored.
  expect(
    await recordWatching(world.as(teacher), { lesson_id: id, position_seconds: 1, seen: [[0, 1]] }),
  ).toEqual({ seen_seconds: 0, done: false })

  const next = await complete(WEBM_VIDEO, "Resonance", "webm")
  expect((await listOwnProgress(world.as(student))).find((one) => one.course_id === course_id)).toEqual({
    ...{ course_id, lessons: 2, done: 1, next: { id: next, title: "Resonance", number: 2 } },
  })
  const exported = (await lessonsData.exportFor(world.ctx, { user_id: student.user_id } as never)) as {
    lesson_progress: { lesson_id: string }[]
  }
  expect(exported.lesson_progress.map((row) => row.lesson_id)).toContain(id)
  await lessonsData.eraseFor(world.ctx, { user_id: student.user_id } as never)
  expect((await readCurriculum(world.as(student), course_id)).lessons[0]?.progress).toBeNull()
})

test("CAT-09 lessons are renamed, put in order by what is named, and come back from the bin at their place", async () => {
  const [a, b, c] = [
    await complete(MP4_VIDEO, "A"),
    await complete(MP4_VIDEO, "B"),
    await complete(MP4_VIDEO, "C"),
  ]
  const titles = async () =>
    (await readCurriculum(world.as(student), course_id)).lessons.map(({ title }) => title)
  for (const _ of [1, 2])
    await service.orderLessons(world.as(teacher), { course_id, lesson_ids: [c, randomUUID()] })
  expect(await titles()).toEqual(["C", "A", "B"])
  await service.renameLesson(world.as(teacher), { lesson_id: a, title: "Arrows" })
  for (const _ of [1, 2]) await service.deleteLesson(world.as(teacher), a)
  expect(await titles()).toEqual(["C", "B"])
  await expect(linkToPlay(world.as(student), a)).rejects.toMatchObject({ code: "NOT_FOUND" })
  expect((await readManagedLessons(world.as(teacher), course_id)).bin.map(({ id }) => id)).toEqual([a])
  await service.restoreLesson(world.as(teacher), a)
  expect(await titles()).toEqual(["C", "Arrows", "B"])
  expect((await listTaught(world.as(teacher))).find((one) => one.course_id === course_id)).toMatchObject({
    ...{ lessons: 3, unfinished: 0 },
  })
  const other = world.as(await createInstructor(world.ctx))
  for (const refused of [
    () => service.deleteLesson(other, b),
    () => service.renameLesson(other, { lesson_id: b, title: "Mine" }),
    () => service.orderLessons(other, { course_id, lesson_ids: [] }),
    () => readManagedLessons(other, course_id),
  ])
    await expect(refused()).rejects.toMatchObject({ code: "NOT_FOUND" })

  await service.deleteLesson(world.as(teacher), b)
  const gone = (await readRow(b))?.file_path ?? ""
  world.clock.advance(29 * DAY)
  await sweepLessons(world.ctx)
  expect(await world.ctx.files.size(gone)).not.toBeNull()
  world.clock.advance(DAY + 1)
  await sweepLessons(world.ctx)
  expect([await readRow(b), await world.ctx.files.size(gone)]).toEqual([undefined, null])
})

test("CAT-09 no status sticks: what was lost with its worker is done again, and abandoned uploads are given up", async () => {
  const { id, upload_id } = await announce(MP4_VIDEO)
  await world.ctx.spool.handle(
    new Request(`http://localhost/uploads/lessons/${upload_id}`, {
      method: "PATCH",
      headers: {
        ...{ "tus-resumable": "1.0.0", "upload-offset": "0" },
        "content-type": "application/offset+octet-stream",
      },
      body: MP4_VIDEO,
    }),
    spoolKey(upload_id),
    MP4_VIDEO.length,
  )
  world.clock.advance(3 * MINUTE)
  await sweepLessons(world.ctx)
  expect(await statusOf(id)).toMatchObject({ status: "processing" })
  world.jobs.length = 0
  world.clock.advance(16 * MINUTE)
  await sweepLessons(world.ctx)
  await runJobs(world, lessonsJobs)
  expect(await statusOf(id)).toMatchObject({ status: "ready" })
  const left = await announce(MP4_VIDEO)
  await send(teacher, left.upload_id, 0, MP4_VIDEO.subarray(0, 100))
  world.clock.advance(8 * DAY)
  await sweepLessons(world.ctx)
  expect(await statusOf(left.id)).toMatchObject({ status: "failed", failure: "ABANDONED" })
  expect(await world.ctx.spool.received(spoolKey(left.upload_id))).toBeNull()
})

test("CAT-09 a file that can't be removed holds up no other, and is tried again a day later", async () => {
  const { ctx } = world
  const key = "lessons/replaced.webm"
  await ctx.files.put(key, Buffer.from("video"), "video/webm")
  const remove_at = ctx.clock.now()
  await ctx.db.insert(replacedLessonFiles).values([
    { key: "../not a key", remove_at: new Date(remove_at.getTime() - DAY) },
    { key, remove_at },
  ])
  const rows = ["../nor this", `lessons/${randomUUID()}.webm`].map((file_path, position) => ({
    ...{ id: randomUUID(), course_id, position, title: "Old", file_path, file_size: 1, duration_seconds: 1 },
    ...{ file_kind: "webm" as const, created_at: remove_at, updated_at: remove_at },
    deleted_at: new Date(remove_at.getTime() - 31 * DAY),
  }))
  await ctx.db.insert(programLessons).values(rows)
  await sweepLessons(ctx)
  expect(await ctx.files.size(key)).toBeNull()
  expect(await ctx.db.select().from(replacedLessonFiles)).toEqual([
    { key: "../not a key", remove_at: new Date(remove_at.getTime() + DAY) },
  ])
  const left = await ctx.db.select().from(programLessons).where(eq(programLessons.title, "Old"))
  expect(left.map(({ file_path }) => file_path)).toEqual(["../nor this"])
})
