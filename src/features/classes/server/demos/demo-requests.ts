import { and, eq, or, type SQL } from "drizzle-orm"
import type { DemoRequest } from "#contract/classes/demo-requests.ts"
import { callbackWindow } from "#features/classes/callback.ts"
import { activityOf, heldUntil, isOpen } from "#features/classes/rules.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { countTry } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { countSeats, fillFreeSeats, freeSeats, holdClass, isOnWaitlist } from "../seats/waitlist.ts"
import { isOpenNow, takeSeat } from "../seats.ts"
import type { ClassRow } from "../service.ts"
import { demoClassRequests, scheduledClasses } from "../table.ts"
import { answerableBy, readRequest } from "./demo-lists.ts"
import { offerTimes } from "./demo-offers.ts"
import { holdDemoClass, refuseSecondTrial, tellAll } from "./demo-trials.ts"

type RequestRow = typeof demoClassRequests.$inferSelect

/** How often a day a student's request is placed: each messages the instructor and, from a guardian, the family. */
const MOST_A_DAY = { ofClass: 3, ofAll: 10 }

/**
 * Requests a seat in a demo class, once, as the one free trial of its activity. A seat is kept until the
 * answer, or the request goes on the waitlist. The seat is taken when the instructor approves. Throws
 * NOT_FOUND, NOT_A_DEMO, REQUEST_ALREADY_SENT, TRIAL_TAKEN, TOO_MANY_REQUESTS, CLASS_NOT_OPEN, and CLASS_FULL
 * once the class should have begun.
 */
export async function requestDemo(ctx: SignedInCtx, classId: string): Promise<DemoRequest> {
  const studentId = ctx.viewer.user_id
  return refuseSecondTrial(ctx, { class_id: classId, student_id: studentId }, () =>
    inTransaction(ctx, async (tx) => {
      const row = await holdDemoClass(tx, classId)
      if (await findRequest(tx, row.id, studentId)) refuse("REQUEST_ALREADY_SENT")
      return placeRequest(tx, row, studentId)
    }),
  )
}

/** Returns a student's request for a class, or undefined. */
export async function findRequest(
  ctx: Pick<Ctx, "db">,
  classId: string,
  studentId: string,
): Promise<RequestRow | undefined> {
  const [sent] = await ctx.db
    .select()
    .from(demoClassRequests)
    .where(and(eq(demoClassRequests.class_id, classId), eq(demoClassRequests.student_id, studentId)))
  return sent
}

/**
 * Places a student's request for a locked demo class and notifies its instructor. Throws CLASS_NOT_OPEN,
 * CLASS_FULL and TOO_MANY_REQUESTS; within `refuseSecondTrial` also what that throws.
 */
export async function placeRequest(tx: SignedInCtx, row: ClassRow, studentId: string): Promise<DemoRequest> {
  const now = tx.clock.now()
  const begun = row.starts_at <= now
  if (!isOpen(row, now)) refuse("CLASS_NOT_OPEN")
  if (begun && freeSeats(row) <= 0) refuse("CLASS_FULL")
  await countRequest(tx, row.id, studentId)
  const keeps = !begun && row.waiting === 0 && freeSeats(row) > 0
  const { from, by } = callbackWindow(now, tx.env.TIME_ZONE)
  const request = {
    id: newId(),
    class_id: row.id,
    student_id: studentId,
    instructor_id: row.instructor_id,
    requested_at: now,
    holds_seat: keeps,
    held_until: keeps ? heldUntil(row.starts_at, now, tx.env.DEMO_HOLD_HOURS) : begun ? now : null,
    trial_of: activityOf(row),
    callback_from: from,
    callback_by: by,
  }
  await tx.db.insert(demoClassRequests).values(request)
  if (!begun) await countSeats(tx, row, keeps ? { held: 1 } : { waiting: 1 })
  if (!begun && !keeps) await fillFreeSeats(tx, row.id)
  await tx.jobs.publish(tx, "demo.requested", { request_id: request.id })
  await tellAll(tx, studentId, row.instructor_id)
  return readRequest(tx, request.id)
}

async function countRequest(ctx: Ctx, classId: string, studentId: string): Promise<void> {
  const wait = await countTry(ctx, [
    { name: "demo-requests-of-class", of: `${studentId} ${classId}`, most: MOST_A_DAY.ofClass, window: DAY },
    { name: "demo-requests", of: studentId, most: MOST_A_DAY.ofAll, window: DAY },
  ])
  if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
}

type Answer = {
  request_id: string
  status: "approved" | "rejected"
  message?: string
  offer_class_ids?: string[]
}

/**
 * Answers a request. Approving takes a seat, also in a class that is already live. Rejecting frees the kept
 * seat and the trial, and can offer other times. Throws NOT_FOUND for another instructor's request,
 * ALREADY_ANSWERED, on approval CLASS_FULL and CLASS_NOT_OPEN, and FIELD_ERRORS for times that can't be
 * offered.
 */
export async function answerDemoRequest(ctx: SignedInCtx, input: Answer): Promise<DemoRequest> {
  return inTransaction(ctx, async (tx) => {
    const { class_id } = await requireAnswerable(tx, input.request_id)
    // Lock the class before its requests, in the same order as all writers of seats.
    const row = (await holdClass(tx, class_id)) ?? notFound()
    const request = await requireAnswerable(tx, input.request_id)
    if (request.status !== "pending") refuse("ALREADY_ANSWERED")
    await tx.db
      .update(demoClassRequests)
      .set({
        status: input.status,
        message: input.message || null,
        responded_at: tx.clock.now(),
        holds_seat: false,
        ...(input.status === "rejected" && { trial_of: null }),
      })
      .where(eq(demoClassRequests.id, request.id))
    if (input.status === "approved") await seatApproved(tx, row, request)
    else await freeRejected(tx, row, request)
    if (input.status === "rejected") await offerTimes(tx, request, input.offer_class_ids ?? [])
    await recordAct(tx, `demo-request.${input.status}`, request.id)
    await tx.jobs.publish(tx, "demo.answered", { request_id: request.id })
    await tellAll(tx, request.student_id, request.instructor_id)
    return readRequest(tx, request.id)
  })
}

async function seatApproved(ctx: Ctx, row: ClassRow, request: RequestRow): Promise<void> {
  // A kept seat becomes a taken one. Otherwise a free one is needed.
  if (request.holds_seat) await countSeats(ctx, row, { held: -1 })
  if (!(await takeSeat(ctx, row.id, isAnswerableNow(ctx)))) {
    refuse(row.status === "live" || isOpen(row, ctx.clock.now()) ? "CLASS_FULL" : "CLASS_NOT_OPEN")
  }
  await countSeats(ctx, row, { waiting: isOnWaitlist(request) ? -1 : 0 })
}

function isAnswerableNow(ctx: Ctx): SQL | undefined {
  return or(isOpenNow(ctx), eq(scheduledClasses.status, "live"))
}

async function freeRejected(ctx: Ctx, row: ClassRow, request: RequestRow): Promise<void> {
  await countSeats(ctx, row, {
    held: request.holds_seat ? -1 : 0,
    waiting: isOnWaitlist(request) ? -1 : 0,
  })
  await fillFreeSeats(ctx, row.id)
}

async function requireAnswerable(ctx: SignedInCtx, requestId: string): Promise<RequestRow> {
  const [request] = await ctx.db
    .select()
    .from(demoClassRequests)
    .where(and(eq(demoClassRequests.id, requestId), answerableBy(ctx)))
  return request ?? notFound()
}

/**
 * Records that the promised call was made and its outcome. The first call's time is kept, and the last
 * outcome. Throws NOT_FOUND for another instructor's request.
 */
export async function recordCallback(
  ctx: SignedInCtx,
  input: { request_id: string; outcome: NonNullable<RequestRow["call_outcome"]> },
): Promise<DemoRequest> {
  return inTransaction(ctx, async (tx) => {
    const request = await requireAnswerable(tx, input.request_id)
    await tx.db
      .update(demoClassRequests)
      .set({
        called_at: request.called_at ?? tx.clock.now(),
        called_by: tx.viewer.user_id,
        call_outcome: input.outcome,
      })
      .where(eq(demoClassRequests.id, request.id))
    const outcomes = { from: request.call_outcome, to: input.outcome }
    await recordAct(tx, "demo-request.call", request.id, outcomes)
    await emit(tx, "person.changed", request.instructor_id)
    return readRequest(tx, request.id)
  })
}
