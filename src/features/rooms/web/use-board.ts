import { createContext, use, useSyncExternalStore } from "react"
import type { DataSaving } from "./data-saving.ts"
import type { BoardView, RoomBoard } from "./room-board.ts"
import type { RoomMedia } from "./room-media.ts"
import type { RoomSession } from "./room-session.ts"
import type { TalkTime } from "./talk-time.ts"

/** What the parts of one stay in a room share. */
export type Stay = {
  board: RoomBoard
  media: RoomMedia
  session: RoomSession
  saving: DataSaving
  /** Counted for the instructor alone. */
  talk: TalkTime | null
  role: "student" | "instructor"
}

export const StayContext = createContext<Stay | null>(null)

export function useStay(): Stay {
  const stay = use(StayContext)
  if (!stay) throw new Error("a part of the room stands outside of it")
  return stay
}

/** The board and what this browser adds to it. */
export function useBoard(): BoardView & { commands: RoomBoard } {
  const { board } = useStay()
  return { ...useSyncExternalStore(board.subscribe, board.getView), commands: board }
}
