import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "./base.ts"

export const RECORDING_STATUSES = ["recording", "processing", "completed", "failed"] as const
export const RECORDING_QUALITIES = ["720p", "1080p"] as const
export const RECORDING_VISIBILITIES = ["enrolled_students", "instructor_only"] as const
export const RECORDING_SOURCES = ["room", "screen"] as const
export type RecordingStatus = (typeof RECORDING_STATUSES)[number]
export type RecordingQuality = (typeof RECORDING_QUALITIES)[number]
export type RecordingVisibility = (typeof RECORDING_VISIBILITIES)[number]
/** Languages that captions are written in, by their tags. */
export const CAPTION_LANGUAGES = [
  ...(["en", "hi", "bn", "gu", "kn", "ml"] as const),
  ...(["mr", "pa", "ta", "te", "ur"] as const),
] as const
export type CaptionLanguage = (typeof CAPTION_LANGUAGES)[number]

export const Recording = z.object({
  id: Id,
  class_id: Id,
  instructor_id: Id,
  title: z.string(),
  class_title: z.string(),
  subject: z.string(),
  scheduled_date: z.string(),
  /** Where the file is kept, once it was processed. */
  file_path: z.string().nullable(),
  /** In bytes, read from the file. */
  file_size: z.number().int().nullable(),
  /** In seconds, read from the file. */
  duration_seconds: z.number().nullable(),
  recording_started_at: z.date(),
  recording_ended_at: z.date().nullable(),
  status: z.enum(RECORDING_STATUSES),
  /** Why it failed, in words for its instructor. */
  failure: z.string().nullable(),
  is_demo_class: z.boolean(),
  visibility: z.enum(RECORDING_VISIBILITIES),
  quality: z.enum(RECORDING_QUALITIES),
  /** How many bytes have arrived. */
  received_bytes: z.number().int(),
  /** A picture of it as a data URL. */
  poster: z.string().nullable(),
  /** Where the person who asks stopped watching, in seconds. */
  resume_at: z.number().nullable(),
  /** When it was put into the bin, where it lies for 30 days. */
  deleted_at: z.date().nullable(),
  created_at: z.date(),
})
export type Recording = z.infer<typeof Recording>

export const Captions = z.object({
  language: z.enum(CAPTION_LANGUAGES),
  /** How many captions there are. */
  cues: z.number().int(),
  created_at: z.date(),
})
export type Captions = z.infer<typeof Captions>

const Title = z.string().trim().min(1, "Give the recording a title").max(160, "Use at most 160 characters")
const forRecording = z.object({ recording_id: Id })

export const startRecording = base
  .route({ method: "POST", path: "/classes/{class_id}/recordings", summary: "Begin to record a live class" })
  .input(
    z.object({
      class_id: Id,
      /** Made by the recorder: the same one sent twice begins one recording. */
      recording_id: Id,
      quality: z.enum(RECORDING_QUALITIES).default("720p"),
      source: z.enum(RECORDING_SOURCES).default("room"),
      mime_type: z
        .string()
        .regex(/^video\/(webm|mp4)(;.*)?$/, "Not a kind of recording")
        .max(120),
    }),
  )
  .output(Recording)
  .errors({
    CLASS_NOT_LIVE: { status: 409, message: "This class is not live" },
    STORAGE_FULL: { status: 507, message: "There is no room for files any more" },
  })

/** A child enters a recording, by picture or voice, only with their guardian's consent on file. */
export const consentedToRecording = base
  .route({
    method: "GET",
    path: "/classes/{class_id}/recordings/consented",
    summary: "Who of a class may be recorded",
  })
  .input(z.object({ class_id: Id }))
  .output(
    z.object({ people: z.array(z.object({ person_id: Id, name: z.string(), recordable: z.boolean() })) }),
  )

export const tellRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/tell",
    summary: "The recorder says that it goes on or pauses",
  })
  .input(forRecording.extend({ paused: z.boolean() }))
  .output(z.object({}))

export const finishRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/finish",
    summary: "Say that everything recorded has arrived",
  })
  .input(
    forRecording.extend({
      /** How many bytes were recorded; refused while fewer have arrived. */
      bytes: z.number().int().min(0),
      /** A small JPEG of the recording as a data URL. */
      poster: z
        .string()
        .regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/, "Not a JPEG")
        .max(120_000)
        .optional(),
    }),
  )
  .output(Recording)
  .errors({ UPLOAD_INCOMPLETE: { status: 409, message: "The recording has not arrived completely yet" } })

export const retryRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/retry",
    summary: "Process a failed recording again",
  })
  .input(forRecording)
  .output(Recording)

export const listOwnRecordings = base
  .route({ method: "GET", path: "/my/recordings", summary: "The instructor's recordings, newest first" })
  .input(
    PageQuery.extend({
      search: z.string().trim().max(100).default(""),
      class_id: Id.optional(),
      /** Only what lies in the bin. */
      bin: z.stringbool().default(false),
    }),
  )
  .output(pageOf(Recording))

export const listRecordingsToWatch = base
  .route({ method: "GET", path: "/recordings", summary: "Completed recordings of a learner's classes" })
  .input(
    PageQuery.extend({
      class_id: Id.optional(),
      /** For guardians: of this child alone. */ student_id: Id.optional(),
    }),
  )
  .output(pageOf(Recording))

export const getRecording = base
  .route({
    method: "GET",
    path: "/recordings/{recording_id}",
    summary: "One recording, for who may watch it",
  })
  .input(forRecording)
  .output(
    Recording.extend({
      chapters: z.array(z.object({ id: Id, at_seconds: z.number(), title: z.string() })),
      captions: z.array(Captions),
      editable: z.boolean(),
    }),
  )

export const changeRecording = base
  .route({ method: "PATCH", path: "/recordings/{recording_id}", summary: "Rename it or change who sees it" })
  .input(
    forRecording.extend({ title: Title.optional(), visibility: z.enum(RECORDING_VISIBILITIES).optional() }),
  )
  .output(Recording)

export const deleteRecording = base
  .route({ method: "DELETE", path: "/recordings/{recording_id}", summary: "Put it into the bin for 30 days" })
  .input(forRecording)
  .output(z.object({}))

export const restoreRecording = base
  .route({ method: "POST", path: "/recordings/{recording_id}/restore", summary: "Take it out of the bin" })
  .input(forRecording)
  .output(Recording)

const Link = z.object({ url: z.string(), expires_in_seconds: z.number().int() })

export const playRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/play",
    summary: "A link that plays it for an hour",
  })
  .input(forRecording)
  .output(Link)

export const downloadRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/download",
    summary: "A link that downloads it, for its instructor",
  })
  .input(forRecording)
  .output(Link)

export const recordWatching = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/watched",
    summary: "How far somebody has watched",
  })
  .input(
    forRecording.extend({
      position_seconds: z.number().min(0).max(86_400),
      /** Seconds watched since the last such report, at real speed or not. */
      watched_seconds: z.number().min(0).max(600),
    }),
  )
  .output(z.object({}))

export const listRecordingViewers = base
  .route({
    method: "GET",
    path: "/recordings/{recording_id}/viewers",
    summary: "Who watched how much of a recording",
  })
  .input(forRecording)
  .output(
    z.array(
      z.object({
        user_id: Id,
        name: z.string(),
        position_seconds: z.number(),
        watched_seconds: z.number().int(),
        updated_at: z.date(),
      }),
    ),
  )

export const addChapter = base
  .route({ method: "POST", path: "/recordings/{recording_id}/chapters", summary: "Mark a chapter" })
  .input(
    forRecording.extend({
      chapter_id: Id,
      at_seconds: z.number().min(0).max(86_400),
      title: z.string().trim().min(1, "Give the chapter a title").max(80, "Use at most 80 characters"),
    }),
  )
  .output(z.object({ id: Id, at_seconds: z.number(), title: z.string() }))

export const removeChapter = base
  .route({
    method: "DELETE",
    path: "/recordings/{recording_id}/chapters/{chapter_id}",
    summary: "Remove a chapter's mark",
  })
  .input(forRecording.extend({ chapter_id: Id }))
  .output(z.object({}))

const forCaptions = forRecording.extend({ language: z.enum(CAPTION_LANGUAGES) })

export const setCaptions = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/captions/{language}",
    summary: "Captions as a WebVTT file of at most 1 MB; a language's earlier ones are replaced",
  })
  .input(forCaptions.extend({ file: z.file("Choose a file") }))
  .output(Captions)
  .errors({ STORAGE_FULL: { status: 507, message: "There is no room for files any more" } })

export const removeCaptions = base
  .route({
    method: "DELETE",
    path: "/recordings/{recording_id}/captions/{language}",
    summary: "Remove the captions of a language",
  })
  .input(forCaptions)
  .output(z.object({}))

export const linkCaptions = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/captions/{language}/link",
    summary: "A link to captions, good for a minute",
  })
  .input(forCaptions)
  .output(z.object({ url: z.string() }))

/** How many of the most watched recordings the figures name. */
export const MOST_WATCHED = 5

export const recordingFigures = base
  .route({
    method: "GET",
    path: "/my/recordings/figures",
    summary:
      "What was recorded in the last days, and who watched how much of it; of everybody's for an admin",
  })
  .input(z.object({ days: z.coerce.number().int().min(1).max(366).default(84) }))
  .output(
    z.object({
      days: z.number().int(),
      recordings: z.number().int(),
      recorded_seconds: z.number(),
      /** People who watched, their instructors left out. */
      viewers: z.number().int(),
      watched_seconds: z.number().int(),
      most_watched: z
        .array(
          z.object({
            id: Id,
            title: z.string(),
            scheduled_date: z.string(),
            duration_seconds: z.number(),
            viewers: z.number().int(),
            watched_seconds: z.number().int(),
          }),
        )
        .max(MOST_WATCHED),
    }),
  )

export const recordings = {
  consented: consentedToRecording,
  start: startRecording,
  tell: tellRecording,
  finish: finishRecording,
  retry: retryRecording,
  mine: listOwnRecordings,
  toWatch: listRecordingsToWatch,
  get: getRecording,
  change: changeRecording,
  delete: deleteRecording,
  restore: restoreRecording,
  play: playRecording,
  download: downloadRecording,
  watched: recordWatching,
  viewers: listRecordingViewers,
  addChapter,
  removeChapter,
  setCaptions,
  removeCaptions,
  linkCaptions,
  figures: recordingFigures,
}
