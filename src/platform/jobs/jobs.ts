import { createHash, randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { fromDrizzle, type JobResult, PgBoss } from "pg-boss"
import type { z } from "zod"
import type { Ctx, Jobs } from "../context.ts"
import type { DatabaseLink } from "../database/database-link.ts"
import { linked } from "../database/db.ts"
import type { Log } from "../log/log.ts"
import { USUAL_PATIENCE } from "../patience.ts"
import { currentScope, inScope, type Scope, traced } from "../tracing/trace.ts"
import { rememberFinished } from "./finished-jobs.ts"

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
  /** How long one job may take, 1 unless set. A job that takes longer runs again beside the one that still runs. */
  minutes?: number
  /** Jobs for which this returns the same text are one while they wait; without it each is a job of its own. */
  coalesce?: (input: T) => string
  /** How long a job of a topic waits for others that are one with it. */
  gatherSeconds?: number
  handle(ctx: Ctx, input: T): Promise<void>
}

/** Declares a job with its input checked by `input`. */
export function defineJob<T extends object>(job: Job<T>): Job {
  return job as unknown as Job
}

/** The store of later work, as seen by the process that opened it. */
export type JobStore = Jobs & {
  /** Starts to work jobs off in this process. */
  work(makeContext: (log: Log) => Ctx): Promise<void>
  /** Whether the store responds. */
  healthy(): Promise<boolean>
  /** How many jobs of each queue wait, run and have failed, over all processes, as last counted. */
  counts(): Promise<{ name: string; waiting: number; active: number; failed: number }[]>
  /** Lets running jobs finish for some seconds; those that don't go to another worker. */
  stop(): Promise<void>
}

/** A worker that stays silent this long has died, and its job goes to another. */
const HEARTBEAT_SECONDS = 15

/** How often it is looked for jobs of workers that are silent. */
const LOOK_SECONDS = 20

/** Where the store tells workers of a queue's new jobs, as they are committed. */
const CHANNEL = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`

/** How often each queue is looked at where nothing is told. */
const UNTOLD_SECONDS = 0.5

/** How many short jobs of a queue are fetched at once; a full batch is followed by the next without waiting. */
const BATCH = 20

/** Long jobs are fetched one by one: the store counts the time of a batch as a whole. */
function batchOf(job: Job): number {
  return job.minutes === undefined ? BATCH : (job.concurrency ?? 1)
}

function queueSettings(job: Job) {
  return {
    retryLimit: job.retryLimit ?? 5,
    retryDelay: job.retryDelaySeconds ?? 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: Math.ceil(batchOf(job) / (job.concurrency ?? 1)) * (job.minutes ?? 1) * 60,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
  }
}

type Observe = (queue: string, result: "completed" | "failed", seconds: number) => void

type Options = {
  observe?: Observe
  link?: DatabaseLink
  /** Whether this process works jobs off, and so holds a connection that tells it of new ones. */
  works?: boolean
}

/** Opens the job store on PostgreSQL and declares every queue. Working starts only with `work`. */
export async function openJobs(
  url: string,
  jobs: Job[],
  log: Log,
  { observe = () => {}, link, works = false }: Options = {},
): Promise<JobStore> {
  const { patience } = link ?? { patience: USUAL_PATIENCE }
  // The settings are passed on to its pool.
  const settings = {
    ...(link && linked(link, patience.ownStatement)),
    ...{ connectionString: url, application_name: "kaksha-jobs", max: 4 },
    ...{ superviseIntervalSeconds: LOOK_SECONDS, monitorIntervalSeconds: LOOK_SECONDS },
    useListenNotify: works,
  }
  const boss = new PgBoss(settings)
  const finished = rememberFinished(boss)
  boss.on("error", seldom(log))
  boss.on("error", finished.settle)
  await boss.start()
  const byQueue = new Map(jobs.map((job) => [job.queue, job]))
  await declareQueues(boss, jobs)

  async function send(
    ctx: Pick<Ctx, "db">,
    queue: string,
    data: object,
    options: Parameters<Jobs["send"]>[3] = {},
  ) {
    const singletonKey = byQueue.get(queue)?.coalesce?.(data)
    const { startAfter, priority, once } = options
    for (;;) {
      const sent = await boss.send(
        queue,
        { ...data, [ORIGIN]: originNow() },
        {
          db: fromDrizzle(ctx.db, sql),
          ...(singletonKey && { singletonKey }),
          ...(startAfter && { startAfter }),
          ...(priority && { priority }),
          ...(once && { singletonKey: once.key, singletonSeconds: once.seconds }),
        },
      )
      if (sent || !singletonKey) return
      if (await waitsForUs(ctx.db, queue, singletonKey, startAfter ?? null)) return
    }
  }

  return {
    send,
    async publish(ctx, topic, data) {
      for (const job of jobs) {
        if (!job.on?.includes(topic)) continue
        const { gatherSeconds } = job
        await send(ctx, job.queue, data, gatherSeconds ? { startAfter: inSeconds(gatherSeconds) } : {})
      }
    },
    async work(makeContext) {
      for (const job of jobs) {
        await boss.work<object>(
          job.queue,
          {
            pollingIntervalSeconds: UNTOLD_SECONDS,
            notifyPollingIntervalSeconds: job.gatherSeconds ? 1 : patience.due / 1_000,
            batchSize: batchOf(job),
            burstWhenBatchFull: true,
            perJobResults: true,
          },
          async (batch) => {
            const results = await mapConcurrently(batch, job.concurrency ?? 1, ({ id, data }) =>
              inScope(scopeOf(job, id, data), () => runJob(job, id, data, makeContext(log), observe)),
            )
            finished.add(job.queue, results)
            return results
          },
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
      finished.forget()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/**
 * Keeps the waiting job of this key from starting before the transaction ends, so that it sees what the
 * transaction wrote, and at `startAfter` at the latest (null for at once). Returns false when it is no longer
 * waiting and a new job is needed.
 */
async function waitsForUs(
  db: Ctx["db"],
  queue: string,
  key: string,
  startAfter: Date | null,
): Promise<boolean> {
  const start = startAfter ? sql`${startAfter.toISOString()}::timestamptz` : sql`now()`
  const waiting = sql`name = ${queue} and singleton_key = ${key} and state = 'created'`
  await db.execute(
    sql`update pgboss.job set start_after = ${start} where ${waiting} and start_after > ${start}`,
  )
  // Those who send the same job don't wait for each other. Workers skip it meanwhile, and are told when it is free.
  const { rowCount } = await db.execute(
    sql`with held as (select start_after from pgboss.job where ${waiting} for share)
        select case when start_after <= now() then pg_notify(${CHANNEL}, ${queue}) end from held`,
  )
  return (rowCount ?? 0) > 0
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1_000)
}

/** How long errors of the store that come one after the other count as one, in milliseconds. */
const SAME_TROUBLE_MS = 10_000

/** Each queue is looked at all the time, so a database that is away would fill the log. */
function seldom(log: Log): (error: Error) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  let untold = 0
  return (error) => {
    if (performance.now() - toldAt < SAME_TROUBLE_MS) {
      untold += 1
      return
    }
    log.error({ err: error, untold }, "the job store reported an error")
    toldAt = performance.now()
    untold = 0
  }
}

/** Declares queues that are new or changed. If nothing changed it reads twice and writes nothing. */
async function declareQueues(boss: PgBoss, jobs: Job[]): Promise<void> {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
  const known = new Map(queues.map((queue) => [queue.name, queue]))
  const crons = new Map(schedules.map(({ name, cron }) => [name, cron]))
  for (const job of jobs) {
    const settings = queueSettings(job)
    const queue = known.get(job.queue)
    if (!queue) {
      await boss.createQueue(job.queue, { policy: job.coalesce ? "short" : "standard", ...settings })
    } else if (
      Object.entries(settings).some(([name, value]) => queue[name as keyof typeof settings] !== value)
    ) {
      await boss.updateQueue(job.queue, settings)
    }
    if (job.cron && crons.get(job.queue) !== job.cron) await boss.schedule(job.queue, job.cron, {})
  }
}

/** The field of a job's data with the request that caused it. */
const ORIGIN = "_origin"

type Origin = Pick<Scope, "request" | "trace" | "asked">

function originNow(): Origin | undefined {
  const scope = currentScope()
  if (!scope) return undefined
  const { request, trace, asked } = scope
  return { request, ...(trace && { trace }), ...(asked && { asked }) }
}

function scopeOf(job: Job, id: string, data: object | null): Scope {
  const origin = (data as { [ORIGIN]?: Origin } | null)?.[ORIGIN]
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

/** Runs `work` on each item, at most `limit` at a time, and returns the results in the items' order. */
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
