import type { Room } from "livekit-client"
import { createContext, use } from "react"

export const RoomContext = createContext<Room | null>(null)

/** Returns the video client's room around this part of the page. */
export function useRoom(): Room {
  const room = use(RoomContext)
  if (!room) throw new Error("a part of the room stands outside of it")
  return room
}
