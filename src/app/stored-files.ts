import type { FilesOfRows, StoreToKeep } from "#platform/backup/make.ts"
import type { FileStore } from "#platform/storage/port.ts"
import type { Spool } from "#platform/storage/spool.ts"

/**
 * Everywhere that files lie, under the names they have in backups, in the order in which they are copied: a file that
 * leaves the spool meanwhile goes to the kept ones.
 */
export function storesOf(files: FileStore, spool: Spool): StoreToKeep[] {
  return [
    { name: "spool", store: spool.files },
    { name: "kept", store: files },
  ]
}

/**
 * Queries for the stored files that rows of all features refer to. A feature that stores files adds its own
 * here.
 */
export const FILES_OF_ROWS: FilesOfRows[] = [
  {
    store: "kept",
    table: "room_files",
    // Deleted files go 30 days later, and stale ones are made anew. Schemas before say nothing of it.
    must: "select 'room/' || id from room_files f where deleted_at is null and to_jsonb(f) ->> 'stale' is distinct from 'true'",
    may: "select 'room/' || id from room_files",
  },
  {
    store: "kept",
    table: "slide_decks",
    must: `select 'slides/' || id || '/' || at || '-' || size || '.webp'
           from slide_decks, generate_series(0, page_count - 1) at, unnest(array['small', 'large']) size
           where status = 'ready' and deleted_at is null`,
    // What was sent goes once its pages are drawn. Removed slides go 30 days later.
    may: `select 'slides/' || id || '/sent' from slide_decks union all
          select 'slides/' || id || '/' || at || '-' || size || '.webp'
          from slide_decks, generate_series(0, 199) at, unnest(array['small', 'large']) size`,
  },
  {
    store: "kept",
    table: "whiteboard_pictures",
    must: `select 'whiteboard/' || id || '/' || size || '.webp'
           from whiteboard_pictures, unnest(array['small', 'large']) size`,
  },
  {
    store: "kept",
    table: "class_recordings",
    must: "select file_path from class_recordings where file_path is not null",
  },
  {
    store: "kept",
    table: "replaced_recording_files",
    // Files replaced by better ones go once no link and no backup needs them.
    may: "select key from replaced_recording_files where store = 'kept'",
  },
  {
    store: "kept",
    table: "recording_captions",
    must: "select 'captions/' || id || '.vtt' from recording_captions",
  },
  {
    store: "kept",
    table: "program_materials",
    must: "select 'material/' || id from program_materials where deleted_at is null",
    // Deleted files go a little later.
    may: "select 'material/' || id from program_materials",
  },
  {
    store: "kept",
    table: "program_lessons",
    must: "select file_path from program_lessons where file_path is not null",
  },
  {
    store: "kept",
    table: "replaced_lesson_files",
    // Videos that belong to no lesson any more go once no link and no backup needs them.
    may: "select key from replaced_lesson_files where key not like 'lesson-%'",
  },
  {
    store: "kept",
    table: "attendance_snapshots",
    must: "select 'snapshots/' || student_id || '/' || id || '.jpg' from attendance_snapshots",
  },
  {
    store: "kept",
    table: "medical_proof_files",
    must: "select 'medical/' || student_id || '/' || id from medical_proof_files where stored_at is not null",
    // On its way.
    may: "select 'medical/' || student_id || '/' || id from medical_proof_files",
  },
  {
    store: "spool",
    table: "class_recordings",
    must: "select id::text from class_recordings where file_path is null and received_bytes > 0",
    // An upload may have begun without a byte, may be kept until it is done, and has a note beside it.
    may: "select id::text from class_recordings union all select id || '.json' from class_recordings",
  },
  {
    store: "spool",
    table: "replaced_recording_files",
    may: "select key || suffix from replaced_recording_files, unnest(array['', '.json']) suffix where store = 'spool'",
  },
  {
    store: "spool",
    table: "replaced_lesson_files",
    // The uploads of videos that were made a short while ago.
    may: "select key || suffix from replaced_lesson_files, unnest(array['', '.json']) suffix where key like 'lesson-%'",
  },
  {
    store: "spool",
    table: "program_lessons",
    // The bytes of an abandoned upload are removed, while its row keeps how many there were.
    must: "select 'lesson-' || upload_id from program_lessons where received_bytes > 0 and failure is distinct from 'ABANDONED'",
    // The same for uploads without a byte so far, uploads abandoned a moment ago, and the note beside each.
    may: "select 'lesson-' || upload_id || suffix from program_lessons, unnest(array['', '.json']) suffix where upload_id is not null",
  },
]
