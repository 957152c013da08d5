import type { Room } from "livekit-client"
import { type ReactNode, Suspense, useEffect, useState } from "react"
import { Card } from "#ui/card.tsx"
import { latePart, ToastMissing } from "#ui/late-part.tsx"
import type { RecordedClass } from "./auto-start.ts"
import { recorderText as text } from "./recorder.text.ts"

const RoomTap = latePart(async () => (await import("./room-tap.tsx")).RoomTap, ToastMissing)
const Controls = latePart(async () => (await import("./recorder-controls.tsx")).RecorderControls)

type RecordingPanelProps = {
  session: RecordedClass
  /** Whether it begins by itself where the class or the switch says so: for the class's own instructor. */
  automatic: boolean
  now: Date
}

/**
 * Recording for the instructor: `tap` goes into the room, `panel` beside it. The recorder's code comes once one is
 * inside.
 */
export function useRecordingPanel({ session, automatic, now }: RecordingPanelProps): {
  tap: ReactNode
  panel: ReactNode
} {
  const [room, setRoom] = useState<Room | null>(null)
  const { id, status } = session
  const over = status !== "live" && status !== "scheduled"
  useEffect(() => {
    if (over) void saveRecordingOf(id)
  }, [over, id])
  // A room that is left for good has nothing more to record. One that reconnects has.
  useEffect(() => () => void saveRecordingOf(id), [id])
  return {
    tap: (
      <Suspense fallback={null}>
        <RoomTap onRoom={setRoom} />
      </Suspense>
    ),
    panel:
      over && !room ? null : (
        <Card className="p-4 sm:p-5" aria-label={text.panel} data-recording-panel>
          <Suspense fallback={<p className="text-ink-muted">{text.panel}</p>}>
            {room ? (
              <Controls session={session} automatic={automatic} now={now} room={room} />
            ) : (
              <p className="text-ink-muted">{text.waiting}</p>
            )}
          </Suspense>
        </Card>
      ),
  }
}

/** Ends the recording of a class, where one is under way, before the class itself ends. */
export async function saveRecordingOf(classId: string): Promise<void> {
  const { recorderOf } = await import("./recorders.ts")
  await recorderOf(classId).stop()
}
