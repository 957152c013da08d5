import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import pg from "pg"
import { keepScope, openSpan } from "./trace.ts"

/** A text that was sent so often is worth keeping a plan of, on each connection that sends it. */
const FREQUENT = 5
/** Texts that differ with the length of a list must not fill the database's memory. */
const MOST_TEXTS = 500

const seen = new Map<string, number>()
const names = new Map<string, string>()

const ANEW = "/* planned anew */"
/** Stands in a statement whose best plan depends on its values: none is kept. */
export const PLANNED_ANEW = sql.raw(ANEW)

/** The name under which connections keep a statement's plan; none for what is rare. */
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
  // biome-ignore lint/suspicious/noExplicitAny: the library's own overloads, handed on as they came
  override query(statement: any, ...rest: any[]): any {
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

/** A pool whose waiting callers go on in their own scope, and not in that of whoever gave the connection back. */
export class ScopedPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: the library's own overloads, handed on as they came
  override connect(callback?: any): any {
    return callback ? super.connect(keepScope(callback)) : super.connect()
  }
}

function isUnnamed(statement: unknown): statement is { text: string } {
  if (typeof statement !== "object" || statement === null) return false
  const { text, name } = statement as Statement
  return typeof text === "string" && !name && Object.getPrototypeOf(statement) === Object.prototype
}
