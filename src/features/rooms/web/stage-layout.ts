export type StageTile = {
  key: string
  kind: "camera" | "screen"
  isMe: boolean
  isInstructor: boolean
  /** When the participant came, in ms; later ones stand after. */
  joinedAt: number
}

export type StageLayout = "focus" | "grid"

/** What stands large, if anything, and what stands around it. `waiting` is the empty chair of the instructor. */
export type StagePlan<T extends StageTile> = { focus: T | "waiting" | "whiteboard" | null; others: T[] }

/** What was chosen to stand large: by the viewer, a tile's key; by the instructor for all, the whiteboard. */
export type StageWish = { pinned?: string | null; whiteboard?: boolean }

/**
 * Arranges a room: what the viewer pinned before all, then the whiteboard, then somebody's shared screen, then for
 * students the instructor, and for the instructor everybody alike. One's own shared screen is not shown, it would
 * mirror itself.
 */
export function planStage<T extends StageTile>(
  tiles: readonly T[],
  viewer: "student" | "instructor",
  layout: StageLayout,
  { pinned = null, whiteboard = false }: StageWish = {},
): StagePlan<T> {
  const cameras = tiles.filter((tile) => tile.kind === "camera").sort(byStanding)
  const screens = tiles.filter((tile) => tile.kind === "screen" && !tile.isMe)
  const shown = [...screens, ...cameras]
  const instructor = cameras.find((tile) => tile.isInstructor && !tile.isMe)
  const kept = shown.find((tile) => tile.key === pinned)
  if (kept) return { focus: kept, others: shown.filter((tile) => tile !== kept) }
  if (whiteboard && (viewer === "instructor" || instructor)) return { focus: "whiteboard", others: shown }
  const [screen] = screens
  if (screen) return { focus: screen, others: cameras }
  if (viewer === "student" && !instructor) return { focus: "waiting", others: cameras }
  if (viewer === "instructor" || layout === "grid" || !instructor) return { focus: null, others: cameras }
  return { focus: instructor, others: cameras.filter((tile) => tile !== instructor) }
}

// The instructor first, oneself next, the others as they came: places stay, whoever speaks.
function byStanding(one: StageTile, other: StageTile): number {
  const rank = (tile: StageTile) => (tile.isInstructor && !tile.isMe ? 0 : tile.isMe ? 1 : 2)
  return rank(one) - rank(other) || one.joinedAt - other.joinedAt || one.key.localeCompare(other.key)
}

const TILE_RATIO = 16 / 9
/** Tiles narrower than this would not show a face. */
const NARROWEST_PX = 148

export type Grid = { columns: number; width: number; height: number; perPage: number }

/** The grid that shows `count` tiles of 16:9 largest in an area, all in px; the rest goes to further pages. */
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
