import WifiOff from "lucide-react/icons/wifi-off"
import { useEffect, useSyncExternalStore } from "react"
import { useBlocker } from "react-router"
import { useMessages } from "../messages/use-messages.ts"
import { stayOffline } from "./stay-offline.ts"
import { tellUnreached } from "./unreached.ts"

/** Whether the browser considers itself online. */
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
 * Blocks navigation without a connection: for a page whose code can't be loaded the router would load the
 * document again, and this page would be lost.
 */
function useStay(): void {
  useEffect(() => stayOffline(tellUnreached), [])
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

/**
 * Says that this page may be out of date: a strip below the frame's header, over the page, so that nothing moves.
 * It is lower on a phone in landscape, where a live room needs all the height.
 */
export function OfflineNote() {
  const text = useMessages().errors
  useStay()
  if (useOnline()) return null
  return (
    <p
      role="status"
      data-no-print
      className="fixed inset-x-0 top-(--frame-above) z-30 flex h-7 animate-[appear_0.15s_0.4s_both] items-center justify-center gap-2 border-b border-warning/40 bg-warning-tint px-4 text-xs leading-none font-semibold text-warning short:h-4 short:border-b-0 short:text-[0.6875rem]"
    >
      <WifiOff size={14} className="shrink-0 short:size-3" aria-hidden />
      <span className="truncate py-1">{text.offline}</span>
    </p>
  )
}
