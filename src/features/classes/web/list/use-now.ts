import { useEffect, useState } from "react"
import { LIVE_STATE_REFRESH_MS } from "../../rules.ts"

/**
 * Returns the current instant, for what is live now. Updated every 30 s, and at each full minute because
 * classes begin on one. It starts with the server's instant, and the browser's clock is corrected by it, so
 * that a wrong clock does not show a wrong status.
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
