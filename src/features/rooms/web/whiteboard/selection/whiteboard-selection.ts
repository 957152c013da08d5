import { type Item, isTouched } from "#features/rooms/whiteboard.ts"
import {
  type Box,
  boundsOf,
  boxBetween,
  type Handle,
  holds,
  isWithin,
  type Place,
  resize,
  shift,
  transformed,
} from "#features/rooms/whiteboard-geometry.ts"
import type { Draft, WhiteboardSheet } from "../whiteboard-sheet.ts"
import { type Grip, handleAt, type Said, type SelectionView } from "./selection-view.ts"

type Gesture = { from: Place; box: Box; handle: Handle | null } | { from: Place; kept: ReadonlySet<string> }

const NOTHING: ReadonlySet<string> = new Set()
/** Changes by single keys are one action if they follow each other faster. */
const KEYS_MS = 400
/** How far a copy is from its original. */
const BESIDE = 30

/** What this person has selected on the whiteboard, and what they do with it. Others don't see a selection. */
export class WhiteboardSelection {
  private view: SelectionView = {
    ...{ ids: NOTHING, at: null, marquee: null, transform: null, said: null },
    canPaste: false,
  }
  private readonly listeners = new Set<() => void>()
  private readonly sheet: WhiteboardSheet
  private gesture: Gesture | null = null
  private clipboard: Draft[] = []
  private pasted = 0
  private steps: { dx: number; dy: number; grows: boolean; timer: ReturnType<typeof setTimeout> } | null =
    null

  /** Called with items that were copied. */
  private readonly onCopied: (items: readonly Item[]) => void

  constructor(sheet: WhiteboardSheet, onCopied: (items: readonly Item[]) => void = () => undefined) {
    this.sheet = sheet
    this.onCopied = onCopied
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getView = (): SelectionView => this.view

  private get paper() {
    return this.sheet.getView().paper
  }

  get isDragging(): boolean {
    return this.gesture !== null
  }

  /** Returns the items of the shown page that can be selected, lowest first. */
  private reachable(): Item[] {
    const { items, page } = this.sheet.getView()
    return [...items.values()]
      .filter((item) => item.page === page && !item.gone && this.sheet.mayChange(item))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** Returns the selected items that are still there. */
  selected(): Item[] {
    const { items, page } = this.sheet.getView()
    return [...this.view.ids].flatMap((id) => {
      const item = items.get(id)
      return item && !item.gone && item.page === page ? [item] : []
    })
  }

  /** Adds an item to the page and selects it, so that it can be moved. */
  add(draft: Draft): void {
    this.settle()
    this.select(new Set([this.sheet.add(draft)]))
  }

  /** Starts to drag: a handle, the selected items, or an area around others. */
  begin(at: Place, { reach, adds }: Grip): void {
    this.settle()
    const box = boundsOf(this.selected())
    const handle = box && handleAt(box, at, reach)
    if (box && (handle || (!adds && holds(box, at, reach / 2)))) {
      this.gesture = { from: at, box, handle }
      return
    }
    const hit = this.reachable().findLast((item) => isTouched(item, at, reach / 2))
    const ids = new Set(adds ? this.view.ids : [])
    if (hit && !ids.delete(hit.id)) ids.add(hit.id)
    this.select(ids)
    const bounds = hit && ids.has(hit.id) && boundsOf(this.selected())
    this.gesture = bounds ? { from: at, box: bounds, handle: null } : { from: at, kept: ids }
  }

  move(at: Place, { even }: Grip): void {
    const { gesture } = this
    if (!gesture) return
    const { from } = gesture
    if ("kept" in gesture) {
      this.encircle(boxBetween(from, at), gesture.kept)
      return
    }
    const [dx, dy] = [at.x - from.x, at.y - from.y]
    const { box, handle } = gesture
    const transform = handle
      ? resize(box, handle, dx, dy, even || this.isEven())
      : shift(box, dx, dy, this.paper)
    this.change({ transform })
  }

  end(): void {
    const { gesture } = this
    this.gesture = null
    this.change({ marquee: null })
    this.commit(gesture && "handle" in gesture && gesture.handle ? "resized" : "moved")
  }

  /** Ends what is being dragged as if it had not begun, and otherwise selects nothing. Returns whether that changed anything. */
  cancel(): boolean {
    const { ids, transform, marquee } = this.view
    const wasDragging = this.gesture !== null || transform !== null || marquee !== null
    this.gesture = null
    this.dropSteps()
    this.change({ marquee: null, transform: null })
    if (!wasDragging) this.select(NOTHING)
    return wasDragging || ids.size > 0
  }

  /** Selects nothing, after saving what single keys changed. */
  clear = (): void => {
    this.settle()
    this.gesture = null
    this.change({ ids: NOTHING, at: null, marquee: null, transform: null })
  }

  /** Ends what keys began, as they are used elsewhere. */
  rest(): void {
    this.settle()
    if (this.view.at) this.change({ at: null })
  }

  /** Moves by keys, or makes wider and higher. Keys that follow each other are one action. */
  step(dx: number, dy: number, grows: boolean): void {
    if (this.steps?.grows !== grows) this.settle()
    const box = boundsOf(this.selected())
    if (!box) return
    const before = this.steps ?? { dx: 0, dy: 0 }
    this.dropSteps()
    const by = { dx: before.dx + dx, dy: before.dy + dy }
    this.steps = { ...by, grows, timer: setTimeout(this.settle, KEYS_MS) }
    const handle = by.dx === 0 ? "s" : by.dy === 0 ? "e" : "se"
    this.change({
      transform: grows
        ? resize(box, handle, by.dx, by.dy, this.isEven())
        : shift(box, by.dx, by.dy, this.paper),
    })
  }

  /** Goes to the next item by keys, or the one before. Returns false after the last. */
  go(back: boolean): boolean {
    const items = this.reachable()
    const known = items.findIndex(({ id }) => id === this.view.at)
    const place = known < 0 ? (back ? items.length - 1 : 0) : known + (back ? -1 : 1)
    const item = items[place]
    this.change({ at: item?.id ?? null, said: item ? { what: "at", count: 1, item } : this.view.said })
    return item !== undefined
  }

  /** Selects the item that keys have reached, alone or as one more. Returns whether there is one. */
  take(adds: boolean): boolean {
    const { at } = this.view
    const item = this.reachable().find(({ id }) => id === at)
    if (!item) return false
    this.settle()
    const ids = new Set(adds ? this.view.ids : [])
    if (!ids.delete(item.id)) ids.add(item.id)
    this.select(ids)
    return true
  }

  selectAll(): void {
    this.settle()
    this.select(new Set(this.reachable().map(({ id }) => id)))
  }

  /** Writes what the selected picture shows. */
  describe(text: string): void {
    this.settle()
    const items = this.selected()
    this.sheet.edit(
      items.filter(({ kind }) => kind === "picture").map(({ id }) => id),
      () => ({ text }),
    )
    this.say("described", this.selected())
  }

  erase = (): void => {
    this.settle()
    const items = this.selected()
    if (items.length === 0) return
    this.sheet.erase(items.map(({ id }) => id))
    this.change({ ids: NOTHING, at: null })
    this.say("erased", items)
  }

  copy = (): void => {
    this.settle()
    const items = this.selected()
    if (items.length === 0) return
    this.clipboard = items.map(draftOf)
    this.onCopied(items)
    this.pasted = 0
    this.change({ canPaste: true })
    this.say("copied", items)
  }

  /** Adds what was copied to the shown page, each time a bit further. */
  paste = (): void => {
    this.settle()
    if (this.clipboard.length === 0) return
    this.pasted += 1
    this.addBeside(this.clipboard, this.pasted * BESIDE, "pasted")
  }

  duplicate = (): void => {
    this.settle()
    this.addBeside(this.selected().map(draftOf), BESIDE, "duplicated")
  }

  /** Saves what single keys changed. */
  settle = (): void => {
    if (!this.steps) return
    const { grows } = this.steps
    this.dropSteps()
    this.commit(grows ? "resized" : "moved")
  }

  private addBeside(drafts: readonly Draft[], by: number, what: Said["what"]): void {
    const box = boundsOf(drafts)
    if (!box) return
    const ids = this.sheet.addAll(drafts.map((draft) => transformed(draft, shift(box, by, by, this.paper))))
    this.change({ ids: new Set(ids), at: null })
    this.say(what, this.selected())
  }

  /** Letters have one size only, so a frame around text or a formula keeps its proportions, as does one around a picture. */
  private isEven(): boolean {
    return this.selected().some(({ kind }) => kind === "text" || kind === "formula" || kind === "picture")
  }

  private encircle(marquee: Box, kept: ReadonlySet<string>): void {
    const within = this.reachable().filter((item) => isWithin(item, marquee))
    const ids = new Set([...kept, ...within.map(({ id }) => id)])
    if (ids.size !== this.view.ids.size) this.select(ids)
    this.change({ marquee })
  }

  /** Makes what was shown so far a change of the items, as they are now. */
  private commit(what: "moved" | "resized"): void {
    const { transform } = this.view
    if (!transform) return
    this.change({ transform: null })
    const { sx, sy, dx, dy } = transform
    if (sx === 1 && sy === 1 && dx === 0 && dy === 0) return
    const items = this.selected()
    this.sheet.edit(
      items.map(({ id }) => id),
      (item) => transformed(item, transform),
    )
    this.say(what, items)
  }

  private dropSteps(): void {
    if (this.steps) clearTimeout(this.steps.timer)
    this.steps = null
  }

  private select(ids: ReadonlySet<string>): void {
    this.change({ ids })
    const items = this.selected()
    this.say(items.length > 0 ? "selected" : "none", items)
  }

  private say(what: Said["what"], items: readonly Item[]): void {
    this.change({ said: { what, count: items.length, item: items.length === 1 ? (items[0] ?? null) : null } })
  }

  private change(part: Partial<SelectionView>): void {
    this.view = { ...this.view, ...part }
    for (const listener of this.listeners) listener()
  }
}

function draftOf({ kind, ink, size, points, text, picture }: Item): Draft {
  return { kind, ink, size, points, text, ...(picture && { picture }) }
}
