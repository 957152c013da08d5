import type { NamedTile } from "./draw-picture.ts"

/** Messages from the page to the worker that draws. */
export type ToPicture =
  | { kind: "start"; output: WritableStream<VideoFrame> | null; width: number; height: number }
  | { kind: "tiles"; tiles: NamedTile[] }
  | { kind: "track"; key: string; frames: ReadableStream<VideoFrame> }
  /** Without a picture, the key's track is no longer followed either. */
  | { kind: "still"; key: string; picture: ImageBitmap | null }
  | { kind: "poster" }
  | { kind: "stop" }

/** Messages from the worker: `tick` if it only keeps time for a page that draws itself. */
export type FromPicture = { kind: "poster"; poster: string | null } | { kind: "tick" }

export const FRAMES_PER_SECOND = 30
export const POSTER = { width: 320, height: 180 }
