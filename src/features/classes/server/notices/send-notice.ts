import { eq } from "drizzle-orm"
import type { NoticeReason } from "#contract/notice-reasons.ts"
import { listTold } from "#features/guardians/server/links.ts"
import { sendNotice } from "#features/notifications/server/sending.ts"
import { readNotice, withdrawNotice } from "#features/notifications/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import { classEnrollments } from "../table.ts"
import { type NoticedClass, readNoticedClass, takesPart } from "./notice-facts.ts"
import { reminderKind } from "./reminders.ts"

type Read = NonNullable<Awaited<ReturnType<typeof readNotice>>>

/**
 * Sends a notice about a class if it is still true. Withdraws it if the class was moved, cancelled or given
 * to another instructor since, or the person gave the seat back; for a guardian, all the children whom it names.
 */
export async function sendClassNotice(ctx: Ctx, noticeId: string): Promise<void> {
  const notice = await readNotice(ctx, noticeId)
  if (notice?.status === "queued") {
    const reason = await findOutdated(ctx, notice)
    if (reason) return withdrawNotice(ctx, noticeId, reason)
  }
  return sendNotice(ctx, noticeId)
}

/** Returns why a notice is no longer true, or null. */
async function findOutdated(ctx: Ctx, notice: Read): Promise<NoticeReason | null> {
  const [kind] = notice.kind.split(":")
  if (kind === "seat-taken") return findSeatGone(ctx, notice)
  // Restoring classes that were deleted together withdraws the notice in the same transaction.
  if (kind === "series-standing") return null
  const row = await readNoticedClass(ctx, notice.cause_id)
  if (kind === "class-standing") return findStanding(row, notice)
  if (!row) return { code: "class-deleted" }
  if (row.status !== "scheduled" && row.status !== "live") return { code: "class-off" }
  if (kind === "class-reminder" && notice.kind !== reminderKind(row.starts_at)) return { code: "class-moved" }
  if (kind === "class-moved" && notice.change?.to !== row.times) return { code: "class-moved-again" }
  if (kind === "class-substituted" && notice.change?.to !== row.instructor_id)
    return { code: "class-given-away" }
  const [personId, ...named] = notice.subject_ids
  // This notice is for an instructor who may no longer take part in the class.
  if (kind === "class-teaching") return null
  if (personId && !(await isConcerned(ctx, row.id, personId, named))) return { code: "seat-lost" }
  return null
}

/** Whether a person takes part in a class, or is a guardian who is told about one of the students named who does. */
async function isConcerned(ctx: Ctx, classId: string, personId: string, named: string[]): Promise<boolean> {
  if (await takesPart(ctx, classId, personId)) return true
  for (const { guardian_id, student_id } of await listTold(ctx, named)) {
    if (guardian_id === personId && (await takesPart(ctx, classId, student_id))) return true
  }
  return false
}

function findStanding(row: NoticedClass | null, { change }: Read): NoticeReason | null {
  const stands = row?.status === "scheduled" || row?.status === "live"
  if (change?.to === "off") return stands ? { code: "class-on-again" } : null
  return stands ? null : { code: "class-off" }
}

async function findSeatGone(ctx: Ctx, notice: Read): Promise<NoticeReason | null> {
  const [seat] = await ctx.db
    .select({ class_id: classEnrollments.class_id })
    .from(classEnrollments)
    .where(eq(classEnrollments.id, notice.cause_id))
  if (!seat) return { code: "seat-given-back" }
  const row = await readNoticedClass(ctx, seat.class_id)
  return row?.status === "cancelled" ? { code: "class-cancelled" } : null
}
