import { startRoomPoller } from "#features/rooms/server/poller.ts"
import type { Ctx } from "#platform/context.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { readEnvironment } from "#platform/env.ts"
import { listenForChanges } from "#platform/events.ts"
import { createLog } from "#platform/log/log.ts"
import { livekitVideo } from "#platform/video/port.ts"

/** What one of these processes watches, and how. */
export type Watching = {
  databaseUrl: string
  url: string
  key: string
  apiSecret: string
  everyMs: number
  leaseMs: number
}

process.once("message", async ({ databaseUrl, url, key, apiSecret, everyMs, leaseMs }: Watching) => {
  const db = databaseOn(createPool(databaseUrl))
  const httpUrl = url.replace(/^ws/, "http")
  const port = livekitVideo({ httpUrl, publicUrl: url, apiKey: key, apiSecret })
  const log = createLog("silent")
  // What is enqueued is another test's matter.
  const jobs = { send: async () => {}, publish: async () => {} }
  const clock = { now: () => new Date() }
  const env = readEnvironment({ NODE_ENV: "test" })
  const ctx = { db, env, jobs, log, clock, viewer: null, video: { port, meetings: null } } as unknown as Ctx
  const changes = await listenForChanges(databaseUrl, log)
  const stop = startRoomPoller(() => ctx, { changes, everyMs, leaseMs })
  process.once("SIGTERM", async () => {
    await stop()
    process.exit()
  })
  process.send?.("ready")
})
process.on("disconnect", () => process.exit())
