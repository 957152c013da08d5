import { type Ink, MOST_NUMBERS } from "#contract/rooms/whiteboard-page.ts"
import { isStroke, isTouched } from "#features/rooms/whiteboard.ts"
import { type Place, snapped, squared } from "#features/rooms/whiteboard-geometry.ts"
import { newId } from "#shared/ids.ts"
import type { Draft, WhiteboardSheet } from "./whiteboard-sheet.ts"
import { kindOf, sizeOf, type Tool, type Width } from "./whiteboard-tool.ts"

export type { Place }
export type Choice = { tool: Tool; ink: Ink; width: Width }

/** What the pen is drawing or erasing before it is lifted. */
export type Held = { draft: (Draft & { id: string }) | null; erasing: ReadonlySet<string> }

const EMPTY: Held = { draft: null, erasing: new Set() }
/** Points nearer than this to the one before are skipped. */
const NEAR = 2
/** Shapes smaller than this are taken for a slip and dropped. */
const SLIP = 4
const ERASER_REACH = 12
/** For a mouse, and fingers without pressure: the speed of the stroke decides instead. */
export const NO_PRESSURE = 50

/** The pen of this browser, for any input: mouse, finger, stylus or keys. */
export class WhiteboardPen {
  private held: Held = EMPTY
  /** The page on which the stroke began, which stays its own if the class is shown another one. */
  private page = 0
  private readonly listeners = new Set<() => void>()
  private readonly sheet: WhiteboardSheet

  constructor(sheet: WhiteboardSheet) {
    this.sheet = sheet
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getHeld = (): Held => this.held

  /** Returns the stroke that is being drawn on a page, if any. */
  draftOn(page: number): Held["draft"] {
    return page === this.page ? this.held.draft : null
  }

  get isDown(): boolean {
    return this.held !== EMPTY
  }

  /** Starts a stroke. Texts, formulas and moving the page don't use the pen. */
  begin(choice: Choice, { x, y }: Place, pressure = NO_PRESSURE): void {
    const kind = kindOf(choice.tool)
    if (choice.tool === "eraser") this.erase({ x, y }, new Set())
    if (kind === null || kind === "text" || kind === "formula" || kind === "picture") return
    const points = isStroke(kind) ? [x, y, pressure] : [x, y, x, y]
    const draft = { kind, ink: choice.ink, size: sizeOf(kind, choice.width), points, text: "", id: newId() }
    this.page = this.sheet.getView().page
    this.hold({ draft, erasing: new Set() })
  }

  /** Goes on to a place. `even` snaps lines to every 15°, and makes other shapes as wide as high. */
  move(at: Place, pressure = NO_PRESSURE, even = false): void {
    const { draft, erasing } = this.held
    if (!this.isDown) return
    if (!draft) this.erase(at, erasing)
    else if (isStroke(draft.kind)) this.lengthen(draft, at, pressure)
    else {
      const [x = 0, y = 0] = draft.points
      const isLine = draft.kind === "line" || draft.kind === "arrow"
      const to = even ? (isLine ? snapped : squared)({ x, y }, at) : at
      this.hold({ draft: { ...draft, points: [x, y, to.x, to.y] }, erasing })
      this.tell()
    }
  }

  private lengthen(draft: NonNullable<Held["draft"]>, at: Place, pressure: number): void {
    const [x = 0, y = 0] = draft.points.slice(-3)
    if (Math.hypot(at.x - x, at.y - y) < NEAR) return
    const grown = { ...draft, points: [...draft.points, at.x, at.y, pressure] }
    this.hold({ draft: grown, erasing: new Set() })
    if (grown.points.length + 3 > MOST_NUMBERS) this.goOn(grown)
    else this.tell()
  }

  /** Ends the stroke and adds it to the page. */
  end(): void {
    const { draft, erasing } = this.held
    this.hold(EMPTY)
    if (erasing.size > 0) this.sheet.erase([...erasing])
    if (!draft) return
    const [a = 0, b = 0, c = a, d = b] = draft.points
    if (!isStroke(draft.kind) && Math.hypot(c - a, d - b) < SLIP) return
    const { id, ...drawn } = draft
    this.sheet.add(drawn, id, this.page)
  }

  cancel(): void {
    this.hold(EMPTY)
  }

  /** A stroke longer than one item continues as another item from the same point. */
  private goOn({ id, ...drawn }: Draft & { id: string }): void {
    this.sheet.add(drawn, id, this.page)
    this.hold({ draft: { ...drawn, id: newId(), points: drawn.points.slice(-3) }, erasing: new Set() })
  }

  private erase(at: Place, erasing: ReadonlySet<string>): void {
    const { items, page } = this.sheet.getView()
    const touched = [...items.values()].filter(
      // What is drawn over a picture is erased without it; a picture itself is selected and deleted.
      (item) =>
        item.page === page && !item.gone && item.kind !== "picture" && isTouched(item, at, ERASER_REACH),
    )
    const all = touched.every(({ id }) => erasing.has(id))
      ? erasing
      : new Set([...erasing, ...touched.map(({ id }) => id)])
    this.hold({ draft: null, erasing: all })
  }

  private tell(): void {
    const { draft } = this.held
    if (!draft) return
    const { id, ...drawn } = draft
    this.sheet.tellStroke({ id, page: this.page }, drawn, isStroke(draft.kind))
  }

  private hold(held: Held): void {
    this.held = held
    for (const listener of this.listeners) listener()
  }
}
