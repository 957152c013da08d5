/** How often the list of participants of a live room is read. */
export const POLL_MS = 5_000
/** Whose end nobody saw was there for at most so long after their last sign of life. */
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

/** A connection with a stored `joined` or `seen`, and the latest of each kind of event stored about it. */
export type KnownConnection = Connection & {
  joinedAt?: Date | null
  lastSeenAt: Date | null
  lastGoneAt: Date | null
  hasLeft: boolean
}

/**
 * Returns the events to append after a look: `seen` for a connection at first sight and on its return from
 * `gone`; `gone` once for a known one that is missing from the list, with a `seen` at the last look before,
 * `lookedAt`, which found it. While it stays there is nothing to say. A connection that has left stays left.
 * Read `known` before asking for the list, otherwise somebody who joins in between would be recorded as gone.
 * Ids are made of connection, kind and turn, so two who look at once write one row.
 */
export function planPoll(input: {
  classId: string
  known: readonly KnownConnection[]
  listed: readonly Connection[]
  lookedAt: Date | null
  at: Date
}): PresenceEvent[] {
  const known = new Map(input.known.map((connection) => [connection.connectionId, connection]))
  const listed = new Map(input.listed.map((connection) => [connection.connectionId, connection]))
  const events: PresenceEvent[] = []
  for (const connection of listed.values()) {
    if (isNews(known.get(connection.connectionId))) events.push(observe("seen", connection, input))
  }
  for (const connection of known.values()) {
    if (listed.has(connection.connectionId) || connection.hasLeft || isGone(connection)) continue
    const { lookedAt } = input
    if (lookedAt && lookedAt > lastSignOf(connection))
      events.push(observe("seen", connection, { ...input, at: lookedAt }))
    events.push(observe("gone", connection, input))
  }
  return events
}

/**
 * Returns those of a list that may have died with their node of the video server, where the list still has them: each
 * that was gone, and every known one when a device is there by a new connection and nobody saw the end of its last.
 */
export function doubtful<T extends Connection>(known: readonly KnownConnection[], listed: readonly T[]): T[] {
  const byId = new Map(known.map((connection) => [connection.connectionId, connection]))
  const there = new Set(listed.map(({ connectionId }) => connectionId))
  const isLost = (one: KnownConnection) => !one.hasLeft && !isGone(one) && !there.has(one.connectionId)
  const isReplaced = known.some((one) => isLost(one) && listed.some((other) => isSameDevice(one, other)))
  return listed.filter(({ connectionId }) => {
    const before = byId.get(connectionId)
    return before !== undefined && !before.hasLeft && (isReplaced || isGone(before))
  })
}

function isSameDevice(one: Connection, other: Connection): boolean {
  return one.personId === other.personId && one.deviceId === other.deviceId
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

function isNews(known: KnownConnection | undefined): boolean {
  if (known === undefined) return true
  return !known.hasLeft && (known.lastSeenAt === null || isGone(known))
}

function lastSignOf({ joinedAt, lastSeenAt }: KnownConnection): Date {
  return new Date(Math.max(joinedAt?.getTime() ?? 0, lastSeenAt?.getTime() ?? 0))
}

function isGone({ lastSeenAt, lastGoneAt }: KnownConnection): boolean {
  return lastGoneAt !== null && (lastSeenAt === null || lastGoneAt > lastSeenAt)
}
