import { eq } from "drizzle-orm"
import { sendNotice } from "#features/notifications/server/sending.ts"
import { readNotice, withdrawNotice } from "#features/notifications/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import { type NoticedClass, readNoticedClass, takesPart } from "./notice-facts.ts"
import { reminderKind } from "./reminders.ts"
import { classEnrollments } from "./table.ts"

type Read = NonNullable<Awaited<ReturnType<typeof readNotice>>>

/**
 * Sends a notice about a class if what it says still holds at this moment, else takes it back: the class was
 * moved, cancelled or given to another instructor since, or the person gave the seat back.
 */
export async function sendClassNotice(ctx: Ctx, noticeId: string): Promise<void> {
  const notice = await readNotice(ctx, noticeId)
  if (notice?.status === "queued") {
    const reason = await findOutdated(ctx, notice)
    if (reason) return withdrawNotice(ctx, noticeId, reason)
  }
  return sendNotice(ctx, noticeId)
}

/** Why a notice does not hold any more, or null. */
async function findOutdated(ctx: Ctx, notice: Read): Promise<string | null> {
  const [kind] = notice.kind.split(":")
  if (kind === "seat-taken") return findSeatGone(ctx, notice)
  // Of classes deleted together, who brings them back together takes the notice back in the same transaction.
  if (kind === "series-standing") return null
  const row = await readNoticedClass(ctx, notice.cause_id)
  if (kind === "class-standing") return findStanding(row, notice)
  if (!row) return "The class was deleted."
  if (row.status !== "scheduled" && row.status !== "live") return "The class is no longer to be held."
  if (kind === "class-reminder" && notice.kind !== reminderKind(row.starts_at)) return "The class was moved."
  if (kind === "class-moved" && notice.change?.to !== row.times) return "The class was moved once more."
  if (kind === "class-substituted" && notice.change?.to !== row.instructor_id)
    return "Somebody else teaches the class now."
  const [personId] = notice.subject_ids
  // Who no longer teaches a class is told so exactly when they take no part any more.
  if (kind === "class-teaching") return null
  if (personId && !(await takesPart(ctx, row.id, personId)))
    return "The person has no place in the class any more."
  return null
}

function findStanding(row: NoticedClass | null, { change }: Read): string | null {
  const stands = row?.status === "scheduled" || row?.status === "live"
  if (change?.to === "off") return stands ? "The class is on again." : null
  return stands ? null : "The class is off again."
}

async function findSeatGone(ctx: Ctx, notice: Read): Promise<string | null> {
  const [seat] = await ctx.db
    .select({ class_id: classEnrollments.class_id })
    .from(classEnrollments)
    .where(eq(classEnrollments.id, notice.cause_id))
  if (!seat) return "The seat was given back."
  const row = await readNoticedClass(ctx, seat.class_id)
  return row?.status === "cancelled" ? "The class was cancelled." : null
}
