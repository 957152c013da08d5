import { use, useEffect, useRef } from "react"
import { type DataRouter, UNSAFE_DataRouterContext as DataRouterContext, useLocation } from "react-router"
import { followTopics, type Heard } from "./live-stream.ts"

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
  const router = use(DataRouterContext)?.router
  const wanted = topics.join(",")
  const { key } = useLocation()
  const drawn = useRef(key)
  useEffect(() => {
    drawn.current = key
  }, [key])
  useEffect(() => {
    if (!wanted || !router) return
    let waiting: ReturnType<typeof setTimeout> | null = null
    let last = 0
    const schedule = (spread = JITTER_MS) => {
      if (waiting) return
      const wait = Math.max(0, last + QUIET_MS - Date.now()) + Math.random() * spread
      waiting = setTimeout(() => {
        waiting = null
        // A reload would ask anew for the page that is on its way, or has come and is not drawn yet, and lose the
        // toast that came with it; and the router drops the redirect of an action during which a reload began.
        if (isBusy(router.state) || router.state.location.key !== drawn.current) return schedule()
        last = Date.now()
        void router.revalidate()
      }, wait)
    }
    const leave = followTopics(wanted.split(","), (change) => {
      // The router drops a redirect whose form has left the page meanwhile: who starts a class would stay behind.
      const takesIn = change && change.name !== "resync" && !isBusy(router.state)
      if (takesIn && take.current?.(change)) return
      schedule(change?.name.startsWith("person.") ? JITTER_MS : spreadMs)
    })
    return () => {
      leave()
      if (waiting) clearTimeout(waiting)
    }
  }, [wanted, router, spreadMs])
}

/**
 * Asked of the router itself: its hooks tell of a form only once React has drawn that it is on its way, which takes a
 * slow phone half a second.
 */
function isBusy({ navigation, fetchers }: Pick<DataRouter["state"], "navigation" | "fetchers">): boolean {
  return navigation.state !== "idle" || [...fetchers.values()].some(({ state }) => state !== "idle")
}

/** The same for a page that would be long to draw anew at each step of a navigation, as the hook has it. */
export function LiveTopics({ topics, ...following }: Following & { topics: string[] }): null {
  useLiveTopics(topics, following)
  return null
}
