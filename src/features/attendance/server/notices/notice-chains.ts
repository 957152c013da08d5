import type { QueuedNotice } from "#features/notifications/server/service.ts"

/** Returns the parent's number that a notice is for, on whichever channel it is. */
function phoneOf({ channel, recipient, variables }: QueuedNotice): string {
  return channel === "push" ? (variables.phone ?? recipient) : recipient
}

/** Returns notices by the parent's number that they are for. */
export function byPhone(known: readonly QueuedNotice[]): Map<string, QueuedNotice[]> {
  return Map.groupBy(known, phoneOf)
}

/** What reached a parent, or may have, counts before what failed and what waits in its place. */
const ORDER: QueuedNotice["status"][] = ["sent", "told", "sending", "unknown", "queued", "held", "withdrawn"]

/**
 * Returns which of the notices to one number, one after the other by the channels of its chain, says what the
 * parent knows: the one that arrived or may have, else the one that is still to be sent, else the last that failed.
 */
export function standingOf(chain: readonly QueuedNotice[]): QueuedNotice | null {
  const placeOf = ({ status }: QueuedNotice) => {
    const place = ORDER.indexOf(status)
    return place === -1 ? ORDER.length : place
  }
  return (
    chain.toSorted(
      (one, other) =>
        placeOf(one) - placeOf(other) ||
        Number(one.replaced_by !== null) - Number(other.replaced_by !== null),
    )[0] ?? null
  )
}
