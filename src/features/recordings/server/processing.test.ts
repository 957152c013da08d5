import { writeFile } from "node:fs/promises"
import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { getBoard } from "#features/rooms/server/board/board.ts"
import { StorageFull, StoreAway } from "#platform/storage/port.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { recordingJobs } from "./jobs.ts"
import { processRecording, sweepRecordings } from "./processing.ts"
import { finishRecording, restoreRecording, retryRecording, tellRecording } from "./service.ts"
import { classRecordings, replacedRecordingFiles } from "./table.ts"
import { patch, RECORDED, recordingWorld } from "./test-recording.ts"
import { receiveUpload } from "./uploads.ts"
import { getRecording, linkToPlay } from "./watching.ts"

const world = recordingWorld()

/** A recording that has arrived and whose recorder went away, so that it was made playable without it. */
async function beginAndLeave() {
  const begun = await world.begin()
  await world.sendAll(begun)
  world.context.clock.advance(11 * MINUTE)
  await sweepRecordings(world.ctx)
  await runJobs(world.context, recordingJobs)
  return begun
}

test("REC-03 what arrived of an abandoned recording is made playable, and the recorder may still come back", async () => {
  const begun = await world.begin()
  const id = begun.recording_id
  const most = Math.floor(RECORDED.length * 0.7)
  await receiveUpload(begun.me, id, patch(id, 0, RECORDED.subarray(0, most)))
  world.context.clock.advance(9 * MINUTE)
  await sweepRecordings(world.ctx)
  expect(world.context.jobs).toEqual([])
  world.context.clock.advance(2 * MINUTE)
  await sweepRecordings(world.ctx)
  await runJobs(world.context, recordingJobs)
  const partial = await world.readRow(id)
  expect(partial).toMatchObject({ status: "completed", recording_ended_at: null, processed_bytes: most })
  expect(partial?.duration_seconds).toBeGreaterThan(2)
  expect(partial?.duration_seconds).toBeLessThan(5.5)
  await sweepRecordings(world.ctx)
  expect(world.context.jobs).toEqual([])

  world.context.clock.advance(DAY)
  expect(await world.offsetOf(begun.me, id)).toBe(most)
  await receiveUpload(begun.me, id, patch(id, most, RECORDED.subarray(most)))
  await finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length })
  await runJobs(world.context, recordingJobs)
  const whole = await world.readRow(id)
  expect(whole?.duration_seconds).toBeCloseTo(6, 0)
  expect(whole?.file_path).not.toBe(partial?.file_path)
  world.context.clock.advance(DAY)
  await sweepRecordings(world.ctx)
  expect(await world.ctx.files.size(partial?.file_path ?? "")).toBeNull()
})

test("REC-02 the room shows that it is recorded again when a recorder comes back after what it sent was made playable", async () => {
  const begun = await beginAndLeave()
  const { recording_id } = begun
  const shown = async () => (await getBoard(begun.me, { class_id: begun.class_id })).state?.recording_since
  expect(await shown()).toBeNull()
  await tellRecording(begun.me, { recording_id, paused: false })
  expect(await world.readRow(recording_id)).toMatchObject({ status: "completed" })
  expect(await shown()).toEqual(world.context.clock.now())
  await sweepRecordings(world.ctx)
  expect(await shown()).not.toBeNull()
  await tellRecording(begun.me, { recording_id, paused: true })
  expect(await shown()).toBeNull()
  await tellRecording(begun.me, { recording_id, paused: false })
  await finishRecording(begun.me, { recording_id, bytes: RECORDED.length })
  expect(await shown()).toBeNull()
})

test("REC-03 a recorder that comes back with nothing more to send closes what was made of it meanwhile", async () => {
  const begun = await beginAndLeave()
  const id = begun.recording_id
  const made = await world.readRow(id)
  expect(made).toMatchObject({ status: "completed", recording_ended_at: null })
  await finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length })
  await runJobs(world.context, recordingJobs)
  expect(await world.readRow(id)).toMatchObject({ status: "completed", file_path: made?.file_path })
  expect(await world.ctx.files.size(made?.file_path ?? "")).toBe(made?.file_size)
  world.context.clock.advance(DAY)
  await sweepRecordings(world.ctx)
  expect(await world.ctx.spool.received(id)).toBeNull()
})

test("REC-05 files that something better took the place of stay for a day, for links and backups, and then go", async () => {
  const begun = await beginAndLeave()
  const id = begun.recording_id
  const partial = (await world.readRow(id))?.file_path ?? ""
  world.context.clock.advance(MINUTE)
  await linkToPlay(begun.me, id)
  const more = Buffer.concat([RECORDED, Buffer.alloc(1)])
  await receiveUpload(begun.me, id, patch(id, RECORDED.length, more.subarray(RECORDED.length)))
  await finishRecording(begun.me, { recording_id: id, bytes: more.length })
  await runJobs(world.context, recordingJobs)
  expect((await world.readRow(id))?.file_path).not.toBe(partial)
  const left = async () => [await world.ctx.files.size(partial), await world.ctx.spool.received(id)]
  world.context.clock.advance(DAY - MINUTE)
  await sweepRecordings(world.ctx)
  expect(await left()).toEqual([expect.any(Number), more.length])
  world.context.clock.advance(2 * MINUTE)
  await sweepRecordings(world.ctx)
  expect(await left()).toEqual([null, null])
})

test("REC-03 no status sticks: work lost with its worker is done again, and a recording without a byte fails", async () => {
  const begun = await world.begin()
  await world.sendAll(begun)
  await finishRecording(begun.me, { recording_id: begun.recording_id, bytes: RECORDED.length })
  world.context.jobs.length = 0
  world.context.clock.advance(16 * MINUTE)
  await sweepRecordings(world.ctx)
  await runJobs(world.context, recordingJobs)
  expect(await world.readRow(begun.recording_id)).toMatchObject({ status: "completed" })
  const empty = await world.begin()
  world.context.clock.advance(1)
  await tellRecording(empty.me, { recording_id: empty.recording_id, paused: false })
  world.context.clock.advance(8 * DAY)
  await sweepRecordings(world.ctx)
  expect(await world.readRow(empty.recording_id)).toMatchObject({
    status: "failed",
    failure: "NOTHING_RECORDED",
  })
})

test("REC-03 what arrived of a recording that was not processed for a week is made playable, not deleted", async () => {
  const begun = await world.begin()
  const id = begun.recording_id
  const most = Math.floor(RECORDED.length * 0.7)
  await receiveUpload(begun.me, id, patch(id, 0, RECORDED.subarray(0, most)))
  // The process that wrote these bytes died before it could record them.
  await world.ctx.db.update(classRecordings).set({ received_bytes: 0 }).where(eq(classRecordings.id, id))
  world.context.clock.advance(8 * DAY)
  await sweepRecordings(world.ctx)
  expect(await world.readRow(id)).toMatchObject({ status: "processing", received_bytes: most })
  await runJobs(world.context, recordingJobs)
  const made = await world.readRow(id)
  expect(made).toMatchObject({ status: "completed", failure: null, processed_bytes: most })
  expect(await world.ctx.files.size(made?.file_path ?? "")).toBe(made?.file_size)
  await sweepRecordings(world.ctx)
  expect(world.context.jobs).toEqual([])
})

test("REC-03 an abandoned recording that finds no room for a week stays playable as it arrived", async () => {
  const begun = await world.begin()
  const id = begun.recording_id
  await world.sendAll(begun)
  const put = () => Promise.reject(new StorageFull("the disk is full"))
  const full = { ...world.ctx, files: { ...world.ctx.files, put } }
  world.context.clock.advance(11 * MINUTE)
  await expect(processRecording(full, id)).rejects.toThrow(StorageFull)
  world.context.clock.advance(8 * DAY)
  await sweepRecordings(full)
  await expect(runJobs(world.context, recordingJobs, full)).rejects.toThrow(StorageFull)
  expect(await world.readRow(id)).toMatchObject({ status: "completed", file_path: null, failure: null })
  expect(await world.ctx.spool.received(id)).toBe(RECORDED.length)
  world.context.clock.advance(16 * MINUTE)
  await sweepRecordings(world.ctx)
  await runJobs(world.context, recordingJobs)
  expect((await world.readRow(id))?.file_path).toMatch(/\.webm$/)
})

test("REC-03 a start that came to nothing leaves no row, and one whose bytes are still on the device keeps its own", async () => {
  const hung = await world.begin()
  const offline = await world.begin()
  world.context.clock.advance(MINUTE / 2)
  await tellRecording(offline.me, { recording_id: offline.recording_id, paused: false })
  world.context.clock.advance(4 * MINUTE)
  await sweepRecordings(world.ctx)
  expect(await world.readRow(hung.recording_id)).toBeDefined()
  world.context.clock.advance(MINUTE)
  await sweepRecordings(world.ctx)
  expect(await world.readRow(hung.recording_id)).toBeUndefined()
  expect(await world.ctx.spool.received(hung.recording_id)).toBeNull()

  expect(await world.offsetOf(offline.me, offline.recording_id)).toBe(0)
  await world.sendAll(offline)
  await finishRecording(offline.me, { recording_id: offline.recording_id, bytes: RECORDED.length })
  await runJobs(world.context, recordingJobs)
  expect(await world.readRow(offline.recording_id)).toMatchObject({ status: "completed" })
})

test("REC-03 a recording that can't be read fails with a reason and can be tried again", async () => {
  const begun = await world.begin()
  const id = begun.recording_id
  const broken = Buffer.concat([RECORDED.subarray(0, 40), Buffer.alloc(2_000)])
  await receiveUpload(begun.me, id, patch(id, 0, broken))
  await finishRecording(begun.me, { recording_id: id, bytes: broken.length })
  await runJobs(world.context, recordingJobs)
  expect(await getRecording(begun.me, id)).toMatchObject({
    status: "failed",
    failure: "NO_TRACKS",
  })
  // As a process of the release before writes it.
  await world.ctx.db.execute(sql`update class_recordings set failure = 'The file is odd' where id = ${id}`)
  expect(await getRecording(begun.me, id)).toMatchObject({ failure: "UNREADABLE" })
  await writeFile(world.ctx.spool.path(id), RECORDED)
  await retryRecording(begun.me, id)
  await runJobs(world.context, recordingJobs)
  expect(await getRecording(begun.me, id)).toMatchObject({ status: "completed", failure: null })
})

test("REC-03 a recorder whose first bytes can't be played yet may come back, and fails only once nobody did", async () => {
  const { ctx, context } = world
  const [returning, gone] = [await world.begin(), await world.begin()]
  const head = RECORDED.subarray(0, 300)
  for (const { me, recording_id: id } of [returning, gone]) await receiveUpload(me, id, patch(id, 0, head))
  context.clock.advance(11 * MINUTE)
  await sweepRecordings(ctx)
  expect(await runJobs(context, recordingJobs)).toBe(2)
  const id = returning.recording_id
  expect(await world.readRow(id)).toMatchObject({ status: "recording", failure: null })
  context.clock.advance(MINUTE)
  await sweepRecordings(ctx)
  expect(context.jobs).toEqual([])
  context.clock.advance(15 * MINUTE)
  await sweepRecordings(ctx)
  expect(context.jobs).toHaveLength(2)
  await runJobs(context, recordingJobs)

  const rest = await receiveUpload(returning.me, id, patch(id, 300, RECORDED.subarray(300)))
  expect(rest.status).toBe(204)
  await finishRecording(returning.me, { recording_id: id, bytes: RECORDED.length })
  await runJobs(context, recordingJobs)
  expect(await world.readRow(id)).toMatchObject({ status: "completed", failure: null })

  context.clock.advance(8 * DAY)
  await sweepRecordings(ctx)
  await runJobs(context, recordingJobs)
  const failed = await world.readRow(gone.recording_id)
  expect(failed?.status).toBe("failed")
  expect(failed?.failure).not.toBe("NOTHING_RECORDED")
  expect(await ctx.spool.received(gone.recording_id)).toBe(300)
})

test("REC-03 a restored copy without the bytes of a recording settles it, and keeps what was made of it", async () => {
  const { ctx, context } = world
  const part = await beginAndLeave()
  const none = await world.begin()
  await world.sendAll(none)
  const made = await world.readRow(part.recording_id)
  const more = Buffer.alloc(10)
  await receiveUpload(part.me, part.recording_id, patch(part.recording_id, RECORDED.length, more))
  for (const { me, recording_id } of [none, part]) {
    await finishRecording(me, { recording_id, bytes: RECORDED.length })
    await ctx.spool.remove(recording_id)
  }
  await runJobs(context, recordingJobs)
  expect(await world.readRow(none.recording_id)).toMatchObject({
    ...{ status: "failed", failure: "MISSING", received_bytes: 0 },
  })
  expect(await world.readRow(part.recording_id)).toMatchObject({
    ...{ status: "completed", failure: null, file_path: made?.file_path },
  })
  context.clock.advance(16 * MINUTE)
  await sweepRecordings(ctx)
  expect(context.jobs).toEqual([])
})

test("REC-03 a file that was stored just before the database went away goes a day later", async () => {
  const { ctx, context } = world
  const begun = await world.begin()
  const id = begun.recording_id
  await world.sendAll(begun)
  await finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length })
  const { instructor_id = "" } = (await world.readRow(id)) ?? {}
  const stored = async () => {
    const keys: string[] = []
    for await (const key of ctx.files.list(`${instructor_id}/`)) keys.push(key)
    return keys
  }
  // As the link to the database is after it was cut: statements fail from the end of the upload on.
  const cut = {
    ...ctx.files,
    async put(...args: Parameters<typeof ctx.files.put>) {
      await ctx.files.put(...args)
      lost.db = { transaction: () => Promise.reject(new Error("the database is away")) } as never
    },
  }
  const lost = { ...ctx, files: cut }
  await expect(processRecording(lost, id)).rejects.toThrow("the database is away")
  const left = await stored()
  expect(left).toHaveLength(1)
  context.clock.advance(1)
  await runJobs(context, recordingJobs)
  const { file_path } = (await world.readRow(id)) ?? {}
  expect((await stored()).toSorted()).toEqual([...left, file_path].toSorted())
  context.clock.advance(DAY)
  await sweepRecordings(ctx)
  expect(await stored()).toEqual([file_path])
})

test("REC-03 a disk that can't be read fails the attempt, not the recording", async () => {
  const begun = await world.begin()
  const id = begun.recording_id
  await world.sendAll(begun)
  await finishRecording(begun.me, { recording_id: id, bytes: RECORDED.length })
  // Reading a folder fails as reading a damaged disk does.
  const unread = { ...world.ctx, spool: { ...world.ctx.spool, path: () => import.meta.dirname } }
  await expect(processRecording(unread, id)).rejects.toThrow("EISDIR")
  expect(await world.readRow(id)).toMatchObject({ status: "processing", failure: null })
  await runJobs(world.context, recordingJobs)
  expect(await world.readRow(id)).toMatchObject({ status: "completed" })
})

test("REC-03 a file that can't be removed holds up no other, and is tried again a day later", async () => {
  const { ctx, context } = world
  const now = ctx.clock.now()
  const [bad, good] = [await world.complete(), await world.complete()]
  const { file_path = "" } = (await world.readRow(good.recording_id)) ?? {}
  expect(await ctx.files.size(file_path ?? "")).toBeGreaterThan(0)
  await ctx.db.delete(replacedRecordingFiles)
  await ctx.db
    .insert(replacedRecordingFiles)
    .values([{ store: "kept", key: "../not a key", remove_at: new Date(now.getTime() - DAY) }])
  const shut = { file_path: "../nor this", deleted_at: new Date(now.getTime() - 31 * DAY) }
  await ctx.db.update(classRecordings).set(shut).where(eq(classRecordings.id, bad.recording_id))
  const { deleted_at } = shut
  await ctx.db.update(classRecordings).set({ deleted_at }).where(eq(classRecordings.id, good.recording_id))
  await sweepRecordings(ctx)
  expect(await world.readRow(good.recording_id)).toBeUndefined()
  expect(await ctx.files.size(file_path ?? "")).toBeNull()
  expect(await ctx.spool.received(good.recording_id)).toBeNull()
  const left = () => ctx.db.select().from(replacedRecordingFiles)
  const tomorrow = new Date(ctx.clock.now().getTime() + DAY)
  expect((await left()).map(({ key, remove_at }) => [key, remove_at]).toSorted()).toEqual([
    ["../nor this", tomorrow],
    ["../not a key", tomorrow],
  ])
  // An outage is no fault of a row: it ends the sweep, and the next one goes on.
  context.clock.advance(2 * DAY)
  const away = { ...ctx, files: { ...ctx.files, remove: () => Promise.reject(new StoreAway("no store")) } }
  await expect(sweepRecordings(away)).rejects.toThrow(StoreAway)
  expect((await left()).every(({ remove_at }) => remove_at.getTime() === tomorrow.getTime())).toBe(true)
  await ctx.db.delete(replacedRecordingFiles)
})

test("REC-06 where the academy keeps recordings for some days, older ones go into the bin", async () => {
  const kept = await world.complete()
  const limited = { ...world.ctx, env: { ...world.ctx.env, RECORDING_RETENTION_DAYS: 20 } }
  world.context.clock.advance(19 * DAY)
  await sweepRecordings(limited)
  expect(await world.readRow(kept.recording_id)).toMatchObject({ deleted_at: null })
  world.context.clock.advance(2 * DAY)
  await sweepRecordings(world.ctx)
  expect(await world.readRow(kept.recording_id)).toMatchObject({ deleted_at: null })
  await sweepRecordings(limited)
  const binned = world.context.clock.now()
  expect(await world.readRow(kept.recording_id)).toMatchObject({ deleted_at: binned })
  // Restored, it would be in the bin again a minute later, and for longer.
  const teacher = kept.me
  const restoring = restoreRecording({ ...teacher, env: limited.env }, kept.recording_id)
  await expect(restoring).rejects.toMatchObject({ code: "RECORDING_TOO_OLD" })
  expect(await world.readRow(kept.recording_id)).toMatchObject({ deleted_at: binned })
  await restoreRecording(teacher, kept.recording_id)
  expect(await world.readRow(kept.recording_id)).toMatchObject({ deleted_at: null })
})
