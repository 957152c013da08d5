import {
  ConnectionQuality,
  type Participant,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  Track,
  VideoQuality,
} from "livekit-client"
import { countBytes, type Transports } from "../check/byte-count.ts"
import { PicturePace } from "./picture-pace.ts"

export type SavingView = {
  on: boolean
  /** The connection is poor or metered, and the person has not answered the offer yet. */
  offered: boolean
  /** Bytes sent and received over this connection, in all and in the last minute. */
  used: number
  perMinute: number
  /** Others' cameras don't come for a while now, because the connection is too slow for them. */
  withoutCameras: boolean
}

const KEPT_AS = "kaksha.room.saving"
const COUNT_EVERY_MS = 2_000
/** A connection poor for this long leads to an offer. */
const POOR_FOR_MS = 12_000
/** Cameras that are missing no longer than this aren't worth a word. */
const MISSING_FOR_MS = 3_000
/** Cameras that were left out beside a page are tried again after this long. */
const LEAN_FOR_MS = 60_000
const SLOW = new Set(["slow-2g", "2g", "3g"])

/** After these, what is received may be another. */
const PICTURE_EVENTS = [
  RoomEvent.Connected,
  RoomEvent.Reconnected,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.TrackStreamStateChanged,
  RoomEvent.ParticipantDisconnected,
] as const

/** What some browsers report about the network. */
type NetworkInformation = { saveData?: boolean; effectiveType?: string }

/** Whether the device reports a slow or metered network. */
export function isThrifty(network: NetworkInformation | undefined): boolean {
  return network?.saveData === true || SLOW.has(network?.effectiveType ?? "")
}

/**
 * Saves data on poor or metered connections (sound, the whiteboard and one small picture only), leaves out what the
 * connection doesn't carry, and counts the bytes used. The choice is stored on the device.
 */
export class DataSaving {
  private view: SavingView = {
    ...{ on: readChoice() === "on", offered: false, used: 0, perMinute: 0, withoutCameras: false },
  }
  /** How quickly pictures of slides come over this connection. It stays the same when slides are closed. */
  readonly pace = new PicturePace()
  private readonly listeners = new Set<() => void>()
  private readonly room: Room
  private readonly onSaving: () => void
  private watched: string | null = null
  private transports: Transports = new Map()
  private counts: { at: number; used: number }[] = []
  private poorSince: number | null = null
  private page = false
  private leanTimer: ReturnType<typeof setTimeout> | null = null
  private missingTimer: ReturnType<typeof setTimeout> | null = null

  /** `onSaving` is called when the person starts saving data. */
  constructor(room: Room, onSaving: () => void) {
    this.room = room
    this.onSaving = onSaving
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getView = (): SavingView => this.view

  /** Follows the room until the returned function is called. */
  follow(): () => void {
    const { room, apply, onQuality } = this
    for (const event of PICTURE_EVENTS) room.on(event, apply)
    room.on(RoomEvent.ConnectionQualityChanged, onQuality)
    const leavePace = this.pace.subscribe(apply)
    if (isThrifty((navigator as { connection?: NetworkInformation }).connection)) this.offer()
    apply()
    const timer = setInterval(() => void this.count(), COUNT_EVERY_MS)
    return () => {
      for (const event of PICTURE_EVENTS) room.off(event, apply)
      room.off(RoomEvent.ConnectionQualityChanged, onQuality)
      leavePace()
      clearInterval(timer)
      this.stopLeaning()
      if (this.missingTimer) clearTimeout(this.missingTimer)
      this.missingTimer = null
    }
  }

  /** Starts or stops saving data. */
  set(on: boolean): void {
    keepChoice(on)
    this.change({ on, offered: false })
    if (on) this.onSaving()
    this.apply()
  }

  /** The person declines the offer, at least for now. */
  decline(): void {
    keepChoice(false)
    this.change({ offered: false })
  }

  /** Sets the tile whose picture is still received. */
  watch(key: string | null): void {
    this.watched = key
    this.apply()
  }

  /** Sets whether a page is shown to the viewer: slides, or the whiteboard. A slow connection carries it before cameras. */
  setPage(on: boolean): void {
    if (this.page === on) return
    this.page = on
    if (!on) this.stopLeaning()
    else if (this.poorSince !== null || this.view.withoutCameras) this.lean()
    this.apply()
  }

  /** Receives no cameras beside a page for a minute, because the connection turned out too slow for them. */
  lean(): void {
    if (!this.page) return
    this.stopLeaning()
    this.leanTimer = setTimeout(() => {
      this.leanTimer = null
      this.apply()
    }, LEAN_FOR_MS)
    this.apply()
  }

  private isPageFirst(): boolean {
    return this.page && (this.leanTimer !== null || this.pace.getPace() === "slow")
  }

  private stopLeaning(): void {
    if (this.leanTimer) clearTimeout(this.leanTimer)
    this.leanTimer = null
  }

  private offer(): void {
    // A person who declined before on this device isn't asked again.
    if (!this.view.on && readChoice() === null) this.change({ offered: true })
  }

  private apply = (): void => {
    let missing = false
    for (const participant of this.room.remoteParticipants.values()) {
      for (const publication of participant.videoTrackPublications.values()) {
        const key = `${participant.identity}/${publication.source}`
        missing = this.limit(publication as RemoteTrackPublication, key) || missing
      }
    }
    this.noteMissing(missing)
  }

  /** Returns whether it is a camera that doesn't come because the connection is too slow. */
  private limit(publication: RemoteTrackPublication, key: string): boolean {
    const isCamera = publication.source === Track.Source.Camera
    const isSpared = isCamera && this.isPageFirst()
    const isChosen = !this.view.on || key === this.watched
    const wanted = isChosen && !isSpared
    if (publication.isDesired !== wanted) publication.setSubscribed(wanted)
    // Text on a shared screen is unreadable in its small layer.
    const small = this.view.on && publication.source !== Track.Source.ScreenShare
    if (wanted && publication.videoQuality !== (small ? VideoQuality.LOW : VideoQuality.HIGH)) {
      publication.setVideoQuality(small ? VideoQuality.LOW : VideoQuality.HIGH)
    }
    // The video server pauses what a connection doesn't take.
    const isPaused = publication.track?.streamState === Track.StreamState.Paused
    return isCamera && isChosen && !publication.isMuted && (isSpared || isPaused)
  }

  private noteMissing(missing: boolean): void {
    if (missing && !this.view.withoutCameras) {
      this.missingTimer ??= setTimeout(() => {
        this.change({ withoutCameras: true })
        if (!this.isPageFirst()) this.lean()
      }, MISSING_FOR_MS)
      return
    }
    if (missing) return
    if (this.missingTimer) clearTimeout(this.missingTimer)
    this.missingTimer = null
    if (this.view.withoutCameras) this.change({ withoutCameras: false })
  }

  private onQuality = (quality: ConnectionQuality, participant: Participant): void => {
    if (!participant.isLocal) return
    const isPoor = quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost
    this.poorSince = isPoor ? (this.poorSince ?? Date.now()) : null
    if (isPoor) this.lean()
  }

  private async count(): Promise<void> {
    if (this.poorSince !== null && Date.now() - this.poorSince >= POOR_FOR_MS) this.offer()
    const connections = this.room.engine?.pcManager
    if (!connections) return
    const reports = await Promise.all([connections.publisher.getStats(), connections.subscriber?.getStats()])
    const { transports, added } = countBytes(this.transports, reports)
    this.transports = transports
    const used = this.view.used + added
    const now = Date.now()
    this.counts = [...this.counts.filter(({ at }) => now - at <= 60_000), { at: now, used }]
    const [first] = this.counts
    const seconds = first ? (now - first.at) / 1_000 : 0
    this.change({ used, perMinute: first && seconds > 5 ? ((used - first.used) / seconds) * 60 : 0 })
  }

  private change(part: Partial<SavingView>): void {
    this.view = { ...this.view, ...part }
    for (const listener of this.listeners) listener()
  }
}

function readChoice(): "on" | "off" | null {
  try {
    const kept = localStorage.getItem(KEPT_AS)
    return kept === "on" || kept === "off" ? kept : null
  } catch {
    return null
  }
}

function keepChoice(on: boolean): void {
  try {
    localStorage.setItem(KEPT_AS, on ? "on" : "off")
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
