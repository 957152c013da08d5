import { and, eq, inArray, sql } from "drizzle-orm"
import type { CoachAnswer, CoachMessages, CoachRefusal } from "#contract/attendance/coach-register.ts"
import { isTooEarly, REGISTER_MAY_TAKE_MS, teaches } from "#features/classes/rules.ts"
import { beginOnPremises } from "#features/classes/server/lifecycle.ts"
import type { ClassRow } from "#features/classes/server/service.ts"
import { listRoster } from "#features/classes/server/service.ts"
import { auditLog } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { MINUTE } from "#shared/time.ts"
import { listCardTexts } from "../arrivals/cards.ts"
import { refreshAttendance } from "../settle.ts"
import { lockClass, readSheet } from "../sheet.ts"
import { coachLists, coachMarks, unexpectedChildren } from "./table.ts"

/** A device whose corrected clock is further ahead than this has to ask for the time again. */
const CLOCK_AHEAD_MS = 5 * MINUTE

type Mark = CoachMessages["marks"][number]
type List = CoachMessages["lists"][number]
type Child = CoachMessages["children"][number]
type Message = { kind: "mark"; of: Mark } | { kind: "list"; of: List } | { kind: "child"; of: Child }

/**
 * Takes what a coach's device saved up. Each id counts once: sent again it is answered as before, whatever has
 * happened to the coach's rights since. Everything else is checked message by message, and a refused one is
 * not kept. A class that has started is settled again in the same transaction. Throws FORBIDDEN for messages
 * of another coach.
 */
export async function syncMessages(
  ctx: SignedInCtx,
  input: CoachMessages,
): Promise<{ now: Date; answers: CoachAnswer[] }> {
  // A phone that several coaches use may hold messages of one in the session of another.
  if (input.coach_id !== ctx.viewer.user_id) refuse("FORBIDDEN")
  const messages: Message[] = [
    ...input.marks.map((of) => ({ kind: "mark" as const, of })),
    ...input.lists.map((of) => ({ kind: "list" as const, of })),
    ...input.children.map((of) => ({ kind: "child" as const, of })),
  ]
  const once = [...new Map(messages.toReversed().map((one) => [one.of.id, one])).values()].toReversed()
  const byClass = Map.groupBy(once, ({ of }) => of.class_id)
  const answers = new Map<string, CoachAnswer["refusal"]>()
  // In one order, so that two devices with the same classes don't wait for each other.
  for (const classId of [...byClass.keys()].sort()) {
    const own = byClass.get(classId) ?? []
    const refusals = await inTransaction(ctx, (tx) => take(tx, classId, own, input.device_id))
    for (const { of } of own) answers.set(of.id, refusals.get(of.id) ?? null)
  }
  return {
    now: ctx.clock.now(),
    answers: [...answers].map(([id, refusal]) => ({ id, refusal })),
  }
}

/** Writes what is new and allowed of one class, and returns why the rest was refused, by id. */
async function take(
  tx: SignedInCtx,
  classId: string,
  messages: readonly Message[],
  deviceId: string,
): Promise<Map<string, CoachRefusal>> {
  const refused = new Map<string, CoachRefusal>()
  const row = await lockClass(tx, classId)
  const known = await readKnown(tx, messages)
  const fresh = messages.filter(({ of }) => !known.has(of.id))
  for (const { of } of messages) {
    const before = known.get(of.id)
    if (before && !(before.coach_id === tx.viewer.user_id && before.class_id === classId))
      refused.set(of.id, "id-taken")
  }
  if (fresh.length === 0) return refused
  const barred = await barredFrom(tx, row)
  if (barred || !row) {
    for (const { of } of fresh) refused.set(of.id, barred ?? "not-your-class")
    return refused
  }
  const seated = new Set((await listRoster(tx, classId)).map(({ student_id }) => student_id))
  const scanned = fresh.flatMap(({ kind, of }) => (kind === "mark" && of.card ? [of.student_id] : []))
  const cards = await listCardTexts(tx, scanned)
  const now = tx.clock.now()
  const allowed = fresh.filter(({ kind, of }) => {
    const madeAt = madeAtOf(of)
    const why: CoachRefusal | null =
      kind === "mark" && !seated.has(of.student_id)
        ? "not-enrolled"
        : kind === "mark" && of.card !== undefined && of.card !== cards.get(of.student_id)
          ? "card-blocked"
          : madeAt.getTime() > now.getTime() + CLOCK_AHEAD_MS
            ? "clock-ahead"
            : // Said hours before the class, when nobody had come yet.
              isTooEarly(row, madeAt)
              ? "too-early"
              : null
    if (why) refused.set(of.id, why)
    return why === null
  })
  if (allowed.length === 0) return refused
  const written = await write(tx, allowed, deviceId)
  // Two devices made the same id, at once and in different classes.
  for (const { of } of allowed) if (!written.has(of.id)) refused.set(of.id, "id-taken")
  if (written.size > 0) await follow(tx, row)
  return refused
}

function madeAtOf({ device_time, clock_offset_ms }: Mark | List | Child): Date {
  return new Date(device_time.getTime() + clock_offset_ms)
}

type Known = { id: string; coach_id: string; class_id: string }

async function readKnown(tx: SignedInCtx, messages: readonly Message[]): Promise<Map<string, Known>> {
  const ids = messages.map(({ of }) => of.id)
  const from = (table: typeof coachMarks | typeof coachLists | typeof unexpectedChildren) =>
    tx.db
      .select({ id: table.id, coach_id: table.coach_id, class_id: table.class_id })
      .from(table)
      .where(inArray(table.id, ids))
  const rows = [...(await from(coachMarks)), ...(await from(coachLists)), ...(await from(unexpectedChildren))]
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why a coach may not say anything about a class now; null if they may. */
async function barredFrom(tx: SignedInCtx, row: ClassRow | null): Promise<CoachRefusal | null> {
  if (!row) return "not-your-class"
  if (!teaches(row, tx.viewer)) return (await taughtOnce(tx, row.id)) ? "right-lost" : "not-your-class"
  if (row.status === "cancelled") return "class-cancelled"
  const now = tx.clock.now()
  // From then on the register is corrected with a reason.
  if (now.getTime() >= (row.ended_at ?? row.ends_at).getTime() + REGISTER_MAY_TAKE_MS) return "too-late"
  return isTooEarly(row, now) ? "too-early" : null
}

/** Whether the class was the viewer's until somebody else took it over. */
async function taughtOnce(tx: SignedInCtx, classId: string): Promise<boolean> {
  const { subject_id, action, detail } = auditLog
  const [found] = await tx.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(subject_id, classId),
        eq(action, "class.substitute"),
        sql`${detail} ->> 'from' = ${tx.viewer.user_id}`,
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Returns the ids that were written. */
async function write(
  tx: SignedInCtx,
  messages: readonly Message[],
  deviceId: string,
): Promise<ReadonlySet<string>> {
  const sent = { coach_id: tx.viewer.user_id, device_id: deviceId, received_at: tx.clock.now() }
  const common = ({ id, class_id, device_time, clock_offset_ms, ...rest }: Mark | List | Child) => ({
    ...{ id, class_id, device_time, clock_offset_ms },
    made_at: madeAtOf({ id, class_id, device_time, clock_offset_ms, ...rest } as Mark),
    ...sent,
  })
  const marks = messages.flatMap((one) =>
    one.kind === "mark"
      ? [
          {
            ...common(one.of),
            student_id: one.of.student_id,
            state: one.of.state,
            note: one.of.note || null,
            by_card: one.of.card !== undefined,
          },
        ]
      : [],
  )
  const lists = messages.flatMap((one) => {
    if (one.kind !== "list") return []
    const { head_count, complete, note } = one.of
    return [{ ...common(one.of), head_count, complete, note: note ?? null }]
  })
  const children = messages.flatMap((one) =>
    one.kind === "child" ? [{ ...common(one.of), name: one.of.name }] : [],
  )
  const written = [
    marks.length > 0 &&
      (await tx.db.insert(coachMarks).values(marks).onConflictDoNothing().returning({ id: coachMarks.id })),
    lists.length > 0 &&
      (await tx.db.insert(coachLists).values(lists).onConflictDoNothing().returning({ id: coachLists.id })),
    children.length > 0 &&
      (await tx.db
        .insert(unexpectedChildren)
        .values(children)
        .onConflictDoNothing()
        .returning({ id: unexpectedChildren.id })),
  ]
  return new Set(written.flatMap((rows) => (rows ? rows.map(({ id }) => id) : [])))
}

/** What follows from new messages: the class was held, and its register may say something else. */
async function follow(tx: SignedInCtx, row: ClassRow): Promise<void> {
  const held = await beginOnPremises(tx, row)
  if (held.started_at) await refreshAttendance(tx, await readSheet(tx, held))
  await emit(tx, "class.attendance", row.id)
}
