import { count, eq } from "drizzle-orm"
import type pg from "pg"
import { openSessions } from "#features/accounts/server/sessions.ts"
import { SETTINGS } from "#features/admin/server/setting-list.ts"
import { readClassesOf, readClassFacts } from "#features/classes/server/class-facts.ts"
import { readDayFigures } from "#features/classes/server/list-classes.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { guardianship } from "#features/guardians/server/guardianship.ts"
import { mailPortFor } from "#features/notifications/server/mail.ts"
import { post } from "#features/notifications/server/service.ts"
import { smsPortFor } from "#features/notifications/server/sms.ts"
import { whatsAppPortFor } from "#features/notifications/server/whatsapp.ts"
import { readProgramTeachers } from "#features/programs/server/teachers.ts"
import { startRoomPoller } from "#features/rooms/server/poller.ts"
import { goods } from "#features/shop/server/goods.ts"
import { type Ctx, type Http, type Sessions, systemClock, type Viewer } from "#platform/context.ts"
import { type DatabaseLink, openDatabaseLink } from "#platform/database/database-link.ts"
import { createPool, type Database, databaseOn } from "#platform/database/db.ts"
import type { Environment } from "#platform/env.ts"
import { type Changes, listenForChanges } from "#platform/events.ts"
import { type JobStore, openJobs } from "#platform/jobs/jobs.ts"
import type { Keys } from "#platform/keys.ts"
import type { Log } from "#platform/log/log.ts"
import type { LogState } from "#platform/log/log-file.ts"
import { meetPortFor } from "#platform/meet/service.ts"
import { type Counts, type Metrics, openMetrics } from "#platform/metrics.ts"
import { directUpi } from "#platform/money/direct-upi.ts"
import type { RazorpaySettings } from "#platform/money/razorpay-api.ts"
import { moneyPortFor } from "#platform/money/service.ts"
import { followPart, type Part, type PartState, within } from "#platform/parts.ts"
import { type Patience, USUAL_PATIENCE } from "#platform/patience.ts"
import { webPush } from "#platform/push/web-push.ts"
import { findLastCopy, findUndecidedCopy } from "#platform/restored.ts"
import { followSettings, type LiveSettings } from "#platform/settings.ts"
import { type FileLinks, fileLinks } from "#platform/storage/links.ts"
import type { FileStore } from "#platform/storage/port.ts"
import { sparingStore } from "#platform/storage/sparing.ts"
import type { Spool } from "#platform/storage/spool.ts"
import { ownRooms } from "#platform/video/own-rooms.ts"
import type { VideoService } from "#platform/video/service.ts"
import { type ChangeFeed, openChangeFeed } from "./events/change-feed.ts"
import { type Leaving, openLeaving } from "./events/leaving.ts"
import { openSeenLog, type SeenLog } from "./events/seen-data.ts"
import { personalData } from "./personal-data.ts"
import { jobs } from "./worker.ts"

/** The connections and services of one process, and how contexts are made from them. */
export type Runtime = Leaving & {
  /** As the process was started; what admins set since is in `settings`. */
  env: Environment
  settings: LiveSettings
  log: Log
  db: Database
  pool: pg.Pool
  link: DatabaseLink
  changes: Changes
  /** The changes, filtered by what browsers may receive. */
  feed: ChangeFeed
  /** Records which staff saw whose data. */
  seen: SeenLog
  jobs: JobStore
  sessions: Sessions
  keys: Keys
  /** The trial's own gateway, if it was started. */
  gateway: RazorpaySettings | null
  video: VideoService
  files: FileStore
  links: FileLinks
  metrics: Metrics
  /** The state of services across a network. */
  parts: Record<PartName, Part>
  /** The state of the log; null if it is not followed. */
  logState(): LogState | null
  /** Whether the database has every migration of this build. */
  migrated(): Promise<boolean>
  contextFor(viewer: Viewer, log: Log, http?: Http): Ctx
  /** Starts to work jobs off and to watch live rooms in this process. */
  work(): Promise<void>
  /** Sends who follows changes here to another process. */
  sendAway(): void
  close(): Promise<void>
}

export type PartName = "database" | "listen" | "store" | "mail" | "sms" | "video"

type Parts = {
  env: Environment
  log: Log
  databaseUrl: string
  keys: Keys
  address: string
  video: VideoService
  files: FileStore
  /** When the newest migration of this build was made, in milliseconds; without it none is required. */
  newestMigration?: number
  spool: Spool
  /** The trial's own gateway, if it was started. */
  gateway?: RazorpaySettings | null
  patience?: Patience
  logState?: () => LogState
  /** The counts of all processes behind one port; this process's own without it. */
  countAll?: (() => Promise<Counts[]>) | undefined
  /** How many connections requests and jobs share. */
  connections?: number | undefined
  /** Whether `work` will be called. */
  works?: boolean
}

const LAST_STATEMENTS_MS = 5_000

/** A key of no file and a name of no room: asking for it shows whether store and video server respond. */
const NOTHING = "readyz"

/** Our own video server is watched by its supervisor; an external one is probed. */
function readVideo(video: VideoService, external: Part): PartState {
  const status = video.status()
  if (status === "external") return external.read()
  return { state: status === "starting" ? "unknown" : status, silent_seconds: 0 }
}

/** The connections that requests and jobs of one process share. */
export const POOL = 20
/** Those that it has besides: for changes, and of the job store. */
export const OWN_CONNECTIONS = 6

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
  gateway = null,
  patience = USUAL_PATIENCE,
  logState,
  countAll,
  connections = POOL,
  works = false,
}: Parts): Promise<Runtime> {
  const link = openDatabaseLink(patience)
  const pool = createPool(databaseUrl, connections, link)
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"))
  const db = databaseOn(pool)
  const changes = await listenForChanges(databaseUrl, log, link)
  const metrics = openMetrics(countAll)
  const jobStore = await openJobs(databaseUrl, jobs, log, { observe: metrics.job, link, works })
  const settings = await followSettings(db, env, SETTINGS, changes, log)
  const sessions = openSessions(db, env, keys, address, settings.env)
  const sms = metrics.measured("sms", smsPortFor(env, { db, clock: systemClock }), log)
  const copy = await findLastCopy({ db })
  const undecided = async () => (await findUndecidedCopy({ db })) !== null
  const kept = copy?.decision === null && files.name === "s3" ? sparingStore(files, undecided) : files
  const rooms = copy ? ownRooms(video, copy.id) : video
  const links = fileLinks({ kept: files, spool: spool.files }, keys, systemClock)
  const mail = metrics.measured("mail", mailPortFor(env, { db, clock: systemClock }), log)
  const push = metrics.measured("push", webPush({ serviceUrl: env.PUSH_SERVICE_URL }), log)
  const cloud = whatsAppPortFor(env)
  const whatsapp = cloud && metrics.measured("whatsapp", cloud, log)
  const meet = meetPortFor(env)
  const provider = moneyPortFor(env, gateway)

  const ask = (probe: (() => Promise<unknown>) | undefined | null) => followPart(probe ?? null, patience)
  const parts: Record<PartName, Part> = {
    database: link,
    listen: { read: () => changes.read() },
    store: ask(() => files.size(NOTHING)),
    mail: ask(mail.probe),
    sms: ask(sms.probe),
    video: { read: () => readVideo(video, externalVideo) },
  }
  const externalVideo = ask(video.probe ?? (() => video.port.listRooms([NOTHING])))

  function contextFor(viewer: Viewer, requestLog: Log, http?: Http): Ctx {
    return {
      db,
      viewer,
      clock: systemClock,
      log: requestLog,
      env: settings.env(),
      brand: settings.brand(),
      settings,
      address: new URL(address).origin,
      jobs: jobStore,
      video: rooms,
      sms,
      push,
      whatsapp,
      meet,
      // An admin may give a UPI id at any time.
      money: provider ?? directUpi({ env: settings.env(), brand: settings.brand() }),
      mail,
      post,
      files: kept,
      links,
      spool,
      sessions,
      keys,
      personalData,
      guardianship,
      goods,
      http: http ?? { request: new Headers(), reply: new Headers() },
    }
  }

  const seen = openSeenLog(() => contextFor(null, log), log)
  const feed = openChangeFeed(
    changes,
    {
      classes: (ids, withPeople) => readClassFacts(contextFor(null, log), ids, withPeople),
      classesOf: (people, classes) => readClassesOf(contextFor(null, log), people, classes),
      figures: (date) => readDayFigures(contextFor(null, log), date),
      teachersOf: (programs) => readProgramTeachers(contextFor(null, log), programs),
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

  async function work(): Promise<void> {
    await jobStore.work((jobLog) => contextFor(null, jobLog))
    const stopPoller = startRoomPoller(() => contextFor(null, log), { changes })
    workers.push(stopPoller)
  }

  async function close(): Promise<void> {
    for (const stop of workers) await stop()
    await jobStore.stop()
    await seen.flush()
    settings.close()
    await changes.close()
    // Running statements may finish, but a response that never comes is not waited for.
    await within(LAST_STATEMENTS_MS, pool.end()).catch(() => link.silent())
  }

  return {
    env,
    settings,
    log,
    db,
    pool,
    link,
    changes,
    feed,
    seen,
    jobs: jobStore,
    sessions,
    keys,
    gateway,
    video: rooms,
    files: kept,
    links,
    metrics,
    parts,
    logState: () => logState?.() ?? null,
    migrated,
    contextFor,
    work,
    ...openLeaving(env.DRAIN_SECONDS * 1_000),
    sendAway: () => changes.leave(),
    close,
  }
}
