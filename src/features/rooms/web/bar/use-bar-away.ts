import { type RefObject, useEffect, useState } from "react"

/** A finger that moves further, in px, or stays longer, in ms, does not tap. */
const STILL_PX = 12
const SHORT_MS = 500

/** What does something of its own when it is tapped. */
const USED = "button, a, input, select, textarea, [data-whiteboard], [data-faces]"

/**
 * Whether the bar is out of sight on a phone: a finger's tap on the pictures hides it and shows it again, and so does
 * any key. It stays in the tree of accessibility, and in sight while the focus is inside (`.room-bar`). What a screen
 * reader presses has no size and is no tap.
 */
export function useBarAway(stage: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const pictures = stage.current
    if (!pictures) return
    let down: PointerEvent | null = null
    const press = (event: PointerEvent) => {
      down = event
    }
    const release = (event: PointerEvent) => {
      if (down && isTap(down, event)) setAway((before) => !before)
      down = null
    }
    const show = () => setAway(false)
    pictures.addEventListener("pointerdown", press)
    pictures.addEventListener("pointerup", release)
    document.addEventListener("keydown", show)
    return () => {
      pictures.removeEventListener("pointerdown", press)
      pictures.removeEventListener("pointerup", release)
      document.removeEventListener("keydown", show)
    }
  }, [stage])
  return away
}

function isTap(down: PointerEvent, up: PointerEvent): boolean {
  const isFinger =
    up.pointerType === "touch" && up.isPrimary && down.pointerId === up.pointerId && up.width > 0
  const moved = Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY)
  const onPicture = up.target instanceof Element && !up.target.closest(USED)
  return isFinger && onPicture && moved < STILL_PX && up.timeStamp - down.timeStamp < SHORT_MS
}
