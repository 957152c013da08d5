import { withEventMeta } from "@orpc/server"
import { type Change, RESYNC } from "#platform/events.ts"
import type { Topic } from "#shared/changes.ts"
import { MINUTE } from "#shared/time.ts"
import type { ChangeFeed } from "./change-feed.ts"
import type { Follower, ToldChange } from "./followings.ts"

/** Most changes that wait for a slow reader; beyond it the reader is told to reload everything instead. */
const MOST_WAITING = 100
/**
 * Interval of heartbeats, in milliseconds: a proxy closes an idle stream, and a reader that left silently is
 * noticed by a failed one.
 */
const BEAT_MS = 5_000
/**
 * How long a stream lasts at most, in milliseconds: who reads was looked up when it was opened, and may be signed out,
 * disabled or of another role since. The last fifth is spread, so that not all come back at once.
 */
const MOST_AGE_MS = 15 * MINUTE
/** Readers sent away reconnect after half a second to a second and a half, so that not all come at once. */
const backAfterMs = () => 500 + Math.floor(Math.random() * 1_000)
/** The last change of a stream: it is not a topic to follow, and tells the reader when to come back. */
const LEAVING: Change = { name: "server.leaving", id: "*" }

/** How changes are sent to readers. */
type Telling<T> = {
  change(change: ToldChange): T
  leaving(retry: number): T
  /** Comes first, and again and again; without it there is no heartbeat. */
  beat?: T
}

/** The changes themselves, as the contract's iterator has them. */
export const asChanges: Telling<ToldChange> = {
  change: (change) => change,
  leaving: (retry) => withEventMeta({ ...LEAVING }, { retry }),
}

const encoder = new TextEncoder()
const encoded = new WeakMap<ToldChange, Uint8Array>()

function encodeEvent({ name, id, now, earlier }: ToldChange, retry?: number): Uint8Array {
  const wait = retry === undefined ? "" : `retry: ${retry}\n`
  return encoder.encode(`event: message\n${wait}data: ${JSON.stringify({ name, id, now, earlier })}\n\n`)
}

/** Server-sent events as bytes, exactly as the library would encode them, but once for all readers. */
export const asBytes: Telling<Uint8Array> = {
  change(change) {
    const known = encoded.get(change) ?? encodeEvent(change)
    encoded.set(change, known)
    return known
  },
  leaving: (retry) => encodeEvent(LEAVING, retry),
  beat: encoder.encode(": \n\n"),
}

/**
 * The viewer of a stream, the topics they asked to follow, and how many milliseconds ago they loaded their
 * page.
 */
export type Asked = { viewer: Follower["viewer"]; topics: readonly Topic[]; seenMsAgo?: number }

/**
 * Streams changes of the topics that the viewer may receive, until the reader disconnects or the process is
 * about to stop; then calls `onEnd`.
 */
export function openStream<T>(
  { changes, follow }: ChangeFeed,
  { viewer, topics, seenMsAgo }: Asked,
  telling: Telling<T>,
  onEnd = () => {},
): ReadableStream<T> {
  let behind = false
  let leave = () => {}
  const start = (reader: ReadableStreamDefaultController<T>) => {
    const hasRoom = () => (reader.desiredSize ?? 0) > 0
    const tell = (change: ToldChange) => {
      if (hasRoom()) reader.enqueue(telling.change(change))
      else behind = true
    }
    const { beat } = telling
    const pulse =
      beat === undefined ? undefined : setInterval(() => hasRoom() && reader.enqueue(beat), BEAT_MS)
    const end = () => {
      leave()
      reader.enqueue(telling.leaving(backAfterMs()))
      reader.close()
    }
    const old = setTimeout(end, MOST_AGE_MS * (1 - Math.random() / 5))
    const ways = [follow({ viewer, tell }, topics, seenMsAgo), changes.join()]
    changes.leaving.addEventListener("abort", end)
    leave = () => {
      clearInterval(pulse)
      clearTimeout(old)
      changes.leaving.removeEventListener("abort", end)
      for (const off of ways) off()
      onEnd()
    }
    if (beat !== undefined) reader.enqueue(beat)
    if (changes.leaving.aborted) end()
  }
  const pull = (reader: ReadableStreamDefaultController<T>) => {
    if (!behind) return
    behind = false
    reader.enqueue(telling.change(RESYNC))
  }
  return new ReadableStream({ start, pull, cancel: () => leave() }, { highWaterMark: MOST_WAITING })
}
