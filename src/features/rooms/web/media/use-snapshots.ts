import { useEffect, useRef } from "react"
import { useRoom } from "../room-context.card.tsx"
import { runLater } from "./run-later.ts"

/** Takes pictures of consenting students while the room is shown. */
export function useSnapshots(
  studentIds: readonly string[] | undefined,
  onSnapshot: ((studentId: string, image: Blob) => void) | undefined,
) {
  const room = useRoom()
  const report = useRef(onSnapshot)
  report.current = onSnapshot
  const ids = (studentIds ?? []).join(",")
  useEffect(() => {
    if (!ids) return
    return runLater(async () => {
      const { takeSnapshots } = await import("./snapshot-taker.ts")
      return takeSnapshots(room, ids.split(","), (studentId, image) => report.current?.(studentId, image))
    })
  }, [room, ids])
}
