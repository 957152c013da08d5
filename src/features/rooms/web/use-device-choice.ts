import { Room, RoomEvent } from "livekit-client"
import { useEffect, useState } from "react"
import { useRoom } from "./room-context.card.tsx"
import { useOfRoom } from "./use-followed.ts"

const EVENTS = [RoomEvent.ActiveDeviceChanged, RoomEvent.LocalTrackPublished]

/** The devices of one kind that the browser names, the one in use, and the way to take another. */
export function useDeviceChoice(kind: MediaDeviceKind) {
  const room = useRoom()
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    let shown = true
    // Without asking for anything: what is not allowed yet has no name.
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
  /** A device that is gone or taken leaves the one before in use. */
  const choose = async (id: string): Promise<void> => {
    await room.switchActiveDevice(kind, id).catch(() => undefined)
  }
  return { devices, active, choose }
}
