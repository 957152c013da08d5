import { useCallback } from "react"
import { useLocation, useNavigate } from "react-router"

/**
 * Returns what leads out of the room: to the page the person came from, or to the class list if they came by
 * the address alone. Nothing is left to do once another page has the address and the room is still drawn.
 */
export function useWayBack(): () => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(() => {
    if (window.location.pathname !== pathname) return
    // The router numbers the pages that it showed in a row. Before the first there is none of ours.
    const { idx } = (window.history.state ?? {}) as { idx?: number }
    if (idx) void navigate(-1)
    else void navigate("/live-classes")
  }, [navigate, pathname])
}
