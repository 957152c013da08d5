import { vi } from "vitest"
import type { FromSpool, SpoolProgress, ToSpool } from "../spool/spool-messages.ts"
import type { ToPicture } from "./picture-messages.ts"

type Settings = { displaySurface?: string }

/** The samples a second of what the device plays and hears. */
const DEVICE_RATE = 48_000

/** A track as the browser gives it. */
export function fakeTrack(kind: "video" | "audio", id: string, settings: Settings = {}): MediaStreamTrack {
  const track = {
    ...{ kind, id, readyState: "live", getSettings: () => settings },
    stop: () => {
      track.readyState = "ended"
    },
  }
  return track as unknown as MediaStreamTrack
}

class FakeStream {
  readonly tracks: MediaStreamTrack[]
  constructor(tracks: MediaStreamTrack[] = []) {
    this.tracks = tracks
  }
  getTracks = () => this.tracks
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === "video")
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === "audio")
}

/** A recorder that delivers its last byte when it stops. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true
  static newest: FakeRecorder | null = null
  state = "inactive"
  start() {
    this.state = "recording"
    FakeRecorder.newest = this
  }
  deliver() {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["x"]) }))
  }
  stop() {
    this.state = "inactive"
    this.deliver()
    this.dispatchEvent(new Event("stop"))
  }
}

/**
 * Stands in for what a recording takes of a browser that draws in a worker and stores in another. Returns what these
 * were asked and the ids of the tracks that sound, until globals are no longer stubbed. `mixesAnyRate`: tracks of another
 * rate than the context's can be mixed; `mixes`: any can.
 */
export function stubBrowser({ mixesAnyRate = true, mixes = true } = {}) {
  /** Parts of the names of workers whose scripts can't be loaded, and `poster` if no still is drawn. */
  const lost: string[] = []
  /** What the worker that stores can't do. */
  const refused: ToSpool["call"][] = []
  const told: ToPicture[] = []
  const stored: ToSpool[] = []
  let report: (progress: SpoolProgress) => void = () => {}
  const heard = new Set<string>()
  const node = (id?: string) => ({
    ...{ offset: { value: 0 }, start: () => {}, stop: () => {} },
    connect: () => id && heard.add(id),
    disconnect: () => id && heard.delete(id),
  })
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("MediaStream", FakeStream)
  vi.stubGlobal(
    "MediaStreamTrackGenerator",
    class {
      readonly kind = "video"
      readonly writable = {}
      stop() {}
    },
  )
  vi.stubGlobal(
    "MediaStreamTrackProcessor",
    class {
      readonly readable: string
      constructor({ track }: { track: MediaStreamTrack }) {
        this.readable = track.id
      }
    },
  )
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      onmessage: ((event: { data: FromSpool }) => void) | null = null
      private readonly isLost: boolean
      constructor(address: URL) {
        super()
        this.isLost = lost.some((name) => address.href.includes(name))
        if (this.isLost) queueMicrotask(() => this.dispatchEvent(new Event("error")))
      }
      postMessage(message: ToPicture | (ToSpool & { number: number })) {
        if (this.isLost) return
        if ("call" in message) {
          stored.push(message)
          report = (progress) => this.onmessage?.({ data: { progress } })
          const isRefused = refused.includes(message.call)
          const outcome = isRefused ? { error: "no such recording" } : { value: { lasts: true } }
          const answer = { answer: message.number, ...outcome }
          queueMicrotask(() => this.onmessage?.({ data: answer }))
          return
        }
        told.push(message)
        if (message.kind === "poster" && !lost.includes("poster"))
          this.dispatchEvent(new MessageEvent("message", { data: { kind: "poster", poster: null } }))
      }
      terminate() {}
    },
  )
  vi.stubGlobal("MediaRecorder", FakeRecorder)
  let contexts = 0
  vi.stubGlobal(
    "AudioContext",
    class {
      readonly state = "running"
      readonly sampleRate: number
      constructor({ sampleRate = DEVICE_RATE } = {}) {
        this.sampleRate = sampleRate
        contexts += 1
      }
      createMediaStreamDestination = () => ({ stream: new FakeStream([fakeTrack("audio", "mix")]) })
      createConstantSource = () => node()
      createMediaStreamSource = (stream: FakeStream) => {
        if (!mixes || (!mixesAnyRate && this.sampleRate !== DEVICE_RATE))
          throw new DOMException("another rate", "NotSupportedError")
        return node(stream.tracks[0]?.id)
      }
      resume = async () => {}
      close = async () => {
        contexts -= 1
      }
    },
  )
  /** Returns the keys of the tiles that are drawn now. */
  const tiles = () =>
    told.flatMap((message) => (message.kind === "tiles" ? [message.tiles.map(({ key }) => key)] : [])).at(-1)
  /** Returns what was done to the recordings on the device, in order. */
  const calls = () => stored.map(({ call }) => call)
  /** Reports how far the newest recording on the device is uploaded. */
  const tellUpload = (part: Partial<SpoolProgress>) => {
    const id = stored.flatMap((asked) => (asked.call === "create" ? [asked.note.id] : [])).at(-1) ?? ""
    report({ id, stored: 1, sent: 0, done: false, trouble: null, inMemory: false, ...part })
  }
  /** Delivers a byte of what is recorded. */
  const record = () => FakeRecorder.newest?.deliver()
  /** How many contexts of sound are open. */
  const openContexts = () => contexts
  return { told, heard, tiles, calls, tellUpload, openContexts, lost, refused, record }
}
