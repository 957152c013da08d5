import type { Room } from "livekit-client"
import { useEffect } from "react"
import { useRoom } from "#features/rooms/web/room-context.card.tsx"

/** Stands inside of a live room and hands it out, while one is in it. */
export function RoomTap({ onRoom }: { onRoom: (room: Room | null) => void }) {
  const room = useRoom()
  useEffect(() => {
    onRoom(room)
    return () => onRoom(null)
  }, [room, onRoom])
  return null
}
