import { Suspense, useEffect } from "react"
import { isSetToRecord } from "#features/recordings/web/recorder/auto-start.ts"
import { LiveRoom } from "#features/rooms/web/entry/live-room.tsx"
import { roomFrame } from "#features/rooms/web/entry/room-frame.ts"
import { latePart } from "#ui/late-part.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { notify } from "#ui/notify.ts"
import { loadMeeting } from "./late-meeting.ts"
import { loadTeaching } from "./late-teaching.ts"
import { roomPageTexts } from "./room-page.text.ts"
import { type RoomProps, useRoomProps } from "./room-props.ts"

/** Students don't need its code. The server has it at once. */
const TeachingRoom = import.meta.env.SSR ? await loadTeaching() : latePart(loadTeaching)

/** Only where classes meet on Jitsi. */
const MeetingView = import.meta.env.SSR ? await loadMeeting() : latePart(loadMeeting)

/** Tells a student once that the class they enter is recorded. */
function usePlannedNotice(planned: boolean): void {
  useEffect(() => {
    if (!planned) return
    import("#features/recordings/web/recorder/recorder.texts.ts").then(
      ({ recorderText }) => notify.info(recorderText.planned, recorderText.plannedText),
      // The room itself shows while it is recorded.
      () => undefined,
    )
  }, [planned])
}

/** The room of a class, as its teacher or a student sees it. */
export function RoomView(props: RoomProps) {
  const text = useTexts(roomPageTexts)
  const empty = <div data-theme="dark" className={roomFrame} />
  return (
    <>
      <noscript>
        <p className="p-4 text-ink-muted">
          {text.noScripts} <a href="/live-classes">{text.backToClasses}</a>
        </p>
      </noscript>
      {props.engine === "jitsi" ? (
        <Suspense fallback={empty}>
          <MeetingView {...props} />
        </Suspense>
      ) : props.role === "instructor" ? (
        <Suspense fallback={empty}>
          <TeachingRoom {...props} />
        </Suspense>
      ) : (
        <LearningRoom {...props} />
      )}
    </>
  )
}

/** The room for a student, who gets all changes through the room itself. */
function LearningRoom(props: RoomProps) {
  usePlannedNotice(isSetToRecord(props.scheduledClass))
  return <LiveRoom {...useRoomProps(props)} />
}
