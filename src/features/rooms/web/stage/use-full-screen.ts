import { type RefObject, useEffect, useState } from "react"

/**
 * Shows an element on the whole screen: by the browser if it can, otherwise (iPhones) over the whole page.
 * `active` says which, or is null.
 */
export function useFullScreen(target: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState<"screen" | "page" | null>(null)
  useEffect(() => {
    const follow = () => setActive(document.fullscreenElement ? "screen" : null)
    document.addEventListener("fullscreenchange", follow)
    return () => document.removeEventListener("fullscreenchange", follow)
  }, [])
  async function toggle() {
    if (active === "page") return setActive(null)
    if (document.fullscreenElement) return document.exitFullscreen()
    try {
      await target.current?.requestFullscreen()
    } catch {
      setActive("page")
    }
  }
  return { active, toggle: () => void toggle() }
}
