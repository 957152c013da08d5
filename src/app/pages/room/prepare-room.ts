import { prepareLiveRoom } from "#features/rooms/web/entry/room-code.ts"
import { fetchAhead } from "#ui/late-part.tsx"
import { loadTeaching } from "./late-teaching.ts"

const loadView = async () => (await import("./room-view.tsx")).RoomView

/** Preloads the code of the room's page ahead of the click that leads there. */
export function prepareRoom(teaches: boolean): void {
  prepareLiveRoom()
  void fetchAhead(loadView)
  if (teaches) void fetchAhead(loadTeaching)
}
