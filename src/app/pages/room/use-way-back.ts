import { useCallback } from "react"
import { useNavigate } from "react-router"

/**
 * Returns what leads out of the room: to the page the person came from, or to the class list if they came by
 * the address alone.
 */
export function useWayBack(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The router numbers the pages that it showed in a row. Before the first there is none of ours.
    const { idx } = (window.history.state ?? {}) as { idx?: number }
    if (idx) void navigate(-1)
    else void navigate("/live-classes")
  }, [navigate])
}
