import CircleCheck from "lucide-react/icons/circle-check"
import LogOut from "lucide-react/icons/log-out"
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone"
import WifiOff from "lucide-react/icons/wifi-off"
import { type ComponentType, useEffect, useRef } from "react"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { Link } from "#ui/link.tsx"
import { ClassTitle, TopLine } from "../bar/top-line.tsx"
import { roomText as text } from "../texts/room.texts.ts"
import { roomFrame } from "./room-frame.ts"
import type { RoomPhase } from "./room-phase.ts"

export type RoomEndProps = {
  phase: RoomPhase
  classId: string
  title: string
  onRetry: () => void
  onLeft: () => void
}

/** The text shown instead of the room; `retry` labels the button if another try can help. */
export type EndWords = {
  icon: ComponentType<{ size: number }>
  tone: string
  words: { title: string; description: string }
  retry: string | null
}

/**
 * Shown instead of the room to people who are not in it: offline, in another tab, or after the class. Needs
 * nothing that would have to be loaded then.
 */
export function RoomEnd(props: RoomEndProps) {
  return <EndFrame {...props} {...describe(props.phase)} />
}

/** Title, text and buttons, shown instead of the room. */
export function EndFrame({
  phase,
  classId,
  title,
  onRetry,
  onLeft,
  icon: Icon,
  tone,
  words,
  retry,
}: RoomEndProps & EndWords) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      data-theme="dark"
      data-live-room
      data-connection-state={phase.kind}
      data-refusal={phase.kind === "refused" ? phase.code : undefined}
      aria-label={text.room(title)}
      className={roomFrame}
    >
      <TopLine>
        <ClassTitle title={title} />
      </TopLine>
      <div className="m-auto grid max-w-md animate-rise justify-items-center p-6 text-center">
        <span className={cx("mb-5 grid size-14 place-items-center rounded-full", tone)} aria-hidden>
          <Icon size={26} />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-heading">
          {words.title}
        </h2>
        <p className="mt-2 text-ink-muted">{words.description}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button variant={retry || phase.kind === "over" ? "secondary" : "primary"} onClick={onLeft}>
            {text.back}
          </Button>
          {retry ? <Button onClick={onRetry}>{retry}</Button> : null}
          {phase.kind === "over" ? (
            <Link to={`/class/${classId}#from-room`} className={buttonClass({})}>
              {text.remains}
            </Link>
          ) : null}
        </div>
      </div>
    </section>
  )
}

function describe(phase: RoomPhase): EndWords {
  const calm = "bg-primary-tint text-primary-text"
  if (phase.kind === "refused") {
    return {
      icon: WifiOff,
      tone: "bg-warning-tint text-warning",
      words: text.offline,
      retry: text.tryAgain,
    }
  }
  if (phase.kind === "elsewhere" || phase.kind === "left") {
    const { title, text: description, action } = phase.kind === "left" ? text.gone : text.elsewhere
    const icon = phase.kind === "left" ? LogOut : MonitorSmartphone
    return { icon, tone: calm, words: { title, description }, retry: action }
  }
  const { title, text: description } = text.over
  return { icon: CircleCheck, tone: calm, words: { title, description }, retry: null }
}
