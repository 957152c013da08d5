import { useEffect, useState } from "react"
import { LIVE_STATE_REFRESH_MS } from "../rules.ts"

/**
 * The present instant, moved on every 30 s, for what is live now: on the minute, too, as classes begin on one. The
 * server's instant comes first, and the browser's clock is corrected by it, so that a wrong clock shows no wrong live
 * state.
 */
export function useNow(serverNow: Date): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const ahead = Date.now() - serverNow.getTime()
    setNow(serverNow)
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const present = Date.now() - ahead
      timer = setTimeout(
        () => {
          setNow(new Date(Date.now() - ahead))
          wait()
        },
        LIVE_STATE_REFRESH_MS - (present % LIVE_STATE_REFRESH_MS),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [serverNow])
  return now
}
