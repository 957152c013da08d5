import { z } from "zod"
import { base, Id } from "../base.ts"
import { roomCommands } from "./room-commands.ts"
import { whiteboardCommands } from "./room-whiteboard.ts"

export const joinRoom = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/room/join",
    summary: "Get a short-lived token for the live room",
  })
  .input(z.object({ class_id: Id, device_id: z.string().regex(/^[\w-]{6,40}$/) }))
  .output(
    z.object({
      server_url: z.string(),
      token: z.string(),
      room: z.string(),
      role: z.enum(["student", "instructor"]),
      /** `{person}:{device}`, so that a second device joins beside the first. */
      identity: z.string(),
      /** Whether this person's voice marks them present: the academy uses voice, and consent is on file. */
      voice_counts: z.boolean(),
      /** Whether this person's picture and voice may be in recordings. A person who is left out is told. */
      recordable: z.boolean(),
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
    VIDEO_UNAVAILABLE: { status: 503, message: "The video server is not reachable" },
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
  .errors({ VIDEO_UNAVAILABLE: { status: 503, message: "The video server is not reachable" } })

export const rooms = { join: joinRoom, check, state: getRoomState, ...roomCommands, ...whiteboardCommands }
