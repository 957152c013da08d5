import { useCallback, useEffect, useState } from "react"
import { useFetcher, useNavigate, useRevalidator } from "react-router"
import { RegisterCard } from "#features/attendance/web/register.card.tsx"
import { saveRecordingOf, useRecordingPanel } from "#features/recordings/web/recording-panel.card.tsx"
import { LiveRoom } from "#features/rooms/web/live-room.tsx"
import { CLASS_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/button.tsx"
import { ConfirmDialog } from "#ui/dialog.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { useFlash } from "#ui/toast.tsx"
import { RoomHeader, type RoomProps } from "./live-classes-header.tsx"

/** The typed client comes with the room's own code, so it is fetched only here. */
async function recordVoice(class_id: string, student_id: string, level: number): Promise<void> {
  const { browserApi } = await import("#ui/client.ts")
  // A report that gets lost costs nothing: presence counts by its length as well.
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
 * Keeps the instructor's register fresh once the room stands: the stream of changes must not delay the picture.
 * Answers what to call when inside.
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

/** The room of a class for whoever teaches it, with the register and the end of the class beside it. */
export function TeachingRoom({
  session,
  role,
  waiting,
  register,
  zone,
  back,
  mine,
  now,
  ...entrance
}: RoomProps) {
  const navigate = useNavigate()
  const ending = useFetcher<ActionReply>()
  const [asking, setAsking] = useState(false)
  useFlash(ending.data?.toast)
  const onInside = useRegisterKept(session.id)
  const [saving, setSaving] = useState(false)
  const busy = ending.state !== "idle" || saving
  const recording = useRecordingPanel({ session, automatic: mine, now })
  const end = async () => {
    // What was recorded is saved while the room still stands.
    setSaving(true)
    await saveRecordingOf(session.id).catch(() => undefined)
    setSaving(false)
    await ending.submit({ intent: "end", class_id: session.id }, { method: "post" })
  }
  return (
    <>
      <RoomHeader session={session}>
        {session.status === "live" ? (
          <Button
            variant="danger"
            size="sm"
            busy={busy}
            busyLabel="Ending..."
            onClick={() => setAsking(true)}
          >
            End Class
          </Button>
        ) : null}
      </RoomHeader>
      <LiveRoom
        classId={session.id}
        title={session.title}
        role={role}
        status={session.status}
        waiting={waiting}
        entry={entrance.entry}
        deviceId={entrance.deviceId}
        onInside={onInside}
        onLeft={() => navigate(back)}
        onEnd={() => void end()}
        ending={busy}
        actions={recording.tap}
        {...(register && {
          voiceFor: register.voice_for,
          onVoice: (student_id: string, level: number) => void recordVoice(session.id, student_id, level),
          snapshotsOf: register.snapshots_of,
          onSnapshot: (student_id: string, image: Blob) => void recordSnapshot(session.id, student_id, image),
          sidePanel: <RegisterCard register={register} zone={zone} />,
          sidePanelLabel: "Attendance",
        })}
      />
      {recording.panel}
      <ConfirmDialog
        open={asking && session.status === "live"}
        onClose={() => setAsking(false)}
        title="End class for everyone?"
        description="The room closes for all, attendance is settled, and the parents of absent students are notified."
        confirmLabel="End class"
        onConfirm={() => void end()}
        danger
        busy={busy}
        busyLabel="Ending..."
      />
    </>
  )
}
