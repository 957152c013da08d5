import { useEffect } from "react"
import type { LiveRoomProps } from "./room-frame.ts"

type Stay = {
  getPhase(): { kind: string; code?: string }
  stop(phase: { kind: "over" }): void
  retry(): void
}

/** Ends the stay when the class is over, and lets people who came too early enter when it becomes live. */
export function useClassStatus(stay: Stay, status: LiveRoomProps["status"]): void {
  useEffect(() => {
    if (status === "completed" || status === "cancelled") stay.stop({ kind: "over" })
    const { kind, code } = stay.getPhase()
    if (status === "live" && kind === "refused" && code === "CLASS_NOT_READY") stay.retry()
  }, [stay, status])
}
