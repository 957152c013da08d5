import type { KnownConnection } from "#features/rooms/presence-plan.ts"
import { SECOND } from "#shared/time.ts"
import type { ClassWithRoom } from "../room.ts"
import type { Inside } from "./enforce.ts"
import type { Seen, Watcher } from "./reconcile.ts"
import type { RoomRows } from "./room-rows.ts"

/** However little happens, everything is read again this often, in milliseconds. */
const READ_AGAIN_MS = 30 * SECOND

/** A live room that this process watches, with its own clock and what the last look found. */
export class WatchedRoom implements Watcher {
  held: ClassWithRoom
  readonly rows: RoomRows
  at: Date | null = null
  failed = false
  /** When it is looked into next, by the process's clock. */
  dueAt = performance.now()
  looking: Promise<void> | null = null
  /** When its last look was last stored. */
  notedAt: Date | null = null
  private knownBefore: readonly KnownConnection[] | null = null
  private before: string | null = null
  private readAt = 0
  private changed = true

  constructor(held: ClassWithRoom, rows: RoomRows) {
    this.held = held
    this.rows = rows
  }

  /** Takes what is stored of the class now. */
  take(held: ClassWithRoom): void {
    if (ruleOf(held) !== ruleOf(this.held)) this.touch()
    this.held = held
  }

  /** Something of the class changed: the next look reads everything. */
  touch(): void {
    this.changed = true
  }

  /** Begins a look: what changes from now on belongs to the next one. */
  begin(): void {
    const isOld = performance.now() - this.readAt >= READ_AGAIN_MS
    if (this.changed || isOld) this.knownBefore = null
    this.changed = false
  }

  known(): readonly KnownConnection[] | null {
    return this.knownBefore
  }

  isAsBefore(inside: readonly Inside[]): boolean {
    return this.knownBefore !== null && !this.failed && this.before === linesOf(inside)
  }

  /** Keeps what a look found. */
  keep({ at, inside, settled, known }: Seen): void {
    if (this.knownBefore === null) this.readAt = performance.now()
    this.knownBefore = settled ? known : null
    this.before = settled ? linesOf(inside) : null
    this.at = at
    this.failed = false
  }

  /** Forgets what is not certain any more. */
  fail(): void {
    this.knownBefore = null
    this.failed = true
  }
}

/** What decides who may do what in a room, as far as the class's own rows tell. */
function ruleOf({ room, ...held }: ClassWithRoom): string {
  return JSON.stringify({ ...held, room: room && { ...room, polled_at: null } })
}

/** Who is there with which rights, in a form to compare. */
function linesOf(inside: readonly Inside[]): string {
  return inside
    .map(({ sid, grant }) => {
      const { canPublish, canPublishData, canSubscribe, hidden, sources } = grant
      return [sid, canPublish, canPublishData, canSubscribe, hidden, ...sources.toSorted()].join()
    })
    .sort()
    .join("\n")
}
