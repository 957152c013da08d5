import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { roomFiles } from "../board-tables.ts"
import { emptyRoomBin } from "../room-bin.ts"
import { writeClass, writeSeat } from "../test-room.ts"

let product: HttpProduct
let teacher: SignedIn
let student: SignedIn
let classId: string

beforeAll(async () => {
  product = await startHttpProduct()
  teacher = await createInstructor(product.ctx)
  student = await createStudent(product.ctx)
  classId = await writeClass(product.ctx, teacher)
  await writeSeat(product.ctx, classId, student)
})
afterAll(() => product.close())

async function share(file: File, id: string = randomUUID()): Promise<Response> {
  const body = new FormData()
  body.set("id", id)
  body.set("file", file)
  return fetch(`${product.address}/api/v1/classes/${classId}/room/files`, {
    method: "POST",
    headers: { cookie: await product.cookieOf(teacher) },
    body,
  })
}

const path = (rest: string) => `/api/v1/classes/${classId}/room/files/${rest}`
const pdf = (size = 40) => new File([`%PDF-1.7\n${"x".repeat(size)}`], "Fractions, part 1 – worksheet.pdf")

test("ROOM-05 a shared file reaches a student by a short link, to be saved and never shown as a page", async () => {
  const id = randomUUID()
  expect((await share(pdf(), id)).status).toBe(200)
  expect(await (await share(pdf(), id)).json()).toMatchObject({
    id,
    name: "Fractions, part 1 – worksheet.pdf",
  })
  const { url } = (await (await product.call(student, "POST", path(`${id}/link`), {})).json()) as {
    url: string
  }
  const answer = await fetch(product.address + url)
  expect(await answer.text()).toMatch(/^%PDF-1\.7\nx{40}$/)
  expect(answer.headers.get("content-type")).toBe("application/pdf")
  expect(answer.headers.get("content-disposition")).toContain(
    "attachment; filename=\"Fractions, part 1 _ worksheet.pdf\"; filename*=UTF-8''Fractions%2C%20part%201%20%E2%80%93",
  )
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'")
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  expect((await fetch(`${product.address}${url.slice(0, -4)}AAAA`)).status).toBe(403)
  const outsider = await createStudent(product.ctx)
  expect((await product.call(outsider, "POST", path(`${id}/link`), {})).status).toBe(404)

  expect((await product.call(teacher, "DELETE", path(id))).status).toBe(200)
  expect((await product.call(student, "POST", path(`${id}/link`), {})).status).toBe(404)
})

test("ROOM-05 a file whose id came in capitals is found again", async () => {
  const id = randomUUID()
  expect(await (await share(pdf(), id.toUpperCase())).json()).toMatchObject({ id })
  const { url } = (await (await product.call(student, "POST", path(`${id}/link`), {})).json()) as {
    url: string
  }
  expect((await fetch(product.address + url)).status).toBe(200)
})

test("ROOM-05 a file taken back is seen by staff alone, shared again by Undo, and gone for good after 30 days", async () => {
  const id = randomUUID()
  await share(pdf(), id)
  const files = async (viewer: SignedIn) => {
    const answer = await product.call(viewer, "GET", `/api/v1/classes/${classId}/room/board`)
    const { state } = (await answer.json()) as { state: { files: { id: string; deleted: boolean }[] } }
    return state.files.filter((file) => file.id === id).map((file) => file.deleted)
  }
  await product.call(teacher, "DELETE", path(id))
  expect([await files(teacher), await files(student)]).toEqual([[true], []])
  expect((await product.call(student, "POST", path(`${id}/restore`), {})).status).toBe(404)
  for (let twice = 0; twice < 2; twice += 1) {
    expect((await product.call(teacher, "POST", path(`${id}/restore`), {})).status).toBe(200)
  }
  expect([await files(teacher), await files(student)]).toEqual([[false], [false]])
  expect((await product.call(student, "POST", path(`${id}/link`), {})).status).toBe(200)

  await product.call(teacher, "DELETE", path(id))
  const { ctx } = product
  const inDays = (days: number) => ({ ...ctx, clock: { now: () => new Date(Date.now() + days * DAY) } })
  await emptyRoomBin(inDays(29))
  expect(await ctx.files.size(`room/${id}`)).toBeGreaterThan(0)
  await emptyRoomBin(inDays(30))
  expect(await ctx.files.size(`room/${id}`)).toBeNull()
  expect((await product.call(teacher, "POST", path(`${id}/restore`), {})).status).toBe(404)
})

test.each([
  ["a page", new File(["<script>alert(1)</script>"], "notes.html"), "FILE_KIND"],
  ["a drawing that can hold scripts", new File(["<svg/>"], "figure.svg"), "FILE_KIND"],
  ["a page that calls itself a picture", new File(["<script>alert(1)</script>"], "figure.png"), "FILE_KIND"],
  ["nothing at all", new File([], "empty.pdf"), "FILE_EMPTY"],
  ["more than 20 MB", pdf(20 * 2 ** 20), "FILE_TOO_LARGE"],
])("ROOM-05 %s is refused at its field", async (_what, file, code) => {
  const answer = await share(file)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: "FIELD_ERRORS", data: { fields: { file: code } } })
})

test("ROOM-05 a class holds 50 files, of which those taken back don't count, and another class's can't be taken back", async () => {
  const { ctx } = product
  const other = await createInstructor(ctx)
  const elsewhere = await writeClass(ctx, other)
  const rows = Array.from({ length: 50 }, () => ({
    ...{ id: randomUUID(), class_id: classId, shared_by: teacher.user_id, name: "a.pdf", size_bytes: 1 },
    ...{ content_type: "application/pdf", created_at: ctx.clock.now(), revision: 1 },
  }))
  await ctx.db.delete(roomFiles)
  await ctx.db.insert(roomFiles).values(rows)
  expect(await (await share(pdf())).json()).toMatchObject({ data: { fields: { file: "FILES_TOO_MANY" } } })
  const id = rows[0]?.id
  const foreign = await product.call(other, "DELETE", `/api/v1/classes/${elsewhere}/room/files/${id}`)
  expect(foreign.status).toBe(404)
  expect((await share(pdf())).status).toBe(422)
  await product.call(teacher, "DELETE", path(`${id}`))
  expect((await share(pdf())).status).toBe(200)
  expect((await share(pdf())).status).toBe(422)
})

test("ROOM-05 a body beyond every limit is refused while it arrives", async () => {
  expect((await share(pdf(24 * 2 ** 20))).status).toBe(413)
})
