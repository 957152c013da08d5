import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import pg from "pg"
import { currentScope, isRequest, keepScope, openSpan } from "../tracing/trace.ts"

/** A text that was sent so often is worth keeping a plan of, on each connection that sends it. */
const FREQUENT = 5
/** Texts that differ with the length of a list must not fill the database's memory. */
const MOST_TEXTS = 500

const seen = new Map<string, number>()
const names = new Map<string, string>()
/** The texts that were given their name. */
const given = new Set<string>()

const ANEW = "/* planned anew */"
/** Marks a statement whose best plan depends on its values, so that no plan is kept. */
export const PLANNED_ANEW = sql.raw(ANEW)

/** Has the plan of a statement kept under this name from its first use on. */
export function nameStatement(text: string, name: string): void {
  given.add(text)
  names.set(text, name)
}

/** The name under which connections keep a statement's plan; undefined for rare statements. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_TEXTS || text.includes(ANEW)) return known
  const times = (seen.get(text) ?? 0) + 1
  if (times < FREQUENT) {
    if (seen.size > 4 * MOST_TEXTS) seen.clear()
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  const name = `s_${createHash("sha1").update(text).digest("base64url")}`
  names.set(text, name)
  return name
}

type Statement = { text?: string; name?: string | undefined }

/**
 * A connection that names the statements it sends often, so that the database parses and plans them once and not
 * with every page: planning the joins of a screen took it longer than answering them.
 */
export class PlanningClient extends pg.Client {
  /** How long one statement of a request and any other may take, in milliseconds; without limits as long as it likes. */
  limits: { statement: number; longStatement: number } | null = null

  /** Whether a request waits for the results, and not only a job. Set by the pool at each checkout. */
  isForRequest = false
  /** How many statements still wait for their result. */
  waiting = 0

  /**
   * Ends the connection without waiting for the other side, and fails everything waiting on it with `error`.
   */
  giveUp(error: Error): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(error: Error): void } } }
    connection.stream.destroy(error)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the library's own overloads, handed on as they came
  override query(statement: any, ...rest: any[]): any {
    const text = typeof statement === "string" ? statement : statement?.text
    // A copy streams for as long as there are rows.
    if (!this.limits || typeof text !== "string") return this.queryInSpan(statement, ...rest)
    const limit = this.limits[this.isForRequest ? "statement" : "longStatement"]
    const timer = setTimeout(() => {
      this.giveUp(new StatementTooSlow(`no answer within ${limit / 1_000} s`))
    }, limit)
    this.waiting += 1
    const answered = (error?: unknown) => {
      clearTimeout(timer)
      this.waiting -= 1
      // The next connection may lead to the server that took over, and this one never will.
      if (isReadOnly(error)) this.giveUp(new DatabaseAway("the database takes no writes"))
    }
    const callback = rest.at(-1)
    if (typeof callback !== "function") {
      const result = this.queryInSpan(statement, ...rest) as Promise<unknown>
      result.then(() => answered(), answered)
      return result
    }
    return this.queryInSpan(statement, ...rest.slice(0, -1), (error: Error | undefined, result: unknown) => {
      answered(error)
      callback(error, result)
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the library's own overloads, handed on as they came
  private queryInSpan(statement: any, ...rest: any[]): any {
    const [values] = rest
    const named =
      isUnnamed(statement) && Array.isArray(values)
        ? ({ ...statement, name: nameOf(statement.text) } as pg.QueryConfig)
        : statement
    const text: unknown = typeof named === "string" ? named : named?.text
    const span =
      typeof text === "string"
        ? openSpan(text.slice(0, 60), "client", { "db.system.name": "postgresql", "db.query.text": text })
        : null
    if (!span) return super.query(named, ...rest)
    const callback = rest.at(-1)
    if (typeof callback !== "function") {
      const result = super.query(named, ...rest) as Promise<unknown>
      result.then(
        () => span.end(),
        (error: unknown) => span.end(error),
      )
      return result
    }
    return super.query(named, ...rest.slice(0, -1), (error: Error | undefined, result: unknown) => {
      span.end(error ?? undefined)
      callback(error, result)
    })
  }
}

/** The database can't be reached, does not respond, or takes no writes. A later retry may work. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway"
}

/** Whether a server refused a write because it is a replica, or was made to only read. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === "25006"
}

/** A statement took longer than its kind may, or its connection went silent. */
export class StatementTooSlow extends Error {
  override name = "StatementTooSlow"
}

/**
 * A pool whose waiting callers continue in their own async scope, not in that of the caller that released the
 * connection. It releases a connection that ends: a transaction that can't even begin never does, and would
 * occupy a slot of the pool for ever.
 */
export class ScopedPool extends pg.Pool {
  /** By request. */
  private together = new Map<string, Waiting[]>()

  /**
   * Statements with a name of their own that a request sends at one moment share a connection, without waiting for
   * each other's results: sending them one by one costs more than running them. Others may take long, and run
   * beside each other on connections of their own.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the library's own overloads, handed on as they came
  override query(statement: any, ...rest: any[]): any {
    if (typeof rest.at(-1) === "function" || !isRequest() || !isFrequent(statement))
      return super.query(statement, ...rest)
    const { request = "" } = currentScope() ?? {}
    const send = keepScope((client: pg.PoolClient) => client.query(statement, ...rest))
    return new Promise((resolve, reject) => {
      // Once all that runs now has been run: the procedures of a page reach their statements in a few steps.
      const waiting = this.together.get(request) ?? []
      if (waiting.length === 0) process.nextTick(() => void this.sendTogether(request))
      waiting.push({ send: send as Waiting["send"], resolve, reject })
      this.together.set(request, waiting)
    })
  }

  private async sendTogether(request: string): Promise<void> {
    const waiting = this.together.get(request) ?? []
    this.together.delete(request)
    let client: pg.PoolClient
    try {
      client = await this.connect()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
      return
    }
    const results = waiting.map(({ send, resolve, reject }) => {
      const result = send(client)
      result.then(resolve, reject)
      return result
    })
    const failed = (await Promise.allSettled(results)).find(({ status }) => status === "rejected")
    // As the library does: a connection on which something failed is not used again.
    client.release(failed !== undefined)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the library's own overloads, handed on as they came
  override connect(callback?: any): any {
    // The use must be determined now: a waiting caller is called back from the scope that releases a
    // connection.
    const isForRequest = isRequest()
    const take = (client: pg.PoolClient | undefined) => {
      if (client instanceof PlanningClient) client.isForRequest = isForRequest
    }
    if (!callback) {
      return super.connect().then((client) => {
        take(client)
        return givenBackWhenItEnds(client)
      })
    }
    const inScope = keepScope(callback)
    return super.connect((error, client, done) => {
      take(client)
      inScope(error, client, done)
    })
  }
}

/** A statement that waits for the others of its moment. */
type Waiting = {
  send(client: pg.PoolClient): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

function givenBackWhenItEnds(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client)
  const ended = () => giveBack(true)
  let given = false
  const giveBack = (error?: Error | boolean) => {
    if (given) return
    given = true
    client.removeListener("end", ended)
    release(error)
  }
  client.once("end", ended)
  client.release = giveBack
  return client
}

/** Whether a statement was given a name, because it runs with every click and doesn't take long. */
function isFrequent(statement: unknown): boolean {
  const { text = "", name } = (statement ?? {}) as Statement
  return name !== undefined || given.has(text)
}

function isUnnamed(statement: unknown): statement is { text: string } {
  if (typeof statement !== "object" || statement === null) return false
  const { text, name } = statement as Statement
  return typeof text === "string" && !name && Object.getPrototypeOf(statement) === Object.prototype
}
