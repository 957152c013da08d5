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

export type SavingView = {
  on: boolean
  /** The connection is poor or metered, and the person has not answered the offer yet. */
  offered: boolean
  /** Bytes sent and received over this connection, in all and in the last minute. */
  used: number
  perMinute: number
}

const KEPT_AS = "kaksha.room.saving"
const COUNT_EVERY_MS = 2_000
/** A connection poor for this long leads to an offer. */
const POOR_FOR_MS = 12_000
const SLOW = new Set(["slow-2g", "2g", "3g"])

/** What some browsers report about the network. */
type NetworkInformation = { saveData?: boolean; effectiveType?: string }

/** Whether the device reports a slow or metered network. */
export function isThrifty(network: NetworkInformation | undefined): boolean {
  return network?.saveData === true || SLOW.has(network?.effectiveType ?? "")
}

/**
 * Saves data on poor or metered connections (sound, the whiteboard and one small picture only), and counts
 * the bytes used. The choice is stored on the device.
 */
export class DataSaving {
  private view: SavingView = { on: readChoice() === "on", offered: false, used: 0, perMinute: 0 }
  private readonly listeners = new Set<() => void>()
  private readonly room: Room
  private readonly onSaving: () => void
  private watched: string | null = null
  private transports: Transports = new Map()
  private counts: { at: number; used: number }[] = []
  private poorSince: number | null = null
  private sparing = false

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
    room.on(RoomEvent.Connected, apply).on(RoomEvent.TrackPublished, apply)
    room.on(RoomEvent.Reconnected, apply).on(RoomEvent.ConnectionQualityChanged, onQuality)
    if (isThrifty((navigator as { connection?: NetworkInformation }).connection)) this.offer()
    apply()
    const timer = setInterval(() => void this.count(), COUNT_EVERY_MS)
    return () => {
      room.off(RoomEvent.Connected, apply).off(RoomEvent.TrackPublished, apply)
      room.off(RoomEvent.Reconnected, apply).off(RoomEvent.ConnectionQualityChanged, onQuality)
      clearInterval(timer)
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

  /** Receives no cameras for now, where pictures of slides come too slowly beside them. */
  spare(on: boolean): void {
    if (this.sparing === on) return
    this.sparing = on
    this.apply()
  }

  private offer(): void {
    // A person who declined before on this device isn't asked again.
    if (!this.view.on && readChoice() === null) this.change({ offered: true })
  }

  private apply = (): void => {
    for (const participant of this.room.remoteParticipants.values()) {
      for (const publication of participant.videoTrackPublications.values()) {
        this.limit(publication as RemoteTrackPublication, `${participant.identity}/${publication.source}`)
      }
    }
  }

  private limit(publication: RemoteTrackPublication, key: string): void {
    const isSpared = this.sparing && publication.source === Track.Source.Camera
    const wanted = (!this.view.on || key === this.watched) && !isSpared
    if (publication.isDesired !== wanted) publication.setSubscribed(wanted)
    // Text on a shared screen is unreadable in its small layer.
    const small = this.view.on && publication.source !== Track.Source.ScreenShare
    if (wanted && publication.videoQuality !== (small ? VideoQuality.LOW : VideoQuality.HIGH)) {
      publication.setVideoQuality(small ? VideoQuality.LOW : VideoQuality.HIGH)
    }
  }

  private onQuality = (quality: ConnectionQuality, participant: Participant): void => {
    if (!participant.isLocal) return
    const isPoor = quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost
    this.poorSince = isPoor ? (this.poorSince ?? Date.now()) : null
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
