import LoaderCircle from "lucide-react/icons/loader-circle"
import { type ComponentType, Suspense, useState, useSyncExternalStore } from "react"
import { Button } from "#ui/button.tsx"
import { fetchAhead, latePart } from "#ui/late-part.tsx"
import { roomText as text } from "./room.text.ts"
import { type LiveRoomProps, roomFrame } from "./room-frame.ts"

/** The room, once its code is there: drawn at once then, and not after an empty stage. */
let ready: ComponentType<LiveRoomProps> | null = null

async function loadRoom() {
  ready = (await import("./room-screen.tsx")).RoomScreen
  return ready
}

const LateRoom = latePart(loadRoom, RoomMissing)

/** Fetches the room's code ahead of the click on Join. */
export function prepareLiveRoom(): void {
  if (!ready) fetchAhead(loadRoom)
}

/** The live room, 600 px tall in the page. It enters as soon as it is shown; the server renders its empty stage. */
export function LiveRoom(props: LiveRoomProps) {
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [RoomScreen] = useState(() => ready ?? LateRoom)
  const opening = <OpeningRoom title={props.title} />
  if (!inBrowser) return opening
  return (
    <Suspense fallback={opening}>
      <RoomScreen key={props.classId} {...props} />
    </Suspense>
  )
}

function OpeningRoom({ title }: { title: string }) {
  return (
    <section
      data-theme="dark"
      data-live-room
      data-connection-state="joining"
      aria-label={text.room(title)}
      aria-busy
      className={roomFrame}
    >
      <p className="m-auto flex items-center gap-3 text-ink-muted" role="status">
        <LoaderCircle size={20} className="animate-spin" aria-hidden />
        {text.joining}
      </p>
    </section>
  )
}

/** In the room's place, where its code could not be had. */
function RoomMissing({ onLeft }: LiveRoomProps) {
  const { title, description } = text.loadFailed
  return (
    <section data-theme="dark" data-live-room data-connection-state="failed" className={roomFrame}>
      <div className="m-auto grid max-w-sm justify-items-center gap-2 p-6 text-center" role="alert">
        <h2 className="text-heading">{title}</h2>
        <p className="text-ink-muted">{description}</p>
        <div className="mt-4 flex gap-3">
          <Button variant="secondary" onClick={onLeft}>
            {text.back}
          </Button>
          {/* In many browsers a failed import stays failed until the page is loaded anew. */}
          <Button onClick={() => window.location.reload()}>{text.tryAgain}</Button>
        </div>
      </div>
    </section>
  )
}
