import pg from "pg"
import { auditBooks } from "#features/ledger/server/books.ts"
import { verifyAuditChain } from "#platform/audit.ts"
import { compareFiles } from "#platform/backup/compare.ts"
import { readFilesOfRows, type StoreToKeep } from "#platform/backup/make.ts"
import { readUnfinished } from "#platform/backup/unfinished.ts"
import { systemClock } from "#platform/context.ts"
import { explainDatabase } from "#platform/database/database-start.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { SECOND } from "#shared/time.ts"
import { FILES_OF_ROWS } from "../stored-files.ts"
import { type Finding, fine, problem, warning } from "./finding.ts"

const OLDEST_POSTGRES = 150_000
/** Most connections that a process of the product opens: its pool, its jobs, its connection for changes. */
const CONNECTIONS_PER_PROCESS = 25

/** Whether the database responds, is new enough, has room, and agrees with this machine about the time. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "kaksha-doctor",
    connectionTimeoutMillis: 5 * SECOND,
  })
  client.on("error", () => {})
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    const { found, mend } = explainDatabase(error, url)
    return [problem("database", found, mend)]
  }
  try {
    const asked = Date.now()
    const { rows } = await client.query<{ version: number; named: string; most: number; now: Date }>(`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as named,
             current_setting('max_connections')::int as most, clock_timestamp() as now`)
    const answered = Date.now()
    const [row] = rows
    if (!row) throw new Error("the database said nothing")
    const skew = Math.abs(row.now.getTime() - (asked + answered) / 2) / SECOND
    return [versionFinding(row), connectionsFinding(row.most), skewFinding(skew)]
  } finally {
    await client.end()
  }
}

function versionFinding({ version, named }: { version: number; named: string }): Finding {
  if (version >= OLDEST_POSTGRES) return fine("database", `PostgreSQL ${named} answers`)
  return problem("database", `PostgreSQL ${named} is too old`, "Use PostgreSQL 15 or newer, best 18")
}

function connectionsFinding(most: number): Finding {
  const processes = Math.floor((most - 10) / CONNECTIONS_PER_PROCESS)
  const found = `It takes ${most} connections, enough for ${processes} processes of the product`
  if (processes >= 2) return fine("connections", found)
  return warning("connections", found, "Raise max_connections to 100 or more")
}

function skewFinding(seconds: number): Finding {
  const found = `The clocks of this machine and the database differ by ${seconds.toFixed(1)} s`
  const mend =
    "Set both by NTP, for instance `timedatectl set-ntp true`: classes open and close by these clocks"
  if (seconds > 30) return problem("clock", found, mend)
  return seconds > 2 ? warning("clock", found, mend) : fine("clock", found)
}

/** Finds an interrupted restore; no findings otherwise. */
export async function checkRestore(url: string): Promise<Finding[]> {
  const unfinished = await readUnfinished(url)
  if (unfinished === null) return []
  const { made_at, path } = unfinished
  const mend = `Run \`npm run kaksha -- restore ${path}\` again, or start over with --replace`
  return [problem("restore", `A restore of the backup of ${made_at} was interrupted`, mend)]
}

export function checkMigrations(applied: number | null, known: { tag: string; when: number }[]): Finding {
  const newest = known.at(-1)?.when ?? 0
  const missing = known.filter(({ when }) => when > (applied ?? 0)).map(({ tag }) => tag)
  if (applied === null) {
    return warning(
      "migrations",
      "The product has not run on this database yet",
      "Start it, or run `npm run kaksha -- migrate`",
    )
  }
  if (applied > newest) {
    return problem(
      "migrations",
      "The database was migrated by a newer release than this one",
      "Run that release, or restore a backup made before it with --replace",
    )
  }
  if (missing.length > 0) {
    return problem("migrations", `Missing: ${missing.join(", ")}`, "Run `npm run kaksha -- upgrade`")
  }
  return fine("migrations", `All ${known.length} are applied`)
}

export async function checkAudit(url: string): Promise<Finding> {
  const pool = createPool(url, 2)
  try {
    const verdict = await verifyAuditChain({ db: databaseOn(pool), clock: systemClock })
    const { broken, overdue, sealed, head } = verdict
    if (broken) {
      return problem(
        "audit log",
        `The chain breaks at ${broken.position}: an entry was ${broken.why === "gap" ? "removed" : broken.why}`,
        "Somebody changed the log. Compare with a backup (`restore … --verify`) and find out who had access to the database",
      )
    }
    if (overdue > 0) {
      return warning(
        "audit log",
        `${overdue} entries were never sealed`,
        "Let a worker run: `npm start` or `npm run kaksha -- worker`",
      )
    }
    return fine(
      "audit log",
      `${sealed} entries are whole${head ? `; the last seal is ${head.slice(0, 12)}` : ""}`,
    )
  } finally {
    await pool.end()
  }
}

const FAULTS_OF_BOOKS = {
  unbalanced: "journals don't sum to zero",
  incomplete: "journals lost entries or got more",
  "wrong-balance": "balances are not the sum of their entries",
}

/** Whether every journal sums to zero and every balance follows from the journals. */
export async function checkBooks(url: string): Promise<Finding> {
  const pool = createPool(url, 1)
  try {
    const { journals, faults } = await auditBooks({ db: databaseOn(pool) })
    if (faults.length === 0) return fine("books", `${journals} journals add up`)
    return problem(
      "books",
      faults.map(({ code, cases }) => `${cases} ${FAULTS_OF_BOOKS[code]}`).join("; "),
      "Somebody changed the books past the product. Compare with a backup (`restore … --verify`) and find out who had access to the database",
    )
  } finally {
    await pool.end()
  }
}

/** Finds overdue jobs, and those that failed for good. */
export async function checkJobs(url: string): Promise<Finding> {
  const pool = createPool(url, 1)
  try {
    const { rows } = await pool.query<{ late: number; failed: number; queues: string | null }>(`
      select count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '5 minutes')::int as late,
             count(*) filter (where state = 'failed')::int as failed,
             string_agg(distinct name, ', ') filter (where state = 'failed') as queues
      from pgboss.job`)
    const { late = 0, failed = 0, queues } = rows[0] ?? {}
    if (late > 0) {
      return problem(
        "jobs",
        `${late} jobs wait for more than 5 minutes: messages don't leave`,
        "Start a worker: `npm start` or `npm run kaksha -- worker`; with one running, look for errors in its log",
      )
    }
    if (failed > 0) {
      return warning("jobs", `${failed} were given up: ${queues}`, 'The log says why under "a job failed"')
    }
    return fine("jobs", "None is late and none was given up")
  } finally {
    await pool.end()
  }
}

/** Finds missing files that rows refer to, and files that nothing refers to. */
export async function checkFiles(url: string, stores: StoreToKeep[]): Promise<Finding> {
  const client = new pg.Client({ connectionString: url, application_name: "kaksha-doctor" })
  await client.connect()
  try {
    const { missing, orphaned } = await compareFiles(stores, await readFilesOfRows(client, FILES_OF_ROWS))
    if (missing.length > 0) {
      return problem(
        "files",
        `${missing.length} are missing, the first is ${missing[0]}`,
        "Copy them back from a backup: it is a tar archive with them below files/",
      )
    }
    if (orphaned.length > 0) {
      return warning(
        "files",
        `No row speaks of ${orphaned.length} files, the first is ${orphaned[0]}`,
        "What was being written when a process was killed; it can be deleted when it is older than a day",
      )
    }
    return fine("files", "Every file belongs to a row, and every row has its files")
  } finally {
    await client.end()
  }
}
