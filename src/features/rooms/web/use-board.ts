import { createContext, use, useSyncExternalStore } from "react"
import type { RoomSession } from "./entry/room-session.ts"
import type { DataSaving } from "./media/data-saving.ts"
import type { RoomMedia } from "./media/room-media.ts"
import type { TalkTime } from "./media/talk-time.ts"
import type { PollDraft } from "./poll-draft.ts"
import type { BoardView, RoomBoard } from "./room-board.ts"

/** Who gets a message: everybody, only the staff, or one student privately. */
export type Recipient = { kind: "all" } | { kind: "staff" } | { kind: "student"; id: string; name: string }

/** What was typed and not sent: it outlives the panel in which it was typed. */
export type Drafts = { message: { body: string; to: Recipient } | null; poll: PollDraft | null }

/** What the components of one stay in a room share. */
export type Stay = {
  board: RoomBoard
  media: RoomMedia
  session: RoomSession
  saving: DataSaving
  drafts: Drafts
  /** For the instructor only. */
  talk: TalkTime | null
  role: "student" | "instructor"
}

export const StayContext = createContext<Stay | null>(null)

export function useStay(): Stay {
  const stay = use(StayContext)
  if (!stay) throw new Error("a part of the room stands outside of it")
  return stay
}

/** Returns the board and what this browser adds to it. */
export function useBoard(): BoardView & { commands: RoomBoard } {
  const { board } = useStay()
  return { ...useSyncExternalStore(board.subscribe, board.getView), commands: board }
}
