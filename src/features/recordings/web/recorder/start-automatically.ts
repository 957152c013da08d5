import { type Room, RoomEvent } from "livekit-client"
import { SECOND } from "#shared/time.ts"

/**
 * The delay after another device of the same person was gone: one whose network was cut returns sooner, and goes on
 * recording.
 */
const OTHER_LEFT_MS = 10 * SECOND

/** How often it looks whether a recording from an earlier stay is saved. */
const SAVED_YET_MS = SECOND

type AutoStart = {
  /** Milliseconds from now. */
  after: number
  /** What the recorder does: the next recording can start, one is running, or an earlier one is still being ended. */
  state: () => "free" | "running" | "ending"
  /** Whether a recording of the class was ended since then, on any device. */
  endedSince: (joined: Date) => Promise<boolean>
  start: () => void
}

/**
 * Starts recording once after some time in the room. While another device of the same person has been there for
 * longer, that one records; once it's gone, as after a crash, this one takes over. Nothing starts once a recording was
 * ended on purpose during this stay. Returns how to call it off.
 */
export function startAutomatically(room: Room, { after, state, endedSince, start }: AutoStart): () => void {
  const joined = room.localParticipant.joinedAt ?? new Date()
  let hasWaited = false
  let isOff = false
  let timer = setTimeout(() => void attempt(), after)

  async function attempt() {
    if (state() === "running") return stop()
    if (hasOlderDevice(room)) {
      hasWaited = true
      return
    }
    if (state() === "ending") {
      timer = setTimeout(() => void attempt(), SAVED_YET_MS)
      return
    }
    if (await endedSince(joined)) return stop()
    if (!isOff && state() === "free") start()
    stop()
  }
  function planAgain() {
    if (!hasWaited) return
    clearTimeout(timer)
    timer = setTimeout(() => void attempt(), OTHER_LEFT_MS)
  }
  function stop() {
    isOff = true
    clearTimeout(timer)
    room.off(RoomEvent.ParticipantDisconnected, planAgain)
  }
  room.on(RoomEvent.ParticipantDisconnected, planAgain)
  return stop
}

/** Whether the person is here with another device that came earlier. Devices of one second are in order of their names. */
function hasOlderDevice({ localParticipant, remoteParticipants }: Room): boolean {
  const [person] = localParticipant.identity.split(":")
  const order = ({ identity, joinedAt }: Pick<Room["localParticipant"], "identity" | "joinedAt">) =>
    `${joinedAt?.toISOString() ?? ""} ${identity}`
  return [...remoteParticipants.values()].some(
    (one) => one.identity.split(":")[0] === person && order(one) < order(localParticipant),
  )
}
