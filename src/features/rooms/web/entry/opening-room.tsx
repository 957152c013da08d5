import LoaderCircle from "lucide-react/icons/loader-circle"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { ClassTitle, TopLine } from "../bar/top-line.tsx"
import { roomTexts } from "../texts/room.texts.ts"
import { type LiveRoomProps, roomFrame } from "./room-frame.ts"

/** The room before its code is there, as the server renders it. */
export function OpeningRoom({ title }: { title: string }) {
  const text = useTexts(roomTexts)
  return (
    <section
      data-theme="dark"
      data-live-room
      data-connection-state="joining"
      aria-label={text.room(title)}
      aria-busy
      className={roomFrame}
    >
      <TopLine>
        <ClassTitle title={title} />
      </TopLine>
      <p className="m-auto flex items-center gap-3 text-ink-muted" role="status">
        <LoaderCircle size={20} className="animate-spin" aria-hidden />
        {text.joining}
      </p>
    </section>
  )
}

/** Shown if the room's code could not be loaded. */
export function RoomMissing({ title, onLeft }: Pick<LiveRoomProps, "title" | "onLeft">) {
  const text = useTexts(roomTexts)
  return (
    <section data-theme="dark" data-live-room data-connection-state="failed" className={roomFrame}>
      <TopLine>
        <ClassTitle title={title} />
      </TopLine>
      <div className="m-auto grid max-w-sm justify-items-center gap-2 p-6 text-center" role="alert">
        <h2 className="text-heading">{text.loadFailed.title}</h2>
        <p className="text-ink-muted">{text.loadFailed.description}</p>
        <div className="mt-4 flex gap-3">
          <Button variant="secondary" onClick={onLeft}>
            {text.back}
          </Button>
          {/* In many browsers a failed import stays failed until the page is reloaded. */}
          <Button onClick={() => window.location.reload()}>{text.tryAgain}</Button>
        </div>
      </div>
    </section>
  )
}
