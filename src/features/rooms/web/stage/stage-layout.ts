export type StageTile = {
  key: string
  kind: "camera" | "screen"
  isMe: boolean
  isInstructor: boolean
  /** The name of what is sent, which for a screen is one time of sharing it. */
  share?: string | undefined
  /** When the participant came, in ms; the order of tiles. */
  joinedAt: number
}

export type StageLayout = "focus" | "grid"

/** Which tile is large, if any, and which are around it. `waiting` means that the instructor is missing. */
export type StagePlan<T extends StageTile> = {
  focus: T | "waiting" | "whiteboard" | "slides" | null
  others: T[]
}

/**
 * What was chosen to be large: by the viewer, a tile's key; by the instructor for everybody, the whiteboard or slides.
 */
export type StageWish = {
  pinned?: string | null
  whiteboard?: boolean
  slides?: boolean
  /** The share that the viewer draws on, and one that somebody drew on. */
  drawn?: readonly (string | null)[]
  /** The viewer has lost the connection, and with it who is there. */
  cut?: boolean
}

/**
 * Arranges a room. First comes what the viewer pinned, then the whiteboard, then slides, then somebody's
 * shared screen, then the instructor for students; for the instructor all tiles are equal. The viewer's own shared screen is
 * shown only with drawings on it, as it may mirror itself.
 */
export function planStage<T extends StageTile>(
  tiles: readonly T[],
  viewer: "student" | "instructor",
  layout: StageLayout,
  { pinned = null, whiteboard = false, slides = false, drawn = [], cut = false }: StageWish = {},
): StagePlan<T> {
  const cameras = tiles.filter((tile) => tile.kind === "camera").sort(byStanding)
  const isDrawn = ({ share }: T) => share !== undefined && drawn.includes(share)
  const screens = tiles.filter((tile) => tile.kind === "screen" && (!tile.isMe || isDrawn(tile)))
  const shown = [...screens, ...cameras]
  const instructor = cameras.find((tile) => tile.isInstructor && !tile.isMe)
  const kept = shown.find((tile) => tile.key === pinned)
  if (kept) return { focus: kept, others: shown.filter((tile) => tile !== kept) }
  const page = whiteboard ? "whiteboard" : slides ? "slides" : null
  if (page && (viewer === "instructor" || instructor || cut)) return { focus: page, others: shown }
  const screen = screens.find(isDrawn) ?? screens[0]
  if (screen) return { focus: screen, others: cameras }
  if (viewer === "student" && !instructor) return { focus: "waiting", others: cameras }
  if (viewer === "instructor" || layout === "grid" || !instructor) return { focus: null, others: cameras }
  return { focus: instructor, others: cameras.filter((tile) => tile !== instructor) }
}

// The instructor first, the viewer next, the others as they came: tiles don't move when somebody speaks.
function byStanding(one: StageTile, other: StageTile): number {
  const rank = (tile: StageTile) => (tile.isInstructor && !tile.isMe ? 0 : tile.isMe ? 1 : 2)
  return rank(one) - rank(other) || one.joinedAt - other.joinedAt || one.key.localeCompare(other.key)
}

/** How many tiles of a strip are in sight on most screens. */
const IN_SIGHT = 4

/**
 * Returns the tiles of a strip, with recent speakers moved into sight: behind the first two, which are the instructor
 * and the viewer. A speaker who is in sight already keeps their place.
 */
export function heardFirst<T extends { participant: { identity: string } }>(
  tiles: readonly T[],
  heard: readonly string[],
): readonly T[] {
  const far = tiles.slice(IN_SIGHT).filter((tile) => heard.includes(tile.participant.identity))
  if (far.length === 0) return tiles
  return [...tiles.slice(0, 2), ...far, ...tiles.slice(2).filter((tile) => !far.includes(tile))]
}

const TILE_RATIO = 16 / 9
/** What a strip of faces takes beside the large picture, and below it. */
const STRIP_PX = { side: 192, below: 92 }

/**
 * Returns where the strip of faces is beside one large picture: where that stays larger, as the page of a whiteboard
 * with its tools, too. On a stage so small that the picture would lose half, there is none.
 */
export function planStrip({ width, height }: { width: number; height: number }): "side" | "below" | "none" {
  const fits = (wide: number, high: number) => Math.min(wide, high * TILE_RATIO)
  const side = fits(width - STRIP_PX.side, height)
  const below = fits(width, height - STRIP_PX.below)
  if (Math.max(side, below) < 0.7 * fits(width, height)) return "none"
  return side > below ? "side" : "below"
}

/** A face is not recognisable in a tile narrower than this. */
const NARROWEST_PX = 148

export type Grid = { columns: number; width: number; height: number; perPage: number }

/**
 * Returns the grid that shows `count` tiles of 16:9 as large as possible in an area, all in px; tiles that
 * don't fit go to more pages.
 */
export function planGrid(count: number, area: { width: number; height: number }, gap: number): Grid {
  let best: Grid = { columns: 1, width: 0, height: 0, perPage: 1 }
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const rows = Math.ceil(count / columns)
    const wide = (area.width - gap * (columns - 1)) / columns
    const high = ((area.height - gap * (rows - 1)) / rows) * TILE_RATIO
    const width = Math.floor(Math.min(wide, high))
    if (width > best.width) best = tilesOf(columns, width, columns * rows)
  }
  if (best.width >= NARROWEST_PX) return best
  const columns = Math.max(1, Math.floor((area.width + gap) / (NARROWEST_PX + gap)))
  const width = Math.floor((area.width - gap * (columns - 1)) / columns)
  const rows = Math.max(1, Math.floor((area.height + gap) / (width / TILE_RATIO + gap)))
  return tilesOf(columns, Math.max(0, width), columns * rows)
}

function tilesOf(columns: number, width: number, perPage: number): Grid {
  return { columns, width, height: Math.floor(width / TILE_RATIO), perPage }
}
