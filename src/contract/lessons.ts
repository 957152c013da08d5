import { z } from "zod"
import { VIDEO_KINDS } from "#shared/video.ts"
import { base, Id } from "./base.ts"

export const LESSON_UPLOAD_STATUSES = ["uploading", "processing", "failed"] as const
export type LessonUploadStatus = (typeof LESSON_UPLOAD_STATUSES)[number]

/**
 * Why a video was refused: it contains nothing playable, browsers don't play its codec, or its upload was
 * abandoned.
 */
export const LESSON_FAILURES = ["NOT_PLAYABLE", "CODEC", "ABANDONED", "MISSING"] as const
export type LessonFailure = (typeof LESSON_FAILURES)[number]

/** Most lessons of a program. */
export const MOST_LESSONS = 200

const Title = z.string().trim().min(1, "Enter a title for the lesson").max(120, "Use at most 120 characters")

/** A lesson as the program's page shows it. */
export const Lesson = z.object({
  id: Id,
  title: z.string(),
  /** In seconds, read from the file. */
  duration_seconds: z.number(),
  /** The viewer's progress as a student; null for everyone else, and before they began. */
  progress: z
    .object({
      position_seconds: z.number(),
      /** How many different seconds they have seen. */
      seen_seconds: z.number().int(),
      done: z.boolean(),
    })
    .nullable(),
})
export type Lesson = z.infer<typeof Lesson>

export const Curriculum = z.object({
  course: z.object({ id: Id, slug: z.string(), title: z.string() }),
  lessons: z.array(Lesson),
  /** Whether the viewer may play them: enrolled students, the program's teacher and admins. */
  playable: z.boolean(),
  /** Whether they may change them: the program's teacher and admins. */
  editable: z.boolean(),
  /** Where a student continues; null if nothing is left, or the viewer is no student. */
  next_lesson_id: Id.nullable(),
})
export type Curriculum = z.infer<typeof Curriculum>

/** A lesson as seen by those who manage the program. */
export const ManagedLesson = z.object({
  id: Id,
  title: z.string(),
  /** "ready" has a video and no upload in progress. */
  status: z.enum([...LESSON_UPLOAD_STATUSES, "ready"]),
  /** Whether students can play it, maybe while another video is being uploaded. */
  playable: z.boolean(),
  failure: z.enum(LESSON_FAILURES).nullable(),
  duration_seconds: z.number().nullable(),
  /** In bytes. */
  file_size: z.number().int().nullable(),
  /** The video being uploaded or processed. */
  upload: z
    .object({ id: Id, name: z.string(), size: z.number().int(), received_bytes: z.number().int() })
    .nullable(),
  /** When it was put into the bin. */
  deleted_at: z.date().nullable(),
})
export type ManagedLesson = z.infer<typeof ManagedLesson>

const forProgram = z.object({ course_id: Id })
const forLesson = z.object({ lesson_id: Id })
/** Names the file that a link plays: another one once the lesson's video was replaced. */
const VideoId = z.string().max(200)

/** A file as it is announced, before its bytes are sent to /uploads/lessons/{upload_id} by the tus protocol. */
const NewVideo = z.object({
  /** Made by the browser: announced twice it is one upload. */
  upload_id: Id,
  file_name: z.string().trim().min(1).max(255),
  /** In bytes, at most 4 GB. */
  file_size: z.number().int().min(1, "The file is empty"),
  file_kind: z.enum(VIDEO_KINDS, "Choose an MP4 or WebM video"),
})

const listLessons = base
  .route({
    method: "GET",
    path: "/programs/{course_id}/lessons",
    summary: "List the video lessons of a program in order, with the student's progress",
  })
  .input(forProgram)
  .output(Curriculum)

const playLesson = base
  .route({
    method: "POST",
    path: "/lessons/{lesson_id}/play",
    summary: "Get a link that plays a lesson for an hour",
  })
  .input(forLesson)
  .output(z.object({ url: z.string(), expires_in_seconds: z.number().int(), video_id: VideoId }))

const reportWatching = base
  .route({
    method: "POST",
    path: "/lessons/{lesson_id}/watched",
    summary: "Report which seconds of a lesson the student has seen. Repeating changes nothing",
  })
  .input(
    forLesson.extend({
      /** Reports on a video that was replaced aren't counted. Pages of earlier releases leave it out. */
      video_id: VideoId.optional(),
      position_seconds: z.number().min(0).max(86_400),
      /** Stretches that were played, each from a second up to another. */
      seen: z
        .array(
          z
            .tuple([z.number().min(0).max(86_400), z.number().min(0).max(86_400)])
            .refine(([from, to]) => from <= to, "A stretch ends after its beginning"),
        )
        .max(100),
    }),
  )
  .output(z.object({ seen_seconds: z.number().int(), done: z.boolean() }))

/** A student's progress with the lessons of one program. */
export const ProgramProgress = z.object({
  course_id: Id,
  lessons: z.number().int(),
  done: z.number().int(),
  next: z.object({ id: Id, title: z.string(), number: z.number().int() }).nullable(),
})
export type ProgramProgress = z.infer<typeof ProgramProgress>

const listMyLessons = base
  .route({
    method: "GET",
    path: "/my/lessons",
    summary: "Get the student's progress in the video lessons of their programs",
  })
  .output(z.array(ProgramProgress))

const listTaught = base
  .route({
    method: "GET",
    path: "/my/taught-programs",
    summary: "List the programs whose video lessons the instructor manages",
  })
  .output(
    z.array(
      z.object({
        course_id: Id,
        slug: z.string(),
        title: z.string(),
        lessons: z.number().int(),
        /** Lessons with a video that is in progress or failed. */
        unfinished: z.number().int(),
      }),
    ),
  )

const manageLessons = base
  .route({
    method: "GET",
    path: "/programs/{course_id}/lessons/manage",
    summary: "List the lessons of a program with uploads and bin, for its managers",
  })
  .input(forProgram)
  .output(
    z.object({
      course: z.object({ id: Id, slug: z.string(), title: z.string() }),
      lessons: z.array(ManagedLesson),
      bin: z.array(ManagedLesson),
    }),
  )

const addLesson = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/lessons",
    summary: "Add a lesson and announce its video. Repeating an id returns the same lesson",
  })
  .input(forProgram.extend({ id: Id, title: Title }).extend(NewVideo.shape))
  .output(ManagedLesson)

const replaceVideo = base
  .route({
    method: "PUT",
    path: "/lessons/{lesson_id}/upload",
    summary: "Announce a new video for a lesson. Students see the old one until it is ready",
  })
  .input(forLesson.extend(NewVideo.shape))
  .output(ManagedLesson)

const cancelUpload = base
  .route({
    method: "DELETE",
    path: "/lessons/{lesson_id}/upload/{upload_id}",
    summary: "Cancel a video upload. A lesson without another video is removed too",
  })
  .input(forLesson.extend({ upload_id: Id }))
  .output(z.object({}))

const retryLesson = base
  .route({ method: "POST", path: "/lessons/{lesson_id}/retry", summary: "Process a failed video again" })
  .input(forLesson)
  .output(ManagedLesson)

const renameLesson = base
  .route({ method: "PATCH", path: "/lessons/{lesson_id}", summary: "Rename a lesson" })
  .input(forLesson.extend({ title: Title }))
  .output(ManagedLesson)

const orderLessons = base
  .route({
    method: "PUT",
    path: "/programs/{course_id}/lessons/order",
    summary: "Reorder lessons. Lessons left out keep their order at the end",
  })
  .input(forProgram.extend({ lesson_ids: z.array(Id).max(MOST_LESSONS) }))
  .output(z.object({}))

const deleteLesson = base
  .route({ method: "DELETE", path: "/lessons/{lesson_id}", summary: "Move it to the bin for 30 days" })
  .input(forLesson)
  .output(z.object({}))

const restoreLesson = base
  .route({ method: "POST", path: "/lessons/{lesson_id}/restore", summary: "Restore it from the bin" })
  .input(forLesson)
  .output(ManagedLesson)

/** The procedures about the video lessons of programs. */
export const lessons = {
  list: listLessons,
  play: playLesson,
  watched: reportWatching,
  mine: listMyLessons,
  taught: listTaught,
  manage: manageLessons,
  add: addLesson,
  replace: replaceVideo,
  cancelUpload,
  retry: retryLesson,
  rename: renameLesson,
  order: orderLessons,
  delete: deleteLesson,
  restore: restoreLesson,
}
