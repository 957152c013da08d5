import { LARGEST_VIDEO_BYTES } from "#features/lessons/rules.ts"
import { VIDEO_HEAD_BYTES, type VideoKind, videoKindOf } from "#shared/video.ts"

type VideoProblem = "kind" | "size" | "empty"

/**
 * Returns the kind of video of a chosen file by its first bytes, or why it can't be one, before anything is
 * sent.
 */
export async function checkVideo(file: File): Promise<VideoKind | { problem: VideoProblem }> {
  if (file.size === 0) return { problem: "empty" }
  const kind = videoKindOf(new Uint8Array(await file.slice(0, VIDEO_HEAD_BYTES).arrayBuffer()))
  if (!kind || !/\.(mp4|m4v|webm)$/i.test(file.name)) return { problem: "kind" }
  return file.size > LARGEST_VIDEO_BYTES ? { problem: "size" } : kind
}

/** Returns a lesson's first title: its file's name without the extension, with spaces for underscores. */
export function titleOf(fileName: string): string {
  const bare = fileName
    .replace(/\.[^.]*$/, "")
    .replace(/[_]+/g, " ")
    .trim()
  return [...bare].slice(0, 120).join("").trim() || "Video"
}
