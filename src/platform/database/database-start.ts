import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { isUnreached } from "../causes.ts"
import { type Patience, USUAL_PATIENCE } from "../patience.ts"
import { isDatabaseAway } from "./database-link.ts"

/** What is wrong with the database of DATABASE_URL, and what to do about it; both without a full stop. */
export type DatabaseProblem = { found: string; mend: string }

/** The database of DATABASE_URL refuses, and retrying won't help. The message says why and what to do. */
export class DatabaseRefused extends Error {
  override name = "DatabaseRefused"
  readonly problem: DatabaseProblem
  constructor(problem: DatabaseProblem) {
    super(`${problem.found}. ${problem.mend}.`)
    this.problem = problem
  }
}

/** The address of a database, without credentials. */
function placeOf(url: string): string {
  try {
    const { hostname, port, searchParams } = new URL(url)
    return searchParams.get("host") ?? `${hostname}:${port || 5_432}`
  } catch {
    return "the address of DATABASE_URL"
  }
}

function nameOf(url: string, part: "username" | "pathname"): string {
  try {
    return decodeURIComponent(new URL(url)[part]).replace(/^\//, "")
  } catch {
    return "?"
  }
}

/**
 * Returns in words why a database could not be connected to. Errors that are neither PostgreSQL's nor the
 * network's keep their own message.
 */
export function explainDatabase(error: unknown, url: string): DatabaseProblem {
  const { code, message } = error as { code?: string; message?: string }
  const place = placeOf(url)
  switch (code) {
    case "3D000":
      return {
        found: `The server at ${place} has no database "${nameOf(url, "pathname")}"`,
        mend: "Make it with createdb, or correct the name at the end of DATABASE_URL",
      }
    case "28P01":
    case "28000":
      return {
        found: `The database at ${place} refuses the role "${nameOf(url, "username")}": ${message}`,
        mend: "Check role and password in DATABASE_URL, and that pg_hba.conf lets this machine in",
      }
    case "42501":
      return {
        found: `The role "${nameOf(url, "username")}" may not use the database at ${place}: ${message}`,
        mend: "Let it own the database: ALTER DATABASE … OWNER TO …",
      }
    case "25006":
      return {
        found: `The database at ${place} only takes reads, as a replica does`,
        mend: "Promote it, or let DATABASE_URL lead to the server that takes writes",
      }
    default:
      return {
        found: `The database at ${place} doesn't answer (${reasonOf(error)})`,
        mend: "Check that it runs, and host and port in DATABASE_URL",
      }
  }
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: unknown[] }
  if (code === "ECONNREFUSED") return "connection refused"
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "its name is not known"
  // A name with several addresses has one error for each.
  if (!message && errors?.length) return reasonOf(errors[0])
  return message === "timeout expired" ? "no answer in time" : message || code || "unknown"
}

/** Whether it is worth waiting for. */
function mayPass(error: unknown): boolean {
  return isUnreached(error) || isDatabaseAway(error)
}

/** Connects once, for writing where that is asked for. Throws the driver's error. */
async function tryDatabase(url: string, connectMs: number, forWriting = false): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "kaksha-start",
    connectionTimeoutMillis: connectMs,
  })
  client.on("error", () => {})
  try {
    await client.connect()
    if (!forWriting) return
    const { rows } = await client.query<{ read_only: string }>(
      "select current_setting('transaction_read_only') as read_only",
    )
    if (rows[0]?.read_only === "on") throw new OnlyReads()
  } finally {
    await client.end().catch(() => {})
  }
}

/** What PostgreSQL itself says of the first write. */
class OnlyReads extends Error {
  readonly code = "25006"
  readonly severity = "ERROR"
}

/** Connects once. Throws DatabaseRefused with what to do. */
export async function requireDatabase(url: string, patience: Pick<Patience, "connect"> = USUAL_PATIENCE) {
  await tryDatabase(url, patience.connect).catch((error) => {
    throw new DatabaseRefused(explainDatabase(error, url))
  })
}

/**
 * Waits until the database accepts connections and writes, and reports the wait once. Throws DatabaseRefused if waiting
 * won't help: a wrong name, role or password.
 */
export async function waitForDatabase(
  url: string,
  report: (line: string) => void,
  patience: Pick<Patience, "connect" | "retry"> = USUAL_PATIENCE,
): Promise<void> {
  for (let isTold = false; ; ) {
    try {
      await tryDatabase(url, patience.connect, true)
      if (isTold) report("The database answers")
      return
    } catch (error) {
      const problem = explainDatabase(error, url)
      if (!mayPass(error)) throw new DatabaseRefused(problem)
      if (!isTold) report(`${problem.found}. Waiting for it; Ctrl-C stops.`)
      isTold = true
      await delay(patience.retry)
    }
  }
}
