import type { HoldReason } from "#features/attendance/notice-rules.ts"
import { type QueuedNotice, queueNotices } from "#features/notifications/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import type { Sheet } from "../sheet.ts"
import { adjustNotice, type Doubtful, draftOwn, type Wanted } from "./absence-notice.ts"
import { isContact } from "./contacts.ts"
import { CORRECTION, type CorrectedParent } from "./correct-notice.ts"
import { isUnsent, kindFor, LATER_ABSENCE, listAbout, standingOf, timesTold } from "./notice-chains.ts"

const CORRECTED: HoldReason[] = [{ code: "corrected-before" }]

/**
 * Raises a notice of its own about each child whose absence this number isn't told by a notice that has left. One whom it
 * doesn't name is told of like any other, and left to staff while the absence is doubtful. One who was corrected to not absent and counts as absent again is left to staff,
 * because the parent has been told both already. It is withdrawn like any other if that changes before it is sent.
 */
export async function raiseAgain(
  tx: Ctx,
  sheet: Sheet,
  notice: QueuedNotice,
  {
    phone,
    reach,
    later,
    contacts,
    wanted,
    doubtful,
  }: CorrectedParent & { wanted: Wanted | null; doubtful: Doubtful },
): Promise<void> {
  for (const { student, decision } of sheet.rows) {
    const { student_id } = student
    const corrected = timesTold(later, CORRECTION, student_id)
    const isFirst = corrected === 0
    const why = doubtful.get(student)
    const isLeftOut = isUnsent(notice) && why !== undefined
    const isNamed = notice.subject_ids.includes(student_id) && !isLeftOut
    if (isNamed && isFirst) continue
    // It can still name the child itself.
    if (isUnsent(notice) && !why && listAbout(later, LATER_ABSENCE, student_id).length === 0) continue
    const turn = isNamed ? corrected : corrected + 1
    const kind = kindFor(LATER_ABSENCE, student_id, turn)
    const before = standingOf(later.filter((one) => one.kind === kind))
    const isAbsentAgain =
      decision.verdict === "absent" &&
      student.sms_notifications_enabled !== false &&
      isContact(contacts, student, phone)
    const isWanted = why !== undefined || (wanted?.named.includes(student) ?? false)
    const isAbsent = isFirst ? isWanted : isAbsentAgain
    const name = (isFirst && wanted?.name) || notice.recipient_name
    const held = isFirst ? (why ?? wanted?.held ?? null) : CORRECTED
    const one: Wanted = { named: [student], name, held, reach }
    if (before && isUnsent(before)) await adjustNotice(tx, sheet.class, phone, before, isAbsent ? one : null)
    else if (isAbsent && !before) await queueNotices(tx, [draftOwn(tx, sheet.class, phone, one, turn)])
  }
}
