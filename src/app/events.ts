import { implement, withEventMeta } from "@orpc/server"
import { events } from "#contract/events.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { Change, Changes } from "#platform/events.ts"
import { anyone } from "#platform/policy.ts"
import { isId } from "#shared/ids.ts"

/** No reader falls further behind than this: a slow one is told to reload everything instead. */
const MOST_WAITING = 100
const MOST_TOPICS = 50
/** Who is sent away comes back after half a second to a second and a half, so that not all come at once. */
const BACK_AFTER_MS = () => 500 + Math.floor(Math.random() * 1_000)

/** The topic a viewer asked for as this process knows it. Refuses what the viewer may not follow. */
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
  const waiting: Change[] = []
  let wake = () => {}
  const leave = topics.map((topic) =>
    changes.on(topic, (change) => {
      if (waiting.length < MOST_WAITING) waiting.push(change)
      else waiting.splice(0, waiting.length, { name: "resync", id: "*" })
      wake()
    }),
  )
  const stop = () => wake()
  const count = changes.join()
  signal?.addEventListener("abort", stop)
  changes.leaving.addEventListener("abort", stop)
  try {
    while (!signal?.aborted) {
      const next = waiting.shift()
      if (next) yield next
      else if (changes.leaving.aborted) {
        // The last one tells when to come back; nobody follows its topic.
        yield withEventMeta({ name: "server.leaving", id: "*" }, { retry: BACK_AFTER_MS() })
        return
      } else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    signal?.removeEventListener("abort", stop)
    changes.leaving.removeEventListener("abort", stop)
    count()
    for (const off of leave) off()
  }
}

/** The event stream on this process's connection for changes. */
export function eventsRouter(changes: Changes) {
  const os = implement(events).$context<Ctx>()
  return os.router({
    subscribe: os.use(anyone).subscribe.handler(({ context, input, signal }) => {
      const asked = input.topics.split(",").filter(Boolean)
      if (asked.length === 0 || asked.length > MOST_TOPICS) refuse("NOT_FOUND")
      const topics = [...new Set(asked.map((topic) => topicFor(context, topic)))]
      return follow(changes, topics, signal)
    }),
  })
}
