import { z } from "zod"
import { base, Id } from "./base.ts"

/** What an instructor allows all students of a room; a student's own allowance comes before it. */
export const RoomPolicy = z.object({
  microphones: z.boolean(),
  cameras: z.boolean(),
  screen_share: z.boolean(),
  chat: z.boolean(),
  /** While locked nobody new gets in but staff. */
  locked: z.boolean(),
})
export type RoomPolicy = z.infer<typeof RoomPolicy>

/** What one student may or may not do whatever the class may; null follows the class. */
export const RoomAllowance = z.object({
  microphone: z.boolean().nullable(),
  camera: z.boolean().nullable(),
  screen_share: z.boolean().nullable(),
  chat: z.boolean().nullable(),
})
export type RoomAllowance = z.infer<typeof RoomAllowance>

/** Marks a message, poll or file with the board's revision at its last change: the higher one is the newer. */
const Revised = z.object({ id: Id, revision: z.number().int() })

export const RoomMessage = Revised.extend({
  /** Its place in the conversation. */
  seq: z.number().int(),
  sender_id: Id,
  sender_name: z.string(),
  by_staff: z.boolean(),
  /** The student whose private talk with the instructor this belongs to; null is said to all. */
  private_with: Id.nullable(),
  /** Empty once deleted. */
  body: z.string(),
  created_at: z.date(),
  deleted: z.boolean(),
})
export type RoomMessage = z.infer<typeof RoomMessage>

export const RoomHand = z.object({ person_id: Id, name: z.string(), raised_at: z.date() })
export type RoomHand = z.infer<typeof RoomHand>

export const RoomPoll = Revised.extend({
  question: z.string(),
  options: z.array(z.string()),
  is_multiple: z.boolean(),
  may_change: z.boolean(),
  status: z.enum(["draft", "open", "closed"]),
  results_shown: z.boolean(),
  /** Votes for each option and how many people voted; null while hidden from the viewer. */
  votes: z.array(z.number().int()).nullable(),
  voters: z.number().int().nullable(),
  /** What the viewer chose, by the options' places; empty before. Left out where a poll is told to all. */
  mine: z.array(z.number().int()).optional(),
})
export type RoomPoll = z.infer<typeof RoomPoll>

export const RoomFile = Revised.extend({
  name: z.string(),
  size_bytes: z.number().int(),
  shared_by_name: z.string(),
  deleted: z.boolean(),
})
export type RoomFile = z.infer<typeof RoomFile>

/** Everything about a room that must be there after a reload; `allowances` and `removed` are for staff. */
export const RoomBoardState = z.object({
  status: z.enum(["scheduled", "live", "completed", "cancelled"]),
  waiting: z.boolean(),
  policy: RoomPolicy,
  mine: RoomAllowance,
  allowances: z.array(RoomAllowance.extend({ person_id: Id })),
  removed: z.array(z.object({ person_id: Id, name: z.string() })),
  hands: z.array(RoomHand),
  polls: z.array(RoomPoll),
  files: z.array(RoomFile),
})
export type RoomBoardState = z.infer<typeof RoomBoardState>

const inClass = z.object({ class_id: Id })
const Changed = z.object({ revision: z.number().int() })
const notLive = { CLASS_NOT_LIVE: { status: 409, message: "This class is not live" } } as const

const board = base
  .route({ method: "GET", path: "/classes/{class_id}/room/board", summary: "What happened in a live room" })
  .input(inClass.extend({ since: z.coerce.number().int().min(0).optional() }))
  .output(
    z.object({
      revision: z.number().int(),
      /** Null when nothing changed since `since`. */
      state: RoomBoardState.nullable(),
      /** New and changed since `since`, or the latest; in order. */
      messages: z.array(RoomMessage),
      /** Whether the conversation began before the first of them. */
      has_older: z.boolean(),
    }),
  )

const setPolicy = base
  .route({ method: "PATCH", path: "/classes/{class_id}/room/policy", summary: "Hold or release students" })
  .input(inClass.extend(RoomPolicy.partial().shape))
  .output(Changed.extend({ policy: RoomPolicy }))
  .errors(notLive)

const setAllowance = base
  .route({
    method: "PATCH",
    path: "/classes/{class_id}/room/people/{person_id}",
    summary: "Allow or deny one student",
  })
  .input(inClass.extend({ person_id: Id }).extend(RoomAllowance.partial().shape))
  .output(Changed.extend({ allowance: RoomAllowance }))
  .errors(notLive)

const mute = base
  .route({ method: "POST", path: "/classes/{class_id}/room/mute", summary: "Mute one student or all" })
  .input(inClass.extend({ person_id: Id.optional() }))
  .output(z.object({ muted: z.number().int() }))
  .errors({ ...notLive, VIDEO_UNAVAILABLE: { status: 503, message: "The video server is not reachable" } })

const remove = base
  .route({
    method: "PUT",
    path: "/classes/{class_id}/room/removed/{person_id}",
    summary: "Put a student out",
  })
  .input(inClass.extend({ person_id: Id }))
  .output(Changed)
  .errors(notLive)

const readmit = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/room/removed/{person_id}",
    summary: "Let a removed student in again",
  })
  .input(inClass.extend({ person_id: Id }))
  .output(Changed)
  .errors(notLive)

const setHand = base
  .route({ method: "PUT", path: "/classes/{class_id}/room/hand", summary: "Raise or lower one's hand" })
  .input(inClass.extend({ raised: z.boolean() }))
  .output(Changed)
  .errors(notLive)

const lowerHands = base
  .route({ method: "POST", path: "/classes/{class_id}/room/hands/lower", summary: "Lower one hand or all" })
  .input(inClass.extend({ person_id: Id.optional() }))
  .output(Changed)
  .errors(notLive)

const sendMessage = base
  .route({ method: "POST", path: "/classes/{class_id}/room/messages", summary: "Say something in the chat" })
  .input(
    inClass.extend({
      /** Made by the sender: the same one again is the same message. */
      id: Id,
      body: z.string().trim().min(1, "Write something").max(1_000, "Use at most 1,000 characters"),
      /** The student to whom staff answer privately, or oneself to write to the instructor alone. */
      private_with: Id.nullable().default(null),
    }),
  )
  .output(RoomMessage)
  .errors({ ...notLive, CHAT_HELD: { status: 409, message: "The instructor closed the chat" } })

const listMessages = base
  .route({
    method: "GET",
    path: "/classes/{class_id}/room/messages",
    summary: "Earlier messages of the chat",
  })
  .input(inClass.extend({ before: z.coerce.number().int().min(1) }))
  .output(z.object({ messages: z.array(RoomMessage), has_older: z.boolean() }))

const deleteMessage = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/room/messages/{message_id}",
    summary: "Delete a message for all",
  })
  .input(inClass.extend({ message_id: Id }))
  .output(Changed)

const createPoll = base
  .route({ method: "POST", path: "/classes/{class_id}/room/polls", summary: "Ask the class" })
  .input(
    inClass.extend({
      id: Id,
      question: z.string().trim().min(1, "Write the question").max(300, "Use at most 300 characters"),
      options: z
        .array(z.string().trim().min(1, "Write the option").max(120, "Use at most 120 characters"))
        .min(2, "Give at least two options")
        .max(6, "Give at most six options"),
      is_multiple: z.boolean().default(false),
      may_change: z.boolean().default(true),
      open: z.boolean().default(true),
    }),
  )
  .output(RoomPoll)
  .errors(notLive)

const changePoll = base
  .route({
    method: "PATCH",
    path: "/classes/{class_id}/room/polls/{poll_id}",
    summary: "Open or close a poll, or show its results",
  })
  .input(
    inClass.extend({
      poll_id: Id,
      status: z.enum(["open", "closed"]).optional(),
      results_shown: z.boolean().optional(),
    }),
  )
  .output(RoomPoll)
  .errors(notLive)

const vote = base
  .route({ method: "PUT", path: "/classes/{class_id}/room/polls/{poll_id}/vote", summary: "Vote in a poll" })
  .input(inClass.extend({ poll_id: Id, choices: z.array(z.number().int().min(0).max(5)).min(1).max(6) }))
  .output(RoomPoll)
  .errors({
    ...notLive,
    POLL_CLOSED: { status: 409, message: "This poll is closed" },
    ALREADY_VOTED: { status: 409, message: "You have voted, and votes can't be changed here" },
  })

const shareFile = base
  .route({ method: "POST", path: "/classes/{class_id}/room/files", summary: "Share a file with the class" })
  .input(inClass.extend({ id: Id, file: z.file() }))
  .output(RoomFile)
  .errors({ ...notLive, STORAGE_FULL: { status: 507, message: "The disk is full" } })

const linkFile = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/room/files/{file_id}/link",
    summary: "A link to a shared file, good for a minute",
  })
  .input(inClass.extend({ file_id: Id }))
  .output(z.object({ url: z.string() }))

const deleteFile = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/room/files/{file_id}",
    summary: "Take a shared file back",
  })
  .input(inClass.extend({ file_id: Id }))
  .output(Changed)

export const roomBoard = {
  board,
  setPolicy,
  setAllowance,
  mute,
  remove,
  readmit,
  setHand,
  lowerHands,
  sendMessage,
  listMessages,
  deleteMessage,
  createPoll,
  changePoll,
  vote,
  shareFile,
  linkFile,
  deleteFile,
}

/** Tells browsers in a room what changed, as JSON over the video server's data channel. Instants are ISO strings there. */
export type BoardChange = { revision: number } & Partial<{
  policy: RoomPolicy
  waiting: boolean
  /** Told to that student and to staff. */
  allowance: RoomAllowance & { person_id: string }
  /** Told to staff. */
  removed: { person_id: string; name: string; back: boolean }
  /** `raised_at` null is a lowered hand; no person means all hands are lowered. */
  hand: { person_id: string | null; name: string; raised_at: Date | null }
  message: RoomMessage
  poll: RoomPoll
  file: RoomFile
}>
