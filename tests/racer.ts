import { answerDemoRequest, requestDemo } from "#features/classes/server/demos/demo-requests.ts"
import { takeSlot } from "#features/classes/server/one-on-one/slots.ts"
import { joinWaitlist } from "#features/classes/server/seats/waitlist.ts"
import { enrol, leave } from "#features/classes/server/seats.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { readEnvironment } from "#platform/env.ts"
import { Refusal } from "#platform/errors.ts"

/** What people do at once in a race. The id is a class's, a request's or an offered time's. */
export type Run = { act: keyof typeof acts; viewer: SignedIn; id: string }
export type Order = { now: string; runs: Run[] }

const acts = {
  enrol,
  leave,
  joinWaitlist,
  requestDemo,
  takeSlot,
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
