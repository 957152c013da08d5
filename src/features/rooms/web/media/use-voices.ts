import { useEffect, useRef } from "react"
import { useRoom } from "../room-context.card.tsx"
import { runLater } from "./run-later.ts"

/** Reports the voices of consenting students while the room is shown, each student once. */
export function useVoices(
  voiceFor: readonly string[] | undefined,
  onVoice: ((studentId: string, level: number) => void) | undefined,
) {
  const room = useRoom()
  const report = useRef(onVoice)
  report.current = onVoice
  const heard = useRef(new Set<string>())
  const ids = (voiceFor ?? []).join(",")
  useEffect(() => {
    const waiting = ids.split(",").filter((id) => id && !heard.current.has(id))
    if (waiting.length === 0) return
    return runLater(async () => {
      const { watchVoices } = await import("./voice-meter.ts")
      return watchVoices(room, waiting, (studentId, level) => {
        heard.current.add(studentId)
        report.current?.(studentId, level)
      })
    })
  }, [room, ids])
}
