import { createHash } from "node:crypto"
import { and, asc, eq, gt, gte, lt, ne, notExists, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { CoachDay } from "#contract/attendance/coach-register.ts"
import { teachers } from "#features/accounts/server/table.ts"
import { latestOf } from "#features/attendance/coach-marks.ts"
import { REGISTER_MAY_TAKE_MS } from "#features/classes/rules.ts"
import { listRoster } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { boundAt } from "#platform/database/db.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { listCardTexts } from "../arrivals/cards.ts"
import { hallState, readHall } from "./evidence.ts"
import { coachLists } from "./table.ts"

/** More than anybody can teach in four days. */
const MOST_CLASSES = 60

const owner = alias(teachers, "owner")

/**
 * Returns today's and tomorrow's classes at the academy that the viewer teaches, in place of somebody else too, and
 * earlier ones in a hall whose list isn't complete and can still be taken, with who is on their lists. One query, and six
 * for each class.
 */
export async function readCoachDay(ctx: SignedInCtx): Promise<CoachDay> {
  const now = ctx.clock.now()
  const zone = ctx.env.TIME_ZONE
  const today = dateInZone(now, zone)
  const tomorrow = addDays(today, 1)
  const rows = await ctx.db
    .select({ row: scheduledClasses, first_name: owner.first_name, last_name: owner.last_name })
    .from(scheduledClasses)
    .leftJoin(owner, eq(owner.user_id, scheduledClasses.substitutes_for))
    .where(
      and(
        eq(scheduledClasses.instructor_id, ctx.viewer.user_id),
        ne(scheduledClasses.status, "cancelled"),
        // Bounded by the start too, which the index has.
        gte(scheduledClasses.starts_at, boundAt(new Date(now.getTime() - REGISTER_MAY_TAKE_MS - DAY))),
        or(
          gte(scheduledClasses.starts_at, boundAt(instantInZone(today, "00:00", zone))),
          isUnfinished(ctx, now),
        ),
        lt(scheduledClasses.starts_at, boundAt(instantInZone(addDays(tomorrow, 1), "00:00", zone))),
      ),
    )
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_CLASSES)
  const classes: CoachDay["classes"] = []
  for (const { row, first_name, last_name } of rows) {
    const roster = await listRoster(ctx, row.id)
    const cards = await listCardTexts(
      ctx,
      roster.map(({ student_id }) => student_id),
    )
    const { marks, checkIns, list } = await readHall(ctx, row.id, roster)
    classes.push({
      ...{ class_id: row.id, title: row.title, scheduled_date: row.scheduled_date },
      ...{ start_time: row.start_time.slice(0, 5), end_time: row.end_time.slice(0, 5) },
      // One that ended early isn't the one that is going on.
      ...{ starts_at: row.starts_at, ends_at: row.ended_at ?? row.ends_at, delivery: row.delivery },
      venue_name: row.venue_name,
      substitutes_for_name: first_name === null ? null : `${first_name} ${last_name ?? ""}`.trim(),
      students: roster.map((student) => ({
        student_id: student.student_id,
        name: `${student.first_name} ${student.last_name}`.trim(),
        card: hashOf(cards.get(student.student_id)),
        note: latestOf(marks.get(student.student_id) ?? [])?.note ?? null,
        state: hallState({
          marks: marks.get(student.student_id) ?? [],
          checkIns: checkIns.get(student.student_id) ?? [],
        }),
      })),
      head_count: list.head_count,
      note: list.note,
      complete: list.state === "complete",
      children: list.children.flatMap(({ id, name, decision }) =>
        decision === "dismissed" ? [] : [{ id, name }],
      ),
    })
  }
  return { coach_id: ctx.viewer.user_id, now, dates: [today, tomorrow], classes }
}

/** Selects classes in a hall over which the coach's device, or the office, hasn't closed the list in time. */
function isUnfinished({ db }: SignedInCtx, now: Date) {
  const { id, delivery, ended_at, ends_at } = scheduledClasses
  return and(
    eq(delivery, "on_premises"),
    gt(sql`coalesce(${ended_at}, ${ends_at})`, boundAt(new Date(now.getTime() - REGISTER_MAY_TAKE_MS))),
    notExists(
      db
        .select({ id: coachLists.id })
        .from(coachLists)
        .where(and(eq(coachLists.class_id, id), coachLists.complete)),
    ),
  )
}

function hashOf(text: string | undefined): string | null {
  return text === undefined ? null : createHash("sha256").update(text).digest("base64url")
}
