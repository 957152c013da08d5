/** A small picture that takes longer means that a large one, of several times its bytes, would hold up the voice. */
const QUICK_MS = 1_500

/**
 * How quickly pictures of slides come, by the last one that did. Only first requests count, because later ones are
 * answered by the browser's cache. Before the first picture nothing is known, and that is not quick.
 */
export class PicturePace {
  private readonly since = new Map<string, number>()
  private readonly known = new Set<string>()
  private readonly listeners = new Set<() => void>()
  private quick = false

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  isQuick = (): boolean => this.quick

  /** Notes that a picture was requested. */
  asked(address: string): void {
    if (!this.known.has(address) && !this.since.has(address)) this.since.set(address, performance.now())
  }

  /** Notes that it arrived. */
  came(address: string): void {
    const since = this.since.get(address)
    this.known.add(address)
    this.since.delete(address)
    if (since === undefined) return
    this.quick = performance.now() - since <= QUICK_MS
    for (const listener of this.listeners) listener()
  }
}
