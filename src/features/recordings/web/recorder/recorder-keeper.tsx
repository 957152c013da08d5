import type { Room } from "livekit-client"
import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { useRoom } from "#features/rooms/web/room-context.card.tsx"
import { autoStartDelay, type RecordedClass } from "./auto-start.ts"
import type { ClassRecorder } from "./class-recorder.ts"
import { followRecorderChoices, readRecorderChoices } from "./recorder-choices.ts"
import { alertOf } from "./recorder-notes.ts"
import type { RecorderPhase } from "./recorder-view.ts"
import { recorderOf, wasEndedSince, wishFor } from "./recorders.ts"
import { startAutomatically } from "./start-automatically.ts"

/** What the room's bar shows of a recording. */
export type RecorderNews = { phase: RecorderPhase; alert: string | null }

type RecorderKeeperProps = {
  scheduledClass: RecordedClass
  /** Whether it starts automatically if the class or the switch says so. */
  automatic: boolean
  now: Date
  onNews: (news: RecorderNews) => void
}

/**
 * Keeps the recorder of a class going while its instructor is in the room, whichever panel is open: starts it
 * automatically and reports its state. Renders nothing.
 */
export function RecorderKeeper({ scheduledClass, automatic, now, onNews }: RecorderKeeperProps) {
  const room = useRoom()
  const recorder = recorderOf(scheduledClass.id)
  const view = useSyncExternalStore(recorder.subscribe, recorder.getView)
  const choices = useSyncExternalStore(followRecorderChoices, readRecorderChoices)
  useWhoIsLeftOut(recorder)
  const delay = automatic ? autoStartDelay(scheduledClass, choices.auto, now) : null
  useAutoStart(delay, room, scheduledClass.id, () =>
    recorder.start(wishFor(scheduledClass, room, { source: "room", quality: choices.quality })),
  )
  const { phase } = view
  const alert = alertOf(view)
  useEffect(() => onNews({ phase, alert }), [onNews, phase, alert])
  return null
}

function useWhoIsLeftOut(recorder: ClassRecorder): void {
  useEffect(() => {
    // Starting asks again, and shows the error.
    void recorder.askWho().catch(() => undefined)
  }, [recorder])
}

/** Starts recording once automatically, on one of the devices with which the person is in the room. */
function useAutoStart(delay: number | null, room: Room, classId: string, start: () => Promise<void>): void {
  const [planned] = useState(delay)
  // It may be saved only now, but was ended before this stay.
  const [earlier] = useState(() => recorderOf(classId).endedId)
  const begin = useRef(start)
  begin.current = start
  const wanted = delay !== null
  useEffect(() => {
    if (planned === null || !wanted) return
    return startAutomatically(room, {
      after: planned,
      state: () => recorderOf(classId).state,
      endedSince: (joined) => wasEndedSince(classId, joined, earlier),
      start: () => void begin.current(),
    })
  }, [planned, wanted, room, classId, earlier])
}
