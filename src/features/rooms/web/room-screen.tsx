import { ORPCError } from "@orpc/client"
import { isBrowserSupported } from "livekit-client"
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { browserApi } from "#ui/client.ts"
import { cx } from "#ui/cx.ts"
import { fetchAhead, latePart, ToastMissing } from "#ui/late-part.tsx"
import { useShortcut } from "#ui/use-shortcut.ts"
import { DataSaving } from "./data-saving.ts"
import { firstPicture } from "./first-picture.ts"
import { makeRoom } from "./make-room.ts"
import { PanelMissing, PanelOpening } from "./panel-place.tsx"
import type { PanelTab } from "./panel-tab.ts"
import { personOf } from "./people.ts"
import { roomText as text } from "./room.text.ts"
import { claimEntered, readEntered } from "./room-ahead.ts"
import { RoomAnnouncer } from "./room-announcer.tsx"
import { RoomBar } from "./room-bar.tsx"
import { RoomBoard } from "./room-board.ts"
import { keepChoices, readChoices } from "./room-choices.ts"
import { RoomContext } from "./room-context.card.tsx"
import { RoomControls } from "./room-controls.tsx"
import { type LiveRoomProps, roomFrame } from "./room-frame.ts"
import { roomKeys } from "./room-keys.ts"
import { RoomMedia } from "./room-media.ts"
import { RoomNotices } from "./room-notices.tsx"
import { NO_CALLS, OFFLINE, type RoomPhase, RoomSession } from "./room-session.ts"
import { RoomSound } from "./room-sound.tsx"
import { RoomStage } from "./room-stage.tsx"
import type { StageLayout } from "./stage-layout.ts"
import { TalkTime } from "./talk-time.ts"
import { StayContext, useBoard } from "./use-board.ts"
import { useFullScreen } from "./use-full-screen.ts"
import { useSideways } from "./use-sideways.ts"
import { useSnapshots } from "./use-snapshots.ts"
import { useVoices } from "./use-voices.ts"

// Nobody needs these on entering.
const loadEnd = async () => (await import("./room-end.tsx")).RoomEnd
const loadSide = async () => (await import("./room-side.tsx")).RoomSide
const RoomEnd = latePart(loadEnd)
const RoomRefused = latePart(async () => (await import("./room-refused.tsx")).RoomRefused)
const RoomSide = latePart(loadSide, PanelMissing)
const LeaveDialog = latePart(async () => (await import("./leave-dialog.tsx")).LeaveDialog, ToastMissing)

/** What one stay in a room consists of. The token that came with the page is used once, then fresh ones are asked for. */
function makeStay(latest: { readonly current: LiveRoomProps }) {
  const { classId, role, entry } = latest.current
  const ahead = readEntered(classId)
  const room = ahead?.room ?? makeRoom()
  let first = entry ?? null
  // The others' picture comes before what was said and drawn.
  const board = new RoomBoard(room, classId, { wait: () => firstPicture(room) })
  void ahead?.answered.then(
    ({ identity }) => {
      board.me = personOf(identity)
    },
    () => undefined,
  )
  const ask = async () => {
    if (!isBrowserSupported()) throw new ORPCError(NO_CALLS)
    const { join, deviceId } = latest.current
    const answer =
      first ?? (await (join?.() ?? browserApi().rooms.join({ class_id: classId, device_id: deviceId })))
    first = null
    board.me = personOf(answer.identity)
    return answer
  }
  const isStudent = role === "student"
  const saving = new DataSaving(room, () => isStudent && media.isOn("camera") && media.toggle("camera"))
  const choices = readChoices(classId, { camera: !(isStudent && saving.getView().on) })
  const media = new RoomMedia(room, choices, (wanted) => keepChoices(classId, wanted))
  const talk = role === "instructor" ? new TalkTime(room, classId) : null
  return { room, media, board, talk, saving, session: new RoomSession(room, ask, ahead) }
}

/** The room once its code is in the browser. See `LiveRoom`, its door. */
export function RoomScreen(props: LiveRoomProps) {
  const { status, onLeft, role } = props
  const latest = useRef(props)
  latest.current = props
  const [parts] = useState(() => makeStay(latest))
  const { room, media, session, board, talk, saving } = parts
  const phase = useSyncExternalStore(session.subscribe, session.getPhase)
  useEffect(() => {
    session.start()
    claimEntered(latest.current.classId)
    const unfollow = [media.follow(), board.follow(), saving.follow(), talk?.follow()]
    return () => {
      for (const stop of unfollow) stop?.()
      session.stop()
    }
  }, [session, media, board, talk, saving])
  useClassStatus(session, status)
  const isConnected = phase.kind === "connected"
  useEffect(() => {
    if (!isConnected) return
    latest.current.onInside?.()
    // What is opened in the middle of a class must be there without a network, too.
    void firstPicture(room).then(() => [loadEnd, loadSide].forEach(fetchAhead))
  }, [isConnected, room])

  const leave = useCallback(() => {
    session.stop()
    onLeft()
  }, [session, onLeft])
  const stay = useMemo(
    () => ({ board, media, session, saving, talk, role }),
    [board, media, session, saving, talk, role],
  )
  const inside = insideOf(phase)
  useEffect(() => {
    if (!inside) media.close()
  }, [inside, media])
  if (!inside) {
    const end = { phase, classId: props.classId, title: props.title, onRetry: () => session.retry(), onLeft }
    return (
      <Suspense fallback={<div data-theme="dark" className={roomFrame} />}>
        {phase.kind === "refused" && phase.code !== OFFLINE ? (
          <RoomRefused {...end} code={phase.code} />
        ) : (
          <RoomEnd {...end} />
        )}
      </Suspense>
    )
  }
  return (
    <RoomContext value={room}>
      <StayContext value={stay}>
        <LiveStage {...props} media={media} phase={inside} onLeave={leave} />
      </StayContext>
      <RoomSound />
    </RoomContext>
  )
}

/** How far someone is who is in the room or on the way into it. */
function insideOf({ kind }: RoomPhase): LiveStageProps["phase"] | null {
  return kind === "joining" || kind === "connected" || kind === "reconnecting" ? kind : null
}

/** A class that is over ends the stay; one that becomes live lets in whoever came too early. */
function useClassStatus(session: RoomSession, status: LiveRoomProps["status"]) {
  useEffect(() => {
    if (status === "completed" || status === "cancelled") session.stop({ kind: "over" })
    const phase = session.getPhase()
    if (status === "live" && phase.kind === "refused" && phase.code === "CLASS_NOT_READY") session.retry()
  }, [session, status])
}

type LiveStageProps = LiveRoomProps & {
  media: RoomMedia
  phase: "joining" | "connected" | "reconnecting"
  onLeave: () => void
}

function LiveStage({ media, phase, onLeave, ...props }: LiveStageProps) {
  const { role, classId } = props
  const frame = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen(frame)
  useSideways(frame)
  useShortcut(roomKeys.fullScreen, fullScreen.toggle)
  const [layout, setLayout] = useState<StageLayout>(() => readChoices(classId).layout)
  const [leaving, setLeaving] = useState(false)
  const [asked, setAsked] = useState(false)
  const askToLeave = () => {
    setAsked(true)
    setLeaving(true)
  }
  const [panel, setPanel] = useState<PanelTab | null>(() =>
    props.sidePanel && window.matchMedia("(min-width: 1024px)").matches ? "extra" : null,
  )
  const toggle = useCallback((tab: PanelTab) => setPanel((open) => (open === tab ? null : tab)), [])
  const chooseLayout = useCallback(
    (next: StageLayout) => {
      setLayout(next)
      keepChoices(classId, { layout: next })
    },
    [classId],
  )
  useVoices(props.voiceFor, props.onVoice)
  useSnapshots(props.snapshotsOf, props.onSnapshot)
  useHolds(media, role)
  const waiting = useBoard().board.state?.waiting ?? props.waiting ?? false
  return (
    <section
      ref={frame}
      data-theme="dark"
      data-live-room
      data-connection-state={phase}
      aria-label={text.room(props.title)}
      className={cx(
        roomFrame,
        "@container/room",
        fullScreen.active && "h-dvh max-h-none short:h-dvh! rounded-none border-0",
        fullScreen.active === "page" && "fixed! inset-0 z-40",
        panel && "beside:pr-80",
      )}
    >
      <RoomBar
        title={props.title}
        role={role}
        layout={layout}
        onLayout={chooseLayout}
        fullScreen={fullScreen.active !== null}
        onFullScreen={fullScreen.toggle}
        onSound={() => toggle("sound")}
      />
      <div className="relative flex min-h-0 flex-1 short:static">
        <div className="relative flex min-w-0 flex-1 flex-col">
          <RoomStage role={role} layout={layout} held={waiting} phase={phase} />
          <RoomNotices media={media} onPanel={setPanel} />
        </div>
        {panel ? (
          <Suspense fallback={<PanelOpening />}>
            <RoomSide
              tab={panel}
              onTab={setPanel}
              onClose={() => setPanel(null)}
              extra={
                props.sidePanel
                  ? { label: props.sidePanelLabel ?? text.panel, content: props.sidePanel }
                  : null
              }
              layout={layout}
              onLayout={chooseLayout}
            />
          </Suspense>
        ) : null}
      </div>
      <RoomControls
        media={media}
        role={role}
        onLeave={role === "instructor" && props.onEnd ? askToLeave : onLeave}
        panel={panel}
        onPanel={toggle}
      >
        {props.actions}
      </RoomControls>
      <RoomAnnouncer phase={phase} />
      {asked ? (
        <Suspense fallback={null}>
          <LeaveDialog
            open={leaving}
            ending={props.ending ?? false}
            onStay={() => setLeaving(false)}
            onLeave={onLeave}
            onEnd={props.onEnd}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

/** What the instructor holds is off until the student's own hand opens it again. */
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
