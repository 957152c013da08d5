import { setMaxListeners } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { type Placeholder, type SQL, sql } from "drizzle-orm"
import pg from "pg"
import type { EventName } from "#shared/changes.ts"
import type { Ctx } from "./context.ts"
import { type DatabaseLink, openDatabaseLink } from "./database/database-link.ts"
import { named } from "./database/db.ts"
import type { Log } from "./log/log.ts"
import type { PartState } from "./parts.ts"

const CHANNEL = "kaksha_changes"
/** How often a start tries to connect before it gives up. */
const FIRST_TRIES = 5

const tell = named("emit", () => sql`select ${emission(sql.placeholder("change"))}`)

/** Notifies every process of a change, when and only when the caller's transaction commits. */
export async function emit(ctx: Pick<Ctx, "db">, name: EventName, id: string): Promise<void> {
  await tell(ctx.db, { change: changeOf(name, id) })
}

/** The same of many things in one statement. */
export async function emitAll(ctx: Pick<Ctx, "db">, name: EventName, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const told = ids.map((id) => changeOf(name, id))
  await ctx.db.execute(
    sql`select pg_notify(${CHANNEL}, change) from unnest(${sql.param(told)}::text[]) as change`,
  )
}

/**
 * The same as an expression, for a statement that writes and notifies at once, with the result of `changeOf`.
 */
export function emission(change: Placeholder): SQL {
  return sql`pg_notify(${CHANNEL}, ${change})`
}

/** A change as sent between processes. */
export function changeOf(name: EventName, id: string): string {
  return JSON.stringify({ name, id } satisfies Change)
}

/** A change somewhere: its name and the id of what changed, never a row. */
export type Change = { name: string; id: string }

type Listener = (change: Change) => void

export type Changes = {
  /** Calls `listener` for every change of the named thing. Returns a function that ends it. */
  on(topic: string, listener: Listener): () => void
  /** Counts a browser that follows changes. Returns a function that ends it. */
  join(): () => void
  /** How many browsers follow along. */
  readers(): number
  /** Aborted when this process is about to stop, so that followers move to another one. */
  leaving: AbortSignal
  /** Sends the readers away. */
  leave(): void
  /** Whether changes arrive, else for how long none have. */
  read(): PartState
  close(): Promise<void>
}

/** The topic a change belongs to: "class" events of class 7 are `class:7`. */
export function topicOf(change: Change): string {
  return `${change.name.split(".")[0]}:${change.id}`
}

/** Sent to everyone after the connection was lost, because changes may have been missed. */
export const RESYNC: Change = { name: "resync", id: "*" }

/**
 * One LISTEN connection for the process, fanned out to its subscribers by topic. It reconnects automatically
 * and then sends RESYNC to all. It also probes the database regularly: silently dropped packets would show in
 * no other way. Without a response every connection of the link is given up.
 */
export async function listenForChanges(
  url: string,
  log: Log,
  link: DatabaseLink = openDatabaseLink(),
): Promise<Changes> {
  const byTopic = new Map<string, Set<Listener>>()
  const { patience } = link
  let client: pg.Client | null = null
  let closed = false
  let lost = false
  let lostAt = 0
  let readers = 0
  let pause: NodeJS.Timeout | undefined
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)

  function deliver(change: Change): void {
    const topics = change === RESYNC ? byTopic.keys() : [topicOf(change), `${change.name.split(".")[0]}:*`]
    for (const topic of topics) for (const listener of byTopic.get(topic) ?? []) listener(change)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: "kaksha-changes",
      keepAlive: true,
      connectionTimeoutMillis: patience.connect,
    })
    next.on("error", (error) => log.warn({ err: error }, "the connection for changes was lost"))
    // A connection that was never ready also ends, and its caller retries: reconnecting here, too, would
    // double the tries each time.
    next.on("end", () => client === next && reconnect())
    next.on("notification", (message) => deliver(JSON.parse(message.payload ?? "{}")))
    try {
      await next.connect()
      await answerOf(next, `listen ${CHANNEL}`, patience.answer)
    } catch (error) {
      cut(next)
      throw error
    }
    if (closed) return next.end()
    client = next
    link.back()
    if (lost) deliver(RESYNC)
    lost = false
    pause = setTimeout(look, patience.look, next)
  }

  /** Asks whether the database still responds. */
  async function look(asked: pg.Client): Promise<void> {
    try {
      await answerOf(asked, "select 1", patience.answer)
    } catch (error) {
      if (client !== asked) return
      log.warn({ err: error }, "the database does not answer")
      link.suspect()
      reconnect()
      cut(asked)
      return
    }
    if (client === asked && !closed) pause = setTimeout(look, patience.look, asked)
  }

  /** Tries until there is a connection again: at once, and then every now and then. */
  function reconnect(): void {
    clearTimeout(pause)
    lost = true
    lostAt = performance.now()
    client = null
    const attempt = async () => {
      if (closed) return
      await connect().catch((error) => {
        // A refused connection is known at once and may be a short outage. A silent one is not known at once,
        // and others must not wait for it.
        if (isSilence(error)) link.silent()
        else link.down()
        log.warn({ err: error }, "changes can't be followed yet, trying again")
        pause = setTimeout(attempt, patience.retry)
      })
    }
    void attempt()
  }

  /** On a busy machine the first connection may take too long, although the database has just answered others. */
  async function connectFirst(tries = FIRST_TRIES): Promise<void> {
    try {
      await connect()
    } catch (error) {
      if (tries === 1 || !isSilence(error as Error)) throw error
      log.warn({ err: error }, "changes can't be followed yet, trying again")
      await delay(patience.retry)
      await connectFirst(tries - 1)
    }
  }

  await connectFirst()
  return {
    on(topic, listener) {
      const listeners = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) byTopic.delete(topic)
      }
    },
    join() {
      readers += 1
      return () => {
        readers -= 1
      }
    },
    readers: () => readers,
    read: () => ({
      state: lost ? "silent" : "up",
      silent_seconds: lost ? Math.round((performance.now() - lostAt) / 1_000) : 0,
    }),
    leaving: leaving.signal,
    leave: () => leaving.abort(),
    async close() {
      closed = true
      clearTimeout(pause)
      const last = client
      client = null
      await last?.end()
    },
  }
}

/** Runs a statement on the connection and returns its result. Throws if there is none within `withinMs`. */
async function answerOf(client: pg.Client, statement: string, withinMs: number): Promise<void> {
  const asked = client.query(statement)
  asked.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, refuse) => {
    // After a pause of the process the timer fires before the data that arrived meanwhile is read, so read it
    // first.
    timer = setTimeout(
      () => setImmediate(() => setImmediate(refuse, new Error("no answer in time"))),
      withinMs,
    )
  })
  try {
    await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a limit of time ran out, the driver's for connecting or ours. */
function isSilence(error: Error): boolean {
  return /^(timeout expired|no answer in time)$/.test(error.message)
}

/** Ends a connection without waiting for the other side. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
