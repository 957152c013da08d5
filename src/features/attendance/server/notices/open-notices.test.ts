import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { MINUTE } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { listClassNotices } from "../service.ts"
import {
  endClass,
  everyJob,
  observe,
  readNotices,
  readTexts,
  seatStudent,
  startClass,
} from "../test-class.ts"
import { decideOpenNotice, listOpenNotices } from "./open-notices.ts"

let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(async () => {
  context = await createTestContext({ env: { PARENT_NUMBERS_NEED_CONFIRMATION: "true" } })
  ctx = context.ctx
})
beforeEach(() => context.clock.set("2026-11-20T10:30:00Z"))
afterAll(() => context.close())

/** A class that ended with one absentee whose parent's number nobody confirmed. */
async function heldClass() {
  const started = await startClass(context)
  const startedAt = ctx.clock.now()
  const student = await seatStudent(context, started.row.id)
  await endClass(context, started.row.id)
  const [notice] = await readNotices(ctx, started.row.id)
  if (!notice) throw new Error("no notice was held")
  return { ...started, student, startedAt, notice_id: notice.id }
}

const listed = async (viewer: SignedIn) =>
  (await listOpenNotices(context.as(viewer), { limit: 50 })).items.map(({ id }) => id)
const statusOf = async (id: string) =>
  (await ctx.db.select().from(notices).where(eq(notices.id, id)))[0]?.status

test("ATT-05 every held notice stands in one list of its instructor and the admins, with its reason and whom to call", async () => {
  const { instructor, student, notice_id, row } = await heldClass()
  const [open] = (await listOpenNotices(context.as(instructor), { limit: 50 })).items
  expect(open).toMatchObject({
    id: notice_id,
    kind: "absence",
    status: "held",
    reasons: [{ code: "number-unconfirmed" }],
    decided_by: null,
    recipient: student.parent_phone,
    class: { class_id: row.id, title: "Fractions", start_time: "16:00" },
    decisions: ["send", "drop", "told"],
  })
  expect(await listed(await createAdmin(ctx))).toContain(notice_id)
  const other = await createInstructor(ctx)
  expect(await listed(other)).not.toContain(notice_id)
  await expect(decideOpenNotice(context.as(other), { notice_id, decision: "send" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
})

test("ATT-05 two of staff at once release a notice once, and what is settled anew does not hold it again", async () => {
  const { instructor, student, notice_id, row, startedAt } = await heldClass()
  const admin = await createAdmin(ctx)
  const release = (viewer: SignedIn) => decideOpenNotice(context.as(viewer), { notice_id, decision: "send" })
  const answers = await Promise.all([release(instructor), release(admin), release(instructor)])
  expect(answers).toEqual([{ status: "queued" }, { status: "queued" }, { status: "queued" }])
  // Presence of somebody else makes the class settle once more before the message leaves.
  await observe(context, row.id, await seatStudent(context, row.id), 2, 30, startedAt)
  await runJobs(context, everyJob)
  expect((await readTexts(ctx, student.parent_phone)).length).toBe(1)
  expect(await statusOf(notice_id)).toBe("sent")
  const acts = await ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, notice_id))
  expect(acts.map(({ action }) => action)).toEqual(["notice.send"])
  expect(await listed(instructor)).not.toContain(notice_id)
})

test("ATT-05 a released notice is still taken back when its student turns out to have been there", async () => {
  const { instructor, student, notice_id, row, startedAt } = await heldClass()
  await decideOpenNotice(context.as(instructor), { notice_id, decision: "send" })
  const release = context.jobs.splice(0)
  await observe(context, row.id, student, 2, 40, startedAt)
  await runJobs(context, everyJob)
  context.jobs.push(...release)
  await runJobs(context, everyJob)
  expect(await readTexts(ctx, student.parent_phone)).toEqual([])
  expect(await statusOf(notice_id)).toBe("held")
})

test("ATT-05 a notice is dropped with a reason, and never without one", async () => {
  const { instructor, notice_id, row } = await heldClass()
  const as = context.as(instructor)
  await expect(decideOpenNotice(as, { notice_id, decision: "drop" })).rejects.toMatchObject({
    code: "FIELD_ERRORS",
  })
  await decideOpenNotice(as, { notice_id, decision: "drop", reason: "the bus was late" })
  expect(await readNotices(ctx, row.id)).toMatchObject([
    { status: "withdrawn", reasons: [{ code: "dropped", said: "the bus was late" }], due_at: null },
  ])
  expect(await listClassNotices(as, row.id)).toMatchObject([{ decided_by: "Meera Iyer" }])
  await expect(decideOpenNotice(as, { notice_id, decision: "send" })).rejects.toMatchObject({
    code: "NOTICE_SETTLED",
  })
})

test("ATT-05 a parent told by phone is not texted, but hears when it was wrong", async () => {
  const { instructor, student, notice_id, row, startedAt } = await heldClass()
  await decideOpenNotice(context.as(instructor), { notice_id, decision: "told" })
  await runJobs(context, everyJob)
  expect(await readTexts(ctx, student.parent_phone)).toEqual([])
  await observe(context, row.id, student, 2, 40, startedAt)
  await runJobs(context, everyJob)
  expect(await readTexts(ctx, student.parent_phone)).toEqual([
    { text: expect.stringMatching(/^Correction: Asha Rao was not absent/) },
  ])
})

test("ATT-02 what is not known to have left is sent again only after somebody found that it had not", async () => {
  const { instructor, student, notice_id } = await heldClass()
  const as = context.as(instructor)
  await ctx.db.update(notices).set({ status: "unknown" }).where(eq(notices.id, notice_id))
  const [open] = (await listOpenNotices(as, { limit: 50, status: "unknown" })).items
  expect(open?.decisions).toEqual(["drop", "told", "not_sent"])
  await expect(decideOpenNotice(as, { notice_id, decision: "send" })).rejects.toMatchObject({
    code: "NOTICE_UNKNOWN",
  })
  await decideOpenNotice(as, { notice_id, decision: "not_sent" })
  expect(await statusOf(notice_id)).toBe("failed")
  await decideOpenNotice(as, { notice_id, decision: "send" })
  context.clock.advance(MINUTE)
  await runJobs(context, everyJob)
  expect((await readTexts(ctx, student.parent_phone)).length).toBe(1)
})

test("ATT-05 a substitute decides about the notices of the class, and so does whose class it is", async () => {
  const { instructor, notice_id, row } = await heldClass()
  const substitute = await createInstructor(ctx)
  await ctx.db
    .update(scheduledClasses)
    .set({ instructor_id: substitute.user_id, substitutes_for: instructor.user_id })
    .where(eq(scheduledClasses.id, row.id))
  expect(await listed(substitute)).toContain(notice_id)
  expect(await listed(instructor)).toContain(notice_id)
})
