import { Suspense, useCallback, useEffect, useRef, useState } from "react"
import { cx } from "#ui/cx.ts"
import { latePart } from "#ui/late-part.tsx"
import { useShortcut } from "#ui/shortcuts/use-shortcut.ts"
import { RoomBar } from "./bar/room-bar.tsx"
import { RoomControls } from "./bar/room-controls.tsx"
import { roomKeys } from "./bar/room-keys.ts"
import { RoomNotices } from "./bar/room-notices.tsx"
import { useBarAway } from "./bar/use-bar-away.ts"
import type { PagePanels } from "./bar/use-controls.ts"
import { keepChoices, readChoices } from "./entry/room-choices.ts"
import { type LiveRoomProps, roomFrame } from "./entry/room-frame.ts"
import type { RoomMedia } from "./media/room-media.ts"
import { useSnapshots } from "./media/use-snapshots.ts"
import { useVoices } from "./media/use-voices.ts"
import { PanelMissing, PanelOpening } from "./panels/panel-place.tsx"
import type { PanelTab } from "./panels/panel-tab.ts"
import { RoomAnnouncer } from "./room-announcer.tsx"
import { useDraggedFiles } from "./slides/use-dragged-files.ts"
import { RoomStage } from "./stage/room-stage.tsx"
import type { StageLayout } from "./stage/stage-layout.ts"
import { useFullScreen } from "./stage/use-full-screen.ts"
import { roomText as text } from "./texts/room.texts.ts"
import { useBoard, useStay } from "./use-board.ts"

export const loadSide = async () => (await import("./panels/room-side.tsx")).RoomSide
const RoomSide = latePart(loadSide, PanelMissing)

/** Windows in which a panel is open from the start; in others the stage comes first. */
const BESIDE = "(min-width: 1281px)"

const NO_PAGES: PagePanels = {}

export type InsideProps = LiveRoomProps & {
  phase: "joining" | "connected" | "reconnecting"
  onLeave: () => void
}

/** The room as people in it see it: one line, the stage with a panel, and the bar. */
export function LiveStage({ phase, onLeave, ...props }: InsideProps) {
  const { role, classId, pages = NO_PAGES } = props
  const { media } = useStay()
  const frame = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen(frame)
  useShortcut(roomKeys.fullScreen, fullScreen.toggle)
  const stage = useRef<HTMLDivElement>(null)
  const away = useBarAway(stage)
  const [layout, setLayout] = useState<StageLayout>(() => readChoices(classId).layout)
  const [panel, setPanel] = useState<PanelTab | null>(() =>
    props.pages?.register && window.matchMedia(BESIDE).matches ? "register" : null,
  )
  const toggle = useCallback((tab: PanelTab) => setPanel((open) => (open === tab ? null : tab)), [])
  const close = () => {
    // A small room has some of them in its menu.
    const opener = frame.current?.querySelector<HTMLElement>(`[data-control=${panel}]`)
    setPanel(null)
    const more = frame.current?.querySelector<HTMLElement>("[data-control=more]")
    ;(opener?.offsetParent ? opener : more)?.focus()
  }
  const chooseLayout = useCallback(
    (next: StageLayout) => {
      setLayout(next)
      keepChoices(classId, { layout: next })
    },
    [classId],
  )
  const [share, over] = useState<string | null>(null)
  const [marked, mark] = useState<string | null>(null)
  const drawing = { share, over, marked, mark }
  useVoices(props.voiceFor, props.onVoice)
  useSnapshots(props.snapshotsOf, props.onSnapshot)
  useHolds(media, role)
  const { state } = useBoard().board
  const hasBoard = state?.policy.whiteboard ?? false
  const onDragged = useCallback(
    // The whiteboard takes pictures itself.
    (pictures: boolean) => {
      if (!(pictures && hasBoard)) setPanel("slides")
    },
    [hasBoard],
  )
  useDraggedFiles(role === "instructor" ? onDragged : null)
  const waiting = state?.waiting ?? props.waiting ?? false
  const picture = { layout, onLayout: chooseLayout }
  return (
    <section
      ref={frame}
      data-theme="dark"
      data-live-room
      data-connection-state={phase}
      aria-label={text.room(props.title)}
      className={cx(roomFrame, "@container/room", fullScreen.active === "page" && "fixed! inset-0 z-40")}
    >
      <RoomBar
        title={props.title}
        about={props.about}
        startedAt={props.startedAt ?? null}
        now={props.now}
        recorded={isRecording(pages.recording?.phase) ? pages.recording?.sign : undefined}
        onSound={() => toggle("sound")}
      />
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col beside:flex-row short:flex-row!">
        <div ref={stage} data-stage className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          <RoomStage {...{ role, layout, phase }} held={waiting} drawing={drawing} />
        </div>
        {panel ? (
          <Suspense fallback={<PanelOpening />}>
            <RoomSide tab={panel} onTab={setPanel} onClose={close} pages={pages} {...picture} />
          </Suspense>
        ) : null}
      </div>
      <RoomNotices media={media} onPanel={setPanel} drawing={drawing} />
      <RoomControls
        onLeave={onLeave}
        onEnd={role === "instructor" ? props.onEnd : undefined}
        ending={props.ending ?? false}
        away={away}
        panel={panel}
        onPanel={toggle}
        pages={pages}
        fullScreen={fullScreen}
        {...picture}
      />
      {props.keeper}
      <RoomAnnouncer phase={phase} />
    </section>
  )
}

function isRecording(phase: string | undefined): boolean {
  return phase === "recording" || phase === "paused"
}

/** Switches off what the instructor holds, until the student switches it on again. */
function useHolds(media: RoomMedia, role: LiveRoomProps["role"]) {
  const { state } = useBoard().board
  const held = (right: "microphone" | "camera", of: "microphones" | "cameras") =>
    role === "student" && state !== null && !(state.mine[right] ?? state.policy[of])
  const noMicrophone = held("microphone", "microphones")
  const noCamera = held("camera", "cameras")
  useEffect(() => {
    if (noMicrophone) media.switchOff("microphone")
  }, [media, noMicrophone])
  useEffect(() => {
    if (noCamera) media.switchOff("camera")
  }, [media, noCamera])
}
