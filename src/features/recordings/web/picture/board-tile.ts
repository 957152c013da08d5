import type { Room } from "livekit-client"
import { type ShownBoard, shownBoardOf } from "#features/rooms/web/shown/shown-board.card.tsx"
import { overKey } from "./draw-picture.ts"
import type { ShownTile } from "./room-picture.ts"

/** Four pictures a second show a hand that writes. */
const BETWEEN_MS = 250
/** Where a picture takes long, as on a phone while a class draws together, it comes so many times later. */
const REST = 10
const LONGEST_BETWEEN_MS = 2_000
/** Time until a page is asked for again that didn't come. */
const AGAIN_MS = 2_000
const KEY = "board"

/** Returns the key of what is over a person's shared screen. */
const keyOf = (identity: string) => overKey(`${identity}/screen`)

type Wish = {
  room: Room
  /** The people whose drawings may be recorded; asked anew for each picture. */
  recordable: () => ReadonlySet<string>
  /** Called with a new picture, which the recording then owns, or with null once there is none. */
  onPicture: (key: string, picture: ImageBitmap | null) => void
}

/** The whiteboard or the slides on the stage, as a tile of the recorded picture, or what is over a shared screen's. */
export class BoardTile {
  private board: ShownBoard | null = null
  private leave = () => {}
  private isThere = false
  private timer: ReturnType<typeof setTimeout> | null = null
  private taking = false
  private isStale = false
  private between = BETWEEN_MS
  private allowed = ""
  private readonly wish: Wish

  constructor(wish: Wish) {
    this.wish = wish
  }

  /** Follows what is on the stage now, and returns its tile once there is a picture of it. */
  look(): ShownTile[] {
    const board = shownBoardOf(this.wish.room)
    const allowed = [...this.wish.recordable()].sort().join()
    if (board !== this.board) this.follow(board)
    else if (board && allowed !== this.allowed) this.takeSoon(BETWEEN_MS)
    this.allowed = allowed
    return board && !board.over && this.isThere ? [{ key: KEY, kind: "screen", name: "", video: null }] : []
  }

  private follow(board: ShownBoard | null): void {
    this.leave()
    const over = this.board?.over
    if (over && over !== board?.over) this.wish.onPicture(keyOf(over), null)
    this.board = board
    this.leave = board?.subscribe(() => this.takeSoon()) ?? (() => {})
    // The page before stays until the next one is there.
    if (!board) this.isThere = false
    else this.takeSoon(BETWEEN_MS)
  }

  private takeSoon(after = this.between): void {
    this.isStale = true
    if (this.taking) return
    this.timer ??= setTimeout(() => void this.take(), after)
  }

  private async take(): Promise<void> {
    this.timer = null
    const { board } = this
    if (!board) return
    this.taking = true
    this.isStale = false
    const people = this.wish.recordable()
    const began = performance.now()
    const picture = await board.take((person) => people.has(person)).catch(() => null)
    const took = performance.now() - began
    this.between = Math.min(LONGEST_BETWEEN_MS, Math.max(BETWEEN_MS, REST * took))
    this.taking = false
    if (board === this.board && picture) {
      this.isThere = !board.over
      this.wish.onPicture(board.over ? keyOf(board.over) : KEY, picture)
    } else picture?.close()
    if (this.isStale) this.takeSoon(board === this.board ? this.between : BETWEEN_MS)
    else if (!picture) this.takeSoon(AGAIN_MS)
  }

  stop(): void {
    this.leave()
    this.board = null
    if (this.timer) clearTimeout(this.timer)
  }
}
