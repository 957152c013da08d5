import { changed, type Item, isNewer, looksSame, mayChange } from "#features/rooms/whiteboard.ts"
import type { Drawn } from "./whiteboard-packet.ts"

/** How long a state counts that only a browser told, and that the API didn't have when it was asked. */
const HEARD_FOR_MS = 60_000

type Heard = { item: Item; isStaff: boolean; at: number }

/**
 * The states of the items in this browser. What the API saved is certain. What browsers tell, this one among them,
 * counts at once, but only until the API should have it: it may have been refused. So everybody ends with what the
 * API has, whatever got lost, came twice or came late.
 */
export class WhiteboardStates {
  private saved = new Map<string, Item>()
  private readonly heard = new Map<string, Heard>()
  private known: ReadonlyMap<string, Item> = new Map()

  /** By id; erased items are kept as markers. A new map after every change. */
  get items(): ReadonlyMap<string, Item> {
    return this.known
  }

  /** Whether the API is known to have this item, and not as an erased one. */
  isThere(id: string): boolean {
    return this.saved.get(id)?.gone === false
  }

  /** Takes what the API returned; `whole` if that is everything and not only what changed. */
  confirm(items: readonly Item[], whole: boolean): void {
    if (whole) this.saved = new Map()
    for (const item of items) this.saved.set(item.id, item)
    for (const [id, { item, isStaff }] of this.heard) {
      const saved = this.saved.get(id)
      if (saved && (!isNewer(item, saved) || !mayChange(saved, item.changed_by, isStaff)))
        this.heard.delete(id)
    }
    this.settle(whole ? null : items.map(({ id }) => id))
  }

  /** Takes changes that a person's browser told, as far as the person may make them. */
  hear(sent: readonly Drawn[], person: string, isStaff: boolean): void {
    const states = sent.flatMap((one) => changed(this.known.get(one.id), one, person, isStaff) ?? [])
    this.keep(states, isStaff)
  }

  /** Takes states without asking whether they may be made. */
  keep(states: readonly Item[], isStaff: boolean): void {
    const at = Date.now()
    for (const item of states) {
      if (isNewer(item, this.heard.get(item.id)?.item)) this.heard.set(item.id, { item, isStaff, at })
    }
    this.settle(states.map(({ id }) => id))
  }

  /** Lets these states count as told just now. */
  renew(states: readonly Item[]): void {
    for (const { id } of states) {
      const heard = this.heard.get(id)
      if (heard) this.heard.set(id, { ...heard, at: Date.now() })
    }
  }

  /** Forgets states that the API refused. */
  drop(states: readonly Item[]): void {
    for (const { id } of states) this.heard.delete(id)
    this.settle(states.map(({ id }) => id))
  }

  /** Forgets what was told so long before `asked` that the API must have refused it. `isWaiting`: not sent yet. */
  expire(asked: number, isWaiting: (id: string) => boolean): void {
    const old = [...this.heard].filter(([id, { at }]) => at < asked - HEARD_FOR_MS && !isWaiting(id))
    this.drop(old.map(([, { item }]) => item))
  }

  /** Settles which state of these items counts, or of all of them. */
  private settle(ids: readonly string[] | null): void {
    if (ids?.length === 0) return
    const known = new Map(ids ? this.known : [])
    for (const id of ids ?? [...this.saved.keys(), ...this.heard.keys()]) {
      const [saved, heard] = [this.saved.get(id), this.heard.get(id)?.item]
      const counts = heard && isNewer(heard, saved) ? heard : saved
      const before = this.known.get(id)
      // What was only confirmed stays the same object: a new one would be drawn again.
      if (counts) known.set(id, before && isSame(before, counts) ? before : counts)
      else known.delete(id)
    }
    this.known = known
  }
}

function isSame(one: Item, other: Item): boolean {
  const { version, changed_by, author } = other
  return (
    one.version === version && one.changed_by === changed_by && one.author === author && looksSame(one, other)
  )
}
