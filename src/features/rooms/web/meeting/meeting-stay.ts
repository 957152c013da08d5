import { END_FOR_ALL } from "#features/rooms/meeting.ts"
import { REPORT_MS } from "#features/rooms/presence-plan.ts"
import { newId } from "#shared/ids.ts"
import { SECOND } from "#shared/time.ts"
import { codeOf } from "#ui/client.ts"
import { FINAL_CODES, type JoinAnswer, OFFLINE, type RoomPhase, returnDelay } from "../entry/room-phase.ts"

/** As in a room of our own; `waiting` is out of the meeting until an instructor is in it. */
export type MeetingPhase = RoomPhase | { kind: "waiting" }

/** Why Jitsi can't go on. `recoverable` if it asks the person for something itself, such as a password. */
type Failure = { name?: string; type?: string; isFatal?: boolean; recoverable?: boolean }

/** Of the events that Jitsi's IFrame API sends, what is read of them here. */
type Told = Failure & { error?: Failure; kicked?: { local?: boolean }; key?: string }

/** A meeting in the page, as Jitsi's IFrame API has it. */
export type Meeting = {
  addListener(event: string, listener: (told: Told) => void): unknown
  getNumberOfParticipants(): number
  dispose(): void
}

export type MeetingWays = {
  /** Asks for a token. */
  join(): Promise<JoinAnswer>
  /** Shows the meeting in the page. */
  open(answer: JoinAnswer): Promise<Meeting>
  /** Tells the server that this browser is in the meeting, or leaves it. */
  report(told: { stay_id: string; leaving: boolean }): Promise<{ waiting: boolean }>
  /** Whether students have to wait for an instructor. */
  isWaiting(): Promise<boolean>
  /** Called when the person hung up. */
  onHungUp(): void
  /** Called when the person asked Jitsi to end the meeting for everybody. */
  onEndAsked(): void
}

/** The meeting was ended for everybody, which the class isn't. */
const DESTROYED = "conference.destroyed"
const WAIT_MS = 10 * SECOND
/** How long Jitsi's page may take to load and say anything. */
const LOADED_WITHIN_MS = 45 * SECOND
/** What Jitsi's page says as soon as it has loaded, before it asks for camera and microphone. */
const FIRST_WORDS = ["browserSupport", "audioMuteStatusChanged", "videoConferenceJoined"]
/** How often a first connection is retried before the person sees an error. */
const QUIET_TRIES = 2

/**
 * One person's stay in a meeting on Jitsi. It reports to the server from the moment that Jitsi says the person
 * is in until they leave, and obeys what it answers: it ends with the class, and a student waits outside while
 * no instructor is there. A meeting that failed is opened again with a fresh token.
 */
export class MeetingStay {
  private view: { phase: MeetingPhase; people: number } = { phase: { kind: "joining" }, people: 1 }
  private readonly listeners = new Set<() => void>()
  private readonly ways: MeetingWays
  private running = false
  private wasInside = false
  private attempt = 0
  /** Counts the attempts to enter, so that what an abandoned one still does is ignored. */
  private turn = 0
  private meeting: Meeting | null = null
  /** Set while the person is in the meeting. */
  private stayId: string | null = null
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(ways: MeetingWays) {
    this.ways = ways
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The phase, and how many people are in the meeting: never less than 1. */
  getView = () => this.view

  getPhase = (): MeetingPhase => this.view.phase

  /** Enters. If stopped again at once, as in React's strict mode, it sends no request. */
  start(): void {
    if (this.running) return
    this.running = true
    this.change({ kind: "joining" })
    const turn = ++this.turn
    queueMicrotask(() => turn === this.turn && void this.enter(turn))
  }

  /** Leaves for good, or until `start` or `retry`. */
  stop(phase: MeetingPhase = { kind: "left" }): void {
    if (!this.running) return
    this.running = false
    this.turn += 1
    this.close()
    this.change(phase)
  }

  /** Tries once more after a refusal, or comes back. */
  retry(): void {
    if (this.running) return
    this.wasInside = false
    this.attempt = 0
    this.start()
  }

  private async enter(turn: number): Promise<void> {
    try {
      const answer = await this.ways.join()
      if (turn !== this.turn) return
      const meeting = await this.ways.open(answer)
      if (turn === this.turn) this.follow(meeting, turn)
      else meeting.dispose()
    } catch (error) {
      if (turn === this.turn) this.onRefused(error)
    }
  }

  private follow(meeting: Meeting, turn: number): void {
    this.meeting = meeting
    const on = (event: string, act: (told: Told) => void) =>
      meeting.addListener(event, (told) => turn === this.turn && act(told))
    const count = () => this.changeTo({ people: Math.max(1, meeting.getNumberOfParticipants()) })
    // A page that didn't load says nothing at all.
    const silence = setTimeout(() => turn === this.turn && this.onFailed(), LOADED_WITHIN_MS)
    for (const event of FIRST_WORDS) on(event, () => clearTimeout(silence))
    on("videoConferenceJoined", () => {
      this.begin(turn)
      count()
    })
    on("participantJoined", count)
    on("participantLeft", count)
    on("videoConferenceLeft", () => {
      this.end()
      this.change({ kind: "reconnecting" })
    })
    on("participantKickedOut", ({ kicked }) => {
      if (kicked?.local) this.stop({ kind: "refused", code: "REMOVED_FROM_CLASS" })
    })
    on("toolbarButtonClicked", ({ key }) => {
      if (key === END_FOR_ALL) this.ways.onEndAsked()
    })
    on("errorOccurred", (told) => {
      if (this.endsMeeting(told.error ?? told)) this.onFailed()
    })
    on("readyToClose", () => {
      this.stop()
      this.ways.onHungUp()
    })
  }

  /** The person is in the meeting from now on. */
  private begin(turn: number): void {
    this.end()
    this.stayId = newId()
    this.wasInside = true
    this.change({ kind: "connected" })
    void this.beat(turn)
  }

  /** The person is no longer in the meeting. */
  private end(): void {
    this.cancelTimer()
    const stay_id = this.stayId
    this.stayId = null
    // Without it the server notices the silence.
    if (stay_id) this.ways.report({ stay_id, leaving: true }).catch(() => undefined)
  }

  private async beat(turn: number): Promise<void> {
    const stay_id = this.stayId
    if (!stay_id) return
    let code: string | null = null
    try {
      const { waiting } = await this.ways.report({ stay_id, leaving: false })
      if (turn !== this.turn || stay_id !== this.stayId) return
      if (waiting) return this.wait()
    } catch (error) {
      if (turn !== this.turn || stay_id !== this.stayId) return
      code = codeOf(error)
    }
    if (code === "CLASS_NOT_LIVE") this.stop({ kind: "over" })
    // Asking for a token tells why.
    else if (code !== null && FINAL_CODES.has(code)) this.comeBack()
    else this.timer = setTimeout(() => this.goOn(turn), REPORT_MS)
  }

  private goOn(turn: number): void {
    // Not earlier, or a meeting that fails as soon as it begins would be opened again without a pause.
    this.attempt = 0
    void this.beat(turn)
  }

  /** Stays outside until an instructor is there. */
  private wait(): void {
    const turn = ++this.turn
    this.close()
    this.change({ kind: "waiting" })
    const ask = async () => {
      const waiting = await this.ways.isWaiting().catch(() => true)
      if (turn !== this.turn) return
      if (waiting) {
        this.timer = setTimeout(() => void ask(), WAIT_MS)
        return
      }
      this.change({ kind: "joining" })
      void this.enter(turn)
    }
    this.timer = setTimeout(() => void ask(), WAIT_MS)
  }

  /** Jitsi doesn't call a refused token or a failed request fatal, but does nothing more after it. */
  private endsMeeting({ name, isFatal, recoverable, type }: Failure): boolean {
    if (isFatal || name === DESTROYED) return true
    return !recoverable && (type === "CONNECTION" || this.stayId === null)
  }

  private onFailed(): void {
    if (this.wasInside || this.attempt < QUIET_TRIES) this.comeBack()
    else this.stop({ kind: "refused", code: "VIDEO_UNAVAILABLE" })
  }

  private comeBack(): void {
    const turn = ++this.turn
    this.close()
    this.change({ kind: this.wasInside ? "reconnecting" : "joining" })
    this.timer = setTimeout(() => void this.enter(turn), returnDelay(this.attempt))
    this.attempt += 1
  }

  private onRefused(error: unknown): void {
    const code = codeOf(error)
    const isOffline = error instanceof TypeError
    const mayManage = code === null && !isOffline && this.attempt < QUIET_TRIES
    if (code === "CLASS_OVER") this.stop({ kind: "over" })
    else if (code === "WAITING_FOR_INSTRUCTOR") this.wait()
    else if (code !== null && FINAL_CODES.has(code)) this.stop({ kind: "refused", code })
    else if (this.wasInside || mayManage) this.comeBack()
    else this.stop({ kind: "refused", code: code ?? (isOffline ? OFFLINE : "VIDEO_UNAVAILABLE") })
  }

  private close(): void {
    this.end()
    this.meeting?.dispose()
    this.meeting = null
  }

  private cancelTimer(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }

  private change(phase: MeetingPhase): void {
    this.changeTo({ phase })
  }

  private changeTo(part: Partial<typeof this.view>): void {
    this.view = { ...this.view, ...part }
    for (const listener of this.listeners) listener()
  }
}
