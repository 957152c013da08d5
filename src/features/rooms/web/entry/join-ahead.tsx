import { useEffect, useState } from "react"
import { flushSync } from "react-dom"
import { PrefetchPageLinks, useNavigate } from "react-router"
import { prepareLiveRoom } from "./room-code.ts"
import { askToken, hasToken } from "./room-token.ts"

/** The longest time that the page waits for the room; short enough not to be noticed. */
const PAGE_WAITS_MS = 150

type Ahead = typeof import("./room-ahead.ts")

/** The code that enters rooms, once it is loaded. */
let ahead: Ahead | null = null

/** Synchronous once the code is loaded, so that nothing delays the socket after a click. */
function withAhead(work: (ahead: Ahead) => void): void {
  if (ahead) work(ahead)
  else {
    import("./room-ahead.ts").then(
      (loaded) => {
        ahead = loaded
        work(loaded)
      },
      // The room's page loads the code itself and reports a failure.
      () => undefined,
    )
  }
}

/** Calls `show` once the room is entered or can't be, and after a moment in any case. */
function enterFirst(classId: string, show: () => void): void {
  const timer = setTimeout(show, PAGE_WAITS_MS)
  withAhead(({ enterAhead }) => {
    void Promise.resolve(enterAhead(classId)).then(() => {
      clearTimeout(timer)
      show()
    })
  })
}

const ROOM_ADDRESS = /^\/class\/([^/]+)\/room$/

/** Returns the class whose room a link leads to; null for any other link. */
export function classOfLink(href: string, base: string): string | null {
  const { pathname, origin } = new URL(href, base)
  if (origin !== new URL(base).origin) return null
  return ROOM_ADDRESS.exec(pathname)?.[1] ?? null
}

function linkTo({ target }: Event): { classId: string; address: string } | null {
  const link = target instanceof Element ? target.closest("a") : null
  const classId = link && classOfLink(link.href, window.location.href)
  return classId && link ? { classId, address: link.pathname + link.search } : null
}

/**
 * Prepares for the rooms that the page links to: loads the room's page and a token when pointer or focus come
 * near a link, and connects when the link is pressed, before the page changes. `deviceId` identifies this
 * browser among the person's devices.
 */
export function JoinAhead({ deviceId }: { deviceId: string | null }) {
  const [address, setAddress] = useState<string | null>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (!deviceId) return
    /** Counts the clicks, because the next click cancels what is waiting. */
    let turn = 0
    /** The class whose link was pressed last: a finger that went up enters the link and focuses it once more. */
    let entering: string | null = null
    function near(event: Event) {
      const link = linkTo(event)
      if (!link || !deviceId || link.classId === entering) return
      askToken(link.classId, deviceId)
      // At once: a page that is fetched ahead only after the press would be fetched twice.
      flushSync(() => setAddress(link.address))
      prepareLiveRoom()
      withAhead(({ prepareRoom }) => prepareRoom())
    }
    function press(event: MouseEvent) {
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      const link = isPlain ? linkTo(event) : null
      const pressed = ++turn
      entering = link?.classId ?? null
      if (!link || !hasToken(link.classId) || !event.cancelable) return
      event.preventDefault()
      let shown = false
      enterFirst(link.classId, () => {
        if (shown || pressed !== turn) return
        shown = true
        void navigate(link.address)
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
