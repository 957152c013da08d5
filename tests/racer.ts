import { eq } from "drizzle-orm"
import { answerDemoRequest, requestDemo } from "#features/classes/server/demos/demo-requests.ts"
import { takeSlot } from "#features/classes/server/one-on-one/slots.ts"
import { updateClass } from "#features/classes/server/schedule/reschedule.ts"
import { joinWaitlist } from "#features/classes/server/seats/waitlist.ts"
import { enrol, leave } from "#features/classes/server/seats.ts"
import { classRecordings } from "#features/recordings/server/table.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { readEnvironment } from "#platform/env.ts"
import { Refusal } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"

/** What people do at once in a race. The id is a class's, a request's or an offered time's. */
export type Run = { act: keyof typeof acts; viewer: SignedIn; id: string }
export type Order = { now: string; runs: Run[] }

let moves = process.pid

const acts = {
  enrol,
  leave,
  joinWaitlist,
  requestDemo,
  takeSlot,
  /** Moves a class of a day of its own to another hour. */
  move: (ctx: SignedInCtx, class_id: string) => {
    moves += 1
    const hour = 8 + (moves % 12)
    const [start_time, end_time] = [hour, hour + 1].map((at) => `${String(at).padStart(2, "0")}:00`)
    return updateClass(ctx, { class_id, start_time, end_time })
  },
  /** Writes a recording, and removes all of a class. */
  record: (ctx: SignedInCtx, class_id: string) => {
    const at = ctx.clock.now()
    return ctx.db.insert(classRecordings).values({
      ...{ id: newId(), class_id, instructor_id: ctx.viewer.user_id, title: "Fractions", source: "room" },
      ...{ status: "failed", visibility: "enrolled_students", quality: "720p", mime_type: "video/webm" },
      ...{ is_demo_class: false, recording_started_at: at, received_at: at, created_at: at, updated_at: at },
    })
  },
  unrecord: (ctx: SignedInCtx, class_id: string) =>
    ctx.db.delete(classRecordings).where(eq(classRecordings.class_id, class_id)),
  approve: (ctx: SignedInCtx, request_id: string) =>
    answerDemoRequest(ctx, { request_id, status: "approved" }),
  reject: (ctx: SignedInCtx, request_id: string) =>
    answerDemoRequest(ctx, { request_id, status: "rejected" }),
}

const pool = createPool(process.env.RACE_DATABASE_URL ?? "", 20)
const env = readEnvironment({ NODE_ENV: "test" })
// Races are about rows: what is enqueued is another test's matter.
const jobs = { send: async () => {}, publish: async () => {} }

async function run(now: Date, { act, viewer, id }: Run): Promise<string> {
  const ctx = { db: databaseOn(pool), env, jobs, viewer, clock: { now: () => now } }
  try {
    await acts[act](ctx as unknown as Ctx & SignedInCtx, id)
    return "done"
  } catch (error) {
    return error instanceof Refusal ? error.code : `failed: ${error}`
  }
}

process.on("message", async ({ now, runs }: Order) => {
  process.send?.(await Promise.all(runs.map((one) => run(new Date(now), one))))
})
process.send?.("ready")
