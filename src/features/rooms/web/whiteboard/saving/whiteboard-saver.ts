import { MOST_CHANGED_ITEMS } from "#contract/rooms/whiteboard-page.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { type BrowserApi, codeOf } from "#ui/client.ts"
import { type Drawn, type Pages, toDrawn } from "../whiteboard-packet.ts"
import type { Unsaved } from "./unsaved.ts"

export type SaveTrouble = "unsaved" | "held" | "full" | null

const SAVE_AFTER_MS = 600
const SAVE_AGAIN_MS = 3_000
/** The most JSON of one request, which a bad line carries within its timeout. */
const MOST_LETTERS = 24_000
/** After requests that got no answer. */
const FEWEST_LETTERS = 6_000
/** Browsers send no more than 64 kB when a page is left. */
const MOST_ON_LEAVING = 48_000

type Drawing = { items: Drawn[]; page?: number; pages?: number; squared?: number[] }

type Options = {
  /** `onLeaving`: the page may be gone before the answer comes. */
  draw: (drawing: Drawing, onLeaving?: boolean) => ReturnType<BrowserApi["rooms"]["draw"]>
  unsaved: Unsaved
  onTrouble: (trouble: SaveTrouble) => void
  onSaved: (items: readonly Item[]) => void
  /** Whether the API is known to have this item, and not as an erased one. */
  isThere: (id: string) => boolean
  /** Called with items that were refused for good. */
  onRefused: (items: readonly Item[]) => void
}

/** Saves what was drawn to the API a moment later, and retries until it succeeds. */
export class WhiteboardSaver {
  private readonly options: Options
  private readonly unsaved = new Map<string, Item>()
  private sheet: Pages | null = null
  private timer: ReturnType<typeof setTimeout> | null = null
  private saving = false
  private letters = MOST_LETTERS
  private ending = false
  private stopLeaving: (() => void) | null = null

  constructor(options: Options) {
    this.options = options
  }

  /** Whether the shown page still has to be saved. */
  get isTurning(): boolean {
    return this.sheet !== null
  }

  /** Whether a change of this item still has to be saved. */
  isWaiting = (id: string): boolean => this.unsaved.has(id)

  keep(items: readonly Item[]): void {
    if (items.length === 0) return
    for (const item of items) this.unsaved.set(item.id, item)
    this.saveSoon(SAVE_AFTER_MS)
  }

  turn(sheet: Pages): void {
    this.sheet = sheet
    this.saveSoon(SAVE_AFTER_MS)
  }

  /** Saves what is left, once. */
  end(): void {
    this.ending = true
    void this.save()
  }

  /** Begins with what couldn't be saved before, and returns it. */
  begin(): readonly Item[] {
    this.ending = false
    const left = this.options.unsaved.take()
    this.keep(left)
    return left
  }

  /** Sends what is left, and keeps it as well: nobody can tell whether it arrives. */
  private leave = (): void => {
    const left = [...this.unsaved.values()]
    this.options.unsaved.keep(left)
    this.options.draw(this.drawing(firstOf(left, MOST_ON_LEAVING)), true).catch(() => undefined)
  }

  private drawing(items: readonly Item[]): Drawing {
    const { sheet } = this
    return {
      items: items.map(toDrawn),
      ...(sheet && { ...sheet, squared: [...sheet.squared] }),
    }
  }

  private saveSoon(ms: number): void {
    // The room may be left before the page is, so this ends only when all is saved.
    this.stopLeaving ??= this.options.unsaved.onLeaving(this.leave)
    this.timer ??= setTimeout(() => void this.save(), ms)
  }

  private async save(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const { sheet } = this
    if (this.saving || (this.unsaved.size === 0 && !sheet)) return
    this.saving = true
    const sent = firstOf([...this.unsaved.values()], this.letters)
    let wait = 0
    try {
      await this.options.draw(this.drawing(sent))
      this.forget(sent)
      if (this.unsaved.size === 0) this.letters = MOST_LETTERS
      this.options.onSaved(sent)
      if (this.sheet === sheet) this.sheet = null
      this.options.onTrouble(null)
    } catch (error) {
      wait = SAVE_AGAIN_MS
      if (codeOf(error) === null) this.letters = Math.max(FEWEST_LETTERS, this.letters / 2)
      this.onFailed(codeOf(error), sent)
      if (this.ending) this.options.unsaved.keep([...this.unsaved.values()])
    }
    this.saving = false
    if (this.unsaved.size === 0 && !this.sheet) {
      this.stopLeaving?.()
      this.stopLeaving = null
    } else if (!(this.ending && wait)) this.saveSoon(wait)
  }

  /** Items that changed again meanwhile wait for the next turn. */
  private forget(sent: readonly Item[]): void {
    for (const item of sent) if (this.unsaved.get(item.id) === item) this.unsaved.delete(item.id)
  }

  private onFailed(code: string | null, sent: readonly Item[]): void {
    const isHeld = code === "DRAWING_HELD" || code === "CLASS_NOT_LIVE"
    const isFull = code === "WHITEBOARD_FULL"
    this.options.onTrouble(isHeld ? "held" : isFull ? "full" : "unsaved")
    if (!isHeld && !isFull) return
    // A full whiteboard takes changes of what is there, which are sent again without the new items.
    const added = isFull ? sent.filter(({ id }) => !this.options.isThere(id)) : []
    const refused = added.length > 0 ? added : sent
    this.forget(refused)
    this.options.onRefused(refused)
  }
}

/** Returns as many of the items as one request takes, at least one, with at most so many letters of JSON together. */
function firstOf(items: readonly Item[], mostLetters: number): Item[] {
  let letters = 0
  const first = items.slice(0, MOST_CHANGED_ITEMS)
  const fits = first.findIndex((item, at) => {
    letters += JSON.stringify(toDrawn(item)).length
    return at > 0 && letters > mostLetters
  })
  return fits < 0 ? first : first.slice(0, fits)
}
