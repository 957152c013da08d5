import { roomName } from "#features/classes/rules.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { abandonedEnd, BLIND_AFTER_MS, graceEnds, longestEnd } from "#features/rooms/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { beforeOutage } from "./outages.ts"
import { type ClassWithRoom, readClassWithRoom, readLiveClasses } from "./room.ts"
import { reconcileRoom } from "./watch/reconcile.ts"

/**
 * Completes the live classes whose scheduled end has passed and whose instructor (or an admin instead) has
 * been gone for the grace period, or never came, and those that go on for longer than any class.
 */
export async function closeAbandoned(ctx: Ctx): Promise<void> {
  for (const held of await readLiveClasses(ctx, ctx.clock.now())) {
    try {
      await closeIfAbandoned(ctx, await lookAgain(ctx, held))
    } catch (error) {
      // The others are still closed; this one is tried again in a minute.
      ctx.log.error({ err: error, class_id: held.id }, "an abandoned class could not be closed")
    }
  }
}

// After a time without polls, for example if the product was stopped, the stored absence says nothing about
// now.
async function lookAgain(ctx: Ctx, held: ClassWithRoom): Promise<ClassWithRoom> {
  const polledAt = held.room?.polled_at?.getTime() ?? 0
  if (ctx.clock.now().getTime() - polledAt <= BLIND_AFTER_MS) return held
  try {
    await reconcileRoom(ctx, held)
  } catch (error) {
    if (!(error instanceof VideoUnavailable)) throw error
    ctx.log.warn(
      { err: error, class_id: held.id },
      "nobody can tell who is in the room of a class past its end",
    )
  }
  return (await readClassWithRoom(ctx, held.id)) ?? held
}

async function closeIfAbandoned(ctx: Ctx, { id, room, started_at, ends_at }: ClassWithRoom): Promise<void> {
  const now = ctx.clock.now()
  // While polls keep failing, the instructor counts as last seen at the last successful one.
  const absentSince = room?.unattended_since ?? room?.polled_at ?? started_at ?? ends_at
  const graceMinutes = ctx.env.CLASS_GRACE_MINUTES
  const longest = longestEnd({ startedAt: started_at ?? ends_at, endsAt: ends_at })
  if (now >= graceEnds({ absentSince, endsAt: ends_at, graceMinutes })) {
    // Those who were absent after an outage may have left at any time in it. They count as there until it began, or a
    // night without the product would be part of the class.
    const seenUntil = await beforeOutage(ctx, id, absentSince)
    const left = abandonedEnd({ absentSince: seenUntil, endsAt: ends_at, now })
    const endedAt = left < longest ? left : longest
    if (await completeClass(ctx, id, endedAt))
      ctx.log.info({ class_id: id, ended_at: endedAt }, "a class without its instructor was completed")
    return
  }
  const isThere = room !== null && room.unattended_since === null
  if (isThere && now >= longest && (await completeClass(ctx, id, longest)))
    ctx.log.info({ class_id: id, ended_at: longest }, "a class that nobody ended was completed")
}

/**
 * Sends everybody out of the room of a class that is over and closes it; leaves the room of any other class
 * open. Throws VideoUnavailable.
 */
export async function closeRoom(ctx: Ctx, classId: string): Promise<void> {
  const held = await readClassWithRoom(ctx, classId)
  if (!held?.started_at || held.status === "live" || held.status === "scheduled") return
  // A class that was started and ended before anybody came has a room, but no record of it.
  await ctx.video.port.closeRoom(held.room?.name ?? roomName(held))
}
