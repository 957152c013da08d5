import {
  ConnectionQuality,
  type Participant,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  Track,
  VideoQuality,
} from "livekit-client"
import { countBytes, type Transports } from "./byte-count.ts"

export type SavingView = {
  on: boolean
  /** The connection asks for it, and the person has not answered yet. */
  offered: boolean
  /** Bytes that went over this connection, both ways, and how many in the last minute. */
  used: number
  perMinute: number
}

const KEPT_AS = "kaksha.room.saving"
const COUNT_EVERY_MS = 2_000
/** A connection poor for so long is worth an offer. */
const POOR_FOR_MS = 12_000
const SLOW = new Set(["slow-2g", "2g", "3g"])

/** What browsers that know tell of the network; the others tell nothing. */
type NetworkInformation = { saveData?: boolean; effectiveType?: string }

/** Whether the device says that its network is slow or metered. */
export function isThrifty(network: NetworkInformation | undefined): boolean {
  return network?.saveData === true || SLOW.has(network?.effectiveType ?? "")
}

/**
 * Saves data on poor or metered connections: sound, the whiteboard and one small picture, and counts what goes over
 * the line. The choice is kept by the device.
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

  /** `onSaving` is called when saving begins by the person's own hand. */
  constructor(room: Room, onSaving: () => void) {
    this.room = room
    this.onSaving = onSaving
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getView = (): SavingView => this.view

  /** Follows the room until the result is called. */
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

  /** Saves data from now on, or no longer. */
  set(on: boolean): void {
    keepChoice(on)
    this.change({ on, offered: false })
    if (on) this.onSaving()
    this.apply()
  }

  /** The person wants the pictures, at least for now. */
  decline(): void {
    keepChoice(false)
    this.change({ offered: false })
  }

  /** The key of the tile whose picture stays. */
  watch(key: string | null): void {
    this.watched = key
    this.apply()
  }

  private offer(): void {
    // Who once declined on this device isn't asked again.
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
    const wanted = !this.view.on || key === this.watched
    if (publication.isDesired !== wanted) publication.setSubscribed(wanted)
    // What is written on a shared screen can't be read in its small layer.
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
    // Where storage is closed the choice lasts as long as the page.
  }
}
