import type pg from "pg"
import { someCause } from "../causes.ts"
import type { PartState } from "../parts.ts"
import { USUAL_PATIENCE } from "../patience.ts"
import { DatabaseAway, isReadOnly, PlanningClient, StatementTooSlow } from "./statements.ts"

/**
 * The link of one process to its database. When packets are dropped silently, no connection reports that it
 * is lost. So the connection for changes probes regularly: without a response all connections are given up at
 * once and new ones refused, instead of each running into its own timeout, until the probe succeeds again.
 */
export type DatabaseLink = {
  patience: Patience
  /** The client that pools of this link make their connections with. */
  Client: typeof pg.Client
  /** One connection went silent. Idle ones may be dead too, so they are closed before they are used again. */
  suspect(): void
  /** No response: closes every connection, and refuses new ones until `back`. */
  silent(): void
  /** The database refuses connections, or ended them. New ones may be tried. */
  down(): void
  back(): void
  /** The state, as reported by /readyz. */
  read(): PartState
}

type Patience = Pick<
  typeof USUAL_PATIENCE,
  "connect" | "pool" | "look" | "answer" | "retry" | "statement" | "longStatement" | "ownStatement" | "due"
>

export function openDatabaseLink(patience: Patience = USUAL_PATIENCE): DatabaseLink {
  const open = new Set<PlanningClient>()
  let state: "up" | "down" | "silent" = "up"
  let since = 0

  function leave(next: "down" | "silent"): void {
    if (state === "up") since = performance.now()
    state = next
  }

  class LinkedClient extends PlanningClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.limits = patience
    }

    // biome-ignore lint/suspicious/noExplicitAny: the library's own overloads
    override connect(callback?: any): any {
      if (state === "silent") {
        const error = new DatabaseAway("the database does not answer")
        return callback ? void process.nextTick(callback, error) : Promise.reject(error)
      }
      open.add(this)
      this.once("end", () => open.delete(this))
      return callback ? super.connect(callback) : super.connect()
    }
  }

  return {
    patience,
    Client: LinkedClient,
    silent() {
      leave("silent")
      for (const client of [...open]) client.giveUp(new DatabaseAway("the database does not answer any more"))
    },
    suspect() {
      for (const client of [...open]) {
        if (client.waiting === 0) client.giveUp(new DatabaseAway("the connection may have gone silent"))
      }
    },
    down: () => leave("down"),
    back() {
      state = "up"
    },
    read: () => ({
      state,
      silent_seconds: state === "up" ? 0 : Math.round((performance.now() - since) / 1_000),
    }),
  }
}

/**
 * PostgreSQL's codes for when it ends, starts, recovers or takes no more connections, and for connections
 * that broke.
 */
const REFUSED = /^(57P0[1-5]|08\w{3}|53300|57014)$/
/** The driver's messages about connections, which have no code. */
const DRIVER =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/**
 * Whether an error means, directly or in its causes, that the database can't be reached or does not respond.
 */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(error, (cause) => {
    if (cause instanceof DatabaseAway || cause instanceof StatementTooSlow) return true
    const { code, severity } = cause as { code?: string; severity?: string }
    if (severity !== undefined) return REFUSED.test(code ?? "") || isReadOnly(cause)
    return DRIVER.test(cause.message)
  })
}

/** Whether PostgreSQL ran out of disk space for a write. */
export function isDatabaseFull(error: unknown): boolean {
  return someCause(error, (cause) => {
    const { code, severity } = cause as { code?: string; severity?: string }
    return severity !== undefined && code === "53100"
  })
}

/** The parts of PostgreSQL that read and write its files. */
const FILES = /^(md|fd|slru|xlog|copydir|buffile|relmapper)\.c$/

/**
 * Whether PostgreSQL could not write or read its files: the disk fails, or can only be read, which it reports with the
 * code that missing rights on a table have, too.
 */
export function isDatabaseDiskFailing(error: unknown): boolean {
  return someCause(error, (cause) => {
    const { code, severity, file } = cause as { code?: string; severity?: string; file?: string }
    return severity !== undefined && (code === "58030" || (code === "42501" && FILES.test(file ?? "")))
  })
}
