import type { Room } from "livekit-client"
import { keepInTab, readKept } from "../kept-in-tab.ts"
import { personOf, SPEAKER_EVENTS, speakersOf } from "../people.ts"

const SAVE_EVERY_MS = 5_000

type HeardRoom = Pick<Room, "on" | "off" | "activeSpeakers" | "remoteParticipants">

/**
 * How long each person has spoken, in seconds, by the video server's active speakers. Counted in the
 * instructor's browser and kept there until the tab is closed; the academy stores none of it.
 */
export class TalkTime {
  private seconds: Record<string, number>
  private speaking = new Map<string, number>()
  private readonly listeners = new Set<() => void>()
  private readonly room: HeardRoom
  private readonly key: string
  private readonly now: () => number

  constructor(room: HeardRoom, classId: string, now = () => performance.now()) {
    this.room = room
    this.key = `kaksha.talk.${classId}`
    this.now = now
    this.seconds = readKept<Record<string, number>>(this.key) ?? {}
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getSeconds = (): Readonly<Record<string, number>> => this.seconds

  /** Counts until the returned function is called. */
  follow(): () => void {
    for (const event of SPEAKER_EVENTS) this.room.on(event, this.onSpeakers)
    const timer = setInterval(() => this.count(), SAVE_EVERY_MS)
    return () => {
      for (const event of SPEAKER_EVENTS) this.room.off(event, this.onSpeakers)
      clearInterval(timer)
      this.count()
      this.speaking.clear()
    }
  }

  private onSpeakers = (): void => {
    this.count()
    const now = this.now()
    this.speaking = new Map(speakersOf(this.room).map((one) => [personOf(one.identity), now]))
  }

  /** Adds the time since the last count to everybody who is speaking. */
  private count(): void {
    if (this.speaking.size === 0) return
    const now = this.now()
    const next = { ...this.seconds }
    for (const [person, since] of this.speaking) {
      next[person] = (next[person] ?? 0) + (now - since) / 1_000
      this.speaking.set(person, now)
    }
    this.seconds = next
    keepInTab(this.key, next)
    for (const listener of this.listeners) listener()
  }
}
