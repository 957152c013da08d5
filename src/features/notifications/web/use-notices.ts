import { useCallback, useEffect, useRef, useState } from "react"
import type { BrowserApi } from "#ui/client.ts"
import { ask } from "#ui/live/ask.ts"
import { followTopics } from "#ui/live/live-stream.ts"

const SHOWN = 8
/** Changes within this time lead to one request. */
const QUIET_MS = 250
const RETRY_MS = 15_000
const NOTICES = "/my/notices"

type Notices = Awaited<ReturnType<BrowserApi["notifications"]["mine"]>>
export type BellNotice = Notices["items"][number]

type State = { items: BellNotice[] | null; unread: number; failed: boolean }

async function latestNotices(): Promise<Notices> {
  return (await ask(`${NOTICES}?limit=${SHOWN}`)).json()
}

async function readAll(): Promise<void> {
  await ask(`${NOTICES}/read`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  })
}

/** Returns the latest notices and the unread count, kept up to date; `news` is read out on arrival. */
export function useNotices() {
  const [state, setState] = useState<State>({ items: null, unread: 0, failed: false })
  const [news, setNews] = useState("")
  const known = useRef<Set<string> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const look = useCallback(async () => {
    try {
      const { items, unread } = await latestNotices()
      const arrived = items.filter((item) => !item.read_at && known.current && !known.current.has(item.id))
      known.current = new Set([...(known.current ?? []), ...items.map((item) => item.id)])
      setState({ items, unread, failed: false })
      if (arrived.length > 0) setNews(arrived.map((item) => `${item.title}. ${item.text}`).join(" "))
    } catch {
      setState((before) => ({ ...before, failed: true }))
      // A change may have set a timer meanwhile; without clearing it two would run from now on.
      clearTimeout(timer.current)
      timer.current = setTimeout(look, RETRY_MS)
    }
  }, [])

  useEffect(() => {
    void look()
    const leave = followTopics(["person.notice:me"], () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(look, QUIET_MS)
    })
    return () => {
      leave()
      clearTimeout(timer.current)
    }
  }, [look])

  async function markAllRead(): Promise<void> {
    try {
      await readAll()
    } finally {
      void look()
    }
  }
  return { ...state, news, markAllRead: () => void markAllRead() }
}
