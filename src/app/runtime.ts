import { setTimeout as delay } from "node:timers/promises"
import { count, eq } from "drizzle-orm"
import type pg from "pg"
import { openSessions } from "#features/accounts/server/sessions.ts"
import { readClassFacts } from "#features/classes/server/class-facts.ts"
import { readDayFigures } from "#features/classes/server/list-classes.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { mailPortFor } from "#features/notifications/server/mail.ts"
import { post } from "#features/notifications/server/service.ts"
import { smsPortFor } from "#features/notifications/server/sms.ts"
import { startRoomPoller } from "#features/rooms/server/poller.ts"
import { type Ctx, type Http, type Sessions, systemClock, type Viewer } from "#platform/context.ts"
import { createPool, type Database, databaseOn } from "#platform/db.ts"
import type { Environment } from "#platform/env.ts"
import { type Changes, listenForChanges } from "#platform/events.ts"
import { type JobStore, openJobs } from "#platform/jobs.ts"
import type { Keys } from "#platform/keys.ts"
import type { Log } from "#platform/log.ts"
import { meetPortFor } from "#platform/meet/service.ts"
import { type Metrics, openMetrics } from "#platform/metrics.ts"
import { followSettings, type LiveSettings } from "#platform/settings.ts"
import { type FileLinks, fileLinks } from "#platform/storage/links.ts"
import type { FileStore } from "#platform/storage/port.ts"
import type { Spool } from "#platform/storage/spool.ts"
import type { VideoService } from "#platform/video/service.ts"
import { type ChangeFeed, openChangeFeed } from "./change-feed.ts"
import { personalData } from "./personal-data.ts"
import { jobs } from "./worker.ts"

/** What one process holds open, and how contexts are made from it. */
export type Runtime = {
  /** As the process was started; what admins set since is in `settings`. */
  env: Environment
  settings: LiveSettings
  log: Log
  db: Database
  pool: pg.Pool
  changes: Changes
  /** The changes as browsers may hear of them. */
  feed: ChangeFeed
  jobs: JobStore
  sessions: Sessions
  keys: Keys
  video: VideoService
  files: FileStore
  links: FileLinks
  metrics: Metrics
  /** Whether the database has every migration of this build. */
  migrated(): Promise<boolean>
  /** Whether the process was told to stop. */
  draining(): boolean
  contextFor(viewer: Viewer, log: Log, http?: Http): Ctx
  /** Starts to work jobs off and to watch live rooms in this process. */
  work(): Promise<void>
  /** Tells the balancer that this process leaves, and waits until it can know. */
  drain(): Promise<void>
  /** Sends who follows changes here to another process. */
  sendAway(): void
  close(): Promise<void>
}

type Parts = {
  env: Environment
  log: Log
  databaseUrl: string
  keys: Keys
  address: string
  video: VideoService
  files: FileStore
  /** When the newest migration of this build was made, in milliseconds; without it none is asked for. */
  newestMigration?: number
  spool: Spool
}

/** Opens the pool, the connection for changes, the job store and sessions on a migrated database. */
export async function openRuntime({
  env,
  log,
  databaseUrl,
  keys,
  address,
  video,
  files,
  newestMigration,
  spool,
}: Parts): Promise<Runtime> {
  const pool = createPool(databaseUrl)
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"))
  const db = databaseOn(pool)
  const changes = await listenForChanges(databaseUrl, log)
  const metrics = openMetrics()
  const jobStore = await openJobs(databaseUrl, jobs, log, metrics.job)
  const settings = await followSettings(db, env, changes, log)
  const sessions = openSessions(db, env, keys, address, settings.env)
  const sms = metrics.measured("sms", smsPortFor(env, { db, clock: systemClock }), log)
  const links = fileLinks({ kept: files, spool: spool.files }, keys, systemClock)
  const mail = metrics.measured("mail", mailPortFor(env, { db, clock: systemClock }), log)
  const meet = meetPortFor(env)

  function contextFor(viewer: Viewer, requestLog: Log, http?: Http): Ctx {
    return {
      db,
      viewer,
      clock: systemClock,
      log: requestLog,
      env: settings.env(),
      settings,
      address: new URL(address).origin,
      jobs: jobStore,
      video,
      sms,
      meet,
      mail,
      post,
      files,
      links,
      spool,
      sessions,
      keys,
      personalData,
      http: http ?? { request: new Headers(), reply: new Headers() },
    }
  }

  const feed = openChangeFeed(
    changes,
    {
      classes: (ids, withPeople) => readClassFacts(contextFor(null, log), ids, withPeople),
      figures: (date) => readDayFigures(contextFor(null, log), date),
    },
    log,
  )
  metrics.watch({
    pool,
    streams: changes.readers,
    queues: () => jobStore.counts(),
    liveRooms: async () => {
      const live = eq(scheduledClasses.status, "live")
      const [row] = await db.select({ rooms: count() }).from(scheduledClasses).where(live)
      return row?.rooms ?? 0
    },
  })

  async function migrated(): Promise<boolean> {
    if (newestMigration === undefined) return true
    const applied = "select 1 from drizzle.__drizzle_migrations where created_at = $1"
    return (await pool.query(applied, [newestMigration])).rowCount === 1
  }

  const workers: (() => Promise<void>)[] = []
  let leaving = false

  async function drain(): Promise<void> {
    leaving = true
    await delay(env.DRAIN_SECONDS * 1_000)
  }

  async function work(): Promise<void> {
    await jobStore.work((jobLog) => contextFor(null, jobLog))
    const stopPoller = startRoomPoller(() => contextFor(null, log), { pool })
    workers.push(stopPoller)
  }

  async function close(): Promise<void> {
    for (const stop of workers) await stop()
    await jobStore.stop()
    settings.close()
    await changes.close()
    await pool.end()
  }

  return {
    env,
    settings,
    log,
    db,
    pool,
    changes,
    feed,
    jobs: jobStore,
    sessions,
    keys,
    video,
    files,
    links,
    metrics,
    migrated,
    draining: () => leaving,
    contextFor,
    work,
    drain,
    sendAway: () => changes.leave(),
    close,
  }
}
