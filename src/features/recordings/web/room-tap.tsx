import { useRoomContext } from "@livekit/components-react"
import type { Room } from "livekit-client"
import { useEffect } from "react"

/** Stands inside of a live room and hands it out, while one is in it. */
export function RoomTap({ onRoom }: { onRoom: (room: Room | null) => void }) {
  const room = useRoomContext()
  useEffect(() => {
    onRoom(room)
    return () => onRoom(null)
  }, [room, onRoom])
  return null
}
