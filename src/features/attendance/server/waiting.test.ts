import { eq } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import type pg from "pg"
import { expect, test } from "vitest"
import { demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { notices, personNotices } from "#features/notifications/server/table.ts"
import { askParent } from "#features/payments/server/asking/ask-parent.ts"
import { createOrder } from "#features/payments/server/orders.ts"
import { approveClaim, claimTransfer } from "#features/payments/server/upi/claims.ts"
import { upiClaims } from "#features/payments/server/upi/table.ts"
import { enrolStudents } from "#features/programs/server/imported.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { enrollments } from "#features/programs/server/table.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createClass, requestFor } from "#tests/classes.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { listOpenNotices } from "./notices/open-notices.ts"
import { newPhone, seatStudent, startClass, testClasses } from "./test-class.ts"
import { countWaiting } from "./waiting.ts"

const world = testClasses({ env: { UPI_ID: "nritya@okbank", UPI_PAYEE: "Nritya & Co" } })
const NOTHING = {
  ...{ requests: 0, calls: 0, messages: 0, absences: 0, proofs: 0, renewals: 0, asks: 0, approvals: 0 },
  ...{ transfers: 0, notices: 0 },
}
const waitingFor = (viewer: SignedIn) => countWaiting(world.context.as(viewer))

async function writeNotice(person: SignedIn, read_at: Date | null): Promise<void> {
  const { ctx } = world.context
  await ctx.db.insert(personNotices).values({
    ...{ id: newId(), person_id: person.user_id, kind: "demo_request", cause_id: newId() },
    ...{ title: "Zoya requests a seat", text: "Answer her", href: "/teacher-dashboard" },
    ...{ created_at: ctx.clock.now(), read_at },
  })
}

test("NAV-10 an instructor's own requests, promised calls, undecided messages and unread notices are counted", async () => {
  const { ctx } = world.context
  const { row, instructor } = await startClass(world.context)
  const student = await seatStudent(world.context, row.id)
  await world.endClass(row.id)
  expect(await waitingFor(instructor)).toEqual(NOTHING)

  const starts_at = new Date(ctx.clock.now().getTime() + 5 * HOUR)
  const demo = await createClass(ctx, instructor, { class_type: "demo", starts_at })
  await requestFor(ctx, demo.id, student, instructor)
  const request = await requestFor(ctx, demo.id, await createStudent(ctx), instructor)
  await ctx.db
    .update(demoClassRequests)
    .set({ status: "rejected", callback_by: starts_at })
    .where(eq(demoClassRequests.id, request))
  await ctx.db.update(notices).set({ status: "failed" }).where(eq(notices.cause_id, row.id))
  await writeNotice(instructor, null)
  await writeNotice(instructor, ctx.clock.now())
  expect(await waitingFor(instructor)).toEqual({ ...NOTHING, requests: 1, calls: 1, messages: 1, notices: 1 })
  expect(await waitingFor(await createInstructor(ctx))).toEqual(NOTHING)
  expect(await waitingFor(student)).toEqual(NOTHING)
})

test("NAV-10 the office's messages are those of its list, and a class that was handed over counts for both", async () => {
  const { ctx } = world.context
  const { row, instructor } = await startClass(world.context)
  await seatStudent(world.context, row.id)
  await world.endClass(row.id)
  const admin = await createAdmin(ctx)
  const before = await waitingFor(admin)
  await ctx.db.update(notices).set({ status: "held" }).where(eq(notices.cause_id, row.id))
  const substitute = await createInstructor(ctx, { approved_at: ctx.clock.now() })
  await ctx.db
    .update(scheduledClasses)
    .set({ instructor_id: substitute.user_id, substitutes_for: instructor.user_id })
    .where(eq(scheduledClasses.id, row.id))
  await createInstructor(ctx, { approved_at: null })
  expect(await waitingFor(admin)).toEqual({
    ...before,
    messages: before.messages + 1,
    approvals: before.approvals + 1,
  })
  const { items } = await listOpenNotices(world.context.as(admin), { limit: 50 })
  expect((await waitingFor(admin)).messages).toBe(items.length)
  for (const one of [instructor, substitute]) expect((await waitingFor(one)).messages).toBe(1)
})

test("NAV-10 a guardian's unexplained absences are counted", async () => {
  const { row } = await startClass(world.context)
  const child = await seatStudent(world.context, row.id)
  const guardian = await createGuardian(world.context.ctx, child)
  await world.endClass(row.id)
  expect(await waitingFor(guardian)).toEqual({ ...NOTHING, absences: 1 })
})

test("NAV-10 PAY-02 a guardian's memberships to renew, and what children ask for, are counted", async () => {
  const { ctx } = world.context
  const child = await createStudent(ctx, { under_18: true, parent_phone: newPhone(), parent_name: "Lata" })
  const guardian = await createGuardian(ctx, child)
  const office = world.context.as(await createAdmin(ctx))
  const draft = { ...DRAFT, price_rupees: 9_000, monthly_fee_rupees: 2_000 }
  const [mine, wanted] = [
    await createProgram(office, draft),
    await createProgram(office, { ...draft, title: "Tabla" }),
  ]
  await enrolStudents(ctx, [{ course_id: mine.id, student_id: child.user_id }])
  const membership = eq(enrollments.course_id, mine.id)
  await ctx.db.update(enrollments).set({ valid_until: "2027-01-31" }).where(membership)
  expect(await waitingFor(guardian)).toEqual(NOTHING)
  await ctx.db.update(enrollments).set({ valid_until: "2026-11-30" }).where(membership)
  await askParent(world.context.as(child), { course_id: wanted.id })
  expect(await waitingFor(guardian)).toEqual({ ...NOTHING, renewals: 1, asks: 1 })
})

test("NAV-10 PAY-06 a UPI payment that the office has to check is counted until it is decided", async () => {
  const { ctx } = world.context
  const office = world.context.as(await createAdmin(ctx))
  const { id: course_id } = await createProgram(office, { ...DRAFT, price_rupees: 900 })
  const buyer = world.context.as(await createStudent(ctx))
  const before = await waitingFor(office.viewer)
  const { order_number, price } = await createOrder(buyer, { course_id, state: "29" })
  await claimTransfer(buyer, { order_number, utr: "630900004711" })
  expect(await waitingFor(office.viewer)).toEqual({ ...before, transfers: 1 })
  const [claim] = await ctx.db.select({ id: upiClaims.id }).from(upiClaims)
  await approveClaim(office, { claim_id: claim?.id ?? "", amount_paise: price.total_paise })
  expect(await waitingFor(office.viewer)).toEqual(before)
})

test("NAV-10 counting takes one statement for every role, and three for guardians", async () => {
  const { ctx } = world.context
  const pool = (ctx.db as unknown as { $client: pg.Pool }).$client
  const child = await createStudent(ctx, { parent_phone: "+919845099999" })
  const people = [
    child,
    await createInstructor(ctx),
    await createGuardian(ctx, child),
    await createAdmin(ctx),
  ]
  for (const viewer of people) {
    const sent: string[] = []
    const logger = { logQuery: (query: string) => void sent.push(query) }
    await countWaiting({ ...world.context.as(viewer), db: drizzle(pool, { logger }) } as SignedInCtx)
    expect(sent, viewer.role ?? "").toHaveLength(viewer.role === "guardian" ? 3 : 1)
  }
})
