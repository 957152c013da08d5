import { setMaxListeners } from "node:events"
import { type Placeholder, type SQL, sql } from "drizzle-orm"
import pg from "pg"

import type { EventName } from "#shared/changes.ts"
import type { Ctx } from "./context.ts"
import { named } from "./db.ts"
import type { Log } from "./log.ts"

const CHANNEL = "kaksha_changes"

const tell = named("emit", () => sql`select ${emission(sql.placeholder("change"))}`)

/** Tells every process of a change, when and only when the caller's transaction commits. */
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

/** The same as an expression, for a statement that writes and tells at once: of what `changeOf` answers. */
export function emission(change: Placeholder): SQL {
  return sql`pg_notify(${CHANNEL}, ${change})`
}

/** A change as it goes from process to process. */
export function changeOf(name: EventName, id: string): string {
  return JSON.stringify({ name, id } satisfies Change)
}

/** A change somewhere: its name and the id of what changed, never a row. */
export type Change = { name: string; id: string }

type Listener = (change: Change) => void

export type Changes = {
  /** Calls `listener` for every change of the named thing; returns the way out. */
  on(topic: string, listener: Listener): () => void
  /** Counts a browser that follows along; returns the way out. */
  join(): () => void
  /** How many browsers follow along. */
  readers(): number
  /** Aborted when this process is about to stop: who follows along goes to another one. */
  leaving: AbortSignal
  /** Sends the readers away. */
  leave(): void
  close(): Promise<void>
}

/** The topic a change belongs to: "class" events of class 7 are `class:7`. */
export function topicOf(change: Change): string {
  return `${change.name.split(".")[0]}:${change.id}`
}

/** Sent to everyone after the connection was lost, for what happened meanwhile is unknown. */
export const RESYNC: Change = { name: "resync", id: "*" }

/**
 * One LISTEN connection for the process, fanned out to its subscribers by topic. It reconnects by itself and
 * then sends RESYNC to all.
 */
export async function listenForChanges(url: string, log: Log): Promise<Changes> {
  const byTopic = new Map<string, Set<Listener>>()
  let client: pg.Client | null = null
  let closed = false
  let lost = false
  let readers = 0
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
      connectionTimeoutMillis: 5_000,
    })
    next.on("error", (error) => log.warn({ err: error }, "the connection for changes was lost"))
    // One that never served ends, too, and is followed by whoever asked for it: twice would double with every try.
    next.on("end", () => client === next && void reconnect())
    next.on("notification", (message) => deliver(JSON.parse(message.payload ?? "{}")))
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      void next.end().catch(() => undefined)
      throw error
    }
    if (closed) return next.end()
    client = next
    if (lost) deliver(RESYNC)
    lost = false
  }

  async function reconnect(): Promise<void> {
    lost = true
    client = null
    await new Promise((resolve) => setTimeout(resolve, 500))
    if (closed) return
    await connect().catch((error) => {
      log.warn({ err: error }, "changes can't be followed yet, trying again")
      void reconnect()
    })
  }

  await connect()
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
    leaving: leaving.signal,
    leave: () => leaving.abort(),
    async close() {
      closed = true
      const last = client
      client = null
      await last?.end()
    },
  }
}
