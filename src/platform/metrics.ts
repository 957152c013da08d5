import { timingSafeEqual } from "node:crypto"
import type pg from "pg"
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { DeliveryAnswer } from "./jobs/delivery.ts"
import type { Log } from "./log/log.ts"

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Returns a gauge's values when they are read, by label if it has one. */
type Readings = {
  pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">
  /** Open event streams of this process. */
  streams(): number
  /** Waiting and running jobs by queue. */
  queues(): Promise<{ name: string; waiting: number; active: number; failed: number }[]>
  /** Classes that are live in the whole product. */
  liveRooms(): Promise<number>
}

/** The counts of one process. */
export type Counts = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>

export type Metrics = {
  /** `route` is a pattern and never an address, so that the series stay few. */
  request(method: string, route: string, status: number, seconds: number): void
  /** `result` is "ok", the code of a refusal, or "failed". */
  procedure(name: string, result: string, seconds: number): void
  job(queue: string, result: "completed" | "failed", seconds: number): void
  /** Measures each message that leaves through a port. */
  measured<M, P extends { send(message: M): Promise<DeliveryAnswer> }>(channel: string, port: P, log: Log): P
  watch(readings: Readings): void
  /** Adds the usual counts of a Node process: memory, processor time, lag of the event loop. */
  watchProcess(): void
  /** This process's, to be added to those of others. */
  counts(): Promise<Counts>
  /** All in Prometheus's text format, of all processes behind one port. */
  text(): Promise<string>
}

/**
 * The counts of one process, or of all that `countAll` returns. Every label comes from a list that the product
 * knows.
 */
export function openMetrics(countAll?: () => Promise<Counts[]>): Metrics {
  const register = new Registry()
  const registers = [register]
  const requests = new Histogram({
    name: "kaksha_http_request_duration_seconds",
    help: "Answered requests by route pattern",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  })
  const procedures = new Histogram({
    name: "kaksha_procedure_duration_seconds",
    help: "Procedures of the API, called over HTTP or by pages",
    labelNames: ["procedure", "result"],
    buckets: SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: "kaksha_job_duration_seconds",
    help: "Jobs worked off by this process",
    labelNames: ["queue", "result"],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
    registers,
  })
  const messages = new Counter({
    name: "kaksha_messages_total",
    help: "Messages handed to a provider, by what it answered",
    labelNames: ["channel", "result"],
    registers,
  })

  return {
    request: (method, route, status, seconds) =>
      requests.observe({ method: methodOf(method), route, status: `${Math.floor(status / 100)}xx` }, seconds),
    procedure: (procedure, result, seconds) => procedures.observe({ procedure, result }, seconds),
    job: (queue, result, seconds) => jobs.observe({ queue, result }, seconds),
    measured(channel, port, log) {
      return {
        ...port,
        async send(message) {
          const answer = await port.send(message).catch((error: unknown) => {
            messages.inc({ channel, result: "unanswered" })
            log.warn({ channel, err: error }, "a message was not answered")
            throw error
          })
          messages.inc({ channel, result: answer.kind })
          const id = answer.kind === "accepted" ? answer.providerId : undefined
          log.info({ channel, result: answer.kind, provider_id: id }, "a message was handed over")
          return answer
        },
      }
    },
    watch: (readings) => watch(registers, readings),
    watchProcess: () => collectDefaultMetrics({ register }),
    counts: () => register.getMetricsAsJSON(),
    async text() {
      if (!countAll) return register.metrics()
      return AggregatorRegistry.aggregate((await countAll()) as never).metrics()
    },
  }
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Anybody can send a method of their own making. */
function methodOf(method: string): string {
  return METHODS.has(method) ? method : "other"
}

function watch(registers: Registry[], { pool, streams, queues, liveRooms }: Readings): void {
  const connections = new Gauge({
    name: "kaksha_database_connections",
    help: "Connections of this process's pool; waiting are those who want one",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "idle" }, pool.idleCount)
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount)
      this.set({ state: "waiting" }, pool.waitingCount)
    },
  })
  connections.set({ state: "idle" }, 0)
  new Gauge({
    name: "kaksha_event_streams",
    help: "Browsers that follow changes on this process",
    registers,
    collect() {
      this.set(streams())
    },
  })
  new Gauge({
    name: "kaksha_queue_jobs",
    help: "Jobs of the whole product by queue, as last counted",
    labelNames: ["queue", "state"],
    registers,
    // Each process counts the same.
    aggregator: "max",
    async collect() {
      for (const { name, waiting, active, failed } of await queues().catch(() => [])) {
        this.set({ queue: name, state: "waiting" }, waiting)
        this.set({ queue: name, state: "active" }, active)
        this.set({ queue: name, state: "failed" }, failed)
      }
    },
  })
  new Gauge({
    name: "kaksha_live_rooms",
    help: "Classes of the whole product that are live",
    registers,
    aggregator: "max",
    async collect() {
      // Without the database the count is unknown, and the last one may be wrong.
      this.set(await liveRooms().catch(() => Number.NaN))
    },
  })
}

/**
 * Whether the request may read the metrics: by the token if one is set, else only from this machine and not
 * through a proxy.
 */
export function mayReadMetrics(
  asked: { authorization: string | undefined; address: string | undefined; forwarded: boolean },
  token: string | undefined,
): boolean {
  if (token === undefined) {
    return !asked.forwarded && /^(127\.|::1$|::ffff:127\.)/.test(asked.address ?? "")
  }
  const given = Buffer.from(asked.authorization ?? "")
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
