import { useEffect, useState } from "react"
import { useHydrated } from "../use-hydrated.ts"

const RELOADED = "kaksha.reloaded"

/**
 * Returns whether this page was loaded as a document of its own, with the policy that it needs; if it was reached from
 * another page, it is loaded as one, once.
 */
export function useOwnDocument(): boolean {
  const isHydrated = useHydrated()
  // A page that came as a document begins as the server rendered it.
  const [isOwn] = useState(() => !isHydrated || readReloaded() === window.location.pathname)
  useEffect(() => {
    writeReloaded(isOwn ? null : window.location.pathname)
    if (!isOwn) window.location.reload()
  }, [isOwn])
  return isOwn
}

function readReloaded(): string | null {
  try {
    return sessionStorage.getItem(RELOADED)
  } catch {
    // Without storage it can't be known, and reloading could go on forever.
    return window.location.pathname
  }
}

function writeReloaded(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(RELOADED)
    else sessionStorage.setItem(RELOADED, path)
  } catch {
    // As above.
  }
}
