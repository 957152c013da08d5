import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Ctx, SignedIn } from "#platform/context.ts"
import type { Database } from "#platform/database/db.ts"
import { s3Store } from "#platform/storage/s3.ts"
import { HOUR } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { type S3Gateway, startS3Gateway } from "#tests/gateways/s3.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { processRecording } from "./processing.ts"

const RECORDED = readFileSync(join(import.meta.dirname, "../../../../tests/files/recorded.webm"))

let gateway: S3Gateway
let onDisk: HttpProduct
let inBucket: HttpProduct
beforeAll(async () => {
  gateway = await startS3Gateway()
  onDisk = await startHttpProduct()
  inBucket = await startHttpProduct({}, undefined, undefined, s3Store(gateway.settings))
})
afterAll(async () => {
  await onDisk?.close()
  await inBucket?.close()
  await gateway?.close()
})

/** A demo class that is being recorded, with a student in it, and what its people do over HTTP. */
async function beginRecording(product: HttpProduct) {
  const { ctx, address, call, cookieOf } = product
  const teacher = await createInstructor(ctx)
  const student = await createStudent(ctx)
  const began = new Date(Date.now() - HOUR / 2)
  const columns = { starts_at: began, started_at: began, status: "live" as const, seats_taken: 1 }
  const { id } = await createClass(ctx, teacher, { ...columns, class_type: "demo" })
  await seat(ctx, id, student)
  const recording_id = randomUUID()
  const path = `/api/v1/recordings/${recording_id}`
  const started = { recording_id, mime_type: "video/webm;codecs=vp9,opus" }
  expect((await call(teacher, "POST", `/api/v1/classes/${id}/recordings`, started)).status).toBe(200)
  const cookie = await cookieOf(teacher)
  return {
    ...{ recording_id, teacher, student, path },
    async send(from: number, to: number): Promise<void> {
      const sent = await fetch(`${address}/uploads/recordings/${recording_id}`, {
        method: "PATCH",
        headers: {
          cookie,
          "tus-resumable": "1.0.0",
          "upload-offset": String(from),
          "content-type": "application/offset+octet-stream",
        },
        body: RECORDED.subarray(from, to),
      })
      expect(sent.status).toBe(204)
    },
    async finish(): Promise<void> {
      const answer = await call(teacher, "POST", `${path}/finish`, { bytes: RECORDED.length })
      expect(answer.status).toBe(200)
    },
    async play(who: SignedIn): Promise<string> {
      const { url } = (await (await call(who, "POST", `${path}/play`, {})).json()) as { url: string }
      return new URL(url, address).href
    },
  }
}

/** Some bytes of what a link opens, as a player asks for them. */
async function readPart(url: string, from: number, to: number): Promise<Buffer> {
  const part = await fetch(url, { headers: { range: `bytes=${from}-${to}` } })
  expect(part.status).toBe(206)
  return Buffer.from(await part.arrayBuffer())
}

/** A context whose transactions, done but not committed, wait for `pause`. */
function pausingBeforeCommit(ctx: Ctx, pause: () => Promise<unknown>): Ctx {
  const db = ctx.db as Database
  const transaction: Database["transaction"] = (work, config) =>
    db.transaction(async (tx) => {
      const done = await work(tx)
      await pause()
      return done
    }, config)
  return { ...ctx, db: Object.assign(Object.create(db), { transaction }) }
}

/** Waits until somebody waits for a row that somebody else is changing. */
async function untilSomebodyWaits({ db }: Ctx): Promise<void> {
  for (;;) {
    const { rows } = await db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
  }
}

test("REC-04 OPS-03 over HTTP a recording is taken in pieces, lands in the bucket, and plays from there in parts", async () => {
  const recording = await beginRecording(inBucket)
  const half = Math.floor(RECORDED.length / 2)
  await recording.send(0, half)
  await recording.send(half, RECORDED.length)
  await recording.finish()
  await processRecording(inBucket.ctx, recording.recording_id)
  const url = await recording.play(recording.student)
  expect(url.startsWith(gateway.settings.endpoint)).toBe(true)
  expect([...(await readPart(url, 0, 3))]).toEqual([0x1a, 0x45, 0xdf, 0xa3])
  const download = await inBucket.call(recording.student, "POST", `${recording.path}/download`, {})
  expect(download.status).toBe(403)
})

test("REC-06 what was watched during half an hour without a connection is reported at once", async () => {
  const recording = await beginRecording(onDisk)
  await recording.send(0, RECORDED.length)
  await recording.finish()
  await processRecording(onDisk.ctx, recording.recording_id)
  const { call } = onDisk
  const watched = { position_seconds: 3, watched_seconds: 1_800 }
  expect((await call(recording.student, "POST", `${recording.path}/watched`, watched)).status).toBe(200)
  const shown = await call(recording.student, "GET", recording.path)
  expect(await shown.json()).toMatchObject({ resume_at: 3 })
})

describe.each([
  ["on disk", () => onDisk],
  ["in a bucket", () => inBucket],
])("kept %s", (_where, productOf) => {
  test("REC-05 a link that plays goes on opening the same bytes when the recording is made seekable, and made again", async () => {
    const { ctx } = productOf()
    const recording = await beginRecording(productOf())
    const most = Math.floor(RECORDED.length * 0.7)
    await recording.send(0, most)
    const arrived = await recording.play(recording.teacher)
    const begins = await readPart(arrived, 0, 999)
    await processRecording(ctx, recording.recording_id)
    const partial = await recording.play(recording.student)
    const whole = await readPart(partial, 0, most)
    // The recorder came back.
    await recording.send(most, RECORDED.length)
    await recording.finish()
    await processRecording(ctx, recording.recording_id)
    const final = await recording.play(recording.student)
    expect(new Set([arrived, partial, final].map((url) => new URL(url).pathname)).size).toBe(3)
    expect(Buffer.concat([begins, await readPart(arrived, 1_000, most - 1)])).toEqual(
      RECORDED.subarray(0, most),
    )
    expect(await readPart(partial, 5_000, 9_999)).toEqual(whole.subarray(5_000, 10_000))
    expect([...(await readPart(final, 0, 3))]).toEqual([0x1a, 0x45, 0xdf, 0xa3])
  })

  test("REC-05 a link asked for at the moment in which a recording moves to its kept place opens it", async () => {
    const { ctx } = productOf()
    const recording = await beginRecording(productOf())
    await recording.send(0, RECORDED.length)
    await recording.finish()
    const asked: Promise<string>[] = []
    let commits = 0
    const processing = pausingBeforeCommit(ctx, async () => {
      commits += 1
      // With the first it is shown as it arrived, with the second at its kept place.
      if (commits < 2) return
      const link = recording.play(recording.student)
      asked.push(link)
      await Promise.race([link, untilSomebodyWaits(ctx)])
    })
    await processRecording(processing, recording.recording_id)
    expect(asked).toHaveLength(1)
    expect([...(await readPart((await asked[0]) ?? "", 0, 3))]).toEqual([0x1a, 0x45, 0xdf, 0xa3])
  })
})
