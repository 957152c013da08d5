import { implement } from "@orpc/server"
import type { StandardHandleResult, StandardHandlerInterceptorOptions } from "@orpc/server/standard"
import { events } from "#contract/events.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { Change, Changes } from "#platform/events.ts"
import { anyone } from "#platform/policy.ts"
import { isId } from "#shared/ids.ts"
import { asBytes, asChanges, openStream } from "./event-stream.ts"

const MOST_TOPICS = 50

/** The topics a viewer asked for, separated by commas, as this process knows them. Refuses what the viewer may not follow. */
export function topicsFor(ctx: Ctx, asked: string): string[] {
  const topics = asked.split(",").filter(Boolean)
  if (topics.length === 0 || topics.length > MOST_TOPICS) refuse("NOT_FOUND")
  return [...new Set(topics.map((topic) => topicFor(ctx, topic)))]
}

function topicFor(ctx: Ctx, asked: string): string {
  if (asked === "classes") return "class:*"
  const [kind, id] = asked.split(":")
  if (kind === "class" && isId(id)) return asked
  if (asked === "person:me") return ctx.viewer ? `person:${ctx.viewer.user_id}` : refuse("UNAUTHENTICATED")
  return refuse("NOT_FOUND")
}

/** Changes of the topics, one by one as they come, until the reader goes or the process is about to stop. */
async function* follow(
  changes: Changes,
  topics: string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Change> {
  const reader = openStream(changes, topics, asChanges).getReader()
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
export function eventsRouter(changes: Changes) {
  const os = implement(events).$context<Ctx>()
  return os.router({
    subscribe: os
      .use(anyone)
      .subscribe.handler(({ context, input, signal }) =>
        follow(changes, topicsFor(context, input.topics), signal),
      ),
  })
}

const FOLLOWED = "/api/v1/events"

/**
 * Tells those who follow over HTTP with bytes that all of them share. The procedure is asked as ever, and so are its
 * policy and its input; only its iterator is left alone.
 */
export function shareBytes(changes: Changes) {
  type Options = StandardHandlerInterceptorOptions<Ctx> & { next(): Promise<StandardHandleResult> }
  return async ({ request, context, next }: Options): Promise<StandardHandleResult> => {
    const answered = await next()
    if (!answered.matched || answered.response.status !== 200 || request.url.pathname !== FOLLOWED) {
      return answered
    }
    const topics = topicsFor(context, request.url.searchParams.get("topics") ?? "")
    const headers = {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    }
    return {
      matched: true,
      response: { status: 200, headers, body: openStream(changes, topics, asBytes) },
    }
  }
}
