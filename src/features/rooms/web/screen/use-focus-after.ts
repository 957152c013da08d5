import { type RefObject, useEffect, useRef } from "react"

/** Returns the ref of the button that opens something, which gets the focus back once that is closed. */
export function useFocusAfter(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
