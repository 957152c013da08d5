import { and, eq, gt, inArray, lt } from "drizzle-orm"
import type { SlotDraft } from "#contract/classes/one-on-one.ts"
import { isApprovedInstructor } from "#features/accounts/server/service.ts"
import { canActForInstructors, isClassDate } from "#features/classes/rules.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit, emitAll } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE, timeInZone } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { takeTurn } from "../schedule/turn.ts"
import { oneOnOneSlots } from "../seat-tables.ts"
import { scheduledClasses } from "../table.ts"

type Stretch = { starts_at: Date; ends_at: Date }

/**
 * Offers times for one student each: as many as fit into the draft's period. Offering the same again changes
 * nothing. Throws FORBIDDEN for an instructor who isn't approved, and FIELD_ERRORS (END_BEFORE_START,
 * CLASS_IN_PAST, CLASS_OVERLAPS, SLOT_OVERLAPS, INSTRUCTOR_UNKNOWN).
 */
export async function offerSlots(ctx: SignedInCtx, draft: SlotDraft): Promise<{ offered: number }> {
  const instructor_id = await chooseInstructor(ctx, draft)
  const stretch = readStretch(ctx, draft)
  const wanted = cut(stretch, draft.minutes)
  if (wanted.length === 0) {
    refuseFields({ end_time: `Not one time of ${draft.minutes} minutes fits: choose a later end` })
  }
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx, instructor_id)
    await refuseTaught(tx, instructor_id, stretch)
    const zone = tx.env.TIME_ZONE
    const rows = wanted.map(({ starts_at, ends_at }) => ({
      id: newId(),
      instructor_id,
      subject: draft.subject,
      scheduled_date: draft.scheduled_date,
      start_time: timeInZone(starts_at, zone),
      end_time: timeInZone(ends_at, zone),
      starts_at,
      ends_at,
      created_at: tx.clock.now(),
    }))
    await tx.db.insert(oneOnOneSlots).values(rows).onConflictDoNothing()
    // The existing times may be the same ones, sent twice. Other overlapping times are refused.
    if ((await countOffered(tx, instructor_id, wanted)) < wanted.length) {
      refuseFields({ start_time: "SLOT_OVERLAPS" })
    }
    await emitAll(
      tx,
      "slot.offered",
      rows.map(({ id }) => id),
    )
    await emit(tx, "person.changed", instructor_id)
    return { offered: wanted.length }
  })
}

async function chooseInstructor(ctx: SignedInCtx, draft: SlotDraft): Promise<string> {
  if (!canActForInstructors(ctx.viewer)) {
    if (!(await isApprovedInstructor(ctx, ctx.viewer.user_id))) refuse("FORBIDDEN")
    return ctx.viewer.user_id
  }
  const chosen = draft.instructor_id
  if (chosen && (await isApprovedInstructor(ctx, chosen))) return chosen
  return refuseFields({ instructor_id: "INSTRUCTOR_UNKNOWN" })
}

function readStretch(ctx: SignedInCtx, draft: SlotDraft): Stretch {
  const { scheduled_date, start_time, end_time } = draft
  if (!isClassDate(scheduled_date)) refuseFields({ scheduled_date: "Choose a date between 2000 and 2099" })
  const starts_at = instantInZone(scheduled_date, start_time, ctx.env.TIME_ZONE)
  const ends_at = instantInZone(scheduled_date, end_time, ctx.env.TIME_ZONE)
  if (ends_at <= starts_at) refuseFields({ end_time: "END_BEFORE_START" })
  if (starts_at <= ctx.clock.now()) refuseFields({ start_time: "CLASS_IN_PAST" })
  return { starts_at, ends_at }
}

function cut({ starts_at, ends_at }: Stretch, minutes: number): Stretch[] {
  const length = minutes * MINUTE
  const fitting = Math.floor((ends_at.getTime() - starts_at.getTime()) / length)
  return Array.from({ length: fitting }, (_, index) => ({
    starts_at: new Date(starts_at.getTime() + index * length),
    ends_at: new Date(starts_at.getTime() + (index + 1) * length),
  }))
}

async function refuseTaught(ctx: SignedInCtx, instructorId: string, stretch: Stretch): Promise<void> {
  const { instructor_id, status, starts_at, ends_at } = scheduledClasses
  const taught = await ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(
      and(
        eq(instructor_id, instructorId),
        inArray(status, ["scheduled", "live"]),
        lt(starts_at, stretch.ends_at),
        gt(ends_at, stretch.starts_at),
      ),
    )
    .limit(1)
  if (taught.length > 0) refuseFields({ start_time: "CLASS_OVERLAPS" })
}

async function countOffered(ctx: SignedInCtx, instructorId: string, wanted: Stretch[]): Promise<number> {
  const { instructor_id, status, starts_at, ends_at } = oneOnOneSlots
  const length = (wanted[0]?.ends_at.getTime() ?? 0) - (wanted[0]?.starts_at.getTime() ?? 0)
  const rows = await ctx.db
    .select({ starts_at, ends_at })
    .from(oneOnOneSlots)
    .where(
      and(
        eq(instructor_id, instructorId),
        eq(status, "offered"),
        inArray(
          starts_at,
          wanted.map((one) => one.starts_at),
        ),
      ),
    )
  return rows.filter((row) => row.ends_at.getTime() - row.starts_at.getTime() === length).length
}

/** Withdraws a time that nobody took. Throws NOT_FOUND for another's, and SLOT_GONE for a taken one. */
export async function withdrawSlot(ctx: SignedInCtx, slotId: string): Promise<void> {
  const { id, instructor_id, status } = oneOnOneSlots
  const own = canActForInstructors(ctx.viewer) ? undefined : eq(instructor_id, ctx.viewer.user_id)
  await inTransaction(ctx, async (tx) => {
    const [withdrawn] = await tx.db
      .update(oneOnOneSlots)
      .set({ status: "withdrawn" })
      .where(and(eq(id, slotId), eq(status, "offered"), own))
      .returning()
    if (!withdrawn) {
      const [slot] = await tx.db
        .select()
        .from(oneOnOneSlots)
        .where(and(eq(id, slotId), own))
      // It was withdrawn before, as by a second click.
      if (slot?.status === "withdrawn") return
      return slot ? refuse("SLOT_GONE") : notFound()
    }
    await recordAct(tx, "slot.withdraw", slotId)
    await emit(tx, "slot.offered", slotId)
    await emit(tx, "person.changed", withdrawn.instructor_id)
  })
}
