import { type RefObject, useEffect } from "react"

/** The same height as the `short` of the styles. */
const SHORT = "(max-height: 30rem)"

/** Brings an element to the top of a phone that lies on its side, where it has room for nothing else. */
export function useSideways(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const media = window.matchMedia(SHORT)
    const bring = () => media.matches && target.current?.scrollIntoView({ block: "start" })
    bring()
    media.addEventListener("change", bring)
    return () => media.removeEventListener("change", bring)
  }, [target])
}
