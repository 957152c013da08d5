import { vi } from "vitest"
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

/**
 * Stands in for what a recording takes of a browser that draws in a worker. Returns what the worker was told and the
 * ids of the tracks that sound, until globals are no longer stubbed.
 */
export function stubBrowser() {
  const told: ToPicture[] = []
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
      postMessage(message: ToPicture) {
        told.push(message)
        if (message.kind === "poster")
          this.dispatchEvent(new MessageEvent("message", { data: { kind: "poster", poster: null } }))
      }
      terminate() {}
    },
  )
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
  return { told, heard, tiles }
}
