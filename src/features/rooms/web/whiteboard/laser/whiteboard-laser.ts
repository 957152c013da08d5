import type { Place } from "#features/rooms/whiteboard-geometry.ts"
import { newId } from "#shared/ids.ts"

/** A piece of the laser's trace: x and y, again and again. */
export type Beam = { page: number; points: number[]; screen?: string }
export type Flash = Beam & { id: string }

export const FLASH_MS = 1_200
const TELL_EVERY_MS = 60
/** Pieces shown at once. A browser that floods the others makes older ones vanish sooner. */
const MOST_FLASHES = 200

type Options = { page: () => number; tell: (beam: Beam) => void }

/** The laser pointers on the whiteboard, this person's and others'. Their traces fade and are never stored. */
export class WhiteboardLaser {
  private flashes: readonly Flash[] = []
  private readonly listeners = new Set<() => void>()
  private readonly options: Options
  /** Since when the others weren't told. */
  private pending: { points: number[]; at: number } | null = null

  constructor(options: Options) {
    this.options = options
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getFlashes = (): readonly Flash[] => this.flashes

  get isOn(): boolean {
    return this.pending !== null
  }

  begin({ x, y }: Place): void {
    this.pending = { points: [x, y], at: Date.now() }
    this.show({ page: this.options.page(), points: [x, y] })
  }

  move({ x, y }: Place): void {
    const { pending } = this
    if (!pending) return
    const [fromX = x, fromY = y] = pending.points.slice(-2)
    pending.points.push(x, y)
    this.show({ page: this.options.page(), points: [fromX, fromY, x, y] })
    if (Date.now() - pending.at >= TELL_EVERY_MS) this.tell()
  }

  end(): void {
    if (this.pending) this.tell()
    this.pending = null
  }

  /** Shows a piece of a trace until it has faded. */
  show(beam: Beam): void {
    const flash = { ...beam, id: newId() }
    this.change([...this.flashes, flash].slice(-MOST_FLASHES))
    setTimeout(() => this.change(this.flashes.filter((one) => one !== flash)), FLASH_MS)
  }

  /** Tells the others the piece since the last one, whose end is the next one's start. */
  private tell(): void {
    const points = this.pending?.points ?? []
    this.options.tell({ page: this.options.page(), points })
    this.pending = { points: points.slice(-2), at: Date.now() }
  }

  private change(flashes: readonly Flash[]): void {
    this.flashes = flashes
    for (const listener of this.listeners) listener()
  }
}
