import { randomUUID } from "node:crypto"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { enrolIn, MP4_VIDEO, teachProgram } from "#tests/lessons.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { spoolKey } from "../rules.ts"
import { processLesson } from "./processing.ts"
import { programLessons } from "./table.ts"
import { receiveLessonUpload } from "./uploads.ts"

let product: HttpProduct
let teacher: SignedIn
let course_id: string

beforeAll(async () => {
  product = await startHttpProduct()
  const { ctx } = product
  await seedPrograms(ctx)
  teacher = await createInstructor(ctx)
  const [program] = await ctx.db.select({ id: programs.id }).from(programs).limit(1)
  course_id = program?.id ?? ""
  await teachProgram(ctx, course_id, teacher)
})
afterAll(() => product?.close())

async function announce() {
  const [id, upload_id] = [randomUUID(), randomUUID()]
  const video = { upload_id, file_name: "arrows.mp4", file_size: MP4_VIDEO.length, file_kind: "mp4" }
  const path = `/api/v1/programs/${course_id}/lessons`
  expect((await product.call(teacher, "POST", path, { id, title: "Arrows", ...video })).status).toBe(200)
  return { lesson_id: id, upload_id }
}

const pieceOf = (headers: Record<string, string> = {}) => ({
  method: "PATCH",
  headers: {
    ...headers,
    ...{ "tus-resumable": "1.0.0", "upload-offset": "0" },
    "content-type": "application/offset+octet-stream",
  },
  body: MP4_VIDEO,
})

test("CAT-09 over HTTP a lesson is taken, plays in parts for an enrolled student, and its link can't be forged", async () => {
  const { ctx, address, call, cookieOf } = product
  const { lesson_id, upload_id } = await announce()
  const upload = `${address}/uploads/lessons/${upload_id}`
  expect((await fetch(upload, pieceOf())).status).toBe(401)
  const cookie = await cookieOf(teacher)
  expect((await fetch(upload, pieceOf({ cookie }))).status).toBe(204)
  await processLesson(ctx, { lesson_id, upload_id })
  const student = await createStudent(ctx)
  const play = () => call(student, "POST", `/api/v1/lessons/${lesson_id}/play`, {})
  expect((await play()).status).toBe(404)
  await enrolIn(ctx, course_id, student)
  const answer = await play()
  expect(answer.headers.get("cache-control")).toBe("no-store")
  const { url } = (await answer.json()) as { url: string }
  const part = await fetch(new URL(url, address), { headers: { range: "bytes=4-7" } })
  expect([part.status, await part.text()]).toEqual([206, "ftyp"])
  const forged = `${url.slice(0, -4)}${url.endsWith("aaaa") ? "bbbb" : "aaaa"}`
  expect((await fetch(new URL(forged, address))).status).toBeGreaterThanOrEqual(400)
  const [row] = await ctx.db.select().from(programLessons).where(eq(programLessons.id, lesson_id))
  expect(await ctx.files.size(row?.file_path ?? "")).toBe(row?.file_size)
})

test("CAT-09 a full server answers 507 and keeps the upload open until there is space", async () => {
  const { lesson_id, upload_id } = await announce()
  const folder = await mkdtemp(join(tmpdir(), "kaksha-lessons-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const ctx = {
    ...product.ctx,
    viewer: teacher,
    spool: openSpool(folder, "/uploads", Number.POSITIVE_INFINITY),
  }
  await ctx.spool.begin(spoolKey(upload_id), MP4_VIDEO.length)
  const request = () => new Request(`http://localhost/uploads/lessons/${upload_id}`, pieceOf())
  expect((await receiveLessonUpload(ctx, upload_id, request())).status).toBe(507)
  const [row] = await ctx.db.select().from(programLessons).where(eq(programLessons.id, lesson_id))
  expect(row).toMatchObject({ upload_status: "uploading", received_bytes: 0, failure: null })
  expect((await receiveLessonUpload(product.ctx, upload_id, request())).status).toBe(401)
  expect((await receiveLessonUpload({ ...product.ctx, viewer: teacher }, upload_id, request())).status).toBe(
    204,
  )
  expect((await stat(product.ctx.spool.path(spoolKey(upload_id)))).size).toBe(MP4_VIDEO.length)
})
