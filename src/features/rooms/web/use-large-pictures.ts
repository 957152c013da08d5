import { ConnectionQuality } from "livekit-client"
import { useSyncExternalStore } from "react"
import { useRoom } from "./room-context.card.tsx"
import { useStay } from "./use-board.ts"
import { useQuality } from "./use-followed.ts"

/** Whether large pictures are worth their bytes now: the connection carries more, and the viewer doesn't save data. */
export function useLargePictures(): boolean {
  const { saving } = useStay()
  const { on, withoutCameras } = useSyncExternalStore(saving.subscribe, saving.getView)
  const quality = useQuality(useRoom().localParticipant)
  return !on && !withoutCameras && quality !== ConnectionQuality.Poor && quality !== ConnectionQuality.Lost
}
