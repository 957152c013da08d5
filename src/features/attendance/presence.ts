import { HEARTBEAT_MS, type PresenceEvent } from "#features/rooms/presence-plan.ts"
import { type Span, uniteSpans } from "./spans.ts"

/** Absences shorter than this (a reload, a lift, a change of network) are ignored. */
export const MERGE_GAP_MS = 60_000

/** A stretch of presence; `leftAt` is null while the person is still there. */
export type Interval = { joinedAt: Date; leftAt: Date | null }

/** Only the earliest and latest instants are kept, so the order and repetition of events don't matter. */
type Evidence = { first: number; last: number; lastSeen: number; left: number; gone: number[] }

/**
 * Turns the events of one class into intervals per person; people without presence are not in the map.
 * Events may arrive in any order, repeatedly and late, webhooks may be missing, and the clocks of webhooks
 * and polls may be some seconds apart.
 *
 * Each connection is one stretch, from the earliest `joined` or `seen` to its `left`. `left` is final: no
 * `joined` or `seen` with a later time opens the connection again. Without it the connection ends at the
 * first `gone` that no later `seen` revokes, but at most HEARTBEAT_MS after the last sign of life: a later
 * `gone` means that the room was not polled in between. Without either the person is still there, or was to
 * the end. A person's connections and devices are merged, gaps under MERGE_GAP_MS closed, and all clipped to
 * the class.
 *
 * @param clipFrom actual start of the class
 * @param clipTo actual end, null while it is live
 */
export function reduceIntervals(
  events: readonly PresenceEvent[],
  { clipFrom, clipTo, now }: { clipFrom: Date; clipTo: Date | null; now: Date },
): Map<string, Interval[]> {
  const intervals = new Map<string, Interval[]>()
  for (const [personId, connections] of collectEvidence(events)) {
    const spans = [...connections.values()]
      .map(spanOf)
      .filter((span) => span.to > span.from)
      .map((span) => clip(span, clipFrom.getTime(), clipTo?.getTime() ?? null, now.getTime()))
      .filter((span) => span.to > span.from)
    const merged = uniteSpans(spans, MERGE_GAP_MS)
    if (merged.length > 0) intervals.set(personId, merged.map(toInterval))
  }
  return intervals
}

/** Returns total presence in ms; an open interval counts to `until` (now, or the end of the class). */
export function sumPresenceMs(intervals: readonly Interval[], until: Date): number {
  return intervals.reduce(
    (sum, { joinedAt, leftAt }) => sum + Math.max(0, (leftAt ?? until).getTime() - joinedAt.getTime()),
    0,
  )
}

function collectEvidence(events: readonly PresenceEvent[]): Map<string, Map<string, Evidence>> {
  const people = new Map<string, Map<string, Evidence>>()
  for (const event of events) {
    const connections = people.get(event.personId) ?? new Map<string, Evidence>()
    people.set(event.personId, connections)
    const before = connections.get(event.connectionId) ?? {
      first: Infinity,
      last: -Infinity,
      lastSeen: -Infinity,
      left: Infinity,
      gone: [],
    }
    connections.set(event.connectionId, addEvidence(before, event.kind, event.at.getTime()))
  }
  return people
}

function addEvidence(evidence: Evidence, kind: PresenceEvent["kind"], at: number): Evidence {
  if (kind === "left") return { ...evidence, left: Math.min(evidence.left, at) }
  if (kind === "gone") return { ...evidence, gone: [...evidence.gone, at] }
  const first = Math.min(evidence.first, at)
  const last = Math.max(evidence.last, at)
  return {
    ...evidence,
    first,
    last,
    lastSeen: kind === "seen" ? Math.max(evidence.lastSeen, at) : evidence.lastSeen,
  }
}

function spanOf({ first, last, lastSeen, left, gone }: Evidence): Span {
  if (left !== Infinity) return { from: first, to: left }
  // Only a `seen` revokes a `gone`: they share a clock, whereas a `joined` may be stamped some seconds late.
  const ends = gone.filter((at) => at > lastSeen)
  return { from: first, to: ends.length === 0 ? Infinity : Math.min(...ends, last + HEARTBEAT_MS) }
}

function clip(span: Span, clipFrom: number, clipTo: number | null, now: number): Span {
  const from = Math.max(span.from, clipFrom)
  if (clipTo !== null) return { from, to: Math.min(span.to, clipTo) }
  return { from, to: span.to === Infinity ? Infinity : Math.min(span.to, now) }
}

function toInterval({ from, to }: Span): Interval {
  return { joinedAt: new Date(from), leftAt: to === Infinity ? null : new Date(to) }
}
