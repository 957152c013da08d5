import { Suspense } from "react"
import { latePart } from "#ui/late-part.tsx"
import { useOwnDocument } from "#ui/live/use-own-document.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { OpeningRoom, RoomMissing } from "../entry/opening-room.tsx"
import type { MeetingProps } from "./meeting-screen.tsx"

const MeetingScreen = latePart(async () => (await import("./meeting-screen.tsx")).MeetingScreen, RoomMissing)

/** The live room of a class that meets on Jitsi. It enters as soon as it is shown. */
export function MeetingRoom(props: MeetingProps) {
  const inBrowser = useHydrated()
  const isOwn = useOwnDocument()
  const opening = <OpeningRoom title={props.title} />
  if (!inBrowser || !isOwn) return opening
  return (
    <Suspense fallback={opening}>
      <MeetingScreen key={props.classId} {...props} />
    </Suspense>
  )
}
