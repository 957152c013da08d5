import { useEffect, useState } from "react"

const KEY = "lessons-autoplay"

/** Whether the next lesson starts after one, as last chosen on this device; on at first. */
export function useAutoplay() {
  const [on, set] = useState(true)
  useEffect(() => {
    try {
      set(localStorage.getItem(KEY) !== "off")
    } catch {
      // Browsers that keep nothing for sites refuse to be asked.
    }
  }, [])
  const choose = (next: boolean) => {
    set(next)
    try {
      localStorage.setItem(KEY, next ? "on" : "off")
    } catch {
      // The same: it counts for this page alone.
    }
  }
  return [on, choose] as const
}
