import type { Participant, Track } from "livekit-client"
import type { TilePin } from "./participant-tile.tsx"
import type { StageTile } from "./stage-layout.ts"

export type Tile = StageTile & { participant: Participant; source: Track.Source }
/** What is drawn over shared screens. */
export type Drawing = {
  /** The share that this person's tools are over, if any. */
  share: string | null
  over: (share: string | null) => void
  /** The viewer's own share, if something is drawn on it. */
  marked: string | null
  mark: (share: string | null) => void
}
/** Returns whether a tile is pinned, and a function to change that. */
export type Pin = (key: string) => TilePin
