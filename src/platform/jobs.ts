import { sql } from "drizzle-orm"
import { fromDrizzle, PgBoss } from "pg-boss"
import type { z } from "zod"
import type { Ctx, Jobs } from "./context.ts"
import type { Log } from "./log.ts"

/** One kind of later work. Handlers are idempotent: a job can run twice when a worker dies. */
export type Job<T extends object = object> = {
  queue: string
  input: z.ZodType<T>
  /** The topics whose publication also enqueues this job. */
  on?: string[]
  /** Runs on this cron schedule, at most once a minute, with empty input. */
  cron?: string
  /** How often a failed job is tried again, and the first wait in seconds; waits double with jitter. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** How many of this queue run at the same time in one process. */
  concurrency?: number
  handle(ctx: Ctx, input: T): Promise<void>
}

/** Declares a job with its input checked by `input`. */
export function defineJob<T extends object>(job: Job<T>): Job {
  return job as unknown as Job
}

/** The store of later work, as the process that holds it open sees it. */
export type JobStore = Jobs & {
  /** Starts to work jobs off in this process. */
  work(makeContext: (log: Log) => Ctx): Promise<void>
  /** Whether the store answers. */
  healthy(): Promise<boolean>
  stop(): Promise<void>
}

/** A worker that stays silent this long has died, and its job goes to another. */
const HEARTBEAT_SECONDS = 15

/** Opens the job store on PostgreSQL and declares every queue. Working starts only with `work`. */
export async function openJobs(url: string, jobs: Job[], log: Log): Promise<JobStore> {
  const boss = new PgBoss({ connectionString: url, application_name: "kaksha-jobs", max: 4 })
  boss.on("error", (error) => log.error({ err: error }, "the job store reported an error"))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.queue, {
      retryLimit: job.retryLimit ?? 5,
      retryDelay: job.retryDelaySeconds ?? 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: 300,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    })
    if (job.cron) await boss.schedule(job.queue, job.cron, {})
  }

  async function send(ctx: Pick<Ctx, "db">, queue: string, data: object, options: { key?: string; startAfter?: Date } = {}) {
    await boss.send(queue, data, {
      db: fromDrizzle(ctx.db, sql),
      ...(options.key && { singletonKey: options.key }),
      ...(options.startAfter && { startAfter: options.startAfter }),
    })
  }

  return {
    send,
    async publish(ctx, topic, data) {
      for (const job of jobs) if (job.on?.includes(topic)) await send(ctx, job.queue, data)
    },
    async work(makeContext) {
      for (const job of jobs) {
        const options = { pollingIntervalSeconds: 0.5, localConcurrency: job.concurrency ?? 1 }
        await boss.work(job.queue, options, async (batch) => {
          for (const { id, data } of batch) {
            const jobLog = log.child({ queue: job.queue, job: id })
            try {
              await job.handle(makeContext(jobLog), job.input.parse(data ?? {}))
            } catch (error) {
              jobLog.warn({ err: error }, "a job failed")
              throw error
            }
          }
        })
      }
    },
    async healthy() {
      return boss.getQueues().then(
        () => true,
        () => false,
      )
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
