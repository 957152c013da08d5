import { Suspense, useEffect } from "react"
import { useNavigate } from "react-router"
import { isSetToRecord } from "#features/recordings/web/auto-start.ts"
import { LiveRoom } from "#features/rooms/web/live-room.tsx"
import { fetchAhead, latePart } from "#ui/late-part.tsx"
import { notify } from "#ui/notify.ts"
import { Page } from "#ui/page.tsx"
import { RoomHeader, type RoomProps } from "./live-classes-header.tsx"

const loadTeaching = async () => (await import("./live-classes-teaching.tsx")).TeachingRoom
/** Students don't need its code. The server has it at once. */
const TeachingRoom = import.meta.env.SSR ? await loadTeaching() : latePart(loadTeaching)

/** Fetches what the one who teaches has beside the room, ahead of the click on it. */
export function prepareTeaching(): void {
  fetchAhead(loadTeaching)
}

/** Tells a student once that the class they enter is recorded. */
function usePlannedNotice(planned: boolean): void {
  useEffect(() => {
    if (!planned) return
    import("#features/recordings/web/recorder.text.ts").then(
      ({ recorderText: text }) => notify.info(text.planned, text.plannedText),
      // The room itself shows while it is recorded.
      () => undefined,
    )
  }, [planned])
}

/** The room of a class in place of the list. */
export function LiveClassesRoom(props: RoomProps) {
  return (
    <Page className="gap-5 py-5 sm:py-8">
      {props.role === "instructor" ? (
        <Suspense fallback={<RoomHeader session={props.session} />}>
          <TeachingRoom {...props} />
        </Suspense>
      ) : (
        <LearningRoom {...props} />
      )}
      <noscript>
        <p className="text-ink-muted">
          The live room needs JavaScript. <a href={props.back}>Back to classes</a>
        </p>
      </noscript>
    </Page>
  )
}

/** The room for a student, who hears of everything through the room itself. */
function LearningRoom({ session, role, waiting, back, entry, deviceId }: RoomProps) {
  const navigate = useNavigate()
  usePlannedNotice(isSetToRecord(session))
  return (
    <>
      <RoomHeader session={session} />
      <LiveRoom
        classId={session.id}
        title={session.title}
        role={role}
        status={session.status}
        waiting={waiting}
        entry={entry}
        deviceId={deviceId}
        onLeft={() => navigate(back)}
      />
    </>
  )
}
