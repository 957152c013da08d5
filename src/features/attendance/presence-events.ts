/** How often a live room's participant list is read. */
export const POLL_MS = 5_000
/** A listed connection is written down again after this long, so that silence can be told from presence. */
export const HEARTBEAT_MS = 30_000

/**
 * One observation of one connection. `connectionId` is the video server's participant sid: it is never used
 * again after it ended. `joined` and `left` come from webhooks and carry the video server's clock; `seen` and
 * `gone` come from the poll and carry ours, stamped when the list was asked for.
 */
export type PresenceEvent = {
  id: string
  classId: string
  personId: string
  deviceId: string
  connectionId: string
  kind: "joined" | "left" | "seen" | "gone"
  at: Date
  source: "webhook" | "poll"
}

export type ListedConnection = Pick<PresenceEvent, "personId" | "deviceId" | "connectionId">

/** What is stored about a connection: the latest `seen`, the latest `gone`, and whether a `left` is there. */
export type KnownConnection = ListedConnection & {
  lastSeenAt: Date | null
  lastGoneAt: Date | null
  hasLeft: boolean
}

/**
 * The events one successful poll appends: `seen` at first sight, on return from `gone` and every HEARTBEAT_MS;
 * `gone` once, when a known connection is no longer listed. Nothing else, so an hour costs a connection some
 * 120 rows.
 *
 * `known` holds every connection of the class with a `joined` or `seen` event, read BEFORE the list is asked
 * for; otherwise somebody who joins in between would be called gone. `listed` leaves out disconnected
 * participants. A poll that failed appends nothing; a room that does not exist is an empty list. Ids name the
 * connection, the kind and the poll's turn, so two pollers at once write one row under the unique key.
 */
export function planPoll(input: {
  classId: string
  known: readonly KnownConnection[]
  listed: readonly ListedConnection[]
  at: Date
}): PresenceEvent[] {
  const known = new Map(input.known.map((one) => [one.connectionId, one]))
  const listed = new Map(input.listed.map((one) => [one.connectionId, one]))
  const seen = [...listed.values()].filter((one) => needsSeen(known.get(one.connectionId), input.at))
  const gone = [...known.values()].filter(
    (one) => !listed.has(one.connectionId) && !one.hasLeft && !isGone(one),
  )
  const toEvent = (one: ListedConnection, kind: "seen" | "gone"): PresenceEvent => ({
    id: `poll:${one.connectionId}:${kind}:${Math.floor(input.at.getTime() / POLL_MS)}`,
    classId: input.classId,
    personId: one.personId,
    deviceId: one.deviceId,
    connectionId: one.connectionId,
    kind,
    at: input.at,
    source: "poll",
  })
  return [...seen.map((one) => toEvent(one, "seen")), ...gone.map((one) => toEvent(one, "gone"))]
}

function needsSeen(known: KnownConnection | undefined, at: Date): boolean {
  if (!known?.lastSeenAt) return !known?.hasLeft
  if (known.hasLeft) return false
  return isGone(known) || at.getTime() - known.lastSeenAt.getTime() >= HEARTBEAT_MS
}

function isGone({ lastSeenAt, lastGoneAt }: KnownConnection): boolean {
  return lastGoneAt !== null && (lastSeenAt === null || lastGoneAt > lastSeenAt)
}
