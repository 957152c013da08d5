/** How often the list of participants of a live room is read. */
export const POLL_MS = 5_000
/** A continuing connection is recorded again after this long, to distinguish presence from silence. */
export const HEARTBEAT_MS = 30_000

/** How often a browser in a meeting reports that it is there, where no video server tells. */
export const REPORT_MS = 15_000
/** A browser that has not reported for this long is no longer in its meeting. */
export const SILENT_AFTER_MS = 45_000

/**
 * One observation of one connection; `connectionId` is the video server's participant sid. `joined` and
 * `left` come from the server's webhooks; `seen` and `gone` are read from its list by the poll and carry our
 * clock. Of a meeting, each browser reports its own `seen` and `left`, which also carry our clock.
 */
export type PresenceEvent = {
  id: string
  classId: string
  personId: string
  deviceId: string
  connectionId: string
  kind: "joined" | "left" | "seen" | "gone"
  source: "webhook" | "poll" | "report"
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
  const known = new Map(input.known.map((connection) => [connection.connectionId, connection]))
  const listed = new Map(input.listed.map((connection) => [connection.connectionId, connection]))
  const events: PresenceEvent[] = []
  for (const connection of listed.values()) {
    if (isSeenDue(known.get(connection.connectionId), input.at))
      events.push(observe("seen", connection, input))
  }
  for (const connection of known.values()) {
    const there = listed.has(connection.connectionId)
    if (!there && !connection.hasLeft && !isGone(connection)) events.push(observe("gone", connection, input))
  }
  return events
}

/** Returns the events to append after a look at a meeting: `gone` once for every browser that fell silent. */
export function planSilence(input: {
  classId: string
  known: readonly KnownConnection[]
  at: Date
}): PresenceEvent[] {
  return input.known
    .filter((one) => !one.hasLeft && !isGone(one) && isSilent(one, input.at))
    .map((one) => observe("gone", one, input))
}

/** Whether a browser is in its meeting: it reported lately, and not that it left. */
export function isReporting(known: KnownConnection, at: Date): boolean {
  return !known.hasLeft && !isSilent(known, at)
}

function isSilent({ lastSeenAt }: KnownConnection, at: Date): boolean {
  return lastSeenAt === null || at.getTime() - lastSeenAt.getTime() > SILENT_AFTER_MS
}

function observe(
  kind: "seen" | "gone",
  { personId, deviceId, connectionId }: Connection,
  { classId, at }: { classId: string; at: Date },
): PresenceEvent {
  const turn = Math.floor(at.getTime() / POLL_MS)
  const id = `poll:${connectionId}:${kind}:${turn}`
  return { id, classId, personId, deviceId, connectionId, kind, source: "poll", at }
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
