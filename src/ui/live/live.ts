import { useEffect, useRef } from "react"
import { askPatiently } from "../late-part.tsx"
import { askForReload, isQuiet } from "./live-reload.ts"
import type { Heard } from "./live-stream.ts"

/** At most one reload of the page's data in this time, however many changes arrive. */
const QUIET_MS = 2_000
const JITTER_MS = 250

export type Following = {
  /** Takes a change in on the page itself. Returns whether that was all it needs: if not, the page loads again. */
  apply?: (change: NonNullable<Heard>) => boolean
  /** Reloads for changes that are not the reader's own are spread over this time, for many follow the same. */
  spreadMs?: number
}

/**
 * Keeps a page's data fresh: follows the named topics over server-sent events and revalidates its loaders when
 * something changed, at most once in two seconds with jitter, and after every reconnect. A topic names the changes that the page
 * shows, as `topicOfChanges` writes it.
 */
export function useLiveTopics(topics: string[], { apply, spreadMs = JITTER_MS }: Following = {}): void {
  const take = useRef(apply)
  useEffect(() => {
    take.current = apply
  })
  const wanted = topics.join(",")
  useEffect(() => {
    if (!wanted) return
    let waiting: ReturnType<typeof setTimeout> | null = null
    let asking = false
    let left = false
    let last = 0
    const schedule = (spread = JITTER_MS) => {
      if (waiting || asking) return
      const wait = Math.max(0, last + QUIET_MS - Date.now()) + Math.random() * spread
      waiting = setTimeout(() => {
        waiting = null
        asking = true
        askForReload((mayReload) => {
          asking = false
          if (left) return false
          if (mayReload) last = Date.now()
          else schedule(spread)
          return mayReload
        })
      }, wait)
    }
    const leave = followLate(wanted.split(","), (change) => {
      // The router drops a redirect if its form has left the page meanwhile: a teacher starting a class would
      // stay behind.
      const takesIn = change && change.name !== "resync" && isQuiet()
      if (takesIn && take.current?.(change)) return
      schedule(change?.name.startsWith("person.") ? JITTER_MS : spreadMs)
    })
    return () => {
      left = true
      leave()
      if (waiting) clearTimeout(waiting)
    }
  }, [wanted, spreadMs])
}

type Stream = typeof import("./live-stream.ts")

const loadStream = (): Promise<Stream> => import("./live-stream.ts")
let stream: Stream | null = null

/** `followTopics`, whose code is loaded by the first page that follows any: visitors follow none. */
function followLate(topics: readonly string[], hear: (change: Heard) => void): () => void {
  // At once from then on: when a page asks for other topics, the stream must not close in between.
  if (stream) return stream.followTopics(topics, hear)
  let leave: (() => void) | null = null
  let left = false
  askPatiently(loadStream).then((loaded) => {
    stream = loaded
    if (!left) leave = loaded.followTopics(topics, hear)
  }, reportError)
  return () => {
    left = true
    leave?.()
  }
}

/** The same for a page that would be long to draw anew at each step of a navigation, as the hook has it. */
export function LiveTopics({ topics, ...following }: Following & { topics: string[] }): null {
  useLiveTopics(topics, following)
  return null
}
