import { useSyncExternalStore } from "react"
import { roomText as text } from "../texts/room.texts.ts"
import { useStay } from "../use-board.ts"

/** Why others' cameras don't come, where the connection is too slow for them. */
export function CamerasNote() {
  const { saving } = useStay()
  const { withoutCameras } = useSyncExternalStore(saving.subscribe, saving.getView)
  return (
    <p
      role="status"
      className={
        withoutCameras ? "shrink-0 px-3 py-1.5 text-center text-[0.8125rem] text-ink-muted" : "sr-only"
      }
    >
      {withoutCameras ? text.withoutCameras : null}
    </p>
  )
}
