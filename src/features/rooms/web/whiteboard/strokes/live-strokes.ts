import { MOST_NUMBERS } from "#contract/rooms/whiteboard-page.ts"
import type { Stroke } from "../whiteboard-packet.ts"

/**
 * Strokes that others are drawing right now. They are apart from the page and its tools, which need not change with
 * every packet of a class that draws together.
 */
export class LiveStrokes {
  private readonly strokes = new Map<string, Stroke>()
  private readonly listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get size(): number {
    return this.strokes.size
  }

  /** Returns those on a page. */
  on(page: number): Stroke[] {
    return [...this.strokes.values()].filter((stroke) => stroke.page === page)
  }

  /** Takes the next part of a stroke. One that arrived without the part before would be drawn wrong, and is left out. */
  grow(stroke: Stroke): void {
    const before = stroke.from === 0 ? [] : (this.strokes.get(stroke.id)?.points ?? [])
    if (before.length !== stroke.from || stroke.from > MOST_NUMBERS) return
    this.strokes.set(stroke.id, { ...stroke, points: [...before, ...stroke.points] })
    this.tell()
  }

  /** Forgets strokes that are finished. */
  drop(ids: Iterable<string>): void {
    let dropped = false
    for (const id of ids) dropped = this.strokes.delete(id) || dropped
    if (dropped) this.tell()
  }

  clear(): void {
    if (this.strokes.size === 0) return
    this.strokes.clear()
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}
