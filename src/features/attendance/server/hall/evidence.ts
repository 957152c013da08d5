import { and, eq } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { HallList, ShownMark } from "#contract/attendance/coach-register.ts"
import { students, user } from "#features/accounts/server/table.ts"
import {
  type CoachMark,
  compareMarks,
  headsIn,
  type ListState,
  latestOf,
  listState,
} from "#features/attendance/coach-marks.ts"
import type { Ctx } from "#platform/context.ts"
import { coachLists, coachMarks, unexpectedChildren } from "./table.ts"

/** A mark of a coach's device, with the coach's name while the account exists. */
export type HallMark = CoachMark & { received_at: Date; note: string | null; coach: string | null }

/** Everything that coaches' devices said about a class. */
export type Hall = {
  /** By student, oldest first. */
  marks: Map<string, HallMark[]>
  list: Omit<HallList, "state"> & { state: ListState }
  /** No device has said anything. */
  silent: boolean
}

const coach = alias(user, "coach")

/** Reads the marks, lists and unexpected children of a class. Three queries. */
export async function readHall(ctx: Pick<Ctx, "db">, classId: string): Promise<Hall> {
  const marks = await readMarks(ctx, classId)
  const lists = await ctx.db
    .select({ row: coachLists, by: coach.name })
    .from(coachLists)
    .leftJoin(coach, eq(coach.id, coachLists.coach_id))
    .where(eq(coachLists.class_id, classId))
  const children = await readChildren(ctx, classId)
  const messages = lists.map(({ row, by }) => ({ ...row, at: row.made_at, by }))
  const states = [...marks.values()].flatMap((own) => latestOf(own)?.state ?? [])
  const heads = headsIn(states, children.length)
  const counted = latestOf(messages.filter(({ head_count }) => head_count !== null))
  const latest = latestOf(messages)
  return {
    marks,
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
    silent: marks.size === 0 && lists.length === 0 && children.length === 0,
  }
}

async function readMarks(ctx: Pick<Ctx, "db">, classId: string): Promise<Map<string, HallMark[]>> {
  const rows = await ctx.db
    .select({ row: coachMarks, coach: coach.name })
    .from(coachMarks)
    .leftJoin(coach, eq(coach.id, coachMarks.coach_id))
    .where(eq(coachMarks.class_id, classId))
  const marks = rows.map(({ row, coach: name }) => ({
    ...{ id: row.id, student_id: row.student_id, state: row.state, note: row.note },
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
  return marks.map(({ id, state, at, received_at, note, coach: by }) => ({
    ...{ id, state, at, received_at, by, note },
    counts: id === counting,
  }))
}
