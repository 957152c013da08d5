import { useEffect, useState } from "react"
import { PrefetchPageLinks } from "react-router"
import { prepareLiveRoom } from "./live-room.tsx"

const loadAhead = () => import("./room-ahead.ts")

/** The class into whose room a link leads; null for any other link. */
export function classOfLink(href: string, base: string): string | null {
  const { pathname, searchParams, origin } = new URL(href, base)
  if (pathname !== "/live-classes" || origin !== new URL(base).origin) return null
  return searchParams.get("join") ?? searchParams.get("start")
}

function linkTo({ target }: Event): { classId: string; address: string } | null {
  const link = target instanceof Element ? target.closest("a") : null
  const classId = link && classOfLink(link.href, window.location.href)
  return classId && link ? { classId, address: link.pathname + link.search } : null
}

/**
 * Gets ready for the rooms that the page links to: the room's page and a token while the pointer or the focus comes
 * near, the connection as the link is pressed. `deviceId` is this browser's name among the devices of the person.
 */
export function JoinAhead({ deviceId }: { deviceId: string | null }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!deviceId) return
    function near(event: Event) {
      const link = linkTo(event)
      if (!link || !deviceId) return
      const { classId } = link
      setAddress(link.address)
      prepareLiveRoom()
      loadAhead().then(
        ({ approach }) => approach(classId, deviceId),
        // The page loads the room by itself, and tells when it can't.
        () => undefined,
      )
    }
    function press(event: MouseEvent) {
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      const link = isPlain ? linkTo(event) : null
      if (!link) return
      loadAhead().then(
        ({ enterAhead }) => enterAhead(link.classId),
        () => undefined,
      )
    }
    const nearing = ["pointerover", "pointerdown", "focusin"] as const
    for (const name of nearing) document.addEventListener(name, near, { passive: true })
    document.addEventListener("click", press, { capture: true, passive: true })
    return () => {
      for (const name of nearing) document.removeEventListener(name, near)
      document.removeEventListener("click", press, { capture: true })
    }
  }, [deviceId])
  return address ? <PrefetchPageLinks page={address} /> : null
}
