import type { Room } from "livekit-client"
import { useEffect, useState } from "react"
import { useRoom } from "../room-context.card.tsx"
import { useFrame, useSheet } from "../whiteboard/use-sheet.ts"
import type { SheetFrame, WhiteboardSheet } from "../whiteboard/whiteboard-sheet.ts"

type Followed = { sheet: WhiteboardSheet; users: number; stop: () => void }

const sheets = new WeakMap<Room, Map<string, Followed>>()

/** Follows a sheet as long as anybody uses it. */
function use(followed: Followed): () => void {
  if (followed.users === 0) followed.stop = followed.sheet.follow()
  followed.users += 1
  return () => {
    followed.users -= 1
    if (followed.users === 0) followed.stop()
  }
}

/**
 * Follows what is drawn over a share. The sheet is the same one wherever the screen is shown, with what wasn't saved
 * yet and what can be undone.
 */
export function useScreenSheet(share: string): { sheet: WhiteboardSheet; shown: SheetFrame } {
  const room = useRoom()
  const make = useSheet(share)
  const [followed] = useState(() => {
    const ofRoom = sheets.get(room) ?? new Map<string, Followed>()
    sheets.set(room, ofRoom)
    const known = ofRoom.get(share) ?? { sheet: make(), users: 0, stop: () => undefined }
    ofRoom.set(share, known)
    return known
  })
  const { sheet } = followed
  useEffect(() => use(followed), [followed])
  const shown = useFrame(sheet)
  return { sheet, shown }
}
