import { z } from "zod"
import { base, Id } from "../base.ts"
import { CAPTION_LANGUAGES, Captions, forRecording, MOST_WATCHED } from "./recordings.ts"

const Link = z.object({ url: z.string(), expires_in_seconds: z.number().int() })

const playRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/play",
    summary: "Get a link that plays a recording for an hour",
  })
  .input(forRecording)
  .output(Link)

const downloadRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/download",
    summary: "Get a download link, for the recording's instructor",
  })
  .input(forRecording)
  .output(Link)

const recordWatching = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/watched",
    summary: "Report how far a viewer has watched",
  })
  .input(
    forRecording.extend({
      position_seconds: z.number().min(0).max(86_400),
      /** Seconds watched since the last report that arrived, at real speed or not. No more than is plausible counts. */
      watched_seconds: z.number().min(0).max(86_400),
    }),
  )
  .output(z.object({}))

const listRecordingViewers = base
  .route({
    method: "GET",
    path: "/recordings/{recording_id}/viewers",
    summary: "List who watched how much of a recording",
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

const addChapter = base
  .route({ method: "POST", path: "/recordings/{recording_id}/chapters", summary: "Add a chapter" })
  .input(
    forRecording.extend({
      chapter_id: Id,
      at_seconds: z.number().min(0).max(86_400),
      title: z.string().trim().min(1, "Give the chapter a title").max(80, "Use at most 80 characters"),
    }),
  )
  .output(z.object({ id: Id, at_seconds: z.number(), title: z.string() }))

const removeChapter = base
  .route({
    method: "DELETE",
    path: "/recordings/{recording_id}/chapters/{chapter_id}",
    summary: "Remove a chapter",
  })
  .input(forRecording.extend({ chapter_id: Id }))
  .output(z.object({}))

const forCaptions = forRecording.extend({ language: z.enum(CAPTION_LANGUAGES) })

const setCaptions = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/captions/{language}",
    summary: "Upload captions as a WebVTT file of at most 1 MB. They replace earlier ones of that language",
  })
  .input(forCaptions.extend({ file: z.file("Choose a file") }))
  .output(Captions)

const removeCaptions = base
  .route({
    method: "DELETE",
    path: "/recordings/{recording_id}/captions/{language}",
    summary: "Remove captions of a language",
  })
  .input(forCaptions)
  .output(z.object({}))

const linkCaptions = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/captions/{language}/link",
    summary: "Get a link to captions, valid for a minute",
  })
  .input(forCaptions)
  .output(z.object({ url: z.string() }))

const recordingFigures = base
  .route({
    method: "GET",
    path: "/my/recordings/figures",
    summary: "Get what was recorded lately and how much was watched. Admins get everyone's",
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

/** Watching recordings, with their chapters and captions. */
export const recordingWatching = {
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
