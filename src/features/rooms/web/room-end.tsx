import CircleAlert from "lucide-react/icons/circle-alert"
import CircleCheck from "lucide-react/icons/circle-check"
import LogOut from "lucide-react/icons/log-out"
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone"
import { useEffect, useRef } from "react"
import { Link } from "react-router"
import { Button, buttonClass } from "#ui/button.tsx"
import { cx } from "#ui/cx.ts"
import { errorText } from "#ui/messages/errors.en.ts"
import { roomText as text } from "./room.text.ts"
import { roomFrame } from "./room-frame.ts"
import { OFFLINE, type RoomPhase } from "./room-session.ts"

/** Refusals that another try can change; the others lead back only. */
const PASSING = new Set([
  OFFLINE,
  "VIDEO_UNAVAILABLE",
  "CLASS_NOT_READY",
  "TOO_MANY_REQUESTS",
  "REQUEST_PENDING",
  "ROOM_LOCKED",
])

type RoomEndProps = {
  phase: RoomPhase
  classId: string
  title: string
  onRetry: () => void
  onLeft: () => void
}

/** What stands in the room's place for whoever is not in it: refused, in another tab, or after the class. */
export function RoomEnd({ phase, classId, title, onRetry, onLeft }: RoomEndProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { icon: Icon, tone, words, retry } = describe(phase)
  return (
    <section
      data-theme="dark"
      data-live-room
      data-connection-state={phase.kind}
      data-refusal={phase.kind === "refused" ? phase.code : undefined}
      aria-label={text.room(title)}
      className={roomFrame}
    >
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

function describe(phase: RoomPhase) {
  const calm = "bg-primary-tint text-primary-text"
  if (phase.kind === "refused") {
    const words = phase.code === OFFLINE ? text.offline : errorText(phase.code)
    const retry = PASSING.has(phase.code) || !isKnown(phase.code) ? text.tryAgain : null
    return { icon: CircleAlert, tone: "bg-warning-tint text-warning", words, retry }
  }
  if (phase.kind === "elsewhere" || phase.kind === "left") {
    const { title, text: description, action } = phase.kind === "left" ? text.gone : text.elsewhere
    const icon = phase.kind === "left" ? LogOut : MonitorSmartphone
    return { icon, tone: calm, words: { title, description }, retry: action }
  }
  const { title, text: description } = text.over
  return { icon: CircleCheck, tone: calm, words: { title, description }, retry: null }
}

/** A failure without a text of its own, such as a server error, is worth another try. */
function isKnown(code: string): boolean {
  return errorText(code).title !== errorText("").title
}
