import { implement } from "@orpc/server"
import type { StandardHandleResult, StandardHandlerInterceptorOptions } from "@orpc/server/standard"
import { WallDate } from "#contract/base.ts"
import { events } from "#contract/events.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { anyone } from "#platform/policy.ts"
import { AUDIENCE, isEventName, parseTopic, type Topic } from "#shared/changes.ts"
import { isId } from "#shared/ids.ts"
import type { ChangeFeed } from "./change-feed.ts"
import { type Asked, asBytes, asChanges, openStream } from "./event-stream.ts"
import type { ToldChange } from "./followings.ts"
import { AGAIN_AFTER_SECONDS, type StreamPlaces } from "./stream-places.ts"

const MOST_IDS = 200

/**
 * Returns the topics a viewer asked for, separated by commas. Throws NOT_FOUND for unknown topics and
 * UNAUTHENTICATED for those closed to visitors.
 */
export function topicsFor(ctx: Ctx, asked: string): Topic[] {
  const topics = asked
    .split(",")
    .filter(Boolean)
    .map((topic) => topicFor(ctx, parseTopic(topic) ?? refuse("NOT_FOUND")))
  const ids = topics.reduce((count, topic) => count + topic.ids.length, 0)
  return ids > 0 && ids <= MOST_IDS ? topics : refuse("NOT_FOUND")
}

const IDS: Record<string, (id: string) => boolean> = {
  class: (id) => id === "*" || isId(id),
  day: (id) => WallDate.safeParse(id).success,
  recorder: isId,
  program: isId,
  import: (id) => id === "*",
  upi: (id) => id === "*",
  refund: (id) => id === "*",
  settlement: (id) => id === "*",
  slot: (id) => id === "*",
  person: (id) => id === "me",
}

function topicFor({ viewer }: Ctx, topic: Topic): Topic {
  const { kind, names, ids } = topic
  const events = names?.map((name) => `${kind}.${name}`)
  if (!ids.every(IDS[kind] ?? (() => false)) || !(events ?? []).every(isEventName)) refuse("NOT_FOUND")
  if (viewer) return kind === "person" ? { kind, names, ids: [viewer.user_id] } : topic
  const isOpen = events?.every((event) => isEventName(event) && AUDIENCE[event] === "anyone")
  return (isOpen ?? (kind === "class" || kind === "day")) ? topic : refuse("UNAUTHENTICATED")
}

/**
 * Yields changes of the topics as they come, until the reader disconnects or the process is about to stop.
 */
async function* follow(
  feed: ChangeFeed,
  asked: Asked,
  signal: AbortSignal | undefined,
): AsyncGenerator<ToldChange> {
  const reader = openStream(feed, asked, asChanges).getReader()
  const stop = () => void reader.cancel()
  signal?.addEventListener("abort", stop)
  try {
    if (signal?.aborted) return
    for (let told = await reader.read(); !told.done; told = await reader.read()) yield told.value
  } finally {
    signal?.removeEventListener("abort", stop)
    stop()
  }
}

/** The event stream on this process's connection for changes. */
export function eventsRouter(feed: ChangeFeed) {
  const os = implement(events).$context<Ctx>()
  return os.router({
    subscribe: os.use(anyone).subscribe.handler(({ context, input, signal }) =>
      follow(
        feed,
        {
          viewer: context.viewer,
          topics: topicsFor(context, input.topics),
          seenMsAgo: input.seen_ms_ago,
        },
        signal,
      ),
    ),
  })
}

const NO_PLACE = {
  status: 429,
  headers: { "retry-after": String(AGAIN_AFTER_SECONDS) },
  body: {
    defined: true,
    code: "TOO_MANY_REQUESTS",
    status: 429,
    message: "Too many event streams are open",
    data: { retry_after_seconds: AGAIN_AFTER_SECONDS },
  },
}

function isStream(body: unknown): boolean {
  return typeof body === "object" && body !== null && "next" in body && Symbol.asyncIterator in body
}

/**
 * Sends events over HTTP as bytes shared by all readers. The procedure is called as usual, with its policy
 * and its input; only its iterator is unused. Refused with 429 when no more streams are allowed.
 */
export function shareBytes(feed: ChangeFeed, places: StreamPlaces) {
  type Options = StandardHandlerInterceptorOptions<Ctx> & { next(): Promise<StandardHandleResult> }
  return async ({ request, context, next }: Options): Promise<StandardHandleResult> => {
    const answered = await next()
    // By what was answered and not by the address, which the router takes in several spellings.
    if (!answered.matched || !isStream(answered.response.body)) return answered
    const leave = places.take(context)
    if (!leave) return { matched: true, response: NO_PLACE }
    const { searchParams } = request.url
    const asked = {
      viewer: context.viewer,
      topics: topicsFor(context, searchParams.get("topics") ?? ""),
      seenMsAgo: Number(searchParams.get("seen_ms_ago") ?? 0),
    }
    const headers = {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    }
    return {
      matched: true,
      response: {
        status: 200,
        headers,
        body: openStream(feed, asked, asBytes, leave),
      },
    }
  }
}
