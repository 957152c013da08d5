import { and, eq, isNull } from "drizzle-orm"
import type { HallList } from "#contract/attendance/coach-register.ts"
import { canActForInstructors, teaches } from "#features/classes/rules.ts"
import { beginOnPremises } from "#features/classes/server/lifecycle.ts"
import { listRoster, readClass } from "#features/classes/server/service.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { markAttendance } from "../marks.ts"
import { refreshAttendance, settleAttendance } from "../settle.ts"
import { readOwnClass, readSheet } from "../sheet.ts"
import { readHall } from "./evidence.ts"
import { coachLists, unexpectedChildren } from "./table.ts"

type ListNow = Pick<HallList, "state" | "released">

async function listNow(tx: SignedInCtx, classId: string): Promise<ListNow> {
  const { state, released } = (await readHall(tx, classId, await listRoster(tx, classId))).list
  return { state, released }
}

/**
 * Lets the notices of a class on premises go as if its list were complete, for when no device will say so.
 * Releasing it again changes nothing. Throws NOT_FOUND for another's class, one in the room alone or a
 * cancelled one, and CLASS_NOT_OVER.
 */
export function releaseList(ctx: SignedInCtx, classId: string): Promise<ListNow> {
  return inTransaction(ctx, async (tx) => {
    const row = await readOwnClass(tx, classId, { lock: true })
    if (row.status === "cancelled" || row.delivery !== "on_premises") notFound()
    const now = tx.clock.now()
    if (now < row.ends_at && row.status !== "completed") refuse("CLASS_NOT_OVER")
    const before = await listNow(tx, classId)
    if (before.released) return before
    await tx.db.insert(coachLists).values({
      ...{ id: newId(), class_id: classId, coach_id: tx.viewer.user_id, device_id: newId() },
      ...{ device_time: now, clock_offset_ms: 0, made_at: now, received_at: now },
      ...{ head_count: null, note: null, complete: true, released: true },
    })
    await recordAct(tx, "attendance.release", classId)
    const held = await beginOnPremises(tx, row)
    await refreshAttendance(tx, await readSheet(tx, held))
    await emit(tx, "class.attendance", classId)
    return listNow(tx, classId)
  })
}

/**
 * Says which student of the class an unexpected child was, who is then marked present by hand with the name as
 * the reason, or dismisses the entry, which then no longer counts as a head, and forgets the name. The same
 * decision again changes nothing. Throws NOT_FOUND for a child in another's class, NOT_ON_REGISTER and
 * CHILD_DECIDED.
 */
export function decideChild(
  ctx: SignedInCtx,
  { child_id, student_id }: { child_id: string; student_id: string | null },
): Promise<ListNow> {
  return inTransaction(ctx, async (tx) => {
    const [child] = await tx.db
      .select()
      .from(unexpectedChildren)
      .where(eq(unexpectedChildren.id, child_id))
      .for("update")
    const row = child && (await readClass(tx, child.class_id))
    if (!row || !(canActForInstructors(tx.viewer) || teaches(row, tx.viewer))) notFound()
    if (child.decided_at) {
      if (child.student_id !== student_id) refuse("CHILD_DECIDED")
      return listNow(tx, row.id)
    }
    await tx.db
      .update(unexpectedChildren)
      .set({
        ...{ student_id, decided_at: tx.clock.now(), decided_by: tx.viewer.user_id },
        ...(student_id === null && { name: "" }),
      })
      .where(and(eq(unexpectedChildren.id, child_id), isNull(unexpectedChildren.decided_at)))
    const act = student_id ? "attendance.resolve-child" : "attendance.dismiss-child"
    await recordAct(tx, act, row.id, { child_id, ...(student_id && { student_id }) })
    if (student_id)
      await markAttendance(tx, { class_id: row.id, student_id, verdict: "present", reason: child.name })
    // The head count may match now, or no longer, and unsent notices depend on it.
    else await settleAttendance(tx, row.id)
    await emit(tx, "class.attendance", row.id)
    return listNow(tx, row.id)
  })
}
