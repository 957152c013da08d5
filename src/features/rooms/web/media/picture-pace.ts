/** A picture that takes longer means that a large one, or cameras, would hold up the voice and the slides. */
export const QUICK_MS = 1_500
/** A connection that carries less beside the voice carries no camera: the smallest picture of one takes 160 kbit/s. */
const LEAST_KILOBITS = 120
/** Of fewer bytes, which come in one piece, no rate is known; and one that came in less time came quickly. */
const LEAST_BYTES = 1_500
const LEAST_MS = 700
/** Browsers note 250 files unless asked to note more, which a long lesson has. */
const NOTED_FILES = 5_000

type Pace = "unknown" | "quick" | "slow"

/** At which rate a file came, in kbit/s: Infinity where it was there at once, null where that isn't known or says nothing. */
function rateOf(address: string): number | null {
  performance.setResourceTimingBufferSize?.(NOTED_FILES)
  const url = new URL(address, location.href).href
  const [noted] = performance.getEntriesByName(url, "resource") as PerformanceResourceTiming[]
  if (!noted) return null
  if (noted.duration < LEAST_MS) return Number.POSITIVE_INFINITY
  if (noted.encodedBodySize < LEAST_BYTES) return null
  return (noted.encodedBodySize * 8) / Math.max(1, noted.responseEnd - noted.responseStart)
}

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
  /** How the last one came that arrived, or that was left because it didn't. */
  private before: Pace = "unknown"

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getPace = (): Pace => this.pace

  /** Whether a picture is there or on its way: to show it costs nothing more, however slowly pictures come by now. */
  wasAsked(address: string): boolean {
    return this.known.has(address) || this.waiting.has(address)
  }

  /** Notes that a picture was requested. */
  asked(address: string): void {
    if (this.wasAsked(address)) return
    const isLate = () => {
      this.late.add(address)
      this.change("slow")
    }
    this.waiting.set(address, setTimeout(isLate, QUICK_MS))
  }

  /** Notes that nobody waits for it any longer, because its page was turned; browsers don't tell when it arrives. */
  left(address: string): void {
    const timer = this.waiting.get(address)
    if (timer === undefined) return
    clearTimeout(timer)
    this.waiting.delete(address)
    if (this.late.delete(address)) this.note("slow")
  }

  /** Notes that it arrived, and at which rate if that is known, in kbit/s. */
  came(address: string, kilobits = rateOf(address)): void {
    const timer = this.waiting.get(address)
    this.known.add(address)
    if (timer === undefined) return
    clearTimeout(timer)
    this.waiting.delete(address)
    const isThin = kilobits !== null && kilobits < LEAST_KILOBITS
    // A busy device shows late what came at once.
    const isLate = this.late.delete(address) && kilobits !== Number.POSITIVE_INFINITY
    this.note(isLate || isThin ? "slow" : "quick")
  }

  /** Busy for a moment, a good connection would otherwise stay blurred for as long as the page does. */
  private note(came: Pace): void {
    this.change(this.before === "quick" ? "quick" : came)
    this.before = came
  }

  private change(pace: Pace): void {
    this.pace = pace
    for (const listener of this.listeners) listener()
  }
}
