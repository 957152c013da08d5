import { useSyncExternalStore } from "react"

const never = () => () => undefined

/** Whether scripts have taken over; false on the server and in the first render, so that markup without scripts works. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
