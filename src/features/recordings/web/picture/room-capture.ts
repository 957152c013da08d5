import { type Room, RoomEvent } from "livekit-client"
import { OwnSources } from "../recorder/own-sources.ts"
import { BoardTile } from "./board-tile.ts"
import { PinnedTracks } from "./pinned-tracks.ts"
import { openPicture, type ShownTile } from "./room-picture.ts"
import { RoomSound } from "./room-sound.ts"
import { collectSources, isTab, mayShowRoom, type RoomSource } from "./room-sources.ts"

const SIZES = { "720p": { width: 1280, height: 720 }, "1080p": { width: 1920, height: 1080 } } as const
/** Faces beside a screen, or in a grid of a few, are never shown larger. */
const FACE = { width: 640, height: 360 }
/** How often sources are checked, in addition to the room's events. */
const LOOK_MS = 1_000
const SHARED = "shared"

/** The shared screen could show somebody who may not be recorded. */
export class ShowsTooMuch extends Error {
  override name = "ShowsTooMuch"
}

export type CaptureWish = {
  room: Room
  quality: keyof typeof SIZES
  /** Also record a tab or window that the instructor picks. */
  withScreen: boolean
  /** Who may be recorded, and for whom that is known; called again for people who came later. */
  consented: () => { recordable: ReadonlySet<string>; known: ReadonlySet<string> }
  onUnknown: () => void
  /** The shared screen left the recording, because it could show somebody who withdrew consent. */
  onScreenLost: () => void
  /** A screen shared in the room isn't recorded, because it could show somebody who is left out. Once for each. */
  onScreenLeftOut: () => void
  /** Nothing is drawn. */
  onPictureLost: () => void
}

export type RoomCapture = {
  stream: MediaStream
  /** The picture doesn't move while the tab is hidden. */
  needsSight: boolean
  isSilent(): boolean
  /** Applies at once who may be recorded now. */
  look(): void
  poster(): Promise<string | null>
  stop(): void
}

/**
 * Opens picture and sound of a room as one stream that contains only the people who may be recorded. The
 * stream stays the same when people come and go. Throws what getDisplayMedia throws, and ShowsTooMuch.
 */
export async function captureRoom(wish: CaptureWish): Promise<RoomCapture> {
  const { room, quality, consented } = wish
  let shared = wish.withScreen ? await pickScreen(wish) : null
  const size = SIZES[quality]
  const picture = openPicture(size, wish.onPictureLost)
  const sound = new RoomSound()
  const pinned = new PinnedTracks()
  const own = new OwnSources()
  const board = new BoardTile({
    room,
    recordable: () => consented().recordable,
    onPicture(key, still) {
      // Its tile first: a picture of none is dropped.
      if (still) look()
      picture.showStill(key, still)
    },
  })

  let stopped = false
  const toldOf = new Set<MediaStreamTrack | null>()

  /** Takes away the screens that could show somebody who may not be recorded, or about whom that isn't known yet. */
  function withoutRiskyScreens(sources: RoomSource[], unknown: readonly string[]): RoomSource[] {
    const leftOut = leavesOut(wish)
    if (!leftOut && unknown.length === 0) return sources
    const risky = sources.filter(mayShowRoom)
    // Who is unknown is mostly known a moment later, and the screen is back.
    const untold = leftOut ? risky.filter(({ video }) => !toldOf.has(video)) : []
    for (const { video } of untold) toldOf.add(video)
    if (untold.length > 0) wish.onScreenLeftOut()
    return sources.filter((source) => !risky.includes(source))
  }

  function look(): void {
    if (stopped) return
    const { recordable, known } = consented()
    if (shared && mayShowTooMuch(shared, wish)) {
      for (const track of shared.getTracks()) track.stop()
      shared = null
      wish.onScreenLost()
    }
    const { sources: sent, unknown } = collectSources(room, recordable, known)
    const sources = withoutRiskyScreens(own.complete(room, sent), unknown)
    if (unknown.length > 0) wish.onUnknown()
    picture.show([...screenTile(shared), ...board.look(), ...sources])
    sound.hear([
      ...(shared?.getAudioTracks() ?? []),
      ...sources.flatMap(({ audio }) => (audio ? [audio] : [])),
    ])
    pinned.keep(pinsOf(sources, size))
  }
  const events = [
    RoomEvent.TrackSubscribed,
    RoomEvent.TrackUnsubscribed,
    RoomEvent.TrackMuted,
    RoomEvent.TrackUnmuted,
    RoomEvent.LocalTrackPublished,
    RoomEvent.LocalTrackUnpublished,
    RoomEvent.ParticipantDisconnected,
  ] as const
  // A room that loses its connection unpublishes its tracks before it reports the loss.
  const lookSoon = () => queueMicrotask(look)
  for (const event of events) room.on(event, lookSoon)
  const timer = setInterval(look, LOOK_MS)
  function stop(): void {
    stopped = true
    clearInterval(timer)
    for (const event of events) room.off(event, lookSoon)
    pinned.stop()
    board.stop()
    sound.stop()
    picture.stop()
    for (const track of shared?.getTracks() ?? []) track.stop()
  }
  try {
    look()
  } catch (error) {
    // Nobody else knows of what was opened here.
    stop()
    throw error
  }
  return {
    stream: new MediaStream([picture.track, sound.track]),
    needsSight: !picture.inBackground,
    isSilent: () => sound.isWaiting,
    look,
    poster: picture.poster,
    stop,
  }
}

function screenTile(shared: MediaStream | null): ShownTile[] {
  const [video] = shared?.getVideoTracks() ?? []
  if (!video || video.readyState === "ended") return []
  return [{ key: SHARED, kind: "screen", name: "", video }]
}

function pinsOf(sources: readonly RoomSource[], screen: { width: number; height: number }) {
  return new Map(
    sources.flatMap(({ remote, kind }) =>
      remote ? [[remote, kind === "screen" ? screen : FACE] as const] : [],
    ),
  )
}

/** Whether somebody in the class may not be recorded. */
function leavesOut({ consented }: CaptureWish): boolean {
  const { recordable, known } = consented()
  return [...known].some((person) => !recordable.has(person))
}

/** Whether the shared surface could show the room with somebody in it who may not be recorded. */
function mayShowTooMuch(shared: MediaStream, wish: CaptureWish): boolean {
  return leavesOut(wish) && !isTab(shared.getVideoTracks()[0])
}

/**
 * Asks for a tab or window. If somebody in the class may not be recorded it must be another tab: anything
 * else could show the room with them in it.
 */
async function pickScreen(wish: CaptureWish): Promise<MediaStream> {
  const careful = leavesOut(wish)
  const shared = await navigator.mediaDevices.getDisplayMedia({
    video: { frameRate: 30 },
    audio: true,
    selfBrowserSurface: "exclude",
    surfaceSwitching: "exclude",
    monitorTypeSurfaces: careful ? "exclude" : "include",
  } as DisplayMediaStreamOptions)
  if (!mayShowTooMuch(shared, wish)) return shared
  for (const track of shared.getTracks()) track.stop()
  throw new ShowsTooMuch("another tab must be shared")
}
