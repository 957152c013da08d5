import { fitPicture, type PictureTile, planPicture } from "./picture-layout.ts"

/** A tile to draw, with a name that is shown large if there is no picture. */
export type NamedTile = PictureTile & { name: string }
type Canvas2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
export type Still = { picture: CanvasImageSource; width: number; height: number }

/** The key of what is drawn over a shared screen, by the screen's. */
export const overKey = (key: string) => `${key}/over`

const BACKGROUND = "#11151c"
const TILE = "#1d232e"
const INK = "#f4f1ea"
const SHADE = "rgba(0, 0, 0, 0.6)"

/** Draws one frame of the class: every tile in its place, with its newest video frame. */
export function drawPicture(
  canvas: Canvas2d,
  size: { width: number; height: number },
  tiles: readonly NamedTile[],
  stillOf: (key: string) => Still | null,
): void {
  canvas.fillStyle = BACKGROUND
  canvas.fillRect(0, 0, size.width, size.height)
  for (const tile of planPicture(tiles, size)) {
    canvas.fillStyle = TILE
    canvas.fillRect(tile.x, tile.y, tile.width, tile.height)
    const still = stillOf(tile.key)
    if (still && still.width > 0) {
      const { from, to } = fitPicture(still, tile, tile.kind)
      canvas.drawImage(
        still.picture,
        ...([from.x, from.y, from.width, from.height] as const),
        ...([to.x, to.y, to.width, to.height] as const),
      )
      const over = stillOf(overKey(tile.key))
      if (over) canvas.drawImage(over.picture, to.x, to.y, to.width, to.height)
    } else drawInitials(canvas, tile)
    drawName(canvas, tile)
  }
}

type Drawn = NamedTile & { x: number; y: number; width: number; height: number }

function drawInitials(canvas: Canvas2d, { name, x, y, width, height }: Drawn): void {
  const letters = name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase()
  canvas.fillStyle = INK
  canvas.font = `600 ${Math.round(height / 4)}px system-ui, sans-serif`
  canvas.textAlign = "center"
  canvas.textBaseline = "middle"
  canvas.fillText(letters, x + width / 2, y + height / 2)
}

function drawName(canvas: Canvas2d, { name, x, y, width, height }: Drawn): void {
  if (name === "") return
  const text = Math.max(12, Math.round(Math.min(height / 12, 22)))
  canvas.font = `600 ${text}px system-ui, sans-serif`
  canvas.textAlign = "left"
  canvas.textBaseline = "middle"
  const most = width - text * 2
  const wide = Math.min(canvas.measureText(name).width, most)
  const box = { x: x + text / 2, y: y + height - text * 2.2, width: wide + text, height: text * 1.7 }
  canvas.fillStyle = SHADE
  canvas.fillRect(box.x, box.y, box.width, box.height)
  canvas.fillStyle = INK
  canvas.fillText(name, box.x + text / 2, box.y + box.height / 2, most)
}
