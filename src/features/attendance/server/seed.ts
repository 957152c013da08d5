import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { and, asc, desc, eq, gt, inArray, isNull } from "drizzle-orm"
import { unionAll } from "drizzle-orm/pg-core"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { sendToOutbox } from "#features/notifications/server/sending.ts"
import type { PresenceEvent } from "#features/rooms/presence-plan.ts"
import { appendPresence } from "#features/rooms/server/presence.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, MINUTE, SECOND } from "#shared/time.ts"
import { possibleTime } from "../possible.ts"
import type { Interval } from "../presence.ts"
import { decideVerdict } from "../rules.ts"
import { sendChildProof } from "./proofs/send-proof.ts"
import { settleAttendance } from "./settle.ts"
import { VERDICT_RULE } from "./sheet.ts"
import { attendanceVerdicts, classAttendance } from "./table.ts"

/** How many seats there are to one absence: fewer in the trial's first month than in its latest. */
const MISSED_EVERY = { first: 4, second: 6, latest: 9 }
/** Spreads the absences over classes and students. */
const STRIDE = 7
const LATE_MS = 2 * MINUTE
const LATEST = 6
/** More rows than this are written by several statements. */
const AT_ONCE = 1_000

type Held = typeof scheduledClasses.$inferSelect
type Stay = { joinedAt: Date; leftAt: Date }

/**
 * Gives a trial's past classes their attendance: presence events, and what follows from them. The given student misses
 * the latest class, which is settled as after every class, so that a notice asks the guardian why. Only for the very
 * first start: later, a class without verdicts is one to settle.
 */
export async function seedAttendance(ctx: Ctx, missing?: string): Promise<void> {
  const latest = await inTransaction(ctx, async (tx) => {
    const seats = await readSeats(tx)
    const toSettle = seats.findLast(({ student_id }) => student_id === missing)?.held.id
    const rows = seats.map((seat, at) => ({ ...seat, stay: stayIn(tx, seat, at, missing, toSettle) }))
    const classes = new Map(rows.map(({ held }) => [held.id, held]))
    const events = [
      ...[...classes.values()].flatMap((held) => eventsOf(held, held.instructor_id, wholeOf(held))),
      ...rows.flatMap(({ held, student_id, stay }) => (stay ? eventsOf(held, student_id, stay) : [])),
    ]
    for (const some of chunks(events)) await appendPresence(tx, some)
    const settled = rows.filter(({ held }) => held.id !== toSettle)
    const stays = settled.flatMap(({ held, student_id, stay }) =>
      stay
        ? [
            {
              ...{ id: newId(), class_id: held.id, student_id, attended: true },
              ...{ joined_at: stay.joinedAt, left_at: stay.leftAt },
            },
          ]
        : [],
    )
    for (const some of chunks(stays)) await tx.db.insert(classAttendance).values(some)
    const verdicts = settled.map((seat) => verdictOf(tx, seat))
    for (const some of chunks(verdicts)) await tx.db.insert(attendanceVerdicts).values(some)
    return toSettle
  })
  if (!latest) return
  await inTransaction(ctx, async (tx) => {
    await settleAttendance(tx, latest)
    await sendToOutbox(tx, latest)
  })
}

/** Absences this recent may still be explained, with some time left for whoever tries the product. */
const EXPLAINED_WITHIN = 6 * DAY

/**
 * Has a guardian of a trial send a doctor's note for a recent absence in one of an instructor's classes, which then waits
 * for staff; of a student without an account to sign in with if there is one. Throws STORAGE_FULL.
 */
export async function seedProof(
  ctx: Ctx,
  { instructor, except, note }: { instructor: string; except: readonly string[]; note: string },
): Promise<void> {
  const { class_id, student_id, verdict } = attendanceVerdicts
  const [absence] = await ctx.db
    .select({ class_id, student_id, guardian_id: guardianOf.guardian_id })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, class_id))
    .innerJoin(guardianOf, and(eq(guardianOf.student_id, student_id), holds("see")))
    .where(
      and(
        eq(verdict, "absent"),
        eq(scheduledClasses.instructor_id, instructor),
        gt(scheduledClasses.ended_at, new Date(ctx.clock.now().getTime() - EXPLAINED_WITHIN)),
      ),
    )
    .orderBy(asc(inArray(student_id, [...except])), desc(scheduledClasses.starts_at), asc(student_id))
    .limit(1)
  const viewer = absence && (await readPerson(ctx.db, absence.guardian_id))
  if (!absence || !viewer) return
  const file = new File([new Uint8Array(await readFile(note))], basename(note))
  await sendChildProof(
    { ...ctx, viewer },
    { class_id: absence.class_id, student_id: absence.student_id, file },
  )
}

function chunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
}

/** The seats in past classes, by enrolment or approved request, that have no verdict yet, the earliest class first. */
function readSeats(tx: Ctx) {
  const { class_id, student_id, created_at } = classEnrollments
  const { class_id: demo_id, student_id: tries, requested_at, status } = demoClassRequests
  const seats = unionAll(
    tx.db.select({ class_id, student_id, seatedAt: created_at }).from(classEnrollments),
    tx.db
      .select({ class_id: demo_id, student_id: tries, seatedAt: requested_at })
      .from(demoClassRequests)
      .where(eq(status, "approved")),
  ).as("seats")
  return tx.db
    .select({ held: scheduledClasses, student_id: seats.student_id, seatedAt: seats.seatedAt })
    .from(scheduledClasses)
    .innerJoin(seats, eq(seats.class_id, scheduledClasses.id))
    .leftJoin(
      attendanceVerdicts,
      and(
        eq(attendanceVerdicts.class_id, scheduledClasses.id),
        eq(attendanceVerdicts.student_id, seats.student_id),
      ),
    )
    .where(and(eq(scheduledClasses.status, "completed"), isNull(attendanceVerdicts.class_id)))
    .orderBy(scheduledClasses.starts_at, seats.student_id)
}

type Seat = { held: Held; student_id: string; seatedAt: Date }

const wholeOf = (held: Held): Stay => ({ joinedAt: held.starts_at, leftAt: held.ends_at })

/** When a student was in a class, by the seat's position among all; null if not at all. */
function stayIn(
  tx: Ctx,
  { held, student_id }: Seat,
  at: number,
  missing?: string,
  last?: string,
): Stay | null {
  const days = (tx.clock.now().getTime() - held.starts_at.getTime()) / DAY
  const { first, second, latest } = MISSED_EVERY
  const every = days > 60 ? first : days > 30 ? second : latest
  const missed = held.id === last ? student_id === missing : (at * STRIDE) % every === every - 1
  if (missed) return null
  return { joinedAt: new Date(held.starts_at.getTime() + (at % LATEST) * LATE_MS), leftAt: held.ends_at }
}

function eventsOf(held: Held, personId: string, { joinedAt, leftAt }: Stay): PresenceEvent[] {
  const connectionId = `PA_${newId()}`
  const event = (kind: "joined" | "left", at: Date): PresenceEvent => ({
    id: `${connectionId}:${kind}`,
    classId: held.id,
    personId,
    deviceId: "trial",
    connectionId,
    kind,
    source: "webhook",
    at,
  })
  return [event("joined", joinedAt), event("left", leftAt)]
}

function verdictOf(tx: Ctx, { held, student_id, seatedAt, stay }: Seat & { stay: Stay | null }) {
  const until = held.ends_at
  const staff: Interval = wholeOf(held)
  const possible = possibleTime({ startedAt: held.starts_at, seatedAt, until, staff: [[staff]], outages: [] })
  const { verdict, presentMs, requiredMs, reasons } = decideVerdict({
    intervals: stay ? [stay] : [],
    possible,
    minimumMs: tx.env.ATTENDANCE_MINIMUM_MINUTES * MINUTE,
    voiceEvidenceCounts: false,
    classState: "completed",
    until,
  })
  return {
    class_id: held.id,
    student_id,
    verdict,
    present_seconds: Math.floor(presentMs / SECOND),
    minimum_seconds: Math.ceil(requiredMs / SECOND),
    possible_seconds: Math.floor(possible.ms / SECOND),
    rule: VERDICT_RULE,
    reasons,
    settled_at: held.ends_at,
  }
}
