import { useEffect } from "react"

/** Keeps the screen on while the page is in sight, where the browser can. */
export function useScreenOn(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let gone = false
    async function hold() {
      if (document.visibilityState !== "visible") return
      // Refused on an almost empty battery.
      const held = await navigator.wakeLock?.request("screen").catch(() => null)
      if (gone) await held?.release()
      else lock = held ?? null
    }
    const again = () => void hold()
    void hold()
    document.addEventListener("visibilitychange", again)
    return () => {
      gone = true
      document.removeEventListener("visibilitychange", again)
      void lock?.release()
    }
  }, [])
}
