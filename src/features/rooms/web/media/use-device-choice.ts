import { Room, RoomEvent } from "livekit-client"
import { useEffect, useState } from "react"
import { useRoom } from "../room-context.card.tsx"
import { useOfRoom } from "../use-followed.ts"

const EVENTS = [RoomEvent.ActiveDeviceChanged, RoomEvent.LocalTrackPublished]

/**
 * Returns the devices of one kind that the browser names, the one in use, and a function to choose another.
 */
export function useDeviceChoice(kind: MediaDeviceKind) {
  const room = useRoom()
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    let shown = true
    // Without asking for permission: devices not yet allowed have no name.
    const list = () =>
      Room.getLocalDevices(kind, false).then(
        (found) => shown && setDevices(found),
        () => undefined,
      )
    void list()
    room.on(RoomEvent.MediaDevicesChanged, list).on(RoomEvent.LocalTrackPublished, list)
    return () => {
      shown = false
      room.off(RoomEvent.MediaDevicesChanged, list).off(RoomEvent.LocalTrackPublished, list)
    }
  }, [room, kind])
  const active = useOfRoom(EVENTS, () => room.getActiveDevice(kind))
  /** If the chosen device is gone or busy, the previous one stays in use. */
  const choose = async (id: string): Promise<void> => {
    await room.switchActiveDevice(kind, id).catch(() => undefined)
  }
  return { devices, active, choose }
}
