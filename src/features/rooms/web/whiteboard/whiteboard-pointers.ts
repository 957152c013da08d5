/** A finger, mouse or stylus that is down. */
export type Pointer = { pointerId: number; pointerType: string; clientX: number; clientY: number }

/** The pointers that are down, and which of them are hands resting on the screen. */
export class WhiteboardPointers {
  private readonly down = new Map<number, Pointer>()
  /** Whether a stylus was ever used: then fingers only move the page. */
  hasStylus = false

  get count(): number {
    return this.down.size
  }

  /**
   * Notes that a pointer goes down. Returns false for a hand that rests on the screen beside a stylus. A palm often
   * arrives before the stylus, which then has the page for itself.
   */
  press({ pointerId, pointerType, clientX, clientY }: Pointer): boolean {
    const writes = [...this.down.values()].some((other) => other.pointerType === "pen")
    if (writes && pointerType === "touch") return false
    if (pointerType === "pen") {
      this.hasStylus = true
      this.down.clear()
    }
    this.down.set(pointerId, { pointerId, pointerType, clientX, clientY })
    return true
  }

  /** Returns where a pointer was before it moved, and the other one that is down, if any. */
  move({
    pointerId,
    pointerType,
    clientX,
    clientY,
  }: Pointer): { before: Pointer; other: Pointer | null } | null {
    const before = this.down.get(pointerId)
    if (!before) return null
    const other = [...this.down.values()].find((one) => one !== before) ?? null
    this.down.set(pointerId, { pointerId, pointerType, clientX, clientY })
    return { before, other }
  }

  /** Notes that a pointer is up. Returns whether it was down. */
  lift(pointerId: number): boolean {
    return this.down.delete(pointerId)
  }
}
