import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { fromPaper, ontoPaper, type Paper } from "#features/rooms/screen-paper.ts"
import { type Item, isOver } from "#features/rooms/whiteboard.ts"
import type { Beam } from "../whiteboard/laser/whiteboard-laser.ts"

type Items = ReadonlyMap<string, Item>
type Placed = Pick<Item, "kind" | "points">

/** What a sheet is on: the whiteboard's pages, or the picture of one shared screen. */
export class DrawnSurface {
  readonly screen: string | undefined
  paper: Paper = PAGE
  private shown = new WeakMap<Item, Item>()

  constructor(screen: string | undefined) {
    this.screen = screen
  }

  /** Whether something that was sent belongs here. */
  takes = (one: { screen?: string | undefined }): boolean => isOver(one, this.screen)

  /** What each item says, so that it belongs here. */
  get mark(): { screen?: string } {
    return this.screen === undefined ? {} : { screen: this.screen }
  }

  /** Lays it over a picture of another shape. */
  fit(paper: Paper): void {
    this.paper = paper
    this.shown = new WeakMap()
  }

  /** Returns items as they are shown here. One that stayed the same is the same object. */
  show(items: Items): Items {
    if (this.paper === PAGE) return items
    return new Map([...items].map(([id, item]) => [id, this.showItem(item)]))
  }

  private showItem(item: Item): Item {
    const known = this.shown.get(item)
    if (known) return known
    const made = ontoPaper(item, this.paper)
    this.shown.set(item, made)
    return made
  }

  in<S extends Placed>(shape: S): S {
    return ontoPaper(shape, this.paper)
  }

  out<S extends Placed>(shape: S): S {
    return fromPaper(shape, this.paper)
  }

  beamIn({ page, points }: Beam): Beam {
    return { page, points: this.in({ kind: "line", points }).points }
  }

  beamOut({ page, points }: Beam): Beam {
    return { page, points: this.out({ kind: "line", points }).points, ...this.mark }
  }
}
