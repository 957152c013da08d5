import { and, eq, inArray } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import { admins, students, user } from "#features/accounts/server/table.ts"
import { admittedTime } from "#features/attendance/admitted.ts"
import { latestOf } from "#features/attendance/coach-marks.ts"
import { type NoVerdictCause, possibleTime } from "#features/attendance/possible.ts"
import { type Interval, reduceIntervals } from "#features/attendance/presence.ts"
import { type AttendanceMark, decideVerdict, type VerdictDecision } from "#features/attendance/rules.ts"
import type { Span } from "#features/attendance/spans.ts"
import { ownerOf, teaches } from "#features/classes/rules.ts"
import { type ClassRow, listRoster, type RosterEntry, readClass } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Outage } from "#features/rooms/rules.ts"
import { listOutages } from "#features/rooms/server/outages.ts"
import { listPresence } from "#features/rooms/server/presence.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { DAY, MINUTE, SECOND } from "#shared/time.ts"
import { type Hall, readHall } from "./hall/evidence.ts"
import { absenceAnswers, attendanceMarks, attendanceVerdicts, voiceEvidence } from "./table.ts"

/**
 * The current rule for judging and counting. Under the first rule all presence counted against a minimum, and
 * a guardian's answer excused. Under the second classes on premises were judged by the room alone. Under
 * the third students whom the room didn't let in were judged like others. Verdicts settled under a rule keep to it.
 */
export const VERDICT_RULE = 4
/** The first rules by which possible time, the marks of coaches, and who was let in counted. */
const RULE_OF = { possible: 2, hall: 3, admitted: 4 }

/** What is stored about one student and class besides presence. */
type Stored = {
  mark: typeof attendanceMarks.$inferSelect | null
  /** Who marked by hand. */
  marked_by: string | null
  voice: typeof voiceEvidence.$inferSelect | null
  /** The guardian's answer to the notice, or the open request for one. */
  answer: typeof absenceAnswers.$inferSelect | null
  verdict: typeof attendanceVerdicts.$inferSelect | null
}

export type SheetRow = {
  student: RosterEntry
  intervals: Interval[]
  stored: Stored | null
  decision: VerdictDecision
}

/** Everything known about who attended a class, with verdicts as of now. */
export type Sheet = {
  class: ClassRow
  /** The class's minimum presence, in ms. */
  minimumMs: number
  rows: SheetRow[]
  /** Of everyone who was there, including the instructor and people off the roster. */
  intervals: Map<string, Interval[]>
  /** When it was unknown who was in the room. */
  outages: Outage[]
  /** What coaches' devices and check-ins said. */
  hall: Hall
}

/**
 * Returns the class if the viewer teaches or owns it, or is an admin. Throws NOT_FOUND. With `lock`, nobody
 * else can settle its attendance or change its state until the caller's transaction ends.
 */
export async function readOwnClass(
  ctx: SignedInCtx,
  classId: string,
  options: { lock?: boolean } = {},
): Promise<ClassRow> {
  const row = await (options.lock ? lockClass(ctx, classId) : readClass(ctx, classId))
  if (!row || (ctx.viewer.role !== "admin" && !teaches(row, ctx.viewer))) notFound()
  return row
}

/** Returns the class, locked as by `readOwnClass`; null if there is none. */
export async function lockClass(ctx: Pick<Ctx, "db">, classId: string): Promise<ClassRow | null> {
  const [row] = await ctx.db
    .select()
    .from(scheduledClasses)
    .where(eq(scheduledClasses.id, classId))
    .for("no key update")
  return row ?? null
}

/** Reads the sheet of a class: ten queries, however many students. */
export async function readSheet(ctx: Pick<Ctx, "db" | "clock" | "env">, row: ClassRow): Promise<Sheet> {
  const roster = await listRoster(ctx, row.id)
  const stored = await readStored(ctx, row.id, roster)
  const room = await readRoom(ctx, row)
  const hall = await readHall(ctx, row.id, roster)
  const minimumMs = ctx.env.ATTENDANCE_MINIMUM_MINUTES * MINUTE
  const rows = roster.map((student): SheetRow => {
    const intervals = room.intervals.get(student.student_id) ?? []
    const known = stored.get(student.student_id) ?? null
    return {
      student,
      intervals,
      stored: known,
      decision: decide(row, student, { ...room, minimumMs, known, hall }),
    }
  })
  return { class: row, minimumMs, rows, intervals: room.intervals, outages: room.outages, hall }
}

type RoomFacts = { until: Date; intervals: Map<string, Interval[]>; staff: Interval[][]; outages: Outage[] }

/** Returns who was in the room when, including staff, and when that was unknown. */
async function readRoom(ctx: Pick<Ctx, "db" | "clock">, row: ClassRow): Promise<RoomFacts> {
  const until = row.ended_at ?? ctx.clock.now()
  const { started_at } = row
  if (!started_at) return { until, intervals: new Map(), staff: [], outages: [] }
  const intervals = reduceIntervals(await listPresence(ctx, row.id), {
    clipFrom: started_at,
    clipTo: row.ended_at,
    now: ctx.clock.now(),
  })
  const staff = await staffAmong(ctx, row, [...intervals.keys()])
  const outages = await listOutages(ctx, { id: row.id, started_at }, until)
  return { until, intervals, staff: staff.map((id) => intervals.get(id) ?? []), outages }
}

/** Returns those of these people who were there as staff: who teaches or owns the class, and admins. */
async function staffAmong(ctx: Pick<Ctx, "db">, row: ClassRow, people: string[]): Promise<string[]> {
  if (people.length === 0) return []
  const found = await ctx.db
    .select({ user_id: admins.user_id })
    .from(admins)
    .where(inArray(admins.user_id, people))
  const staff = new Set([row.instructor_id, ownerOf(row), ...found.map(({ user_id }) => user_id)])
  return people.filter((id) => staff.has(id))
}

type Facts = RoomFacts & { minimumMs: number; known: Stored | null; hall: Hall }

function decide(row: ClassRow, student: RosterEntry, facts: Facts): VerdictDecision {
  const { until, known } = facts
  const verdict = known?.verdict ?? null
  const isOld = verdict !== null && verdict.rule < RULE_OF.possible
  const startedAt = row.started_at ?? row.starts_at
  return decideVerdict({
    intervals: facts.intervals.get(student.student_id) ?? [],
    possible: isOld
      ? null
      : possibleTime({
          startedAt,
          seatedAt: student.seated_at,
          admitted: admittedTo(student, verdict),
          until,
          staff: facts.staff,
          outages: facts.outages,
        }),
    minimumMs: isOld ? verdict.minimum_seconds * SECOND : facts.minimumMs,
    voiceHeardAt: known?.voice?.heard_at ?? null,
    // It was only stored with consent, and withdrawing consent deletes it unless the class was settled.
    voiceEvidenceCounts: known?.voice != null,
    mark: known?.mark ? toMark(known.mark) : null,
    coach: latestOf(facts.hall.marks.get(student.student_id) ?? []),
    checkIns: facts.hall.checkIns.get(student.student_id) ?? [],
    onPremises: row.delivery === "on_premises" && (verdict?.rule ?? VERDICT_RULE) >= RULE_OF.hall,
    excuse: isOld && verdict.verdict === "excused" ? (known?.answer?.answer ?? null) : null,
    classState: row.status === "completed" ? "completed" : "live",
    until,
    remainingMs: Math.max(0, row.ends_at.getTime() - until.getTime()),
  })
}

/**
 * Returns when the room would have let a student in; null if always. What a verdict was settled by stays: an account
 * that is opened again later does not make an absence of it.
 */
function admittedTo(student: RosterEntry, settled: Stored["verdict"]): Span[] | null {
  if (settled && settled.rule < RULE_OF.admitted) return null
  const reasons = (settled?.reasons ?? []) as { cause?: unknown }[]
  return reasons.some(({ cause }) => cause === ("not-admitted" satisfies NoVerdictCause))
    ? []
    : admittedTime({ ...student, closed_at: closedAt(student) })
}

function closedAt({ erase_at }: RosterEntry): Date | null {
  return erase_at && new Date(erase_at.getTime() - policies.accountErasure.graceDays * DAY)
}

function toMark(mark: typeof attendanceMarks.$inferSelect): AttendanceMark {
  return { verdict: mark.verdict as AttendanceMark["verdict"], reason: mark.reason, by: mark.marked_by }
}

async function readStored(
  ctx: Pick<Ctx, "db">,
  classId: string,
  roster: readonly RosterEntry[],
): Promise<Map<string, Stored>> {
  const ids = roster.map((student) => student.student_id)
  if (ids.length === 0) return new Map()
  const ofClass = (
    table: typeof attendanceMarks | typeof voiceEvidence | typeof absenceAnswers | typeof attendanceVerdicts,
  ) => and(eq(table.class_id, classId), eq(table.student_id, students.user_id))
  const rows = await ctx.db
    .select({
      student_id: students.user_id,
      mark: attendanceMarks,
      marked_by: user.name,
      voice: voiceEvidence,
      answer: absenceAnswers,
      verdict: attendanceVerdicts,
    })
    .from(students)
    .leftJoin(attendanceMarks, ofClass(attendanceMarks))
    .leftJoin(user, eq(user.id, attendanceMarks.marked_by))
    .leftJoin(voiceEvidence, ofClass(voiceEvidence))
    .leftJoin(absenceAnswers, ofClass(absenceAnswers))
    .leftJoin(attendanceVerdicts, ofClass(attendanceVerdicts))
    .where(inArray(students.user_id, ids))
  return new Map(rows.map(({ student_id, ...stored }) => [student_id, stored]))
}
