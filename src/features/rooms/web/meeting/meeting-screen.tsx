import ClipboardList from "lucide-react/icons/clipboard-list"
import Users from "lucide-react/icons/users"
import { type RefObject, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { browserApi } from "#ui/client.ts"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { latePart } from "#ui/late-part.tsx"
import { useLanguage } from "#ui/messages/use-messages.ts"
import { LiveTime } from "../bar/live-time.tsx"
import { ClassTitle, TopLine } from "../bar/top-line.tsx"
import { RoomEnd } from "../entry/room-end.tsx"
import { type LiveRoomProps, roomFrame } from "../entry/room-frame.ts"
import { OFFLINE, type RoomPhase } from "../entry/room-phase.ts"
import { useClassStatus } from "../entry/use-class-status.ts"
import { RoomPanel } from "../panels/room-panel.tsx"
import { StageVeil } from "../stage/stage-veil.tsx"
import { roomText as text } from "../texts/room.texts.ts"
import { type MeetingPhase, MeetingStay } from "./meeting-stay.ts"
import { openMeeting } from "./open-meeting.ts"
import { reportPresence } from "./report-presence.ts"

const RoomRefused = latePart(async () => (await import("../entry/room-refused.tsx")).RoomRefused)

export type MeetingProps = Omit<
  LiveRoomProps,
  "voiceFor" | "onVoice" | "snapshotsOf" | "onSnapshot" | "keeper"
> & {
  /** The person's own name, for a Jitsi that takes no tokens. */
  name: string
}

/** Windows in which the register is open from the start. */
const BESIDE = "(min-width: 1281px)"

type Latest = { readonly current: MeetingProps & { language: string } }

/** The token that came with the page is used once, then fresh ones are requested. */
function makeStay(latest: Latest, place: RefObject<HTMLElement | null>): MeetingStay {
  const { classId, deviceId, entry } = latest.current
  const forClass = { class_id: classId, device_id: deviceId }
  let first = entry ?? null
  return new MeetingStay({
    async join() {
      const answer = first ?? (await browserApi().rooms.join(forClass))
      first = null
      return answer
    },
    async open(answer) {
      const { title, name, language } = latest.current
      const parent = place.current
      if (!parent) throw new Error("there is no place for the meeting")
      return openMeeting(answer, { parent, title, name, language })
    },
    report: (told) => reportPresence({ ...forClass, ...told }),
    isWaiting: async () => (await browserApi().rooms.state({ class_id: classId })).waiting_for_instructor,
    onHungUp: () => {
      // Ending the class opens the dashboard; going back as well would return here from it.
      if (!latest.current.ending) latest.current.onLeft()
    },
    onEndAsked: () => latest.current.onEnd?.(),
  })
}

/** A live room on Jitsi: one line of ours above its page, which has its own controls. */
export function MeetingScreen(props: MeetingProps) {
  const language = useLanguage()
  const latest = useRef({ ...props, language })
  latest.current = { ...props, language }
  const place = useRef<HTMLDivElement>(null)
  const [stay] = useState(() => makeStay(latest, place))
  const { phase, people } = useSyncExternalStore(stay.subscribe, stay.getView)
  useEffect(() => {
    stay.start()
    // A page that goes away can't be asked whether it is still there.
    const leave = () => stay.stop()
    window.addEventListener("pagehide", leave)
    return () => {
      window.removeEventListener("pagehide", leave)
      stay.stop()
    }
  }, [stay])
  useClassStatus(stay, props.status)
  const isConnected = phase.kind === "connected"
  useEffect(() => {
    if (isConnected) latest.current.onInside?.()
  }, [isConnected])
  const ended = endOf(phase)
  if (ended) {
    const { classId, title, onLeft } = props
    const end = { phase: ended, classId, title, onRetry: () => stay.retry(), onLeft }
    return (
      <Suspense fallback={<div data-theme="dark" className={roomFrame} />}>
        {ended.kind === "refused" && ended.code !== OFFLINE ? (
          <RoomRefused {...end} code={ended.code} />
        ) : (
          <RoomEnd {...end} />
        )}
      </Suspense>
    )
  }
  const leave = () => {
    stay.stop()
    props.onLeft()
  }
  return <Inside {...props} phase={phase} people={people} place={place} onLeave={leave} />
}

/** Returns the phase if the person is out of the meeting and stays out. */
function endOf(phase: MeetingPhase): RoomPhase | null {
  if (phase.kind === "waiting") return null
  return ["over", "left", "refused"].includes(phase.kind) ? phase : null
}

type InsideProps = MeetingProps & {
  phase: MeetingPhase
  people: number
  place: RefObject<HTMLDivElement | null>
  onLeave: () => void
}

function Inside({ phase, people, place, onLeave, ...props }: InsideProps) {
  const { pages, onEnd, ending = false } = props
  const register = pages?.register
  const [open, setOpen] = useState(() => register !== undefined && window.matchMedia(BESIDE).matches)
  return (
    <section
      data-theme="dark"
      data-live-room
      data-engine="jitsi"
      data-connection-state={phase.kind}
      aria-label={text.room(props.title)}
      className={cx(roomFrame, "@container/room")}
    >
      <TopLine>
        <LiveTime startedAt={props.startedAt ?? null} now={props.now} />
        <ClassTitle title={props.title} about={props.about} />
        <People count={people} />
        {register ? (
          <Button size="sm" variant="ghost" aria-pressed={open} onClick={() => setOpen(!open)}>
            <ClipboardList size={17} aria-hidden />
            <span className="@max-lg/room:sr-only">{register.label}</span>
          </Button>
        ) : null}
        {onEnd ? (
          <Button size="sm" variant="danger" busy={ending} busyLabel={text.ending} onClick={onEnd}>
            {text.endShort}
          </Button>
        ) : (
          <Button size="sm" variant="secondary" data-control="leave" onClick={onLeave}>
            {text.leave}
          </Button>
        )}
      </TopLine>
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col beside:flex-row short:flex-row!">
        <div data-stage className="relative isolate min-h-0 min-w-0 flex-1">
          <Veil phase={phase} />
          <div ref={place} className="absolute inset-0 z-20 empty:hidden" />
        </div>
        {register && open ? (
          <RoomPanel
            tabs={[]}
            tab="register"
            labels={{ ...NO_LABELS, register: register.label }}
            counts={{}}
            onTab={() => undefined}
            onClose={() => setOpen(false)}
          >
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">
              {register.content}
            </div>
          </RoomPanel>
        ) : null}
      </div>
    </section>
  )
}

const NO_LABELS = {
  ...{ chat: "", people: "", polls: "", files: "", slides: "" },
  ...{ register: "", recording: "", sound: "" },
}

function People({ count }: { count: number }) {
  return (
    <span
      data-people={count}
      title={text.peopleLabel(count)}
      className="inline-flex shrink-0 items-center gap-1.5 text-sm font-medium text-ink-muted tabular-nums"
    >
      <Users size={16} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{text.peopleLabel(count)}</span>
    </span>
  )
}

/** Shown while there is no meeting. Jitsi's page covers it, because it may ask the person to wait in its lobby. */
function Veil({ phase: { kind } }: { phase: MeetingPhase }) {
  if (kind === "connected") return null
  if (kind === "waiting") return <StageVeil title={text.waiting} text={text.waitingText} over />
  if (kind === "reconnecting")
    return <StageVeil title={text.reconnecting} text={text.reconnectingText} over />
  return <StageVeil title={text.joining} text={text.joiningHint} over />
}
