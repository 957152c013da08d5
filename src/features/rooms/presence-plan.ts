/** How often the list of participants of a live room is read. */
export const POLL_MS = 5_000
/** A continuing connection is recorded again after this long, to distinguish presence from silence. */
export const HEARTBEAT_MS = 30_000

/**
 * One observation of one connection; `connectionId` is the video server's participant sid. `joined` and
 * `left` come from the server's webhooks; `seen` and `gone` are read from its list by the poll and carry our
 * clock.
 */
export type PresenceEvent = {
  id: string
  classId: string
  personId: string
  deviceId: string
  connectionId: string
  kind: "joined" | "left" | "seen" | "gone"
  source: "webhook" | "poll"
  at: Date
}

export type Connection = Pick<PresenceEvent, "personId" | "deviceId" | "connectionId">

/** A connection with a stored `joined` or `seen`, and the latest of the other events stored about it. */
export type KnownConnection = Connection & {
  lastSeenAt: Date | null
  lastGoneAt: Date | null
  hasLeft: boolean
}

/**
 * Returns the events to append after a poll: `seen` for a connection at first sight, on its return from
 * `gone` and at every heartbeat; `gone` once for a known one that is missing from the list. A connection that
 * has left stays left. Read `known` before asking for the list, otherwise somebody who joins in between would
 * be recorded as gone. Ids are made of connection, kind and turn, so two pollers at once write one row.
 */
export function planPoll(input: {
  classId: string
  known: readonly KnownConnection[]
  listed: readonly Connection[]
  at: Date
}): PresenceEvent[] {
  const turn = Math.floor(input.at.getTime() / POLL_MS)
  const known = new Map(input.known.map((connection) => [connection.connectionId, connection]))
  const listed = new Map(input.listed.map((connection) => [connection.connectionId, connection]))
  const observe = (
    kind: "seen" | "gone",
    { personId, deviceId, connectionId }: Connection,
  ): PresenceEvent => ({
    id: `poll:${connectionId}:${kind}:${turn}`,
    classId: input.classId,
    personId,
    deviceId,
    connectionId,
    kind,
    source: "poll",
    at: input.at,
  })
  const events: PresenceEvent[] = []
  for (const connection of listed.values()) {
    if (isSeenDue(known.get(connection.connectionId), input.at)) events.push(observe("seen", connection))
  }
  for (const connection of known.values()) {
    const there = listed.has(connection.connectionId)
    if (!there && !connection.hasLeft && !isGone(connection)) events.push(observe("gone", connection))
  }
  return events
}

function isSeenDue(known: KnownConnection | undefined, at: Date): boolean {
  if (known === undefined) return true
  if (known.hasLeft) return false
  if (known.lastSeenAt === null || isGone(known)) return true
  return at.getTime() - known.lastSeenAt.getTime() >= HEARTBEAT_MS
}

function isGone({ lastSeenAt, lastGoneAt }: KnownConnection): boolean {
  return lastGoneAt !== null && (lastSeenAt === null || lastGoneAt > lastSeenAt)
}
