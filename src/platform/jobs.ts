import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { fromDrizzle, type JobResult, PgBoss } from "pg-boss"
import type { z } from "zod"
import type { Ctx, Jobs } from "./context.ts"
import type { Log } from "./log.ts"
import { currentScope, inScope, type Scope, traced } from "./trace.ts"

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
  /** Jobs with the same answer are one while they wait; without it each is a job of its own. */
  coalesce?: (input: T) => string
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
  /** How many jobs of each queue wait, run and have failed, over all processes, as last counted. */
  counts(): Promise<{ name: string; waiting: number; active: number; failed: number }[]>
  /** Lets running jobs finish for some seconds; those that don't go to another worker. */
  stop(): Promise<void>
}

/** A worker that stays silent this long has died, and its job goes to another. */
const HEARTBEAT_SECONDS = 15

/** How many jobs of a queue are fetched at once; a full batch is followed by the next without waiting. */
const BATCH = 20

type Observe = (queue: string, result: "completed" | "failed", seconds: number) => void

/** Opens the job store on PostgreSQL and declares every queue. Working starts only with `work`. */
export async function openJobs(
  url: string,
  jobs: Job[],
  log: Log,
  observe: Observe = () => {},
): Promise<JobStore> {
  const boss = new PgBoss({ connectionString: url, application_name: "kaksha-jobs", max: 4 })
  boss.on("error", (error) => log.error({ err: error }, "the job store reported an error"))
  await boss.start()
  const byQueue = new Map(jobs.map((job) => [job.queue, job]))
  await declareQueues(boss, jobs)

  async function send(
    ctx: Pick<Ctx, "db">,
    queue: string,
    data: object,
    options: { startAfter?: Date } = {},
  ) {
    const singletonKey = byQueue.get(queue)?.coalesce?.(data)
    await boss.send(
      queue,
      { ...data, [ORIGIN]: originNow() },
      {
        db: fromDrizzle(ctx.db, sql),
        ...(singletonKey && { singletonKey }),
        ...(options.startAfter && { startAfter: options.startAfter }),
      },
    )
  }

  return {
    send,
    async publish(ctx, topic, data) {
      for (const job of jobs) if (job.on?.includes(topic)) await send(ctx, job.queue, data)
    },
    async work(makeContext) {
      for (const job of jobs) {
        await boss.work<object>(
          job.queue,
          { pollingIntervalSeconds: 0.5, batchSize: BATCH, burstWhenBatchFull: true, perJobResults: true },
          (batch) =>
            mapConcurrently(batch, job.concurrency ?? 1, ({ id, data }) =>
              inScope(scopeOf(job, id, data), () => runJob(job, id, data, makeContext(log), observe)),
            ),
        )
      }
    },
    async healthy() {
      return boss.getQueues().then(
        () => true,
        () => false,
      )
    },
    async counts() {
      const queues = await boss.getQueues()
      return queues
        .filter(({ name }) => byQueue.has(name))
        .map(({ name, queuedCount: waiting, activeCount: active, failedCount: failed }) => ({
          name,
          waiting,
          active,
          failed,
        }))
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** Declares what the store doesn't know yet: a start that finds everything as it was asks twice and writes nothing. */
async function declareQueues(boss: PgBoss, jobs: Job[]): Promise<void> {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
  const known = new Set(queues.map(({ name }) => name))
  const crons = new Map(schedules.map(({ name, cron }) => [name, cron]))
  for (const job of jobs) {
    if (!known.has(job.queue)) {
      await boss.createQueue(job.queue, {
        policy: job.coalesce ? "short" : "standard",
        retryLimit: job.retryLimit ?? 5,
        retryDelay: job.retryDelaySeconds ?? 2,
        retryBackoff: true,
        retryDelayMax: 600,
        expireInSeconds: 300,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      })
    }
    if (job.cron && crons.get(job.queue) !== job.cron) await boss.schedule(job.queue, job.cron, {})
  }
}

/** Under this name a job's data tells which request caused it. */
const ORIGIN = "_origin"

function originNow(): Pick<Scope, "request" | "trace"> | undefined {
  const scope = currentScope()
  return scope && { request: scope.request, ...(scope.trace && { trace: scope.trace }) }
}

function scopeOf(job: Job, id: string, data: object | null): Scope {
  const origin = (data as { [ORIGIN]?: Pick<Scope, "request" | "trace"> } | null)?.[ORIGIN]
  return { request: randomUUID(), ...origin, queue: job.queue, job: id }
}

async function runJob(
  job: Job,
  id: string,
  data: object | null,
  ctx: Ctx,
  observe: Observe,
): Promise<JobResult> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1_000
  const { [ORIGIN]: _, ...input } = (data ?? {}) as { [ORIGIN]?: unknown }
  try {
    await traced(`job ${job.queue}`, "consumer", { "messaging.destination.name": job.queue }, () =>
      job.handle(ctx, job.input.parse(input)),
    )
    observe(job.queue, "completed", seconds())
    return { id, status: "completed" }
  } catch (error) {
    ctx.log.warn({ err: error }, "a job failed")
    observe(job.queue, "failed", seconds())
    return {
      id,
      status: "failed",
      output: { message: error instanceof Error ? error.message : String(error) },
    }
  }
}

/** Runs `work` on each item, at most `limit` at a time, and answers in the items' order. */
async function mapConcurrently<T, R>(items: T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const [index, item] of queue) results[index] = await work(item)
    }),
  )
  return results
}
