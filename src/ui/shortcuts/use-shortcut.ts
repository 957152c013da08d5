import { useEffect, useRef } from "react"
import { isPressed, type Keys } from "./shortcuts.ts"

/**
 * Calls `act` once for each press of the keys, unless the person is typing or a dialog is open; never without
 * `act`.
 */
export function useShortcut(keys: Keys, act: (() => void) | undefined): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.repeat || !latest.current || !isPressed(event, keys)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [keys])
}
