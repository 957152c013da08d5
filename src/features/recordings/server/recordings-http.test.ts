import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { s3Store } from "#platform/storage/s3.ts"
import { HOUR } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { type S3Gateway, startS3Gateway } from "#tests/gateways/s3.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { processRecording } from "./processing.ts"

const RECORDED = readFileSync(join(import.meta.dirname, "../../../../tests/files/recorded.webm"))

let gateway: S3Gateway
let product: HttpProduct
beforeAll(async () => {
  gateway = await startS3Gateway()
  product = await startHttpProduct({}, undefined, undefined, s3Store(gateway.settings))
})
afterAll(async () => {
  await product?.close()
  await gateway?.close()
})

test("REC-04 OPS-03 over HTTP a recording is taken in pieces, lands in the bucket, and plays from there in parts", async () => {
  const { ctx, address, call, cookieOf } = product
  const teacher = await createInstructor(ctx)
  const student = await createStudent(ctx)
  const began = new Date(Date.now() - HOUR / 2)
  const columns = { starts_at: began, started_at: began, status: "live" as const, seats_taken: 1 }
  const { id } = await createClass(ctx, teacher, { ...columns, class_type: "demo" })
  await seat(ctx, id, student)
  const recording_id = randomUUID()
  const started = { recording_id, mime_type: "video/webm;codecs=vp9,opus" }
  expect((await call(teacher, "POST", `/api/v1/classes/${id}/recordings`, started)).status).toBe(200)
  const cookie = await cookieOf(teacher)
  const half = Math.floor(RECORDED.length / 2)
  for (const [from, to] of [
    [0, half],
    [half, RECORDED.length],
  ] as const) {
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
  }
  const path = `/api/v1/recordings/${recording_id}`
  expect((await call(teacher, "POST", `${path}/finish`, { bytes: RECORDED.length })).status).toBe(200)
  await processRecording(ctx, recording_id)
  const { url } = (await (await call(student, "POST", `${path}/play`, {})).json()) as { url: string }
  expect(url.startsWith(gateway.settings.endpoint)).toBe(true)
  const part = await fetch(url, { headers: { range: "bytes=0-3" } })
  expect([part.status, [...new Uint8Array(await part.arrayBuffer())]]).toEqual([
    206,
    [0x1a, 0x45, 0xdf, 0xa3],
  ])
  expect((await call(student, "POST", `${path}/download`, {})).status).toBe(403)
})
