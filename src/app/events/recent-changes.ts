import { MOST_SEEN_AGO_MS, type Topic } from "#shared/changes.ts"

/** More than ten classes of 10,000 people change in a minute. */
const MOST_KEPT = 5_000

/**
 * The changes of the last minute. A page is loaded before its browser can follow what it shows, on a slow
 * phone by seconds; the changes in between are sent when it starts to follow.
 */
export class RecentChanges<T extends { change: { name: string; id: string } }> {
  private kept: (T & { at: number })[] = []

  /** `at` is when it was heard, as `performance.now()` has it: what was loaded after that shows it. */
  keep(one: T, at: number): void {
    this.kept.push({ ...one, at })
    const now = performance.now()
    const tooMany = this.kept.length - MOST_KEPT
    if (tooMany > 0 || (this.kept[0]?.at ?? now) < now - 2 * MOST_SEEN_AGO_MS) {
      this.kept = this.kept.slice(Math.max(0, tooMany)).filter((kept) => kept.at >= now - MOST_SEEN_AGO_MS)
    }
  }

  /** Returns the wanted changes of the last so many milliseconds, oldest first. */
  of(agoMs: number, isWanted: (one: T) => boolean): (T & { at: number })[] {
    const from = performance.now() - agoMs
    return this.kept.filter((one) => one.at >= from && isWanted(one))
  }

  drop(gone: readonly T[]): void {
    const dropped = new Set(gone)
    this.kept = this.kept.filter((one) => !dropped.has(one))
  }
}

/** Whether one of the topics includes the change, by the ids that they have here. */
export function isFollowedBy(topics: readonly Topic[], change: { name: string; id: string }): boolean {
  const [changed, name = ""] = change.name.split(".")
  return topics.some(
    ({ kind, names, ids }) =>
      kind === changed && (!names || names.includes(name)) && (ids.includes("*") || ids.includes(change.id)),
  )
}
