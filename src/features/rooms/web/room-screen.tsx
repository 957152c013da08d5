import { RoomAudioRenderer, RoomContext } from "@livekit/components-react"
import { LogLevel, Room, setLogLevel, VideoPresets } from "livekit-client"
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { browserApi } from "#ui/client.ts"
import { cx } from "#ui/cx.ts"
import { deviceId } from "./device-id.ts"
import { LeaveDialog } from "./leave-dialog.tsx"
import { roomText as text } from "./room.text.ts"
import { RoomAnnouncer } from "./room-announcer.tsx"
import { RoomBar } from "./room-bar.tsx"
import { RoomControls } from "./room-controls.tsx"
import { RoomEnd } from "./room-end.tsx"
import { type LiveRoomProps, roomFrame } from "./room-frame.ts"
import { RoomMedia } from "./room-media.ts"
import { RoomNotices } from "./room-notices.tsx"
import { RoomPanel } from "./room-panel.tsx"
import { RoomSession } from "./room-session.ts"
import { RoomStage } from "./room-stage.tsx"
import type { StageLayout } from "./stage-layout.ts"
import { useFullScreen } from "./use-full-screen.ts"
import { useVoices } from "./use-voices.ts"

/** Milliseconds between the video client's own tries; then the session asks for a fresh token. */
const REPAIR_DELAYS = [0, 300, 1_000, 2_000]

// The client's own chatter names rooms and people in every console.
setLogLevel(LogLevel.warn)

function makeRoom(): Room {
  return new Room({
    adaptiveStream: true,
    dynacast: true,
    videoCaptureDefaults: { resolution: VideoPresets.h720.resolution },
    publishDefaults: { simulcast: true, dtx: true, red: true },
    reconnectPolicy: { nextRetryDelayInMs: ({ retryCount }) => REPAIR_DELAYS[retryCount] ?? null },
  })
}

/** The room once its code is in the browser. See `LiveRoom`, its door. */
export function RoomScreen(props: LiveRoomProps) {
  const { classId, status, onLeft } = props
  const latest = useRef(props)
  latest.current = props
  const [parts] = useState(() => {
    const room = makeRoom()
    const ask = () =>
      latest.current.join?.() ?? browserApi().rooms.join({ class_id: classId, device_id: deviceId() })
    return { room, media: new RoomMedia(room), session: new RoomSession(room, ask) }
  })
  const { room, media, session } = parts
  const phase = useSyncExternalStore(session.subscribe, session.getPhase)
  useEffect(() => {
    session.start()
    const unfollow = media.follow()
    return () => {
      unfollow()
      session.stop()
    }
  }, [session, media])
  useClassStatus(session, status)

  const leave = useCallback(() => {
    session.stop()
    onLeft()
  }, [session, onLeft])
  if (phase.kind !== "joining" && phase.kind !== "connected" && phase.kind !== "reconnecting") {
    return <RoomEnd phase={phase} title={props.title} onRetry={() => session.retry()} onLeft={onLeft} />
  }
  return (
    <RoomContext value={room}>
      <LiveStage {...props} media={media} phase={phase.kind} onLeave={leave} />
      <RoomAudioRenderer />
    </RoomContext>
  )
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
  const { role, sidePanel, sidePanelLabel = text.panel } = props
  const frame = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen(frame)
  const [layout, setLayout] = useState<StageLayout>("focus")
  const [leaving, setLeaving] = useState(false)
  const [panelOpen, setPanelOpen] = useState(() => window.matchMedia("(min-width: 1024px)").matches)
  const hasPanel = Boolean(sidePanel)
  useVoices(props.voiceFor, props.onVoice)
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
        fullScreen.active && "h-dvh max-h-none rounded-none border-0",
        fullScreen.active === "page" && "fixed inset-0 z-40",
      )}
    >
      <RoomBar
        title={props.title}
        role={role}
        layout={layout}
        onLayout={setLayout}
        fullScreen={fullScreen.active !== null}
        onFullScreen={fullScreen.toggle}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">
          <RoomStage role={role} layout={layout} held={props.waiting ?? false} phase={phase} />
          <RoomNotices media={media} />
        </div>
        {hasPanel && panelOpen ? (
          <RoomPanel label={sidePanelLabel} onClose={() => setPanelOpen(false)}>
            {sidePanel}
          </RoomPanel>
        ) : null}
      </div>
      <RoomControls
        media={media}
        role={role}
        onLeave={role === "instructor" && props.onEnd ? () => setLeaving(true) : onLeave}
        panel={
          hasPanel
            ? { label: sidePanelLabel, open: panelOpen, onToggle: () => setPanelOpen(!panelOpen) }
            : null
        }
      >
        {props.actions}
      </RoomControls>
      <RoomAnnouncer phase={phase} />
      <LeaveDialog
        open={leaving}
        ending={props.ending ?? false}
        onStay={() => setLeaving(false)}
        onLeave={onLeave}
        onEnd={props.onEnd}
      />
    </section>
  )
}
