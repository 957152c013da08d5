import { Readable } from "node:stream"
import { disposition } from "./disposition.ts"
import type { OpenedLink } from "./links.ts"
import { type ByteRange, FileMissing } from "./port.ts"

/**
 * Responds with a stored file or the requested part. Whatever the file contains, a browser shows it only as
 * the type that its link says and runs nothing of it.
 */
export async function serveFile(link: OpenedLink, request: Request): Promise<Response> {
  const { store } = link
  const size = await store.size(link.key)
  if (size === null) return new Response(null, { status: 404 })
  const headers = new Headers({
    "content-type": link.contentType,
    "content-disposition": disposition(link.downloadAs),
    "accept-ranges": "bytes",
    // A player requests the same bytes again; a download is requested once.
    "cache-control": link.downloadAs ? "no-store" : "private, max-age=3600",
    "content-security-policy": "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  })
  const range = readRange(request.headers.get("range"), size)
  if (range === "outside") {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers.set("content-length", String(end - start + 1))
  if (range) headers.set("content-range", `bytes ${start}-${end}/${size}`)
  const status = range ? 206 : 200
  if (request.method === "HEAD" || size === 0) return new Response(null, { status, headers })
  try {
    const body = Readable.toWeb(await store.read(link.key, { start, end })) as ReadableStream
    return new Response(body, { status, headers })
  } catch (error) {
    if (error instanceof FileMissing) return new Response(null, { status: 404 })
    throw error
  }
}

/** The one range of a Range header; null without one, or with what may be ignored: other units, several ranges. */
export function readRange(header: string | null, size: number): ByteRange | "outside" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "")
  if (!match || (match[1] === "" && match[2] === "")) return null
  const last = size - 1
  if (match[1] === "") {
    const length = Number(match[2])
    return length === 0 || size === 0 ? "outside" : { start: Math.max(0, size - length), end: last }
  }
  const start = Number(match[1])
  const end = match[2] === "" ? last : Math.min(Number(match[2]), last)
  if (start > last) return "outside"
  return start > end ? null : { start, end }
}
