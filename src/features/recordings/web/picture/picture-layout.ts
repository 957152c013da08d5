/** What the recorded picture can show: a person, or a shared screen. */
export type PictureTile = { key: string; kind: "screen" | "camera" }
export type Place = { x: number; y: number; width: number; height: number }
export type PlacedTile<T> = T & Place

const GAP = 8
/** The share of the width that faces take beside a screen. */
const SIDE = 0.2
/** With more faces than this in a column they would be too small to recognise. */
const MOST_BESIDE = 6
const MOST_IN_GRID = 16
const ASPECT = 16 / 9

/**
 * Arranges tiles like the stage: a screen large with faces beside it, otherwise a grid of equal tiles. Tiles
 * come in order of priority; those that don't fit are left out. `size` and positions are in pixels.
 */
export function planPicture<T extends PictureTile>(
  tiles: readonly T[],
  size: { width: number; height: number },
): PlacedTile<T>[] {
  const screen = tiles.find((tile) => tile.kind === "screen")
  const faces = tiles.filter((tile) => tile.kind === "camera")
  if (!screen) return placeGrid(faces.slice(0, MOST_IN_GRID), size)
  if (faces.length === 0) return [{ ...screen, x: 0, y: 0, ...size }]
  const side = Math.round(size.width * SIDE)
  const large = { ...screen, x: 0, y: 0, width: size.width - side - GAP, height: size.height }
  const height = Math.round(side / ASPECT)
  const fits = Math.min(MOST_BESIDE, Math.floor((size.height + GAP) / (height + GAP)))
  return [
    large,
    ...faces
      .slice(0, fits)
      .map((tile, at) => ({ ...tile, x: size.width - side, y: at * (height + GAP), width: side, height })),
  ]
}

function placeGrid<T extends PictureTile>(
  tiles: readonly T[],
  size: { width: number; height: number },
): PlacedTile<T>[] {
  const columns = Math.ceil(Math.sqrt(tiles.length))
  if (columns === 0) return []
  const rows = Math.ceil(tiles.length / columns)
  const width = Math.floor((size.width - GAP * (columns - 1)) / columns)
  const height = Math.floor((size.height - GAP * (rows - 1)) / rows)
  return tiles.map((tile, at) => {
    const row = Math.floor(at / columns)
    const inRow = Math.min(columns, tiles.length - row * columns)
    const indent = Math.floor(((columns - inRow) * (width + GAP)) / 2)
    return {
      ...tile,
      x: indent + (at % columns) * (width + GAP),
      y: row * (height + GAP),
      width,
      height,
    }
  })
}

/** Returns where a picture is drawn in its place: a screen whole, with bars; a face cropped to fill it. */
export function fitPicture(
  picture: { width: number; height: number },
  place: Place,
  kind: PictureTile["kind"],
): { from: Place; to: Place } {
  const { width, height } = picture
  const choose = kind === "screen" ? Math.min : Math.max
  const scale = choose(place.width / width, place.height / height)
  if (kind === "screen") {
    const to = { width: width * scale, height: height * scale }
    return {
      from: { x: 0, y: 0, width, height },
      to: { x: place.x + (place.width - to.width) / 2, y: place.y + (place.height - to.height) / 2, ...to },
    }
  }
  const cut = { width: place.width / scale, height: place.height / scale }
  return {
    from: { x: (width - cut.width) / 2, y: (height - cut.height) / 2, ...cut },
    to: { x: place.x, y: place.y, width: place.width, height: place.height },
  }
}
