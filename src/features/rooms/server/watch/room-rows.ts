import type { RoomAllowance } from "#contract/rooms/room-board.ts"
import type { KnownConnection, PresenceEvent } from "#features/rooms/presence-plan.ts"
import type { RoomRole } from "#features/rooms/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { batching } from "#shared/batching.ts"
import { readConnectionsOf, recordPresence } from "../presence.ts"
import { readRolesOf } from "../roles.ts"
import { type ClassWithRoom, readAllowancesOf, readClassesWithRoomsOf } from "../room.ts"

/** What a look reads and records of one room. */
export type RoomRows = {
  connections(classId: string): Promise<KnownConnection[]>
  held(classId: string): Promise<ClassWithRoom | null>
  roles(asked: { held: ClassWithRoom; personIds: readonly string[] }): Promise<Map<string, RoomRole | null>>
  allowances(classId: string): Promise<Map<string, RoomAllowance>>
  record(events: readonly PresenceEvent[]): Promise<unknown>
}

/** Looks that reach the same step within so many milliseconds share their statements. */
const TOGETHER_MS = 20

/**
 * The rows of many rooms at once: a fixed number of statements, however many are looked into. PostgreSQL writes
 * transactions that notify one after the other to its disk, so arrivals in many rooms are one.
 */
export function sharedRows(makeCtx: () => Ctx): RoomRows {
  return rowsOf(makeCtx, TOGETHER_MS)
}

/** The rows of one look by itself. */
export function directRows(ctx: Ctx): RoomRows {
  return rowsOf(() => ctx, 0)
}

async function recordAll(ctx: Ctx, observed: (readonly PresenceEvent[])[]): Promise<unknown[]> {
  try {
    await recordPresence(ctx, observed.flat())
    return []
  } catch (error) {
    if (observed.length === 1) throw error
    // One that can't be stored, of an account that was just deleted, must not cost the others theirs.
    return Promise.all(
      observed.map((events) =>
        recordPresence(ctx, events).catch((err: unknown) => {
          ctx.log.error({ err, class_id: events[0]?.classId }, "who is in a room could not be recorded")
        }),
      ),
    )
  }
}

function rowsOf(makeCtx: () => Ctx, waitMs: number): RoomRows {
  return {
    record: batching((observed) => recordAll(makeCtx(), observed), waitMs),
    connections: batching((ids) => readConnectionsOf(makeCtx(), ids), waitMs),
    held: batching((ids) => readClassesWithRoomsOf(makeCtx(), ids), waitMs),
    roles: batching((asked) => readRolesOf(makeCtx(), asked), waitMs),
    allowances: batching((ids) => readAllowancesOf(makeCtx(), ids), waitMs),
  }
}
