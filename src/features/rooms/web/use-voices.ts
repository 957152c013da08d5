import { useRoomContext } from "@livekit/components-react"
import { useEffect, useRef } from "react"
import { watchVoices } from "./voice-meter.ts"

/** Reports the voices of consenting students while the room is shown; who was reported once is left out after. */
export function useVoices(
  voiceFor: readonly string[] | undefined,
  onVoice: ((studentId: string, level: number) => void) | undefined,
) {
  const room = useRoomContext()
  const report = useRef(onVoice)
  report.current = onVoice
  const heard = useRef(new Set<string>())
  const ids = (voiceFor ?? []).join(",")
  useEffect(() => {
    const waiting = ids.split(",").filter((id) => id && !heard.current.has(id))
    if (waiting.length === 0) return
    return watchVoices(room, waiting, (studentId, level) => {
      heard.current.add(studentId)
      report.current?.(studentId, level)
    })
  }, [room, ids])
}
