import { ORPCError } from "@orpc/client"
import { isBrowserSupported } from "livekit-client"
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { browserApi } from "#ui/client.ts"
import { latePart } from "#ui/late-part.tsx"
import { makeRoom } from "./entry/make-room.ts"
import { claimEntered, readEntered } from "./entry/room-ahead.ts"
import { keepChoices, readChoices } from "./entry/room-choices.ts"
import { type LiveRoomProps, roomFrame } from "./entry/room-frame.ts"
import { NO_CALLS, OFFLINE, type RoomPhase } from "./entry/room-phase.ts"
import { RoomSession } from "./entry/room-session.ts"
import { useClassStatus } from "./entry/use-class-status.ts"
import { type InsideProps, LiveStage, loadSide } from "./live-stage.tsx"
import { DataSaving } from "./media/data-saving.ts"
import { RoomMedia } from "./media/room-media.ts"
import { TalkTime } from "./media/talk-time.ts"
import { personOf } from "./people.ts"
import { RoomBoard } from "./room-board.ts"
import { RoomContext } from "./room-context.card.tsx"
import { firstPicture } from "./stage/first-picture.ts"
import { loadPartsAhead } from "./stage/parts-ahead.ts"
import { RoomSound } from "./stage/room-sound.tsx"
import { type Drafts, StayContext } from "./use-board.ts"

// Not needed on entering.
const loadEnd = async () => (await import("./entry/room-end.tsx")).RoomEnd
const RoomEnd = latePart(loadEnd)
const PARTS_AHEAD = [loadEnd, loadSide]
const RoomRefused = latePart(async () => (await import("./entry/room-refused.tsx")).RoomRefused)

/**
 * Makes the parts of one stay in a room. The token that came with the page is used once, then fresh ones are
 * requested.
 */
function makeStay(latest: { readonly current: LiveRoomProps }) {
  const { classId, role, entry } = latest.current
  const ahead = readEntered(classId)
  const room = ahead?.room ?? makeRoom()
  let first = entry ?? null
  // The others' picture is loaded before chat and whiteboard.
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
  const drafts: Drafts = { message: null, poll: null }
  return { room, media, board, talk, saving, drafts, session: new RoomSession(room, ask, ahead) }
}

/** The room once its code is loaded. See `LiveRoom`, which loads it. */
export function RoomScreen(props: LiveRoomProps) {
  const { status, onLeft, role } = props
  const latest = useRef(props)
  latest.current = props
  const [parts] = useState(() => makeStay(latest))
  const { room, media, session, board, talk, saving, drafts } = parts
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
    return loadPartsAhead(room, PARTS_AHEAD)
  }, [isConnected, room])

  const leave = useCallback(() => {
    session.stop()
    onLeft()
  }, [session, onLeft])
  const stay = useMemo(
    () => ({ board, media, session, saving, talk, role, drafts }),
    [board, media, session, saving, talk, role, drafts],
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
        <LiveStage {...props} phase={inside} onLeave={leave} />
      </StayContext>
      <RoomSound />
    </RoomContext>
  )
}

/** Returns the stage's phase while somebody is in the room or entering it. */
function insideOf({ kind }: RoomPhase): InsideProps["phase"] | null {
  return kind === "joining" || kind === "connected" || kind === "reconnecting" ? kind : null
}
