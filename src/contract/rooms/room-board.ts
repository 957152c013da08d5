import { z } from "zod"
import { Id } from "../base.ts"
import { ShownSlides, SlideDeck, TakesPresentations } from "./room-slides.ts"

/** What an instructor allows all students of a room; a student's own allowance takes precedence. */
export const RoomPolicy = z.object({
  microphones: z.boolean(),
  cameras: z.boolean(),
  screen_share: z.boolean(),
  chat: z.boolean(),
  /** While locked, only staff can newly join. */
  locked: z.boolean(),
  /** The whiteboard is shown in the middle of the room. */
  whiteboard: z.boolean(),
  /** Students draw on it. */
  drawing: z.boolean(),
})
export type RoomPolicy = z.infer<typeof RoomPolicy>

/** What one student may do, regardless of the class's setting; null follows the class. */
export const RoomAllowance = z.object({
  microphone: z.boolean().nullable(),
  camera: z.boolean().nullable(),
  screen_share: z.boolean().nullable(),
  chat: z.boolean().nullable(),
  drawing: z.boolean().nullable(),
})
export type RoomAllowance = z.infer<typeof RoomAllowance>

/** Marks a message, poll or file with the board's revision at its last change: the higher one is the newer. */
const Revised = z.object({ id: Id, revision: z.number().int() })

export const RoomMessage = Revised.extend({
  /** Its position in the conversation. */
  seq: z.number().int(),
  sender_id: Id,
  sender_name: z.string(),
  by_staff: z.boolean(),
  /** The student whose private talk with the instructor this belongs to; null for a message to all. */
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
  /**
   * What the viewer chose, as indices of the options; empty before voting. Left out when a poll is broadcast
   * to all.
   */
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

/**
 * Everything about a room that must be there after a reload; `allowances`, `removed` and `decks` are for staff.
 */
export const RoomBoardState = z.object({
  status: z.enum(["scheduled", "live", "completed", "cancelled"]),
  waiting: z.boolean(),
  /** Since when the class is being recorded; null while it is not. */
  recording_since: z.date().nullable(),
  policy: RoomPolicy,
  mine: RoomAllowance,
  allowances: z.array(RoomAllowance.extend({ person_id: Id })),
  removed: z.array(z.object({ person_id: Id, name: z.string() })),
  hands: z.array(RoomHand),
  polls: z.array(RoomPoll),
  files: z.array(RoomFile),
  /** Null while none are shown. */
  slides: ShownSlides.nullable(),
  decks: z.array(SlideDeck),
  presentations: TakesPresentations,
})
export type RoomBoardState = z.infer<typeof RoomBoardState>

/** Tells browsers in a room what changed, as JSON over the video server's data channel. Instants are ISO strings there. */
export type BoardChange = { revision: number } & Partial<{
  policy: RoomPolicy
  waiting: boolean
  recording: { since: Date | null }
  /** Told to that student and to staff. */
  allowance: RoomAllowance & { person_id: string }
  /** Told to staff. */
  removed: { person_id: string; name: string; back: boolean }
  /** `raised_at` null is a lowered hand; no person means all hands are lowered. */
  hand: { person_id: string | null; name: string; raised_at: Date | null }
  message: RoomMessage
  poll: RoomPoll
  file: RoomFile
  /** Null: they were closed. */
  slides: ShownSlides | null
  /** Told to staff. */
  deck: SlideDeck
}>
