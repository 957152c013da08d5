import { and, eq, inArray } from "drizzle-orm"
import { sendNotice } from "#features/notifications/server/sending.ts"
import { readNotice, rewordNotice, withdrawNotice } from "#features/notifications/server/service.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { attendanceVerdicts } from "../table.ts"
import { answerToken, renewAnswers } from "./answer-links.ts"
import { listPhones } from "./contacts.ts"
import { ABSENCES, isOfKind } from "./notice-chains.ts"

export const SEND_ABSENCE_NOTICE = "attendance.send-notice"
/** Workers of the release before don't know it: they would send this kind by the template for changed classes. */
export const SEND_LATER_ABSENCE = "attendance.send-later-notice"
/** The reason of a notice that was no longer due before it left. */
export const TAKEN_BACK = { code: "taken-back" } as const

/**
 * Sends an absence notice, with a working link because the secret may have been replaced while the notice waited, or a
 * correction of one. A notice to a number that isn't told any more is withdrawn, and so is one about children of whom none
 * counts as absent any more: staff may send one that failed long after.
 */
export async function sendAbsenceNotice(ctx: Ctx, noticeId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await dropUntold(tx, noticeId)
    await dropUntrue(tx, noticeId)
    await renewLink(tx, noticeId)
  })
  return sendNotice(ctx, noticeId)
}

/** A guardian can be removed, or a wrong number corrected, while the notice waits for the morning. */
async function dropUntold(tx: Ctx, noticeId: string): Promise<void> {
  const notice = await readNotice(tx, noticeId)
  if (notice?.status !== "queued") return
  const phones = await listPhones(tx, notice.subject_ids)
  const number = numberOf(notice)
  if ([...phones.values()].some((some) => some.has(number))) return
  await withdrawNotice(tx, noticeId, TAKEN_BACK)
}

/** Only what waits follows the register. What failed doesn't, until staff send it after all. */
async function dropUntrue(tx: Ctx, noticeId: string): Promise<void> {
  const { absent, others } = await countNamed(tx, await readNotice(tx, noticeId))
  if (absent === 0 && others > 0) await withdrawNotice(tx, noticeId, TAKEN_BACK)
}

/**
 * Returns the class to settle before a notice leaves that failed and that staff sent again, because somebody whom it names
 * turned out not to be absent; null for any other.
 */
export async function findOutdated(ctx: Pick<Ctx, "db">, noticeId: string): Promise<string | null> {
  const notice = await readNotice(ctx, noticeId)
  const { absent, others } = await countNamed(ctx, notice)
  return notice && absent > 0 && others > 0 ? notice.cause_id : null
}

/** How many of those whom a queued notice of an absence names are absent, and how many aren't. */
async function countNamed(
  { db }: Pick<Ctx, "db">,
  notice: Awaited<ReturnType<typeof readNotice>>,
): Promise<{ absent: number; others: number }> {
  if (notice?.status !== "queued" || !ABSENCES.some((kind) => isOfKind(notice, kind)))
    return { absent: 0, others: 0 }
  const { class_id, student_id, verdict } = attendanceVerdicts
  const named = and(eq(class_id, notice.cause_id), inArray(student_id, notice.subject_ids))
  const verdicts = await db.select({ verdict }).from(attendanceVerdicts).where(named)
  const absent = verdicts.filter((one) => one.verdict === "absent").length
  return { absent, others: verdicts.length - absent }
}

/** The number that a notice is for: that of the account whose devices get a push message. */
function numberOf({
  recipient,
  variables,
}: {
  recipient: string
  variables: Record<string, string>
}): string {
  return variables.phone ?? recipient
}

async function renewLink(tx: Ctx, noticeId: string): Promise<void> {
  const notice = await readNotice(tx, noticeId)
  const before = notice?.variables.answerToken
  if (notice?.status !== "queued" || !before) return
  const { cause_id: class_id, text, variables } = notice
  const phone = numberOf(notice)
  if (before === answerToken(tx, class_id, phone)) return
  const token = await renewAnswers(tx, { class_id, phone, token: before })
  await rewordNotice(tx, noticeId, {
    text: text.replaceAll(before, token),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, value.replaceAll(before, token)]),
    ),
  })
}
