import { useEffect, useState } from "react"
import { LIVE_STATE_REFRESH_MS } from "../rules.ts"

/**
 * The present instant, moved on every 30 s, for what is live now. The server's instant comes first, and the
 * browser's clock is corrected by it, so that a wrong clock shows no wrong live state.
 */
export function useNow(serverNow: Date): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const ahead = Date.now() - serverNow.getTime()
    setNow(serverNow)
    const timer = setInterval(() => setNow(new Date(Date.now() - ahead)), LIVE_STATE_REFRESH_MS)
    return () => clearInterval(timer)
  }, [serverNow])
  return now
}
