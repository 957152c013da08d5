import { useEffect, useState } from "react"
import { PrefetchPageLinks, useNavigate } from "react-router"
import { prepareLiveRoom } from "./live-room.tsx"

type Ahead = typeof import("./room-ahead.ts")

/** The code that enters rooms, once it is there. */
let ahead: Ahead | null = null

/** At once where the code is there, for nothing may come between a click and the socket. */
function withAhead(work: (ahead: Ahead) => void): void {
  if (ahead) work(ahead)
  else {
    import("./room-ahead.ts").then(
      (loaded) => {
        ahead = loaded
        work(loaded)
      },
      // The page loads the room by itself, and tells when it can't.
      () => undefined,
    )
  }
}

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
 * near, the connection as the link is pressed, a moment before the page changes. `deviceId` is this browser's name
 * among the devices of the person.
 */
export function JoinAhead({ deviceId }: { deviceId: string | null }) {
  const [address, setAddress] = useState<string | null>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (!deviceId) return
    /** Counts the clicks, for whatever is clicked next comes in place of what waits. */
    let turn = 0
    function near(event: Event) {
      const link = linkTo(event)
      if (!link || !deviceId) return
      const { classId } = link
      setAddress(link.address)
      prepareLiveRoom()
      withAhead(({ approach }) => approach(classId, deviceId))
    }
    function press(event: MouseEvent) {
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      const link = isPlain ? linkTo(event) : null
      const pressed = ++turn
      if (!link) return
      withAhead(({ enterAhead }) => {
        const entered = enterAhead(link.classId)
        if (!entered || !event.cancelable || event.eventPhase === Event.NONE) return
        event.preventDefault()
        void entered.then(() => pressed === turn && navigate(link.address))
      })
    }
    const nearing = ["pointerover", "pointerdown", "focusin"] as const
    for (const name of nearing) document.addEventListener(name, near, { passive: true })
    document.addEventListener("click", press, { capture: true })
    return () => {
      turn = -1
      for (const name of nearing) document.removeEventListener(name, near)
      document.removeEventListener("click", press, { capture: true })
    }
  }, [deviceId, navigate])
  return address ? <PrefetchPageLinks page={address} /> : null
}
