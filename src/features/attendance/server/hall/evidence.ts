import { and, eq } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { HallList, ShownMark } from "#contract/attendance/coach-register.ts"
import { students, user } from "#features/accounts/server/table.ts"
import { arrivalOf, type CheckIn } from "#features/attendance/arrivals.ts"
import {
  type CoachMark,
  compareMarks,
  headsIn,
  isThere,
  type ListState,
  latestOf,
  listState,
} from "#features/attendance/coach-marks.ts"
import type { RosterEntry } from "#features/classes/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import { listCheckIns } from "../arrivals/read-check-ins.ts"
import { coachLists, coachMarks, unexpectedChildren } from "./table.ts"

/** A mark of a coach's device, with the coach's name while the account exists. */
export type HallMark = CoachMark & {
  received_at: Date
  note: string | null
  by_card: boolean
  coach: string | null
}

/** Everything that coaches' devices and check-ins said about a class. */
export type Hall = {
  /** By student, oldest first. */
  marks: Map<string, HallMark[]>
  /** By student, the first first. */
  checkIns: Map<string, CheckIn[]>
  list: Omit<HallList, "state"> & { state: ListState }
  /** No device has said anything. */
  silent: boolean
}

const coach = alias(user, "coach")

/**
 * Reads the marks, check-ins, lists and unexpected children of a class. Heads are those of its roster, as on the coach's
 * device: somebody who gave the seat up after checking in is not on it. Four queries.
 */
export async function readHall(
  ctx: Pick<Ctx, "db">,
  classId: string,
  roster: readonly Pick<RosterEntry, "student_id">[],
): Promise<Hall> {
  const marks = await readMarks(ctx, classId)
  const checkIns = Map.groupBy(await listCheckIns(ctx, [classId]), ({ student_id }) => student_id)
  const lists = await ctx.db
    .select({ row: coachLists, by: coach.name })
    .from(coachLists)
    .leftJoin(coach, eq(coach.id, coachLists.coach_id))
    .where(eq(coachLists.class_id, classId))
  const children = await readChildren(ctx, classId)
  const messages = lists.map(({ row, by }) => ({ ...row, at: row.made_at, by }))
  const states = roster.flatMap(
    ({ student_id }) =>
      hallState({ marks: marks.get(student_id) ?? [], checkIns: checkIns.get(student_id) ?? [] }) ?? [],
  )
  // As on the coach's device, which no longer shows a dismissed entry.
  const heads = headsIn(states, children.filter(({ decision }) => decision !== "dismissed").length)
  const counted = latestOf(messages.filter(({ head_count }) => head_count !== null))
  const latest = latestOf(messages)
  return {
    marks,
    checkIns,
    list: {
      state: listState(messages, heads),
      released: messages.some(({ released }) => released),
      head_count: counted?.head_count ?? null,
      heads,
      note: latestOf(messages.filter(({ note }) => note !== null))?.note || null,
      by: latest?.by ?? null,
      at: latest?.at ?? null,
      children,
    },
    silent: marks.size === 0 && checkIns.size === 0 && lists.length === 0 && children.length === 0,
  }
}

/** Returns what counts of a student in the hall: the coach's mark, or present by a later check-in; null without any. */
export function hallState({
  marks,
  checkIns,
}: {
  marks: readonly HallMark[]
  checkIns: readonly CheckIn[]
}): CoachMark["state"] | null {
  const coach = latestOf(marks)
  if (coach && isThere(coach.state)) return coach.state
  return arrivalOf({ checkIns, coach }) ? "present" : (coach?.state ?? null)
}

async function readMarks(ctx: Pick<Ctx, "db">, classId: string): Promise<Map<string, HallMark[]>> {
  const rows = await ctx.db
    .select({ row: coachMarks, coach: coach.name })
    .from(coachMarks)
    .leftJoin(coach, eq(coach.id, coachMarks.coach_id))
    .where(eq(coachMarks.class_id, classId))
  const marks = rows.map(({ row, coach: name }) => ({
    ...{ id: row.id, student_id: row.student_id, state: row.state, note: row.note },
    by_card: row.by_card,
    ...{ at: row.made_at, received_at: row.received_at, by: row.coach_id, coach: name },
  }))
  return Map.groupBy(marks.toSorted(compareMarks), ({ student_id }) => student_id)
}

async function readChildren(ctx: Pick<Ctx, "db">, classId: string): Promise<HallList["children"]> {
  const rows = await ctx.db
    .select({
      child: unexpectedChildren,
      by: coach.name,
      first_name: students.first_name,
      last_name: students.last_name,
    })
    .from(unexpectedChildren)
    .leftJoin(coach, eq(coach.id, unexpectedChildren.coach_id))
    .leftJoin(students, and(eq(students.user_id, unexpectedChildren.student_id)))
    .where(eq(unexpectedChildren.class_id, classId))
  return rows
    .map(({ child, by, first_name, last_name }) => ({
      ...{ id: child.id, name: child.name, by, at: child.made_at },
      decision: child.decided_at
        ? child.student_id
          ? ("resolved" as const)
          : ("dismissed" as const)
        : "open",
      student_name: first_name === null ? null : `${first_name} ${last_name ?? ""}`.trim(),
    }))
    .toSorted(compareMarks) as HallList["children"]
}

/** Returns a student's marks as the register shows them, oldest first. */
export function showMarks(marks: readonly HallMark[]): ShownMark[] {
  const counting = latestOf(marks)?.id
  return marks.map(({ id, state, at, received_at, note, by_card, coach: by }) => ({
    ...{ id, state, at, received_at, by, note, by_card },
    counts: id === counting,
  }))
}
