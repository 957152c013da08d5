import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedInCtx } from "#platform/context.ts"
import { LARGEST_FILE_BYTES } from "#shared/files.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { createProgram } from "./manage.ts"
import { addMaterial, linkMaterial, listMaterials, removeMaterial } from "./materials.ts"
import { listRemoved, purgeMaterials, restoreMaterial } from "./removed-materials.ts"
import { enrolInProgram } from "./service.ts"
import { enrollments, programMaterials } from "./table.ts"

let world: TestContext
let office: SignedInCtx

beforeAll(async () => {
  world = await createTestContext()
  office = world.as(await createAdmin(world.ctx))
})
afterAll(() => world.close())

test("DASH-03 material is for the course's students alone, is of a known kind, and can be taken back", async () => {
  const course = await createProgram(office, { ...DRAFT, title: "Harmonium" })
  const student = world.as(await createStudent(world.ctx))
  const id = newId()
  const file = new File(["%PDF-1.7 notes"], "notes.pdf")
  const draft = { course_id: course.id, id, title: "", file }
  const made = await addMaterial(office, draft)
  expect(await addMaterial(office, draft)).toEqual(made)
  expect(made).toMatchObject({ title: "notes", content_type: "application/pdf" })
  const forged = { ...draft, id: newId(), file: new File(["<script>"], "notes.pdf") }
  expect((await refusalOf(addMaterial(office, forged))).data).toEqual({ fields: { file: "FILE_KIND" } })
  expect((await refusalOf(listMaterials(student, course.id))).code).toBe("NOT_FOUND")
  await enrolInProgram(student, course.id)
  expect(await listMaterials(student, course.id)).toEqual([made])
  const { url } = await linkMaterial(student, { course_id: course.id, material_id: id })
  expect(url).toMatch(/^\/files\//)
  await removeMaterial(office, { course_id: course.id, material_id: id })
  expect(await listMaterials(student, course.id)).toEqual([])
  expect((await refusalOf(linkMaterial(student, { course_id: course.id, material_id: id }))).code).toBe(
    "NOT_FOUND",
  )
})

test("DASH-03 material that was taken back stays in the bin for 30 days, and can be put back until then", async () => {
  const course = await createProgram(office, { ...DRAFT, title: "Sitar" })
  const material = { course_id: course.id, material_id: newId() }
  const file = new File(["%PDF-1.7 notes"], "notes.pdf")
  const made = await addMaterial(office, { course_id: course.id, id: material.material_id, title: "", file })
  await removeMaterial(office, material)
  expect(await listMaterials(office, course.id)).toEqual([])
  expect(await listRemoved(office, course.id)).toMatchObject([{ id: made.id, title: "notes" }])
  expect(await restoreMaterial(office, material)).toEqual(made)
  expect(await restoreMaterial(office, material)).toEqual(made)
  expect(await listMaterials(office, course.id)).toEqual([made])
  expect((await linkMaterial(office, material)).url).toMatch(/^\/files\//)
  await removeMaterial(office, material)
  const daysOn = (days: number) => ({
    ...office,
    clock: { now: () => new Date(world.ctx.clock.now().getTime() + days * 86_400_000) },
  })
  await purgeMaterials(daysOn(29))
  expect(await office.files.size(`material/${made.id}`)).toBe(file.size)
  await purgeMaterials(daysOn(31))
  expect(await office.files.size(`material/${made.id}`)).toBeNull()
  expect((await refusalOf(restoreMaterial(office, material))).code).toBe("NOT_FOUND")
  expect(await listRemoved(office, course.id)).toEqual([])
})

test("DASH-03 a file that is empty, too large or one more than a program has room for is refused at its field and not kept", async () => {
  const { id: course_id } = await createProgram(office, { ...DRAFT, title: "Santoor" })
  const sent: string[] = []
  const add = (bytes: number) => {
    const id = newId()
    sent.push(id)
    const file = new File([new Uint8Array(bytes).fill(65)], "notes.txt")
    return addMaterial(office, { course_id, id, title: "", file })
  }
  for (const [bytes, problem] of [
    [0, "FILE_EMPTY"],
    [LARGEST_FILE_BYTES + 1, "FILE_TOO_LARGE"],
  ] as const) {
    expect((await refusalOf(add(bytes))).data).toEqual({ fields: { file: problem } })
  }
  const row = (id: string) => ({
    ...{ id, course_id, title: "Notes", name: "notes.txt", content_type: "text/plain", size_bytes: 1 },
    ...{ uploaded_by: office.viewer.user_id, created_at: world.clock.now() },
  })
  const material_id = newId()
  const ids = [material_id, ...Array.from({ length: 99 }, newId)]
  await world.ctx.db.insert(programMaterials).values(ids.map(row))
  expect((await refusalOf(add(1))).data).toEqual({ fields: { file: "MATERIALS_TOO_MANY" } })
  for (const id of sent) expect(await world.ctx.files.size(`material/${id}`)).toBeNull()
  await removeMaterial(office, { course_id, material_id })
  expect(await add(1)).toMatchObject({ title: "notes", size_bytes: 1 })
})

test("DASH-03 material opens by its own program alone, and only while the student is in it", async () => {
  const [one, other] = [
    await createProgram(office, { ...DRAFT, title: "Sarangi" }),
    await createProgram(office, { ...DRAFT, title: "Mridangam" }),
  ]
  const material_id = newId()
  const file = new File(["%PDF-1.7 notes"], "notes.pdf")
  await addMaterial(office, { course_id: one.id, id: material_id, title: "", file })
  const elsewhere = { course_id: other.id, material_id }
  const student = world.as(await createStudent(world.ctx))
  await enrolInProgram(student, other.id)
  for (const reader of [office, student]) {
    expect((await refusalOf(linkMaterial(reader, elsewhere))).code).toBe("NOT_FOUND")
  }
  await enrolInProgram(student, one.id)
  expect(await listMaterials(student, one.id)).toHaveLength(1)
  await world.ctx.db.update(enrollments).set({ status: "cancelled" }).where(eq(enrollments.course_id, one.id))
  expect((await refusalOf(listMaterials(student, one.id))).code).toBe("NOT_FOUND")
  await removeMaterial(office, elsewhere)
  expect(await listMaterials(office, one.id)).toHaveLength(1)
  expect((await refusalOf(restoreMaterial(office, elsewhere))).code).toBe("NOT_FOUND")
  expect((await refusalOf(listMaterials(office, newId()))).code).toBe("NOT_FOUND")
})

test("DASH-03 a file that was stored when its row was not can be sent again, and is there once", async () => {
  const { id: course_id } = await createProgram(office, { ...DRAFT, title: "Ghatam" })
  const draft = { course_id, id: newId(), title: "", file: new File(["%PDF-1.7 notes"], "notes.pdf") }
  const bytes = new Uint8Array(await draft.file.arrayBuffer())
  await world.ctx.files.put(`material/${draft.id}`, bytes, "application/pdf")
  const made = await addMaterial(office, draft)
  expect(await addMaterial(office, draft)).toEqual(made)
  expect(await listMaterials(office, course_id)).toEqual([made])
})
