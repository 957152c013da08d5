import type { Participant, Track } from "livekit-client"
import type { TilePin } from "./participant-tile.tsx"
import type { StageTile } from "./stage-layout.ts"

export type Tile = StageTile & { participant: Participant; source: Track.Source }
/** Returns whether a tile is pinned, and a function to change that. */
export type Pin = (key: string) => TilePin
