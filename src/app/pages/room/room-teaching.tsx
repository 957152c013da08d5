import { RegisterCard } from "#features/attendance/web/register.card.tsx"
import {
  saveRecordingOf,
  useRecordingPanel,
} from "#features/recordings/web/recorder/recording-panel.card.tsx"
import { LiveRoom } from "#features/rooms/web/entry/live-room.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useEndClass } from "./end-class.tsx"
import { roomPageTexts } from "./room-page.text.ts"
import { type RoomProps, useRoomProps } from "./room-props.ts"
import { useChangesKept } from "./use-changes-kept.ts"

/** The typed client comes with the room's own code, so it is fetched only here. */
async function recordVoice(class_id: string, student_id: string, level: number): Promise<void> {
  const { browserApi } = await import("#ui/client.ts")
  // A lost report costs nothing: presence counts by its length as well.
  await browserApi()
    .attendance.recordVoice({ class_id, student_id, level })
    .catch(() => undefined)
}

async function recordSnapshot(class_id: string, student_id: string, taken: Blob): Promise<void> {
  const { browserApi } = await import("#ui/client.ts")
  const image = new File([taken], "snapshot.jpg", { type: "image/jpeg" })
  // The next one comes in some minutes.
  await browserApi()
    .attendance.recordSnapshot({ class_id, student_id, image })
    .catch(() => undefined)
}

/** The room of a class for its teacher, with the register, the recording and the way to end the class. */
export function TeachingRoom(props: RoomProps) {
  const { scheduledClass, register, zone, mine, now } = props
  const { id } = scheduledClass
  const text = useTexts(roomPageTexts)
  const room = useRoomProps(props)
  const onInside = useChangesKept(id, true)
  const isLive = scheduledClass.status === "live"
  const recording = useRecordingPanel({ scheduledClass, automatic: mine, now })
  // The recording is closed while the room is still open. Its upload goes on after the class.
  const ending = useEndClass(isLive, () => saveRecordingOf(id))
  return (
    <>
      <LiveRoom
        {...room}
        {...(isLive && { onEnd: ending.ask })}
        onInside={onInside}
        ending={ending.busy}
        keeper={recording.keeper}
        pages={{
          recording: recording.panel,
          ...(register && {
            register: { label: text.register, content: <RegisterCard register={register} zone={zone} /> },
          }),
        }}
        {...(register && {
          voiceFor: register.voice_for,
          onVoice: (student_id: string, level: number) => void recordVoice(id, student_id, level),
          snapshotsOf: register.snapshots_of,
          onSnapshot: (student_id: string, image: Blob) => void recordSnapshot(id, student_id, image),
        })}
      />
      {ending.question}
    </>
  )
}
