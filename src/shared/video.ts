/** The containers that videos are taken in. */
export const VIDEO_KINDS = ["mp4", "webm"] as const
export type VideoKind = (typeof VIDEO_KINDS)[number]

/** How many first bytes are enough to recognise a video. */
export const VIDEO_HEAD_BYTES = 8

const EBML = [0x1a, 0x45, 0xdf, 0xa3]
const FTYP = [0x66, 0x74, 0x79, 0x70]

/** The kind of video that a file's first bytes begin, by EBML (WebM) or `ftyp` (MP4); null for anything else. */
export function videoKindOf(head: Uint8Array): VideoKind | null {
  if (EBML.every((byte, at) => head[at] === byte)) return "webm"
  return FTYP.every((byte, at) => head[at + 4] === byte) ? "mp4" : null
}
