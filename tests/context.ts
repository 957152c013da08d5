import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { personalData } from "#app/personal-data.ts"
import { openSessions } from "#features/accounts/server/sessions.ts"
import { guardianship } from "#features/guardians/server/guardianship.ts"
import { mailPortFor } from "#features/notifications/server/mail.ts"
import { post } from "#features/notifications/server/service.ts"
import { smsPortFor } from "#features/notifications/server/sms.ts"
import { whatsAppPortFor } from "#features/notifications/server/whatsapp.ts"
import { goods } from "#features/shop/server/goods.ts"
import type { Ctx, Jobs, SignedIn, SignedInCtx, Viewer } from "#platform/context.ts"
import { type Database, databaseOn } from "#platform/database/db.ts"
import { type Environment, readEnvironment } from "#platform/env.ts"
import { openKeys } from "#platform/keys.ts"
import { createLog } from "#platform/log/log.ts"
import type { MailPort } from "#platform/mail/port.ts"
import type { MeetPort } from "#platform/meet/port.ts"
import { directUpi } from "#platform/money/direct-upi.ts"
import type { MoneyPort } from "#platform/money/port.ts"
import { webPush } from "#platform/push/web-push.ts"
import type { SmsPort } from "#platform/sms/port.ts"
import { diskStore } from "#platform/storage/disk.ts"
import { fileLinks } from "#platform/storage/links.ts"
import type { FileStore } from "#platform/storage/port.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { VideoUnavailable } from "#platform/video/errors.ts"
import { jitsiService } from "#platform/video/jitsi.ts"
import type { VideoPort } from "#platform/video/port.ts"
import { filedBrand } from "#shared/brand.ts"
import { newId } from "#shared/ids.ts"
import { createTestDatabase, type TestDatabase } from "./database.ts"

/** What a service enqueued or published; tests read it, or run it. */
export type RecordedJob = { queue: string; data: object; startAfter?: Date; priority?: number }

export type TestContext = {
  ctx: Ctx & { db: Database }
  /** The same context with another viewer. */
  as(viewer: SignedIn): SignedInCtx
  /** The time services see; starts at a fixed instant and moves only by hand. */
  clock: { now(): Date; set(instant: Date | string): void; advance(ms: number): void }
  jobs: RecordedJob[]
  published: { topic: string; data: object }[]
  close(): Promise<void>
}

/** A Friday, 16:00 in Kolkata. */
const START = "2026-11-20T10:30:00Z"

/**
 * A context on a database of its own, or on a given one. Jobs are recorded instead of run; the video server is absent, and
 * texts go to the outbox, unless given.
 */
export async function createTestContext(
  options: {
    env?: NodeJS.ProcessEnv
    database?: Pick<TestDatabase, "pool" | "drop">
    video?: VideoPort
    sms?: SmsPort
    mail?: MailPort
    meet?: MeetPort
    money?: MoneyPort
    files?: FileStore
  } = {},
): Promise<TestContext> {
  const database = options.database ?? (await createTestDatabase())
  const db = databaseOn(database.pool)
  const env: Environment = readEnvironment({ NODE_ENV: "test", ...options.env })
  const jobs: RecordedJob[] = []
  const published: { topic: string; data: object }[] = []
  let now = new Date(START)
  const clock = {
    now: () => new Date(now),
    set: (instant: Date | string) => {
      now = new Date(instant)
    },
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
  }
  const folder = join(tmpdir(), `kaksha-files-${newId()}`)
  const files = options.files ?? diskStore(join(folder, "files"))
  const spool = openSpool(join(folder, "spool"), "/uploads/recordings")
  const keys = openKeys("test-secret-of-at-least-32-characters")
  const recorder: Jobs = {
    async send(_ctx, queue, data, sendOptions) {
      jobs.push({ queue, data, ...sendOptions })
    },
    async publish(_ctx, topic, data) {
      published.push({ topic, data })
    },
  }
  const ctx: Ctx & { db: Database } = {
    db,
    viewer: null as Viewer,
    clock,
    log: createLog("silent"),
    env,
    brand: filedBrand,
    settings: {
      env: () => env,
      brand: () => filedBrand,
      started: env,
      version: () => 0,
      reload: async () => {},
    },
    address: "http://localhost",
    jobs: recorder,
    video:
      env.VIDEO_PROVIDER === "jitsi"
        ? jitsiService(env)
        : {
            port: options.video ?? absentVideo(),
            meetings: null,
            status: () => (options.video ? "up" : "down"),
            origins: () => [],
            reason: () => (options.video ? null : { code: "missing", said: "no video server in this test" }),
          },
    sms: options.sms ?? smsPortFor(env, { db, clock }),
    mail: options.mail ?? mailPortFor(env, { db, clock }),
    push: webPush({ serviceUrl: env.PUSH_SERVICE_URL }),
    whatsapp: whatsAppPortFor(env),
    post,
    meet: options.meet ?? null,
    money: options.money ?? directUpi({ env, brand: filedBrand }),
    personalData,
    guardianship,
    goods,
    files,
    spool,
    links: fileLinks({ kept: files, spool: spool.files }, keys, clock),
    sessions: openSessions(db, env, keys, "http://localhost"),
    keys,
    http: { request: new Headers(), reply: new Headers() },
  }
  async function close() {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ctx, as: (viewer) => ({ ...ctx, viewer }), clock, jobs, published, close }
}

function absentVideo(): VideoPort {
  return new Proxy({} as VideoPort, {
    get: (_target, call) => () =>
      Promise.reject(new VideoUnavailable(`${String(call)}: no video server in this test`)),
  })
}
