import { useEffect, useRef } from "react"
import { useRevalidator } from "react-router"

/** At most one reload of the page's data in this time, however many changes arrive. */
const QUIET_MS = 2_000

/**
 * Keeps a page's data fresh: follows the named topics over server-sent events and revalidates its loaders when
 * something changed, at most once in two seconds with jitter, and after every reconnect.
 */
export function useLiveTopics(topics: string[]): void {
  const { revalidate } = useRevalidator()
  const refresh = useRef(revalidate)
  refresh.current = revalidate
  const wanted = topics.join(",")
  useEffect(() => {
    if (!wanted) return
    let waiting: ReturnType<typeof setTimeout> | null = null
    let last = 0
    let connectedBefore = false
    const schedule = () => {
      if (waiting) return
      const wait = Math.max(0, last + QUIET_MS - Date.now()) + Math.random() * 250
      waiting = setTimeout(() => {
        waiting = null
        last = Date.now()
        void refresh.current()
      }, wait)
    }
    const source = new EventSource(`/api/v1/events?topics=${encodeURIComponent(wanted)}`)
    source.addEventListener("message", schedule)
    source.addEventListener("open", () => {
      if (connectedBefore) schedule()
      connectedBefore = true
    })
    return () => {
      source.close()
      if (waiting) clearTimeout(waiting)
    }
  }, [wanted])
}
