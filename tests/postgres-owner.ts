/**
 * A process that owns a PostgreSQL, to be killed by tests:
 * node tests/postgres-owner.ts <data folder> <project root>
 * Writes one line of JSON once the database is ready or the start has failed; a line on its standard
 * input makes it stop the database and end.
 */
import { once } from "node:events"
import { startPostgres } from "#platform/postgres/supervisor.ts"

const [dataDir = "", projectRoot = ""] = process.argv.slice(2)
const log = { info() {}, warn() {}, error() {} }

try {
  const settings = { fsync: "off" }
  const server = await startPostgres({ dataDir, projectRoot, log, settings, report: () => {} })
  const { url, port, pid, adopted } = server
  console.log(JSON.stringify({ ready: true, url, port, pid, adopted }))
  await once(process.stdin, "data")
  await server.stop()
} catch (error) {
  console.log(
    JSON.stringify({ ready: false, name: (error as Error).name, message: (error as Error).message }),
  )
}
process.exit(0)
