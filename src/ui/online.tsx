import WifiOff from "lucide-react/icons/wifi-off"
import { useEffect, useSyncExternalStore } from "react"
import { useBlocker } from "react-router"
import { useMessages } from "./messages/use-messages.ts"
import { tellUnreached } from "./unreached.ts"

/** What the browser believes about its network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    followOnline,
    () => navigator.onLine,
    () => true,
  )
}

function followOnline(listener: () => void): () => void {
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}

/**
 * Keeps whoever wants to go elsewhere without a connection: for a page whose code can't be fetched the router would
 * load the document anew, and what stands here would be gone.
 */
function useStay(): void {
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      !navigator.onLine && here.pathname + here.search !== there.pathname + there.search,
  )
  useEffect(() => {
    if (blocker.state !== "blocked") return
    blocker.reset()
    tellUnreached()
  }, [blocker])
}

/** Says that what stands here may have changed meanwhile. Over the page, so that nothing moves. */
export function OfflineNote() {
  const text = useMessages().errors
  useStay()
  if (useOnline()) return null
  return (
    <p
      role="status"
      className="fixed top-20 left-1/2 z-50 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 animate-[appear_0.15s_0.4s_both] items-center gap-2.5 rounded-full border border-line bg-surface-raised px-4 py-2 text-sm font-semibold shadow-float"
    >
      <WifiOff size={16} className="shrink-0 text-danger" aria-hidden />
      {text.offline}
    </p>
  )
}
