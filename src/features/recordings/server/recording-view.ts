import { type AnyColumn, and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
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

/**
 * Selects what a student may watch: completed, shown to students, and of a class they have a seat in. A
 * guardian may watch what their children may.
 */
export function watchableBy(ctx: Pick<Ctx, "db"> & { viewer: SignedIn }): SQL | undefined {
  const seats = ctx.db
    .select({ class_id: classEnrollments.class_id })
    .from(classEnrollments)
    .where(learner(ctx, classEnrollments.student_id))
  const approved = ctx.db
    .select({ class_id: demoClassRequests.class_id })
    .from(demoClassRequests)
    .where(and(learner(ctx, demoClassRequests.student_id), eq(demoClassRequests.status, "approved")))
  return and(
    eq(classRecordings.status, "completed"),
    eq(classRecordings.visibility, "enrolled_students"),
    isNull(classRecordings.deleted_at),
    // Looks up the recordings of the viewer's few seats, however many recordings there are.
    sql`${classRecordings.class_id} in (${seats} union all ${approved})`,
  )
}

/** Selects the viewer's own id, or those of the children whose classes they may see. */
function learner(ctx: Pick<Ctx, "db"> & { viewer: SignedIn }, studentId: AnyColumn): SQL {
  const { viewer } = ctx
  if (viewer.role !== "guardian") return eq(studentId, viewer.user_id)
  return inArray(studentId, childrenWith({ ...ctx, viewer }, "see"))
}
