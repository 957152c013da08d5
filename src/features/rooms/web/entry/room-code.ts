import type { ComponentType } from "react"
import { fetchAhead } from "#ui/late-part.tsx"
import type { LiveRoomProps } from "./room-frame.ts"

/** The room's component, once loaded: it then renders at once instead of after an empty stage. */
let ready: ComponentType<LiveRoomProps> | null = null

export async function loadRoomScreen(): Promise<ComponentType<LiveRoomProps>> {
  ready = (await import("../room-screen.tsx")).RoomScreen
  return ready
}

/** Returns the room's component if it is loaded. */
export function readyRoomScreen(): ComponentType<LiveRoomProps> | null {
  return ready
}

/** Loads the room's code before Join is clicked. */
export function prepareLiveRoom(): void {
  if (!ready) void fetchAhead(loadRoomScreen)
}
