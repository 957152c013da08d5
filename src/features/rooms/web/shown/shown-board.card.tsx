import type { Room } from "livekit-client"

/** The page of slides or of the whiteboard on a room's stage, or what is over a screen there, for who records the room. */
export type ShownBoard = {
  /** The identity whose shared screen it is over: clear where nothing is drawn, and stretched to that picture. */
  over?: string
  /** Calls `listener` when it looks different. Returns a function that ends it. */
  subscribe(listener: () => void): () => void
  /**
   * Returns how it looks now, with what these people added to it; null where there is nothing yet. Closed by the caller.
   * Throws where its pictures can't be fetched.
   */
  take(isAllowed: (person: string) => boolean): Promise<ImageBitmap | null>
}

const shown = new WeakMap<Room, ShownBoard>()

/** Makes a page the one on the stage until the returned function is called. */
export function showBoard(room: Room, board: ShownBoard): () => void {
  shown.set(room, board)
  return () => {
    if (shown.get(room) === board) shown.delete(room)
  }
}

/** The page on a room's stage, if there is one. */
export function shownBoardOf(room: Room): ShownBoard | null {
  return shown.get(room) ?? null
}
