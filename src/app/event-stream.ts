import { withEventMeta } from "@orpc/server"
import { type Change, RESYNC } from "#platform/events.ts"
import type { Topic } from "#shared/changes.ts"
import type { ChangeFeed } from "./change-feed.ts"
import type { Follower, ToldChange } from "./followings.ts"

/** No reader falls further behind than this: a slow one is told to reload everything instead. */
const MOST_WAITING = 100
/** A proxy closes a stream on which nothing comes, and one whose reader is gone without a word is found by this. */
const BEAT_MS = 5_000
/** Who is sent away comes back after half a second to a second and a half, so that not all come at once. */
const backAfterMs = () => 500 + Math.floor(Math.random() * 1_000)
/** The last of a stream: nobody follows its topic, and it says when to come back. */
const LEAVING: Change = { name: "server.leaving", id: "*" }

/** How readers are told of changes. */
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

function encodeEvent({ name, id, now }: ToldChange, retry?: number): Uint8Array {
  const wait = retry === undefined ? "" : `retry: ${retry}\n`
  return encoder.encode(`event: message\n${wait}data: ${JSON.stringify({ name, id, now })}\n\n`)
}

/** The bytes of server-sent events, byte for byte what the library would make of them: once for all readers. */
export const asBytes: Telling<Uint8Array> = {
  change(change) {
    const known = encoded.get(change) ?? encodeEvent(change)
    encoded.set(change, known)
    return known
  },
  leaving: (retry) => encodeEvent(LEAVING, retry),
  beat: encoder.encode(": \n\n"),
}

/** Whom a stream is for, what they asked to follow, and how many milliseconds ago they saw what they show. */
export type Asked = { viewer: Follower["viewer"]; topics: readonly Topic[]; seenMsAgo?: number }

/**
 * Changes of the topics that the viewer may hear of, until the reader goes or the process is about to stop; then calls
 * `onEnd`.
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
    const ways = [follow({ viewer, tell }, topics, seenMsAgo), changes.join()]
    changes.leaving.addEventListener("abort", end)
    leave = () => {
      clearInterval(pulse)
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
