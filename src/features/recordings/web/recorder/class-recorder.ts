import { ORPCError } from "@orpc/client"
import type { Room } from "livekit-client"
import { newId } from "#shared/ids.ts"
import { SECOND } from "#shared/time.ts"
import type { BrowserApi } from "#ui/client.ts"
import { notify } from "#ui/notify.ts"
import { captureRoom, type RoomCapture, ShowsTooMuch } from "../picture/room-capture.ts"
import { SavedUpload } from "../spool/saved-upload.ts"
import { openSpool } from "../spool/spool.ts"
import { chooseMimeType, closeRecorder, type OpenRecorder, openRecorder } from "./media-recorder.ts"
import { RecordablePeople } from "./recordable-people.ts"
import { recorderText as text } from "./recorder.texts.ts"
import { IDLE, type RecorderView } from "./recorder-view.ts"

/** How often the recorder reports to the server and updates the hints. */
const TELL_MS = 30 * SECOND
const LOOK_MS = SECOND
/** The still of a recording is taken after people had time to appear. */
const POSTER_MS = 5 * SECOND

export type RecordingWish = {
  room: Room
  classId: string
  title: string
  isDemo: boolean
  /** The account that records. */
  owner: string
  quality: "720p" | "1080p"
  source: "room" | "screen"
}

type Running = {
  id: string
  recorder: OpenRecorder
  capture: RoomCapture
  upload: SavedUpload
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

  /** Whether a recording is running or not saved yet. */
  get isBusy(): boolean {
    return ["starting", "recording", "paused", "saving"].includes(this.view.phase)
  }

  /** Finds out who is left out, to show it before recording starts. */
  askWho(): Promise<void> {
    return this.people.ask()
  }

  /** Starts recording. Does nothing while a recording is running; shows any error. */
  async start(wish: RecordingWish): Promise<void> {
    if (this.isBusy) return
    const { leftOut } = this.view
    this.change({ ...IDLE, leftOut, phase: "starting" })
    let capture: RoomCapture | null = null
    try {
      await this.askWho()
      capture = await captureRoom({
        room: wish.room,
        quality: wish.quality,
        withScreen: wish.source === "screen",
        consented: () => this.people.now,
        onUnknown: () => this.people.askAgain(),
        onScreenLost: () => notify.error(text.screenLostTitle, text.screenLostText),
        onScreenLeftOut: () => notify.error(text.screenLeftOutTitle, text.screenLeftOutText),
      })
      await this.record(wish, capture)
    } catch (error) {
      capture?.stop()
      this.change({ phase: "idle", startFailed: true })
      if (error instanceof ORPCError && error.code === "STORAGE_FULL")
        notify.error(text.errorTitle, text.noRoom)
      else if (error instanceof ShowsTooMuch) notify.error(text.monitorTitle, text.monitorText)
      else notify.error(text.errorTitle, text.errorText)
    }
  }

  private async record(wish: RecordingWish, capture: RoomCapture): Promise<void> {
    const id = newId()
    const mimeType = chooseMimeType()
    await this.api().start({
      class_id: wish.classId,
      recording_id: id,
      quality: wish.quality,
      source: wish.source,
      mime_type: mimeType,
    })
    const spool = openSpool()
    const { title, owner, isDemo } = wish
    const note = { id, owner, title, mimeType, isDemo, startedAt: new Date().toISOString() }
    const { lasts } = await spool.create(note)
    const upload = new SavedUpload(id, spool, this.api)
    upload.follow(({ stored, sent, trouble, inMemory }) => this.change({ stored, sent, trouble, inMemory }))
    const recorder = openRecorder(capture.stream, mimeType, wish.quality, (bytes) => spool.append(id, bytes))
    this.running = {
      id,
      recorder,
      capture,
      upload,
      poster: stillOf(capture),
      timers: [
        setInterval(() => this.tell(), TELL_MS),
        setInterval(() => this.look(wish.room, lasts), LOOK_MS),
      ],
      leave: this.people.follow(),
    }
    // If a screen shuts down or the browser gives up, what exists is saved.
    recorder.onerror = () => void this.stop()
    window.addEventListener("beforeunload", warn)
    this.change({ phase: "recording", countedAt: performance.now() })
    // The server then knows that something was recorded, even if nothing of it arrives for long.
    this.tell()
    notify.success(text.started, isDemo ? text.startedDemo : undefined)
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

  /** Ends the recording and resolves once it is saved, or could not be. */
  stop(): Promise<void> {
    this.stopping ??= this.save().finally(() => {
      this.stopping = null
    })
    return this.stopping
  }

  private async save(): Promise<void> {
    const { running } = this
    if (!running) return
    this.change({ phase: "saving", recordedMs: this.countMs(), countedAt: null })
    for (const timer of running.timers) clearInterval(timer)
    running.leave()
    const poster = await Promise.race([running.poster, running.capture.poster()])
    await closeRecorder(running.recorder)
    running.capture.stop()
    await openSpool().setSlow(false)
    await openSpool().end(running.id)
    await this.confirm(running, poster)
  }

  private async confirm(running: Running, poster: string | null): Promise<void> {
    const outcome = await running.upload.finish(poster)
    if (typeof outcome !== "number") {
      this.running = null
      window.removeEventListener("beforeunload", warn)
      this.change({ phase: outcome === "saved" ? "saved" : "idle", trouble: null })
      if (outcome === "saved") notify.success(text.savedTitle, text.savedText)
      else notify.error(text.emptyTitle, text.emptyText)
      return
    }
    this.change({ phase: "failed", trouble: outcome })
    notify.error(text.uploadTitle, text.uploadText)
  }

  /** Tries once more to save what the server refused. */
  async retry(): Promise<void> {
    const { running } = this
    if (!running || this.view.phase !== "failed") return
    this.change({ phase: "saving", trouble: null })
    await running.upload.again()
    await this.confirm(running, null)
  }
}

/** Takes the still of a recording after people had time to appear, or to leave. */
function stillOf(capture: RoomCapture): Promise<string | null> {
  return new Promise((resolve) => setTimeout(() => resolve(capture.poster()), POSTER_MS))
}

/** Makes the browser ask before the page is left. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
