import { vi } from "vitest"
import type { FromSpool, SpoolProgress, ToSpool } from "../spool/spool-messages.ts"
import type { ToPicture } from "./picture-messages.ts"

type Settings = { displaySurface?: string }

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
  state = "inactive"
  start() {
    this.state = "recording"
  }
  stop() {
    this.state = "inactive"
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["x"]) }))
    this.dispatchEvent(new Event("stop"))
  }
}

/**
 * Stands in for what a recording takes of a browser that draws in a worker and stores in another. Returns what these
 * were asked and the ids of the tracks that sound, until globals are no longer stubbed.
 */
export function stubBrowser() {
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
      postMessage(message: ToPicture | (ToSpool & { number: number })) {
        if ("call" in message) {
          stored.push(message)
          report = (progress) => this.onmessage?.({ data: { progress } })
          const answer = { answer: message.number, value: { lasts: true } }
          queueMicrotask(() => this.onmessage?.({ data: answer }))
          return
        }
        told.push(message)
        if (message.kind === "poster")
          this.dispatchEvent(new MessageEvent("message", { data: { kind: "poster", poster: null } }))
      }
      terminate() {}
    },
  )
  vi.stubGlobal("MediaRecorder", FakeRecorder)
  vi.stubGlobal(
    "AudioContext",
    class {
      readonly state = "running"
      createMediaStreamDestination = () => ({ stream: new FakeStream([fakeTrack("audio", "mix")]) })
      createConstantSource = () => node()
      createMediaStreamSource = (stream: FakeStream) => node(stream.tracks[0]?.id)
      resume = async () => {}
      close = async () => {}
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
  return { told, heard, tiles, calls, tellUpload }
}
