import { useEffect, useState } from "react"

const KEY = "lessons-autoplay"

/** Whether the next lesson starts automatically, as last chosen on this device; on at first. */
export function useAutoplay() {
  const [on, set] = useState(true)
  useEffect(() => {
    try {
      set(localStorage.getItem(KEY) !== "off")
    } catch {
      // Browsers that block storage throw when it is read.
    }
  }, [])
  const choose = (next: boolean) => {
    set(next)
    try {
      localStorage.setItem(KEY, next ? "on" : "off")
    } catch {
      // Without storage the choice applies to this page only.
    }
  }
  return [on, choose] as const
}
