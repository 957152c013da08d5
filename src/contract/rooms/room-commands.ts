import { z } from "zod"
import { base, Id } from "../base.ts"
import { notOnJitsi } from "./not-on-jitsi.ts"
import { RoomAllowance, RoomBoardState, RoomFile, RoomMessage, RoomPolicy, RoomPoll } from "./room-board.ts"

const inClass = z.object({ class_id: Id })
/** A revision or position counted by a room: a four-byte integer in the database. */
const Counted = z.coerce.number().int().min(0).max(2_147_483_647)
const Changed = z.object({ revision: z.number().int() })
const notLive = { CLASS_NOT_LIVE: { status: 409, message: "This class is not live" } } as const
const commanding = { ...notLive, ...notOnJitsi } as const

const board = base
  .route({
    method: "GET",
    path: "/classes/{class_id}/room/board",
    summary: "Get what happened in a live room",
  })
  .input(inClass.extend({ since: Counted.optional() }))
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
  .route({
    method: "PATCH",
    path: "/classes/{class_id}/room/policy",
    summary: "Hold or release students' microphones and cameras",
  })
  .input(inClass.extend(RoomPolicy.partial().shape))
  .output(Changed.extend({ policy: RoomPolicy }))
  .errors(commanding)

const setAllowance = base
  .route({
    method: "PATCH",
    path: "/classes/{class_id}/room/people/{person_id}",
    summary: "Allow or deny one student",
  })
  .input(inClass.extend({ person_id: Id }).extend(RoomAllowance.partial().shape))
  .output(Changed.extend({ allowance: RoomAllowance }))
  .errors(commanding)

const mute = base
  .route({ method: "POST", path: "/classes/{class_id}/room/mute", summary: "Mute one student or all" })
  .input(inClass.extend({ person_id: Id.optional() }))
  .output(z.object({ muted: z.number().int() }))
  .errors({ ...commanding, VIDEO_UNAVAILABLE: { status: 503, message: "The video server is not reachable" } })

const remove = base
  .route({
    method: "PUT",
    path: "/classes/{class_id}/room/removed/{person_id}",
    summary: "Remove a student from the room",
  })
  .input(inClass.extend({ person_id: Id }))
  .output(Changed)
  .errors(commanding)

const readmit = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/room/removed/{person_id}",
    summary: "Let a removed student back in",
  })
  .input(inClass.extend({ person_id: Id }))
  .output(Changed)
  .errors(commanding)

const setHand = base
  .route({ method: "PUT", path: "/classes/{class_id}/room/hand", summary: "Raise or lower one's hand" })
  .input(inClass.extend({ raised: z.boolean() }))
  .output(Changed)
  .errors(commanding)

const lowerHands = base
  .route({ method: "POST", path: "/classes/{class_id}/room/hands/lower", summary: "Lower one hand or all" })
  .input(inClass.extend({ person_id: Id.optional() }))
  .output(Changed)
  .errors(commanding)

const sendMessage = base
  .route({ method: "POST", path: "/classes/{class_id}/room/messages", summary: "Send a chat message" })
  .input(
    inClass.extend({
      /** Made by the sender: the same one again is the same message. */
      id: Id,
      body: z.string().trim().min(1, "Write something").max(1_000, "Use at most 1,000 characters"),
      /**
       * The student to whom staff reply privately, or the sender's own id to write to the instructor only.
       */
      private_with: Id.nullable().default(null),
    }),
  )
  .output(RoomMessage)
  .errors({ ...commanding, CHAT_HELD: { status: 409, message: "The instructor closed the chat" } })

const listMessages = base
  .route({
    method: "GET",
    path: "/classes/{class_id}/room/messages",
    summary: "List earlier chat messages",
  })
  .input(inClass.extend({ before: Counted }))
  .output(z.object({ messages: z.array(RoomMessage), has_older: z.boolean() }))

const deleteMessage = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/room/messages/{message_id}",
    summary: "Delete a message for everyone",
  })
  .input(inClass.extend({ message_id: Id }))
  .output(Changed)

const restoreMessage = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/room/messages/{message_id}/restore",
    summary: "Restore a deleted message for everyone",
  })
  .input(inClass.extend({ message_id: Id }))
  .output(Changed)

const createPoll = base
  .route({ method: "POST", path: "/classes/{class_id}/room/polls", summary: "Start a poll" })
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
  .errors(commanding)

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
  .errors(commanding)

const vote = base
  .route({ method: "PUT", path: "/classes/{class_id}/room/polls/{poll_id}/vote", summary: "Vote in a poll" })
  .input(inClass.extend({ poll_id: Id, choices: z.array(z.number().int().min(0).max(5)).min(1).max(6) }))
  .output(RoomPoll)
  .errors({
    ...commanding,
    POLL_CLOSED: { status: 409, message: "This poll is closed" },
    ALREADY_VOTED: { status: 409, message: "You have voted, and votes can't be changed here" },
  })

const shareFile = base
  .route({ method: "POST", path: "/classes/{class_id}/room/files", summary: "Share a file with the class" })
  .input(inClass.extend({ id: Id, file: z.file() }))
  .output(RoomFile)
  .errors(commanding)

const linkFile = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/room/files/{file_id}/link",
    summary: "Get a link to a shared file, valid for a minute",
  })
  .input(inClass.extend({ file_id: Id }))
  .output(z.object({ url: z.string() }))

const deleteFile = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/room/files/{file_id}",
    summary: "Remove a shared file",
  })
  .input(inClass.extend({ file_id: Id }))
  .output(Changed)

const restoreFile = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/room/files/{file_id}/restore",
    summary: "Restore a removed file",
  })
  .input(inClass.extend({ file_id: Id }))
  .output(Changed)

export const roomCommands = {
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
  restoreMessage,
  createPoll,
  changePoll,
  vote,
  shareFile,
  linkFile,
  deleteFile,
  restoreFile,
}
