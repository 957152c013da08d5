import { and, desc, eq, or, type SQL, sql } from "drizzle-orm"
import type { DemoRequest } from "#contract/classes.ts"
import { students } from "#features/accounts/server/table.ts"
import { canActForInstructors, isFull, isOpen } from "#features/classes/rules.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/db.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { decodeCursor, toPage } from "#platform/paging.ts"
import { newId } from "#shared/ids.ts"
import { isOpenNow, takeSeat } from "./seats.ts"
import { demoClassRequests, scheduledClasses } from "./table.ts"

/**
 * Asks for a place in a demo class, once. The seat is taken when the instructor approves. Throws NOT_FOUND,
 * NOT_A_DEMO, REQUEST_ALREADY_SENT, CLASS_NOT_OPEN and CLASS_FULL.
 */
export async function requestDemo(ctx: SignedInCtx, classId: string): Promise<DemoRequest> {
  const studentId = ctx.viewer.user_id
  try {
    return await inTransaction(ctx, async (tx) => {
      const instructorId = await requireDemoClass(tx, classId, studentId)
      const id = newId()
      await tx.db.insert(demoClassRequests).values({
        id,
        class_id: classId,
        student_id: studentId,
        instructor_id: instructorId,
        requested_at: tx.clock.now(),
      })
      await tx.jobs.publish(tx, "demo.requested", { request_id: id })
      await tellBoth(tx, studentId, instructorId)
      return readRequest(tx, id)
    })
  } catch (error) {
    if (brokenConstraint(error) === "demo_requests_one_per_class") refuse("REQUEST_ALREADY_SENT")
    throw error
  }
}

/** Holds the class as it is, so that it can't become a regular one meanwhile, and answers whose it is. */
async function requireDemoClass(ctx: SignedInCtx, classId: string, studentId: string): Promise<string> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(eq(scheduledClasses.id, classId))
    .for("share")
  if (!row) notFound()
  if (row.class_type !== "demo") refuse("NOT_A_DEMO")
  const sent = await ctx.db
    .select({ id: demoClassRequests.id })
    .from(demoClassRequests)
    .where(and(eq(demoClassRequests.class_id, classId), eq(demoClassRequests.student_id, studentId)))
  if (sent.length > 0) refuse("REQUEST_ALREADY_SENT")
  if (!isOpen(row, ctx.clock.now())) refuse("CLASS_NOT_OPEN")
  if (isFull({ enrolled_count: row.seats_taken, max_capacity: row.max_capacity })) refuse("CLASS_FULL")
  return row.instructor_id
}

/**
 * Approves a request, which takes a seat also in a class that is live already, or rejects it. Throws NOT_FOUND
 * for another instructor's request, ALREADY_ANSWERED, and on approval CLASS_FULL and CLASS_NOT_OPEN.
 */
export async function answerDemoRequest(
  ctx: SignedInCtx,
  input: { request_id: string; status: "approved" | "rejected"; message?: string },
): Promise<DemoRequest> {
  return inTransaction(ctx, async (tx) => {
    const request = await requireAnswerable(tx, input.request_id)
    if (request.status !== "pending") refuse("ALREADY_ANSWERED")
    // The class before its requests, the order in which all writers of seats take them.
    if (input.status === "approved") await takeDemoSeat(tx, request.class_id)
    const [answered] = await tx.db
      .update(demoClassRequests)
      .set({ status: input.status, message: input.message || null, responded_at: tx.clock.now() })
      .where(and(eq(demoClassRequests.id, input.request_id), eq(demoClassRequests.status, "pending")))
      .returning({ id: demoClassRequests.id })
    if (!answered) refuse("ALREADY_ANSWERED")
    if (input.status === "approved") await emit(tx, "class.changed", request.class_id)
    await recordAct(tx, `demo-request.${input.status}`, input.request_id)
    await tx.jobs.publish(tx, "demo.answered", { request_id: input.request_id })
    await tellBoth(tx, request.student_id, request.instructor_id)
    return readRequest(tx, input.request_id)
  })
}

async function requireAnswerable(ctx: SignedInCtx, requestId: string) {
  const [request] = await ctx.db
    .select()
    .from(demoClassRequests)
    .where(and(eq(demoClassRequests.id, requestId), answerableBy(ctx)))
  return request ?? notFound()
}

function answerableBy(ctx: SignedInCtx): SQL | undefined {
  return canActForInstructors(ctx.viewer)
    ? undefined
    : eq(demoClassRequests.instructor_id, ctx.viewer.user_id)
}

async function takeDemoSeat(ctx: SignedInCtx, classId: string): Promise<void> {
  const open = or(isOpenNow(ctx), eq(scheduledClasses.status, "live"))
  if (await takeSeat(ctx, classId, open)) return
  const [row] = await ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, classId))
  const isStillOpen = row && (row.status === "live" || isOpen(row, ctx.clock.now()))
  refuse(isStillOpen ? "CLASS_FULL" : "CLASS_NOT_OPEN")
}

async function tellBoth(ctx: SignedInCtx, studentId: string, instructorId: string): Promise<void> {
  await emit(ctx, "person.changed", studentId)
  await emit(ctx, "person.changed", instructorId)
}

/** The requests for an instructor's classes, or all for an admin, newest first. One query. */
export async function listDemoRequests(
  ctx: SignedInCtx,
  input: { cursor?: string; limit: number },
): Promise<{ items: DemoRequest[]; next_cursor: string | null }> {
  const at = decodeCursor(input.cursor)
  const { requested_at, id } = demoClassRequests
  const rows = await selectRequests(ctx)
    .where(
      and(
        answerableBy(ctx),
        at
          ? sql`(${requested_at}, ${id}) < (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(requested_at), desc(id))
    .limit(input.limit + 1)
  return toPage(
    rows,
    input.limit,
    (row) => ({ at: row.request.requested_at, id: row.request.id }),
    describeRequest,
  )
}

function selectRequests(ctx: SignedInCtx) {
  return ctx.db
    .select({
      request: demoClassRequests,
      class_title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      start_time: scheduledClasses.start_time,
      first_name: students.first_name,
      last_name: students.last_name,
    })
    .from(demoClassRequests)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, demoClassRequests.class_id))
    .innerJoin(students, eq(students.user_id, demoClassRequests.student_id))
    .$dynamic()
}

type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number]

function describeRequest({
  request,
  first_name,
  last_name,
  start_time,
  ...ofClass
}: RequestRow): DemoRequest {
  return {
    ...request,
    ...ofClass,
    start_time: start_time.slice(0, 5),
    student_name: `${first_name} ${last_name}`.trim(),
  }
}

async function readRequest(ctx: SignedInCtx, id: string): Promise<DemoRequest> {
  const [row] = await selectRequests(ctx).where(eq(demoClassRequests.id, id))
  return row ? describeRequest(row) : notFound()
}
