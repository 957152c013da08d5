import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, giveConsent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { attendanceJobs } from "./jobs.ts"
import { getRegister } from "./service.ts"
import { dropOldSnapshots, dropSnapshotsOf, listSnapshots, recordSnapshot } from "./snapshots.ts"
import { seatStudent, startClass } from "./test-class.ts"

let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(async () => {
  context = await createTestContext({ env: { SNAPSHOTS: "true" } })
  ctx = context.ctx
})
beforeEach(() => context.clock.set("2026-11-20T10:30:00Z"))
afterAll(() => context.close())

const jpeg = () => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], "snapshot.jpg")

/** A live class with a student whose guardian agreed to pictures. */
async function pictured() {
  const { row, instructor } = await startClass(context)
  const student = await seatStudent(context, row.id)
  await giveConsent(ctx, student, "snapshots")
  const take = (viewer: SignedIn = instructor, image = jpeg()) =>
    recordSnapshot(context.as(viewer), { class_id: row.id, student_id: student.user_id, image })
  return { row, instructor, student, take }
}

async function filesOf(student: SignedIn): Promise<string[]> {
  const keys: string[] = []
  for await (const key of ctx.files.list(`snapshots/${student.user_id}/`)) keys.push(key)
  return keys
}

test("ATT-01 a consenting student is pictured at most once in five minutes, for staff alone", async () => {
  const { row, instructor, student, take } = await pictured()
  const other = await seatStudent(context, row.id)
  expect((await getRegister(context.as(instructor), row.id)).snapshots_of).toEqual([student.user_id])
  expect(await Promise.all([take(), take()])).toEqual(
    expect.arrayContaining([{ kept: true }, { kept: false }]),
  )
  context.clock.advance(5 * MINUTE)
  expect(await take()).toEqual({ kept: true })
  const input = { class_id: row.id, student_id: other.user_id, image: jpeg() }
  expect(await recordSnapshot(context.as(instructor), input)).toEqual({ kept: false })

  const shown = await listSnapshots(context.as(instructor), row.id)
  expect(shown.map((one) => one.student_name)).toEqual(["Asha Rao", "Asha Rao"])
  const opened = ctx.links.open(shown[0]?.url.split("/").at(-1) ?? "")
  expect(opened?.contentType).toBe("image/jpeg")
  expect((await buffer(await ctx.files.read(opened?.key ?? ""))).subarray(0, 3)).toEqual(
    Buffer.from([0xff, 0xd8, 0xff]),
  )
  await expect(take(await createAdmin(ctx))).rejects.toMatchObject({ code: "NOT_FOUND" })
})

test("ATT-01 what is no small JPEG is refused", async () => {
  const { take, instructor } = await pictured()
  for (const bytes of [new Uint8Array([60, 115, 118]), new Uint8Array(200_001).fill(0xff)]) {
    await expect(take(instructor, new File([bytes], "x.jpg"))).rejects.toMatchObject({ code: "FIELD_ERRORS" })
  }
})

test("LAW-01 pictures go when consent is withdrawn, when the student is erased, and when they are old", async () => {
  const first = await pictured()
  await first.take()
  context.published.push({
    topic: "consent.withdrawn",
    data: { person_id: first.student.user_id, purpose: "snapshots" },
  })
  await runJobs(context, attendanceJobs)
  expect(await filesOf(first.student)).toEqual([])
  expect(await listSnapshots(context.as(first.instructor), first.row.id)).toEqual([])

  const second = await pictured()
  await second.take()
  await ctx.personalData.eraseFor(ctx, second.student.user_id)
  await runJobs(context, attendanceJobs)
  expect(await filesOf(second.student)).toEqual([])

  const third = await pictured()
  await third.take()
  context.clock.advance(29 * DAY)
  await dropOldSnapshots(ctx)
  expect((await filesOf(third.student)).length).toBe(1)
  context.clock.advance(2 * DAY)
  await dropOldSnapshots(ctx)
  expect(await filesOf(third.student)).toEqual([])
})

test("LAW-01 a picture that is being stored while consent is withdrawn isn't kept", async () => {
  const { row, instructor, student } = await pictured()
  const put: typeof ctx.files.put = async (...args) => {
    await dropSnapshotsOf(ctx, student.user_id)
    return ctx.files.put(...args)
  }
  const files = Object.assign(Object.create(ctx.files), { put }) as typeof ctx.files
  const input = { class_id: row.id, student_id: student.user_id, image: jpeg() }
  expect(await recordSnapshot({ ...context.as(instructor), files }, input)).toEqual({ kept: false })
  expect(await filesOf(student)).toEqual([])
})

test("LAW-01 snapshots and voice evidence are off until the institution switches them on", async () => {
  const plain = await createTestContext({ env: { VOICE_EVIDENCE: "false" } })
  try {
    const { row, instructor } = await startClass(plain)
    const student = await seatStudent(plain, row.id)
    await giveConsent(plain.ctx, student, "snapshots")
    await giveConsent(plain.ctx, student, "voice_evidence")
    const register = await getRegister(plain.as(instructor), row.id)
    expect(register).toMatchObject({ snapshots_of: [], voice_for: [] })
    const input = { class_id: row.id, student_id: student.user_id, image: jpeg() }
    expect(await recordSnapshot(plain.as(instructor), input)).toEqual({ kept: false })
  } finally {
    await plain.close()
  }
})
