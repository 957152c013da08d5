/** A small picture that takes longer means that a large one, or cameras, would hold up the voice and the slides. */
const QUICK_MS = 1_500

type Pace = "unknown" | "quick" | "slow"

/**
 * How quickly pictures of slides come, by the last one that did or is late; a single late one counts only until it is
 * there. Only first requests count, because later ones are answered by the browser's cache.
 */
export class PicturePace {
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>()
  private readonly known = new Set<string>()
  private readonly late = new Set<string>()
  private readonly listeners = new Set<() => void>()
  private pace: Pace = "unknown"
  /** How the last one came that has arrived. */
  private before: Pace = "unknown"

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getPace = (): Pace => this.pace

  /** Notes that a picture was requested. */
  asked(address: string): void {
    if (this.known.has(address) || this.waiting.has(address)) return
    const isLate = () => {
      this.late.add(address)
      this.change("slow")
    }
    this.waiting.set(address, setTimeout(isLate, QUICK_MS))
  }

  /** Notes that it arrived. */
  came(address: string): void {
    const timer = this.waiting.get(address)
    this.known.add(address)
    if (timer === undefined) return
    clearTimeout(timer)
    this.waiting.delete(address)
    const came = this.late.delete(address) ? "slow" : "quick"
    // Busy for a moment, a good connection would otherwise stay blurred for as long as the page does.
    this.change(this.before === "quick" ? "quick" : came)
    this.before = came
  }

  private change(pace: Pace): void {
    this.pace = pace
    for (const listener of this.listeners) listener()
  }
}
