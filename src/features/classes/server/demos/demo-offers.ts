import { and, eq, inArray, isNotNull, notInArray } from "drizzle-orm"
import type { DemoRequest } from "#contract/classes/demo-requests.ts"
import { activityOf } from "#features/classes/rules.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { demoOffers } from "../seat-tables.ts"
import { countSeats } from "../seats/waitlist.ts"
import { isOpenNow, takeSeat } from "../seats.ts"
import type { ClassRow } from "../service.ts"
import { demoClassRequests, scheduledClasses } from "../table.ts"
import { isDemoTime, readRequest } from "./demo-lists.ts"
import { holdDemoClass, refuseSecondTrial, tellAll } from "./demo-trials.ts"

type RequestRow = typeof demoClassRequests.$inferSelect

/**
 * Offers other times with a rejection: coming demo classes of the same instructor with free seats. Throws
 * FIELD_ERRORS for a time that is not one of these.
 */
export async function offerTimes(ctx: SignedInCtx, request: RequestRow, classIds: string[]): Promise<void> {
  const wanted = [...new Set(classIds)].filter((id) => id !== request.class_id)
  if (wanted.length === 0) return
  const found = await ctx.db
    .select({ class_id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(
      and(
        inArray(scheduledClasses.id, wanted),
        eq(scheduledClasses.instructor_id, request.instructor_id),
        isDemoTime(ctx),
      ),
    )
  if (found.length < wanted.length) {
    refuseFields({ offer_class_ids: "One of these times is full or over: choose among those shown now" })
  }
  await ctx.db.insert(demoOffers).values(found.map(({ class_id }) => ({ request_id: request.id, class_id })))
}

/**
 * Takes a time offered with a rejection. The instructor has agreed already, so the student gets the seat at
 * once. Taking the same one again returns the same. Throws NOT_FOUND if it was not offered to the viewer,
 * OFFER_ALREADY_ACCEPTED for a second one, NOT_A_DEMO, REQUEST_ALREADY_SENT, TRIAL_TAKEN, CLASS_FULL and
 * CLASS_NOT_OPEN.
 */
export async function acceptDemoOffer(
  ctx: SignedInCtx,
  input: { request_id: string; class_id: string },
): Promise<DemoRequest> {
  const student_id = ctx.viewer.user_id
  return refuseSecondTrial(ctx, { class_id: input.class_id, student_id }, () =>
    inTransaction(ctx, async (tx) => {
      const row = await holdDemoClass(tx, input.class_id)
      const asked = await requireOffered(tx, input)
      const [taken] = await tx.db
        .select()
        .from(demoClassRequests)
        .where(eq(demoClassRequests.offered_for, asked.id))
      if (taken?.class_id === row.id) return readRequest(tx, taken.id)
      if (taken) refuse("OFFER_ALREADY_ACCEPTED")
      return takeOffer(tx, row, asked)
    }),
  )
}

/**
 * Gives the student of a rejected request the seat that was offered instead, in a locked class. Throws CLASS_FULL
 * and CLASS_NOT_OPEN; within `refuseSecondTrial` also what that throws.
 */
export async function takeOffer(
  tx: SignedInCtx,
  row: ClassRow,
  asked: Pick<RequestRow, "id" | "student_id">,
): Promise<DemoRequest> {
  const now = tx.clock.now()
  const id = newId()
  // Before the seat is counted, so that a second trial is the first error reported.
  await tx.db.insert(demoClassRequests).values({
    id,
    class_id: row.id,
    student_id: asked.student_id,
    instructor_id: row.instructor_id,
    status: "approved",
    requested_at: now,
    responded_at: now,
    trial_of: activityOf(row),
    offered_for: asked.id,
  })
  if (!(await takeSeat(tx, row.id, isOpenNow(tx)))) {
    refuse(row.status === "scheduled" && row.ends_at > now ? "CLASS_FULL" : "CLASS_NOT_OPEN")
  }
  await countSeats(tx, row, {})
  await tx.jobs.publish(tx, "demo.answered", { request_id: id })
  await tellAll(tx, asked.student_id, row.instructor_id)
  return readRequest(tx, id)
}

/** Returns a student's rejected request with which a class was offered, if no offer of it was taken yet. */
export async function findOffer(
  ctx: Pick<Ctx, "db">,
  { class_id, student_id }: { class_id: string; student_id: string },
): Promise<{ id: string; student_id: string } | undefined> {
  const answers = ctx.db
    .select({ offered_for: demoClassRequests.offered_for })
    .from(demoClassRequests)
    .where(and(eq(demoClassRequests.student_id, student_id), isNotNull(demoClassRequests.offered_for)))
  const { id } = demoClassRequests
  const [offer] = await ctx.db
    .select({ id, student_id: demoClassRequests.student_id })
    .from(demoOffers)
    .innerJoin(demoClassRequests, eq(id, demoOffers.request_id))
    .where(
      and(
        eq(demoOffers.class_id, class_id),
        eq(demoClassRequests.student_id, student_id),
        notInArray(id, answers),
      ),
    )
  return offer
}

async function requireOffered(
  ctx: SignedInCtx,
  input: { request_id: string; class_id: string },
): Promise<RequestRow> {
  const [row] = await ctx.db
    .select({ request: demoClassRequests })
    .from(demoOffers)
    .innerJoin(demoClassRequests, eq(demoClassRequests.id, demoOffers.request_id))
    .where(
      and(
        eq(demoOffers.request_id, input.request_id),
        eq(demoOffers.class_id, input.class_id),
        eq(demoClassRequests.student_id, ctx.viewer.user_id),
      ),
    )
  return row?.request ?? notFound()
}
