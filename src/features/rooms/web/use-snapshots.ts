import { useRoomContext } from "@livekit/components-react"
import { useEffect, useRef } from "react"
import { takeSnapshots } from "./snapshot-taker.ts"

/** Takes pictures of consenting students while the room is shown. */
export function useSnapshots(
  studentIds: readonly string[] | undefined,
  onSnapshot: ((studentId: string, image: Blob) => void) | undefined,
) {
  const room = useRoomContext()
  const report = useRef(onSnapshot)
  report.current = onSnapshot
  const ids = (studentIds ?? []).join(",")
  useEffect(() => {
    if (!ids) return
    return takeSnapshots(room, ids.split(","), (studentId, image) => report.current?.(studentId, image))
  }, [room, ids])
}
