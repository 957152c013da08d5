import { type Item, looksSame } from "#features/rooms/whiteboard.ts"

/** What one action changed: each item before and after. */
export type Act = readonly { before: Item | null; after: Item }[]

const MOST_ACTS = 200

/** What this person did on the whiteboard, to undo and redo. Others' changes are never among it. */
export class WhiteboardActs {
  private readonly done: Act[] = []
  private readonly undone: Act[] = []

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  add(act: Act): void {
    this.done.push(act)
    if (this.done.length > MOST_ACTS) this.done.shift()
    this.undone.length = 0
  }

  /**
   * Returns how items have to look to undo or redo the latest action. Items that somebody changed since stay as they
   * are; an action of which nothing remains is skipped.
   */
  step(back: boolean, items: ReadonlyMap<string, Item>): Item[] {
    const [from, to] = back ? [this.done, this.undone] : [this.undone, this.done]
    for (let act = from.pop(); act; act = from.pop()) {
      const own = act.filter(({ before, after }) => {
        const now = items.get(after.id)
        return now && looksSame(now, (back ? after : before) ?? { ...after, gone: true })
      })
      if (own.length === 0) continue
      to.push(act)
      return own.map(({ before, after }) => (back ? (before ?? { ...after, gone: true }) : after))
    }
    return []
  }
}
