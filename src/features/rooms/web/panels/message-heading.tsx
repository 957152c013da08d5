import Lock from "lucide-react/icons/lock"
import { useTexts } from "#ui/messages/use-messages.ts"
import { panelTexts } from "../texts/panels.texts.ts"

type MessageHeadingProps = {
  message: { sender_name: string; by_staff: boolean; private_with: string | null }
  isMine: boolean
  /** When it was written, in machine-readable form. */
  written: string
  /** When it was written, in the viewer's zone. */
  clock: string
}

/** A message's author, role, recipient and time. */
export function MessageHeading({ message, isMine, written, clock }: MessageHeadingProps) {
  const text = useTexts(panelTexts)
  const { sender_name, by_staff, private_with } = message
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-[0.8125rem]">
      <span className="font-semibold">{isMine ? text.you : sender_name}</span>
      {by_staff && !isMine ? <span className="text-primary-text">{text.instructor}</span> : null}
      {private_with ? (
        <span className="inline-flex items-center gap-1 text-accent-text">
          <Lock size={12} aria-hidden />
          {text.privately}
        </span>
      ) : null}
      <time dateTime={written} className="text-ink-muted tabular-nums">
        {clock}
      </time>
    </p>
  )
}
