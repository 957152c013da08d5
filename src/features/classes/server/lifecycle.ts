import { and, eq, inArray, lte, ne, or } from "drizzle-orm"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { roomPath } from "#features/classes/addresses.ts"
import { canGoLive, isTooEarly, REGISTER_MAY_TAKE_MS } from "#features/classes/rules.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { MINUTE } from "#shared/time.ts"
import { getClass, requireRunnable } from "./class-view.ts"
import { requireApproved } from "./schedule/draft.ts"
import { seatsAfterCallingOff } from "./seats/seat-effects.ts"
import { type ClassRow, completeClass, readClass } from "./service.ts"
import { scheduledClasses } from "./table.ts"

/**
 * Sets a class live with the link to its room, from 15 minutes before its start until its end. Starting a
 * live class again changes nothing. Publishes `class.started`. Throws NOT_FOUND for another's class,
 * TOO_EARLY, CLASS_NOT_OPEN, and FORBIDDEN for an instructor who isn't approved.
 */
export async function startClass(ctx: SignedInCtx, classId: string): Promise<ScheduledClass> {
  await requireApproved(ctx)
  const row = await requireRunnable(ctx, classId)
  const now = ctx.clock.now()
  if (row.status === "scheduled") {
    if (isTooEarly(row, now)) refuse("TOO_EARLY")
    if (!canGoLive(row, now)) refuse("CLASS_NOT_OPEN")
    await inTransaction(ctx, (tx) => setLive(tx, classId, row.starts_at))
  }
  const started = await getClass(ctx, classId)
  if (started.status !== "live") refuse("CLASS_NOT_OPEN")
  return started
}

/** Of several simultaneous starts, only one sets the class live and publishes it. */
async function setLive(ctx: SignedInCtx, classId: string, startsAt: Date): Promise<void> {
  const now = ctx.clock.now()
  const [started] = await ctx.db
    .update(scheduledClasses)
    .set({ status: "live", started_at: now, google_meet_link: roomLink(ctx, classId), updated_at: now })
    .where(
      and(
        eq(scheduledClasses.id, classId),
        eq(scheduledClasses.status, "scheduled"),
        // The class may have been moved since it was checked.
        eq(scheduledClasses.starts_at, startsAt),
      ),
    )
    .returning({ id: scheduledClasses.id })
  if (!started) return
  await recordAct(ctx, "class.start", classId)
  await emit(ctx, "class.started", classId)
  await ctx.jobs.publish(ctx, "class.started", { class_id: classId })
}

/** Returns the link to the room: absolute if the product has a public address, else a path. */
function roomLink(ctx: Ctx, classId: string): string {
  return `${ctx.env.APP_URL?.replace(/\/+$/, "") ?? ""}${roomPath(classId)}`
}

/** Ends a live class for everyone. Throws NOT_FOUND for another's class and CLASS_NOT_LIVE. */
export async function endClass(ctx: SignedInCtx, classId: string): Promise<ScheduledClass> {
  await requireRunnable(ctx, classId)
  if (!(await completeClass(ctx, classId, ctx.clock.now()))) refuse("CLASS_NOT_LIVE")
  return getClass(ctx, classId)
}

/**
 * Sets a class on premises live because its register was begun there: in a hall nobody starts a class. Once it
 * is over it is completed at once, with the times of the timetable. Returns the class as it is then; one of
 * any other kind or state is left unchanged. For a class that is locked in the caller's transaction.
 */
export async function beginOnPremises(tx: Ctx, row: ClassRow): Promise<ClassRow> {
  if (row.delivery !== "on_premises" || row.status !== "scheduled") return row
  const now = tx.clock.now()
  await tx.db
    .update(scheduledClasses)
    .set({ status: "live", started_at: now < row.starts_at ? now : row.starts_at, updated_at: now })
    .where(and(eq(scheduledClasses.id, row.id), eq(scheduledClasses.status, "scheduled")))
  await recordAct(tx, "class.start", row.id)
  await emit(tx, "class.started", row.id)
  if (now >= row.ends_at) await completeClass(tx, row.id, row.ends_at)
  return (await readClass(tx, row.id)) ?? row
}

/** The most classes closed in one transaction, and the most transactions in one run. */
const BATCH = 100
const MOST_BATCHES = 50

/**
 * Closes as cancelled the classes that nobody started before their end plus grace, and those on premises whose
 * register didn't come for two days. Publishes nothing, because nobody missed them. Returns how many it closed.
 * Several processes may run it at once.
 */
export async function closeClassesNotHeld(ctx: Ctx): Promise<number> {
  let closed = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const count = await inTransaction(ctx, closeBatch)
    closed += count
    if (count < BATCH) break
  }
  return closed
}

async function closeBatch(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now()
  const endedBy = (ms: number) => lte(scheduledClasses.ends_at, new Date(now.getTime() - ms))
  const due = await ctx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(
      and(
        eq(scheduledClasses.status, "scheduled"),
        endedBy(ctx.env.CLASS_GRACE_MINUTES * MINUTE),
        or(ne(scheduledClasses.delivery, "on_premises"), endedBy(REGISTER_MAY_TAKE_MS)),
      ),
    )
    .orderBy(scheduledClasses.ends_at)
    .limit(BATCH)
    .for("no key update", { skipLocked: true })
  const ids = due.map((row) => row.id)
  if (ids.length === 0) return 0
  await ctx.db
    .update(scheduledClasses)
    .set({ status: "cancelled", cancel_code: "not_held", updated_at: now })
    .where(inArray(scheduledClasses.id, ids))
  await seatsAfterCallingOff(ctx, ids)
  for (const id of ids) {
    await recordAct(ctx, "class.not-held", id)
    await emit(ctx, "class.cancelled", id)
  }
  return ids.length
}
