import { ConnectionState, DisconnectReason, type Room, RoomEvent } from "livekit-client"
import { codeOf } from "#ui/client.ts"
import { enterRoom } from "./make-room.ts"
import { FINAL_CODES, type JoinAnswer, OFFLINE, type RoomPhase, returnDelay } from "./room-phase.ts"

/** How long the browser's report of being offline is trusted, unless it reports otherwise before. */
const OFFLINE_DELAY_MS = 30_000
/** How often a first connection is retried before the person sees an error. */
const QUIET_TRIES = 2

/** A connection that was started before; `answer` is set once it has entered the room. */
export type EnteredAhead = { answered: Promise<JoinAnswer>; answer: JoinAnswer | null }

/** The part of the video client's room that `RoomSession` uses. */
export type SessionRoom = Pick<Room, "options" | "connect" | "disconnect" | "on" | "off" | "state">

/**
 * One person's stay in a room. It asks `join` for a token once, and again whenever the video client gave up,
 * so that the current rules apply to every return: it ends if the class is over or the person was removed.
 */
export class RoomSession {
  answer: JoinAnswer | null = null
  private phase: RoomPhase = { kind: "joining" }
  private readonly room: SessionRoom
  private readonly join: () => Promise<JoinAnswer>
  private readonly listeners = new Set<() => void>()
  private running = false
  private wasInside = false
  private attempt = 0
  /** Counts the attempts to enter, so that the response to an abandoned one is ignored. */
  private turn = 0
  private entering = false
  private timer: ReturnType<typeof setTimeout> | null = null

  private ahead: EnteredAhead | null

  /** `ahead` is a connection that was started before; if it fails the session enters as usual. */
  constructor(room: SessionRoom, join: () => Promise<JoinAnswer>, ahead: EnteredAhead | null = null) {
    this.room = room
    this.join = join
    this.ahead = ahead
    if (this.isInsideAhead()) this.phase = { kind: "connected" }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getPhase = (): RoomPhase => this.phase

  /** Whether this person's voice marks them present, as far as is known. */
  voiceCounts = (): boolean => this.answer?.voice_counts ?? false

  /** Whether this person is left out of recordings, as far as is known. */
  isLeftOut = (): boolean => this.answer?.recordable === false

  /** Enters. If stopped again at once, as in React's strict mode, it sends no request. */
  start(): void {
    if (this.running) return
    this.running = true
    this.room.on(RoomEvent.Disconnected, this.onDisconnected)
    this.room.on(RoomEvent.Reconnecting, this.onReconnecting)
    this.room.on(RoomEvent.SignalReconnecting, this.onReconnecting)
    this.room.on(RoomEvent.Reconnected, this.onReconnected)
    globalThis.addEventListener?.("online", this.onOnline)
    const turn = ++this.turn
    if (this.isInsideAhead()) this.settle(this.ahead?.answer ?? null)
    else {
      this.change({ kind: "joining" })
      queueMicrotask(() => turn === this.turn && this.enter(turn))
    }
  }

  /** Leaves for good, or until `start` or `retry`. */
  stop(phase: RoomPhase = { kind: "left" }): void {
    if (!this.running) return
    this.running = false
    this.turn += 1
    this.entering = false
    this.ahead = null
    this.cancelTimer()
    this.room.off(RoomEvent.Disconnected, this.onDisconnected)
    this.room.off(RoomEvent.Reconnecting, this.onReconnecting)
    this.room.off(RoomEvent.SignalReconnecting, this.onReconnecting)
    this.room.off(RoomEvent.Reconnected, this.onReconnected)
    globalThis.removeEventListener?.("online", this.onOnline)
    void this.room.disconnect()
    this.change(phase)
  }

  /** Tries once more after a refusal, or takes over from another tab. */
  retry(): void {
    if (this.running) return
    this.wasInside = false
    this.attempt = 0
    this.start()
  }

  private async enter(turn: number): Promise<void> {
    this.entering = true
    try {
      if (!(await this.arrivedAhead())) {
        if (turn !== this.turn) return
        const answer = await this.join()
        if (turn !== this.turn) return
        this.answer = answer
        await enterRoom(this.room, answer)
      }
      if (turn !== this.turn) return
      this.settle(this.answer)
    } catch (error) {
      if (turn !== this.turn) return
      this.entering = false
      this.onRefused(error)
    }
  }

  private settle(answer: JoinAnswer | null): void {
    this.answer = answer
    this.ahead = null
    this.entering = false
    this.wasInside = true
    this.attempt = 0
    this.change({ kind: "connected" })
  }

  private isInsideAhead(): boolean {
    return this.ahead?.answer != null && this.room.state === ConnectionState.Connected
  }

  private async arrivedAhead(): Promise<boolean> {
    const { ahead } = this
    this.ahead = null
    if (!ahead) return false
    try {
      this.answer = await ahead.answered
      return this.room.state === ConnectionState.Connected
    } catch {
      return false
    }
  }

  private onRefused(error: unknown): void {
    const code = codeOf(error)
    const isOffline = error instanceof TypeError
    // The API gave a token but connecting failed; on a weak network a second attempt often works.
    const mayManage = code === null && !isOffline && this.attempt < QUIET_TRIES
    if (code === "CLASS_OVER") this.stop({ kind: "over" })
    else if (code !== null && FINAL_CODES.has(code)) this.stop({ kind: "refused", code })
    else if (this.wasInside || mayManage) this.comeBack()
    else this.stop({ kind: "refused", code: code ?? (isOffline ? OFFLINE : "VIDEO_UNAVAILABLE") })
  }

  private comeBack(): void {
    const turn = ++this.turn
    this.change({ kind: this.wasInside ? "reconnecting" : "joining" })
    this.cancelTimer()
    this.timer = setTimeout(
      () => {
        this.timer = null
        void this.enter(turn)
      },
      globalThis.navigator?.onLine === false ? OFFLINE_DELAY_MS : returnDelay(this.attempt),
    )
    this.attempt += 1
  }

  private onDisconnected = (reason?: DisconnectReason): void => {
    // `connect` reports the failure itself.
    if (this.entering || this.timer || !this.wasInside) return
    if (reason === DisconnectReason.DUPLICATE_IDENTITY) this.stop({ kind: "elsewhere" })
    else this.comeBack()
  }

  private onReconnecting = (): void => {
    if (this.phase.kind === "connected") this.change({ kind: "reconnecting" })
  }

  private onReconnected = (): void => this.change({ kind: "connected" })

  private onOnline = (): void => {
    if (!this.timer) return
    this.attempt = 0
    this.comeBack()
  }

  private cancelTimer(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }

  private change(phase: RoomPhase): void {
    this.phase = phase
    for (const listener of this.listeners) listener()
  }
}
