import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "../base.ts"
import { notOnJitsi } from "../rooms/not-on-jitsi.ts"
import { recordingWatching } from "./recording-watching.ts"
import {
  Captions,
  forRecording,
  RECORDING_QUALITIES,
  RECORDING_SOURCES,
  RECORDING_VISIBILITIES,
  Recording,
} from "./recordings.ts"

const Title = z.string().trim().min(1, "Give the recording a title").max(160, "Use at most 160 characters")

const startRecording = base
  .route({ method: "POST", path: "/classes/{class_id}/recordings", summary: "Start recording a live class" })
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
  .errors({ CLASS_NOT_LIVE: { status: 409, message: "This class is not live" }, ...notOnJitsi })

/** A child enters a recording, by picture or voice, only with their guardian's consent on file. */
const consentedToRecording = base
  .route({
    method: "GET",
    path: "/classes/{class_id}/recordings/consented",
    summary: "List who in a class may be recorded",
  })
  .input(z.object({ class_id: Id }))
  .output(
    z.object({ people: z.array(z.object({ person_id: Id, name: z.string(), recordable: z.boolean() })) }),
  )

const tellRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/tell",
    summary: "Report that the recorder continues or pauses",
  })
  .input(forRecording.extend({ paused: z.boolean() }))
  .output(z.object({}))

const finishRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/finish",
    summary: "Finish a recording once everything has arrived",
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

const retryRecording = base
  .route({
    method: "POST",
    path: "/recordings/{recording_id}/retry",
    summary: "Process a failed recording again",
  })
  .input(forRecording)
  .output(Recording)

const listOwnRecordings = base
  .route({ method: "GET", path: "/my/recordings", summary: "List the instructor's recordings, newest first" })
  .input(
    PageQuery.extend({
      search: z.string().trim().max(100).default(""),
      class_id: Id.optional(),
      /** Only recordings in the bin. */
      bin: z.stringbool().prefault("false"),
    }),
  )
  .output(pageOf(Recording))

const listRecordingsToWatch = base
  .route({
    method: "GET",
    path: "/recordings",
    summary: "List completed recordings of the student's classes",
  })
  .input(
    PageQuery.extend({
      class_id: Id.optional(),
      /** For guardians: of this child alone. */ student_id: Id.optional(),
    }),
  )
  .output(pageOf(Recording))

const getRecording = base
  .route({
    method: "GET",
    path: "/recordings/{recording_id}",
    summary: "Get a recording, for people who may watch it",
  })
  .input(forRecording)
  .output(
    Recording.extend({
      chapters: z.array(z.object({ id: Id, at_seconds: z.number(), title: z.string() })),
      captions: z.array(Captions),
      editable: z.boolean(),
    }),
  )

const changeRecording = base
  .route({
    method: "PATCH",
    path: "/recordings/{recording_id}",
    summary: "Rename a recording or change who sees it",
  })
  .input(
    forRecording.extend({ title: Title.optional(), visibility: z.enum(RECORDING_VISIBILITIES).optional() }),
  )
  .output(Recording)

const deleteRecording = base
  .route({ method: "DELETE", path: "/recordings/{recording_id}", summary: "Move it to the bin for 30 days" })
  .input(forRecording)
  .output(z.object({}))

const restoreRecording = base
  .route({ method: "POST", path: "/recordings/{recording_id}/restore", summary: "Restore it from the bin" })
  .errors({ RECORDING_TOO_OLD: { status: 409, message: "Recordings of this age are no longer kept" } })
  .input(forRecording)
  .output(Recording)

/** The procedures about recordings. */
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
  ...recordingWatching,
}
