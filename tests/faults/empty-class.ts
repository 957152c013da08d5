import { eq } from "drizzle-orm"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { recordPresence } from "#features/rooms/server/presence.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createInstructor, createStudent } from "#tests/people.ts"

/** The environment of a process in production that needs no video server, and sends texts at any hour. */
export const NOWHERE = {
  NODE_ENV: "production",
  LIVEKIT_URL: "ws://127.0.0.1:9",
  LIVEKIT_API_KEY: "away",
  LIVEKIT_API_SECRET: "a video server that is not there",
  PARENT_NUMBERS_NEED_CONFIRMATION: "false",
  QUIET_FROM_HOUR: "0",
  QUIET_TO_HOUR: "0",
} as const

/**
 * Writes a class that has been live for an hour, with its instructor there all the time and none of its students,
 * whose parents' numbers count from `firstPhone`.
 */
export async function writeEmptyClass(
  ctx: Ctx,
  absentees: number,
  firstPhone = 0,
): Promise<{ classId: string; instructor: SignedIn; phones: string[] }> {
  const instructor = await createInstructor(ctx)
  const ends_at = ctx.clock.now()
  const starts_at = new Date(ends_at.getTime() - HOUR)
  const columns = { status: "live", starts_at, ends_at, started_at: starts_at, max_capacity: 100 } as const
  const { id: classId } = await createClass(ctx, instructor, columns)
  const early = { ...ctx, clock: { ...ctx.clock, now: () => new Date(starts_at.getTime() - MINUTE) } }
  const phones: string[] = []
  for (let n = 0; n < absentees; n += 1) {
    const parent_phone = `+9198450${String(firstPhone + n).padStart(5, "0")}`
    phones.push(parent_phone)
    await seat(early, classId, await createStudent(ctx, { parent_name: "Lata Rao", parent_phone }))
  }
  await ctx.db
    .update(scheduledClasses)
    .set({ seats_taken: absentees })
    .where(eq(scheduledClasses.id, classId))
  const connectionId = `PA_${newId()}`
  const seen = { classId, personId: instructor.user_id, deviceId: "a-laptop", connectionId }
  await recordPresence(ctx, [
    { ...seen, id: `${connectionId}:joined`, kind: "joined", source: "webhook", at: starts_at },
    { ...seen, id: `${connectionId}:left`, kind: "left", source: "webhook", at: ends_at },
  ])
  return { classId, instructor, phones }
}
