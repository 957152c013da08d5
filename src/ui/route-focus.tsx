import { useEffect, useRef } from "react"
import { useLocation } from "react-router"

/** After a navigation in place the focus goes to the new screen's heading, as a loaded page would start at its top. */
export function RouteFocus() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main")
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
  return null
}
