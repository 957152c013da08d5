import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, expect, test } from "vitest"
import { diskStore } from "#platform/storage/disk.ts"
import { StorageFull } from "#platform/storage/port.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { mountSmallDisk, type SmallDisk } from "#tests/small-disk.ts"
import { recordingJobs } from "./jobs.ts"
import { processRecording, sweepRecordings } from "./processing.ts"
import { finishRecording } from "./service.ts"
import { patch, RECORDED, recordingWorld } from "./test-recording.ts"
import { receiveUpload } from "./uploads.ts"
import { linkToPlay, listOwnRecordings } from "./watching.ts"

const world = recordingWorld()
const UPLOADS = "/uploads/recordings"

/** Where uploads and files lie: on a small disk that is really full, or in stores that refuse as one would. */
type Place = { full(leaving?: number): void; free(): void; close(): void }

function onSmallDisk(disk: SmallDisk): Place {
  world.ctx.spool = openSpool(join(disk.folder, "spool"), UPLOADS, 0)
  world.ctx.files = diskStore(join(disk.folder, "files"))
  return { full: disk.fill, free: disk.free, close: disk.close }
}

function inRefusingStores(): Place {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-disk-"))
  const files = diskStore(join(folder, "files"))
  const free = () => {
    world.ctx.spool = openSpool(join(folder, "spool"), UPLOADS, 0)
    world.ctx.files = files
  }
  const full = () => {
    world.ctx.spool = openSpool(join(folder, "spool"), UPLOADS, Number.POSITIVE_INFINITY)
    world.ctx.files = { ...files, put: () => Promise.reject(new StorageFull("the disk is full")) }
  }
  free()
  return { full, free, close: () => rmSync(folder, { recursive: true, force: true }) }
}

let place: Place
beforeAll(() => {
  const disk = mountSmallDisk(512 * 1_024)
  place = disk ? onSmallDisk(disk) : inRefusingStores()
})
afterAll(() => place?.close())

test("REC-03 a full disk is told as such, keeps what arrived, and the upload goes on where it stopped once there is room", async () => {
  const { me, recording_id: id } = await world.begin()
  // Contexts made later get the product's stores of that moment.
  const as = () => ({ ...me, spool: world.ctx.spool, files: world.ctx.files })
  await receiveUpload(as(), id, patch(id, 0, RECORDED.subarray(0, 20_000)))
  place.full(12_288)
  const refused = await receiveUpload(as(), id, patch(id, 20_000, RECORDED.subarray(20_000)))
  expect([refused.status, await refused.text()]).toEqual([507, expect.stringContaining("The disk is full")])
  const arrived = await world.offsetOf(as(), id)
  expect(arrived).toBeGreaterThanOrEqual(20_000)
  expect(arrived).toBeLessThan(RECORDED.length)
  expect(await world.readRow(id)).toMatchObject({
    status: "recording",
    received_bytes: arrived,
    failure: null,
  })
  expect((await listOwnRecordings(as(), { limit: 5, search: "", bin: false })).items).toHaveLength(1)
  const again = await receiveUpload(as(), id, patch(id, arrived, RECORDED.subarray(arrived)))
  expect(again.status).toBe(507)

  place.free()
  const rest = await receiveUpload(as(), id, patch(id, arrived, RECORDED.subarray(arrived)))
  expect(rest.status).toBe(204)
  await finishRecording(as(), { recording_id: id, bytes: RECORDED.length })
  expect((await buffer(await world.ctx.spool.files.read(id))).equals(RECORDED)).toBe(true)
})

test("REC-03 a recording that finds no room is played as it arrived, and kept once there is room, however late", async () => {
  const { me, recording_id: id } = await world.begin()
  const as = () => ({ ...me, spool: world.ctx.spool, files: world.ctx.files })
  await receiveUpload(as(), id, patch(id, 0, RECORDED))
  await finishRecording(as(), { recording_id: id, bytes: RECORDED.length })
  place.full()
  // No try of the job finds room, and then there are no more tries.
  await expect(processRecording(world.ctx, id)).rejects.toBeInstanceOf(StorageFull)
  world.context.jobs.length = 0
  expect(await world.readRow(id)).toMatchObject({ status: "completed", file_path: null })
  expect((await linkToPlay(as(), id)).url).toMatch(/^\/files\//)

  place.free()
  world.context.clock.advance(HOUR)
  await sweepRecordings(world.ctx)
  await runJobs(world.context, recordingJobs)
  const kept = await world.readRow(id)
  expect(kept?.file_path).toMatch(/\.webm$/)
  expect(await world.ctx.files.size(kept?.file_path ?? "")).toBe(kept?.file_size)
  world.context.clock.advance(DAY)
  await sweepRecordings(world.ctx)
  expect(await world.ctx.spool.received(id)).toBeNull()
})

test("REC-01 where not even an empty file finds room no recording begins, and says why", async () => {
  const before = world.ctx.spool
  const disk = mountSmallDisk(512 * 1_024, undefined, 40)
  if (disk) {
    world.ctx.spool = openSpool(join(disk.folder, "spool"), UPLOADS, 0)
    disk.fillNames()
  } else world.ctx.spool = { ...before, begin: () => Promise.reject(new StorageFull("the disk is full")) }
  try {
    await expect(world.begin()).rejects.toMatchObject({ code: "STORAGE_FULL" })
    disk?.free()
    if (disk) expect(await world.begin()).toMatchObject({ recording_id: expect.any(String) })
  } finally {
    world.ctx.spool = before
    disk?.close()
  }
})
