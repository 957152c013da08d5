import type { Room } from "livekit-client"
import { SECOND } from "#shared/time.ts"
import type { BrowserApi } from "#ui/client.ts"
import { notify } from "#ui/notify.ts"
import { captureRoom, type RoomCapture } from "../picture/room-capture.ts"
import { openSpool } from "../spool/spool.ts"
import { closeRecorder } from "./media-recorder.ts"
import { type OpenRecording, openRecording, type RecordingWish } from "./open-recording.ts"
import { RecordablePeople } from "./recordable-people.ts"
import { recorderText as text } from "./recorder.texts.ts"
import { tellWhyNotStarted } from "./recorder-notes.ts"
import { IDLE, type RecorderView } from "./recorder-view.ts"

/** How often the recorder reports to the server and updates the hints. */
const TELL_MS = 30 * SECOND
const LOOK_MS = SECOND
/** The still of a recording is taken after people had time to appear. */
const POSTER_MS = 5 * SECOND
/** How long the end of a recording waits for its still. */
const POSTER_WITHIN_MS = 2 * SECOND

type Running = OpenRecording & {
  capture: RoomCapture
  poster: Promise<string | null>
  timers: ReturnType<typeof setInterval>[]
  /** Stops listening for given and withdrawn consents. */
  leave: () => void
}

/**
 * Records one class in this browser: the recording is stored on this device first and uploaded from there. It
 * is independent of any page component, so that saving continues after leaving the room.
 */
export class ClassRecorder {
  private view: RecorderView = IDLE
  private readonly listeners = new Set<() => void>()
  private readonly api: () => BrowserApi["recordings"]
  private running: Running | null = null
  private readonly people: RecordablePeople
  private stopping: Promise<void> | null = null
  /** The room was left while a recording was starting. */
  private isCalledOff = false
  /** Nothing draws the picture of the recording that is starting. */
  private hasNoPicture = false
  private newestId: string | null = null

  constructor(api: () => BrowserApi["recordings"], classId: string) {
    this.api = api
    this.people = new RecordablePeople(api, classId, ({ leftOut, withdrawn }) => {
      const { running } = this
      running?.capture.look()
      // The still may show somebody who withdrew consent since.
      if (running && withdrawn) running.poster = stillOf(running.capture)
      this.change({ leftOut })
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getView = (): RecorderView => this.view

  private change(part: Partial<RecorderView>): void {
    this.view = { ...this.view, ...part }
    for (const listener of this.listeners) listener()
  }

  /** Whether the next recording can start, one is running, or one that was ended is still being saved or called off. */
  get state(): "free" | "running" | "ending" {
    const { phase } = this.view
    if (phase === "saving" || (phase === "starting" && this.isCalledOff)) return "ending"
    return phase === "idle" || phase === "saved" || phase === "failed" ? "free" : "running"
  }

  /** The newest recording of this browser if it was ended, saved or not. */
  get endedId(): string | null {
    return this.state === "running" ? null : this.newestId
  }

  /** Finds out who is left out, to show it before recording starts. */
  askWho(): Promise<void> {
    return this.people.ask()
  }

  /** Starts recording. Does nothing while a recording is running or being saved; shows any error. */
  async start(wish: RecordingWish): Promise<void> {
    if (this.state !== "free") return
    const before = this.view
    this.isCalledOff = false
    this.hasNoPicture = false
    this.change({ ...IDLE, leftOut: before.leftOut, phase: "starting" })
    let capture: RoomCapture | null = null
    try {
      await this.askWho()
      this.goOn()
      capture = await captureRoom({
        room: wish.room,
        quality: wish.quality,
        withScreen: wish.source === "screen",
        consented: () => this.people.now,
        onUnknown: () => this.people.askAgain(),
        onScreenLost: () => notify.error(text.screenLostTitle, text.screenLostText),
        onScreenLeftOut: () => notify.error(text.screenLeftOutTitle, text.screenLeftOutText),
        onPictureLost: () => {
          this.hasNoPicture = true
          this.breakOff()
        },
      })
      this.goOn()
      await this.record(wish, capture)
    } catch (error) {
      capture?.stop()
      const startFailed = !this.isCalledOff
      // An earlier recording that the server refused can still be tried again.
      const failed = before.phase === "failed" ? { ...before, leftOut: this.view.leftOut } : null
      this.change({ ...(failed ?? { phase: "idle" }), startFailed })
      if (startFailed) tellWhyNotStarted(error)
    }
  }

  /** Throws if it can't begin any more. The server removes what was announced and never began. */
  private goOn(): void {
    if (this.isCalledOff) throw new Error("the room was left")
    if (this.hasNoPicture) throw new Error("nothing draws the picture")
  }

  private async record(wish: RecordingWish, capture: RoomCapture): Promise<void> {
    const opened = await openRecording(wish, capture, this.api, () => this.goOn())
    const { id, lasts, recorder, upload } = opened
    upload.follow(({ stored, sent, trouble, inMemory }) => {
      // One that failed before is no longer shown.
      if (this.newestId === id) this.change({ stored, sent, trouble, inMemory })
    })
    this.newestId = id
    this.running = {
      ...opened,
      capture,
      poster: stillOf(capture),
      timers: [
        setInterval(() => this.tell(), TELL_MS),
        setInterval(() => this.look(wish.room, lasts), LOOK_MS),
      ],
      leave: this.people.follow(),
    }
    // If a screen shuts down or the browser gives up, what exists is saved.
    recorder.addEventListener("error", () => this.breakOff())
    window.addEventListener("beforeunload", warn)
    this.change({ phase: "recording", countedAt: performance.now() })
    // The server then knows that something was recorded, even if nothing of it arrives for long.
    this.tell()
    notify.success(text.started, wish.isDemo ? text.startedDemo : undefined)
  }

  /** Ends a running recording that can't go on, and says so. */
  private breakOff(): void {
    const { phase } = this.view
    if (phase !== "recording" && phase !== "paused") return
    notify.error(text.brokenOffTitle, text.brokenOffText)
    void this.stop()
  }

  /** Reports to the server, which updates the room; a lost report is followed by the next one. */
  private tell(): void {
    const { running } = this
    if (!running) return
    const told = { recording_id: running.id, paused: this.view.phase === "paused" }
    void this.api()
      .tell(told)
      .catch(() => undefined)
  }

  private look(room: Room, lasts: boolean): void {
    const { running } = this
    if (!running) return
    const hints = [
      ...(lasts ? [] : (["memory"] as const)),
      ...(lasts && this.view.inMemory ? (["deviceFull"] as const) : []),
      ...(running.capture.needsSight ? (["background"] as const) : []),
      ...(running.capture.isSilent() ? (["silent"] as const) : []),
    ]
    const quality: string = room.localParticipant.connectionQuality
    const slow = quality === "poor" || quality === "lost"
    if (slow !== this.view.slow) void openSpool().setSlow(slow)
    if (slow !== this.view.slow || hints.join() !== this.view.hints.join()) this.change({ hints, slow })
  }

  pause(): void {
    if (this.view.phase !== "recording") return
    this.running?.recorder.pause()
    this.change({ phase: "paused", recordedMs: this.countMs(), countedAt: null })
    this.tell()
  }

  resume(): void {
    if (this.view.phase !== "paused") return
    this.running?.recorder.resume()
    this.change({ phase: "recording", countedAt: performance.now() })
    this.tell()
  }

  private countMs(): number {
    const { recordedMs, countedAt } = this.view
    return countedAt === null ? recordedMs : recordedMs + performance.now() - countedAt
  }

  /**
   * Ends the recording, or calls off its start. Resolves once the last of it is stored on this device; from there it
   * is uploaded without anybody waiting, and the server takes it after the class, too.
   */
  stop(): Promise<void> {
    if (this.view.phase === "starting") this.isCalledOff = true
    this.stopping ??= this.close().finally(() => {
      this.stopping = null
    })
    return this.stopping
  }

  private async close(): Promise<void> {
    const { running } = this
    if (!running || this.state !== "running") return
    this.change({ phase: "saving", recordedMs: this.countMs(), countedAt: null })
    for (const timer of running.timers) clearInterval(timer)
    running.leave()
    const poster = await posterOf(running)
    await closeRecorder(running.recorder)
    running.capture.stop()
    try {
      await openSpool().setSlow(false)
      await openSpool().end(running.id)
    } catch {
      return this.fail(null)
    }
    void this.confirm(running, poster)
  }

  private async confirm(running: Running, poster: string | null): Promise<void> {
    // It throws if this device's recordings can't be reached.
    const outcome = await running.upload.finish(poster).catch(() => null)
    if (typeof outcome === "string") {
      this.running = null
      window.removeEventListener("beforeunload", warn)
      this.change({ phase: outcome === "saved" ? "saved" : "idle", trouble: null })
      if (outcome === "saved") notify.success(text.savedTitle, text.savedText)
      else notify.error(text.emptyTitle, text.emptyText)
      return
    }
    this.fail(outcome)
  }

  private fail(trouble: number | null): void {
    this.change({ phase: "failed", trouble })
    notify.error(text.uploadTitle, text.uploadText)
  }

  /** Tries once more to save what the server refused, or this device. */
  async retry(): Promise<void> {
    const { running } = this
    if (!running || this.view.phase !== "failed") return
    this.change({ phase: "saving", trouble: null })
    try {
      // A new worker doesn't know it yet.
      await openSpool().resume(running.id)
      await running.upload.again()
    } catch {
      return this.fail(null)
    }
    await this.confirm(running, null)
  }
}

/** Takes the still of a recording after people had time to appear, or to leave. */
function stillOf(capture: RoomCapture): Promise<string | null> {
  return new Promise((resolve) => setTimeout(() => resolve(capture.poster()), POSTER_MS))
}

/** Returns the still of a recording, or none if nobody draws it in time. */
function posterOf({ poster, capture }: Running): Promise<string | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), POSTER_WITHIN_MS))
  return Promise.race([poster, capture.poster(), late]).catch(() => null)
}

/** Makes the browser ask before the page is left. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
