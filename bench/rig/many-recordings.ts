import type pg from "pg"

/** Shares of an instructor's recordings: shown to students, out of ten, and in the bin, one of so many. */
const SHOWN_OF_TEN = 8
const BINNED_EVERY = 50

/**
 * Gives every class that is over a recording, watched by its students, on a connection that may leave checks out.
 * Wants a timetable of `growClasses`.
 */
export async function growRecordings(superuser: pg.Client): Promise<void> {
  await superuser.query(
    `insert into class_recordings (id, class_id, instructor_id, title, search_text, file_path, file_size, duration_seconds,
                                   recording_started_at, recording_ended_at, status, is_demo_class, visibility, quality,
                                   source, mime_type, received_bytes, received_at, processed_bytes, deleted_at,
                                   created_at, updated_at)
     select uuidv7(), id, instructor_id, title, title, instructor_id || '/' || id || '-720p-1.webm', 840000000, 2700,
            starts_at, ends_at, 'completed', class_type = 'demo',
            case when n % 10 < $1 then 'enrolled_students' else 'instructor_only' end, '720p', 'room', 'video/webm',
            840000000, ends_at, 840000000, case when n % $2 = 0 then ends_at end, starts_at, ends_at
     from (select c.*, row_number() over (order by starts_at, id) as n from scheduled_classes c
           where status = 'completed') as held`,
    [SHOWN_OF_TEN, BINNED_EVERY],
  )
  await superuser.query(
    `insert into recording_views (recording_id, user_id, position_seconds, watched_seconds, updated_at)
     select r.id, e.student_id, 1200, 1200, r.recording_ended_at
     from class_recordings r join class_enrollments e on e.class_id = r.class_id
     where r.visibility = 'enrolled_students'`,
  )
  // As triggers would, which this connection may leave out.
  await superuser.query(
    "update class_enrollments e set recorded = true from class_recordings r where r.class_id = e.class_id",
  )
  for (const table of ["class_enrollments", "class_recordings", "recording_views"]) {
    await superuser.query(`vacuum analyze ${table}`)
  }
}
