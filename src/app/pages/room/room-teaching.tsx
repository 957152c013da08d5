import { useCallback, useEffect, useState } from "react"
import { useFetcher, useRevalidator } from "react-router"
import { RegisterCard } from "#features/attendance/web/register.card.tsx"
import {
  saveRecordingOf,
  useRecordingPanel,
} from "#features/recordings/web/recorder/recording-panel.card.tsx"
import { LiveRoom } from "#features/rooms/web/entry/live-room.tsx"
import { CLASS_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import type { ActionReply } from "#ui/api.ts"
import { ConfirmDialog } from "#ui/components/dialog.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useFlash } from "#ui/toast.tsx"
import { roomPageTexts } from "./room-page.text.ts"
import { type RoomProps, useRoomProps } from "./room-props.ts"

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

const SHOWN = [
  ...CLASS_CHANGES,
  "class.seats",
  "class.attendance",
  "class.presence",
  "class.room",
  "class.recordings",
] as const

/**
 * Keeps the instructor's register fresh once the room is open: the stream of changes must not delay the
 * picture. Returns a function to call once inside.
 */
function useRegisterKept(classId: string): () => void {
  const [inside, setInside] = useState(false)
  const { revalidate } = useRevalidator()
  useLiveTopics(inside ? [...topicOfChanges(SHOWN, [classId]), ...OWN_CHANGES] : [])
  // What happened between the page's own data and the stream.
  useEffect(() => {
    if (inside) void revalidate()
  }, [inside, revalidate])
  return useCallback(() => setInside(true), [])
}

/** The room of a class for its teacher, with the register, the recording and the way to end the class. */
export function TeachingRoom(props: RoomProps) {
  const { scheduledClass, register, zone, mine, now } = props
  const { id } = scheduledClass
  const text = useTexts(roomPageTexts)
  const room = useRoomProps(props)
  const ending = useFetcher<ActionReply>()
  const [asking, setAsking] = useState(false)
  useFlash(ending.data?.toast)
  const onInside = useRegisterKept(id)
  const [saving, setSaving] = useState(false)
  const busy = ending.state !== "idle" || saving
  const isLive = scheduledClass.status === "live"
  const recording = useRecordingPanel({ scheduledClass, automatic: mine, now })
  const end = async () => {
    // The recording is saved while the room is still open.
    setSaving(true)
    await saveRecordingOf(id).catch(() => undefined)
    setSaving(false)
    await ending.submit({ intent: "end" }, { method: "post" })
  }
  return (
    <>
      <LiveRoom
        {...room}
        {...(isLive && { onEnd: () => setAsking(true) })}
        onInside={onInside}
        ending={busy}
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
      <ConfirmDialog
        open={asking && isLive}
        onClose={() => setAsking(false)}
        title={text.endTitle}
        description={text.endDescription}
        confirmLabel={text.endConfirm}
        onConfirm={() => void end()}
        danger
        busy={busy}
        busyLabel={text.ending}
      />
    </>
  )
}
