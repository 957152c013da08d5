import type { Drawing, Tile } from "../stage/tile.ts"
import { DrawOnOwn } from "./own-screen.tsx"
import { ScreenLayer } from "./screen-layer.tsx"

/** The layer over a screen's tile, or the button for one's own screen. */
export function ScreenPart({ tile, drawing }: { tile?: Tile; drawing: Drawing }) {
  return tile ? <ScreenLayer tile={tile} drawing={drawing} /> : <DrawOnOwn drawing={drawing} />
}
