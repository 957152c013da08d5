import { z } from "zod"
import { base, Id } from "../base.ts"
import { notOnJitsi } from "./not-on-jitsi.ts"
import { roomCommands } from "./room-commands.ts"
import { slideCommands } from "./room-slides.ts"
import { whiteboardCommands } from "./room-whiteboard.ts"

const DeviceId = z.string().regex(/^[\w-]{6,40}$/)

export const joinRoom = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/room/join",
    summary: "Get a short-lived token for the live room",
  })
  .input(z.object({ class_id: Id, device_id: DeviceId }))
  .output(
    z.object({
      server_url: z.string(),
      /** Empty for a meeting on a Jitsi that takes no tokens. */
      token: z.string(),
      room: z.string(),
      role: z.enum(["student", "instructor"]),
      /** `{person}:{device}`, so that a second device joins beside the first. */
      identity: z.string(),
      /** Whether this person's voice marks them present: the academy uses voice, and consent is on file. */
      voice_counts: z.boolean(),
      /** Whether this person's picture and voice may be in recordings. A person who is left out is told. */
      recordable: z.boolean(),
      /** What microphones are set to: music is sent with twice the bits, and instruments aren't filtered out of it. */
      sound: z.enum(["speech", "music"]),
      /** Where the room is a meeting on Jitsi: what its IFrame API opens it with. Null where LiveKit runs it. */
      meeting: z
        .object({
          domain: z.string(),
          script_url: z.string(),
          room_name: z.string(),
          /** The academy lets instructors record and stream with Jitsi itself. */
          may_record: z.boolean(),
        })
        .nullable(),
    }),
  )
  .errors({
    ENROLMENT_REQUIRED: { status: 403, message: "Please enroll in this class to join the live session" },
    REQUEST_PENDING: { status: 403, message: "Your demo class request is awaiting instructor approval" },
    REQUEST_DENIED: { status: 403, message: "Your demo class request was not approved" },
    DEMO_REQUEST_REQUIRED: { status: 403, message: "Please request access to this demo class first" },
    CLASS_NOT_READY: { status: 409, message: "The instructor hasn't started the class yet" },
    CLASS_OVER: { status: 409, message: "This class is over" },
    ROOM_LOCKED: { status: 403, message: "The instructor has locked the class" },
    REMOVED_FROM_CLASS: { status: 403, message: "The instructor removed you from this class" },
    CONSENT_REQUIRED: { status: 403, message: "A guardian has to agree to live classes first" },
    /** Only of a meeting on Jitsi, where nobody can be held inside. */
    WAITING_FOR_INSTRUCTOR: { status: 409, message: "No instructor is in the meeting" },
    VIDEO_UNAVAILABLE: { status: 503, message: "The video server is not reachable" },
  })

/** Jitsi tells nobody who is in a meeting, so each browser reports for its own person. */
const reportPresence = base
  .route({
    method: "PUT",
    path: "/classes/{class_id}/room/presence",
    summary: "Report that this browser is in the meeting of a live class, or leaves it",
  })
  .input(
    z.object({
      class_id: Id,
      device_id: DeviceId,
      /** A new one each time the meeting is entered. */
      stay_id: Id,
      leaving: z.boolean().default(false),
    }),
  )
  .output(
    z.object({
      /** A student has to leave until an instructor is back. */
      waiting: z.boolean(),
    }),
  )
  .errors({
    CLASS_NOT_LIVE: { status: 409, message: "This class is not live" },
    PRESENCE_NOT_REPORTED: { status: 409, message: "The video server tells who is in the room" },
  })

/** Whether students wait because no instructor is in the room. */
export const getRoomState = base
  .route({ method: "GET", path: "/classes/{class_id}/room", summary: "Get the state of a live room" })
  .input(z.object({ class_id: Id }))
  .output(
    z.object({
      class_id: Id,
      status: z.enum(["scheduled", "live", "completed", "cancelled"]),
      waiting_for_instructor: z.boolean(),
      people_present: z.number().int(),
      video: z.enum(["up", "starting", "down", "external"]),
      /** What runs the room: our own client with LiveKit, or a page of Jitsi. */
      engine: z.enum(["livekit", "jitsi"]),
    }),
  )

const check = base
  .route({
    method: "POST",
    path: "/video/check",
    summary: "Get a token for a private room, to test the connection before class",
  })
  .output(
    z.object({
      server_url: z.string(),
      token: z.string(),
      /** Whether media can be relayed over TLS, for networks that block everything else. */
      relay: z.boolean(),
      /** As in the response to joining a class. */
      voice_counts: z.boolean(),
    }),
  )
  .errors({ VIDEO_UNAVAILABLE: { status: 503, message: "The video server is not reachable" }, ...notOnJitsi })

export const rooms = {
  join: joinRoom,
  report: reportPresence,
  check,
  state: getRoomState,
  ...roomCommands,
  ...whiteboardCommands,
  ...slideCommands,
}
