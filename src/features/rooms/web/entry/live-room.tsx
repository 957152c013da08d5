import { Suspense, useState, useSyncExternalStore } from "react"
import { latePart } from "#ui/late-part.tsx"
import { OpeningRoom, RoomMissing } from "./opening-room.tsx"
import { loadRoomScreen, readyRoomScreen } from "./room-code.ts"
import type { LiveRoomProps } from "./room-frame.ts"

const LateRoom = latePart(loadRoomScreen, RoomMissing)

/**
 * The live room, which fills its page. It enters as soon as it is shown; the server renders its empty
 * stage.
 */
export function LiveRoom(props: LiveRoomProps) {
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [RoomScreen] = useState(() => readyRoomScreen() ?? LateRoom)
  const opening = <OpeningRoom title={props.title} />
  if (!inBrowser) return opening
  return (
    <Suspense fallback={opening}>
      <RoomScreen key={props.classId} {...props} />
    </Suspense>
  )
}
