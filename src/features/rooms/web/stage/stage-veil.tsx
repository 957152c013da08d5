import Hourglass from "lucide-react/icons/hourglass"
import LoaderCircle from "lucide-react/icons/loader-circle"
import { roomText as text } from "../texts/room.texts.ts"

/** Says over the stage, or instead of it, what it waits for. */
export function StageVeil({ title, text: words, over }: { title: string; text: string; over?: boolean }) {
  return (
    <div
      role="status"
      className={
        over
          ? "absolute inset-0 z-10 grid place-items-center bg-background p-6"
          : "grid size-full min-h-0 flex-1 place-items-center p-6 short:p-3"
      }
    >
      <div className="grid max-w-sm justify-items-center text-center">
        <LoaderCircle size={28} className="mb-4 animate-spin short:mb-2 text-primary-text" aria-hidden />
        <p className="text-lg font-semibold">{title}</p>
        {words ? <p className="mt-1 text-ink-muted">{words}</p> : null}
      </div>
    </div>
  )
}

/** Shown instead of the missing instructor's picture. */
export function WaitingTile({ held }: { held: boolean }) {
  return (
    <div
      role="status"
      data-waiting={held ? "held" : "open"}
      className="grid size-full place-items-center rounded-card border border-line bg-surface p-6 short:p-3"
    >
      <div className="grid max-w-sm justify-items-center text-center">
        <span
          className="mb-4 grid size-13 short:hidden place-items-center rounded-full bg-accent-tint text-accent-text"
          aria-hidden
        >
          <Hourglass size={24} />
        </span>
        <p className="text-heading font-semibold">{text.waiting}</p>
        <p className="mt-1.5 text-ink-muted">{held ? text.heldText : text.waitingText}</p>
      </div>
    </div>
  )
}
