import { z } from "zod"
import { Id } from "../base.ts"

export const RECORDING_STATUSES = ["recording", "processing", "completed", "failed"] as const
export const RECORDING_QUALITIES = ["720p", "1080p"] as const
export const RECORDING_VISIBILITIES = ["enrolled_students", "instructor_only"] as const
export const RECORDING_SOURCES = ["room", "screen"] as const
export const RECORDING_FAILURES = ["NOTHING_RECORDED", "NO_TRACKS", "EMPTY", "UNREADABLE", "MISSING"] as const
export type RecordingFailure = (typeof RECORDING_FAILURES)[number]
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
  /** Why it failed, for its instructor. */
  failure: z.enum(RECORDING_FAILURES).nullable(),
  is_demo_class: z.boolean(),
  visibility: z.enum(RECORDING_VISIBILITIES),
  quality: z.enum(RECORDING_QUALITIES),
  /** How many bytes have arrived. */
  received_bytes: z.number().int(),
  /** A picture of it as a data URL. */
  poster: z.string().nullable(),
  /** Where the viewer stopped watching, in seconds. */
  resume_at: z.number().nullable(),
  /** When it was put into the bin, which keeps it for 30 days. */
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

export const forRecording = z.object({ recording_id: Id })

/** How many of those who watched a recording are listed: the students of a full class with four guardians each. */
export const MOST_VIEWERS = 500

/** How many of the most watched recordings the figures name. */
export const MOST_WATCHED = 5
