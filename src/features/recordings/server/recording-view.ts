import { type AnyColumn, and, eq, exists, inArray, or, type SQL, sql } from "drizzle-orm"
import { RECORDING_FAILURES, type Recording, type RecordingFailure } from "#contract/recordings/recordings.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { childrenWith } from "#features/guardians/server/links.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { rowsFor } from "#platform/database/paging.ts"
import { classRecordings, recordingViews } from "./table.ts"

/** Selects recordings with their class and how far the viewer has watched: one query, however many rows. */
export function selectRecordings(ctx: Pick<Ctx, "db"> & { viewer: SignedIn }) {
  return ctx.db
    .select({
      recording: classRecordings,
      class_title: scheduledClasses.title,
      subject: scheduledClasses.subject,
      scheduled_date: scheduledClasses.scheduled_date,
      resume_at: recordingViews.position_seconds,
    })
    .from(classRecordings)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, classRecordings.class_id))
    .leftJoin(
      recordingViews,
      and(
        eq(recordingViews.recording_id, classRecordings.id),
        eq(recordingViews.user_id, ctx.viewer.user_id),
      ),
    )
    .$dynamic()
}

export type RecordingRow = Awaited<ReturnType<typeof selectRecordings>>[number]

/** Returns a recording as the API shows it. Only its instructor sees why it failed and where it is stored. */
export function describeRecording(viewer: SignedIn, row: RecordingRow): Recording {
  const {
    received_at: _,
    processed_bytes: __,
    mime_type: ___,
    source: ____,
    updated_at: _____,
    paused_at: ______,
    search_text: _______,
    linked_until: ________,
    ...columns
  } = row.recording
  const own = mayChange(viewer, columns)
  return {
    ...columns,
    failure: own ? failureOf(columns.failure) : null,
    file_path: own ? columns.file_path : null,
    class_title: row.class_title,
    subject: row.subject,
    scheduled_date: row.scheduled_date,
    resume_at: row.resume_at,
  }
}

/** For one release: a process of the one before may still write a sentence. */
function failureOf(failure: RecordingFailure | null): RecordingFailure | null {
  return failure === null || RECORDING_FAILURES.includes(failure) ? failure : "UNREADABLE"
}

export function mayChange(viewer: SignedIn, row: { instructor_id: string }): boolean {
  return viewer.role === "admin" || row.instructor_id === viewer.user_id
}

/** Selects the recordings that a viewer may change: an instructor's own, all for an admin. */
export function changeableBy(viewer: SignedIn): SQL | undefined {
  return viewer.role === "admin" ? undefined : eq(classRecordings.instructor_id, viewer.user_id)
}

type Watcher = Pick<Ctx, "db"> & { viewer: SignedIn }

/**
 * Selects what a student may watch: completed, shown to students, and of a class they have a seat in. A
 * guardian may watch what their children may. For one recording.
 */
export function mayWatch(ctx: Watcher): SQL | undefined {
  const ofClass = (class_id: AnyColumn) => eq(class_id, classRecordings.class_id)
  const { class_id, student_id } = classEnrollments
  const seats = ctx.db
    .select({ class_id })
    .from(classEnrollments)
    .where(and(learner(ctx, student_id), ofClass(class_id)))
  const requests = demoClassRequests
  const approved = ctx.db
    .select({ class_id: requests.class_id })
    .from(requests)
    .where(and(learner(ctx, requests.student_id), isApproved, ofClass(requests.class_id)))
  return and(isShown, or(exists(seats), exists(approved)))
}

/**
 * Selects the ids of a page of the same for a list, in its order: the newest class first, and of a class the newest recording.
 * Each learner's page is read by itself. Seats in recorded classes have an index in that order; requests are few.
 */
export function pageToWatch(ctx: Watcher, cursor: string | undefined, limit: number): SQL {
  const { viewer } = ctx
  const learners =
    viewer.role === "guardian"
      ? sql`${childrenWith({ ...ctx, viewer }, "see")}`
      : sql`select ${viewer.user_id}::uuid as id`
  const { id, class_id, recording_started_at } = classRecordings
  const of = (start: AnyColumn) =>
    sql`and ${beforeCursor(cursor, start) ?? sql`true`}
      order by ${inWatchOrder(start)} limit ${rowsFor(limit)}`
  // By `offset 0` looked up for one seat after the other, and for no more than the page has.
  const ofSeat = sql`(select ${id}, ${recording_started_at} from ${classRecordings}
    where ${class_id} = ${classEnrollments.class_id} and ${isShown} offset 0) ${classRecordings}`
  const seats = sql`select ${id} from ${classEnrollments} cross join lateral ${ofSeat}
    where ${classEnrollments.student_id} = learner.id and ${classEnrollments.recorded} ${of(classEnrollments.starts_at)}`
  const approved = sql`select ${id} from ${demoClassRequests}
    join ${scheduledClasses} on ${scheduledClasses.id} = ${demoClassRequests.class_id}
    join ${classRecordings} on ${class_id} = ${scheduledClasses.id} and ${isShown}
    where ${demoClassRequests.student_id} = learner.id and ${isApproved} ${of(scheduledClasses.starts_at)}`
  return sql`(select shown.id from (${learners}) as learner (id) cross join lateral ((${seats}) union all (${approved})) shown)`
}

/** The order of a list to watch, by the start of the class, which may be a seat's. */
export function inWatchOrder(start: AnyColumn): SQL {
  const { recording_started_at, id } = classRecordings
  return sql`${start} desc, ${recording_started_at} desc, ${id} desc`
}

/** The place of a recording in lists, as cursors have it: when it started, and its id. */
export const cursorOf = ({ recording_started_at, id }: typeof classRecordings.$inferSelect) =>
  `${recording_started_at.toISOString()}_${id}`

/**
 * Selects what follows a cursor, in a list of the newest recordings first or, with the start of the class, in one to watch.
 * A cursor doesn't say when its class started, so that it is the same in both and in the release before.
 */
export function beforeCursor(cursor: string | undefined, start?: AnyColumn): SQL | undefined {
  const match = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/.exec(cursor ?? "")
  if (!match) return undefined
  const { recording_started_at: started, id } = classRecordings
  const place = sql`${match[1]}::timestamptz, ${match[2]}::uuid`
  if (!start) return sql`(${started}, ${id}) < (${place})`
  // The start of the recording is close enough once the recording is deleted.
  const from = sql`coalesce((select of_cursor.starts_at from ${classRecordings} at_cursor
    join ${scheduledClasses} of_cursor on of_cursor.id = at_cursor.class_id
    where at_cursor.id = ${match[2]}::uuid), ${match[1]}::timestamptz)`
  // The first bound is for the index. Compared as one row, so few would be expected that all are read and sorted.
  return sql`${start} <= ${from} and (${start} < ${from} or (${started}, ${id}) < (${place}))`
}

// Literals, because the states are known, and plans that are kept don't know parameters.
const isShown = sql`${classRecordings.status} = 'completed' and ${classRecordings.visibility} = 'enrolled_students'
  and ${classRecordings.deleted_at} is null`
const isApproved = sql`${demoClassRequests.status} = 'approved'`

/** Selects the viewer's own id, or those of the children whose classes they may see. */
function learner(ctx: Watcher, studentId: AnyColumn): SQL {
  const { viewer } = ctx
  if (viewer.role !== "guardian") return eq(studentId, viewer.user_id)
  return inArray(studentId, childrenWith({ ...ctx, viewer }, "see"))
}
