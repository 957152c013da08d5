import RotateCw from "lucide-react/icons/rotate-cw"
import X from "lucide-react/icons/x"
import { useSyncExternalStore } from "react"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { ToolButton } from "../../stage/tool-button.tsx"
import { whiteboardText as text } from "../../texts/whiteboard.texts.ts"
import type { PictureSender, Sending } from "./picture-sender.ts"

/** The pictures on their way, over the lower edge of the page: how far each is, or why it isn't there. */
export function PictureNotes({ sender }: { sender: PictureSender }) {
  const sendings = useSyncExternalStore(sender.subscribe, sender.getView)
  if (sendings.length === 0) return null
  return (
    <ul
      aria-label={text.picturesSent}
      className="absolute inset-x-2 bottom-2 mx-auto grid max-h-[60%] max-w-md gap-1.5 overflow-y-auto"
    >
      {sendings.map((sending) => (
        <li
          key={sending.id}
          data-sending={sending.problem ? "failed" : "sending"}
          className="flex items-center gap-1 rounded-card bg-surface-raised py-1 pr-1 pl-3 text-sm shadow-float"
        >
          <Note sending={sending} />
          {sending.problem?.again ? (
            <ToolButton name="send-again" label={text.sendAgain} onClick={() => sender.tryAgain(sending.id)}>
              <RotateCw size={18} aria-hidden />
            </ToolButton>
          ) : null}
          <ToolButton
            name="dismiss-picture"
            label={sending.problem ? text.dismiss : text.stopSending}
            onClick={() => sender.dismiss(sending.id)}
          >
            <X size={18} aria-hidden />
          </ToolButton>
        </li>
      ))}
    </ul>
  )
}

function Note({ sending: { file, share, problem } }: { sending: Sending }) {
  if (problem)
    return (
      <p role="alert" className="min-w-0 flex-1 py-1 wrap-anywhere text-danger">
        {file.name}: {problem.words}
      </p>
    )
  const percent = Math.floor(share * 100)
  const words = percent < 100 ? text.sendingPicture(file.name, percent) : text.drawingPicture(file.name)
  return (
    <div className="grid min-w-0 flex-1 gap-1 py-1">
      <p className="truncate">{words}</p>
      <ProgressBar label={words} {...(percent < 100 && { value: percent })} />
    </div>
  )
}
