import { type AnyColumn, and, eq, exists, inArray, or, type SQL, sql } from "drizzle-orm"
import { RECORDING_FAILURES, type Recording, type RecordingFailure } from "#contract/recordings/recordings.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { childrenWith } from "#features/guardians/server/links.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
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
  const { seats, approved } = seatsOf(ctx, classRecordings.class_id)
  return and(isShown, or(exists(seats), exists(approved)))
}

/** The same for a list. It looks up the recordings of all the viewer's seats, however many recordings there are. */
export function watchableBy(ctx: Watcher): SQL | undefined {
  const { seats, approved } = seatsOf(ctx)
  // As an array, whose neighbours in the index are read together.
  return and(isShown, sql`${classRecordings.class_id} = any(array(${seats} union all ${approved}))`)
}

// Literals, because the states are known, and plans that are kept don't know parameters.
const isShown = sql`${classRecordings.status} = 'completed' and ${classRecordings.visibility} = 'enrolled_students'
  and ${classRecordings.deleted_at} is null`

/** The viewer's seats and approved requests, of one class or all. */
function seatsOf(ctx: Watcher, classId?: AnyColumn) {
  const ofClass = (class_id: AnyColumn) => (classId ? eq(class_id, classId) : undefined)
  const { class_id, student_id } = classEnrollments
  const seats = ctx.db
    .select({ class_id })
    .from(classEnrollments)
    .where(and(learner(ctx, student_id), ofClass(class_id)))
  const requests = demoClassRequests
  const approved = ctx.db
    .select({ class_id: requests.class_id })
    .from(requests)
    .where(
      and(
        learner(ctx, requests.student_id),
        sql`${requests.status} = 'approved'`,
        ofClass(requests.class_id),
      ),
    )
  return { seats, approved }
}

/** Selects the viewer's own id, or those of the children whose classes they may see. */
function learner(ctx: Watcher, studentId: AnyColumn): SQL {
  const { viewer } = ctx
  if (viewer.role !== "guardian") return eq(studentId, viewer.user_id)
  return inArray(studentId, childrenWith({ ...ctx, viewer }, "see"))
}
