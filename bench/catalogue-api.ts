import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { drizzle } from "drizzle-orm/node-postgres"
import { ProgramQuery } from "#contract/programs.ts"
import { findPrograms } from "#features/programs/server/queries.ts"
import type { Ctx, Viewer } from "#platform/context.ts"
import type { Benchmark } from "./rig/figures.ts"
import { CONNECTIONS, rateOf, sendLoad } from "./rig/load.ts"
import { signInDemo } from "./rig/people.ts"
import { measurePgbench } from "./rig/pgbench.ts"
import { alternate, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import type { ProductDatabase, World } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"
const PATH = "/api/v1/programs"

function quote(value: unknown): string {
  if (typeof value === "number") return String(value)
  return `'${String(value).replaceAll("'", "''")}'`
}

/** The statements that the product's own listing runs for a viewer, with their values written in. */
async function recordListing({ pool }: ProductDatabase, viewer: Viewer): Promise<string[]> {
  const statements: string[] = []
  const logger = {
    logQuery(query: string, values: unknown[]) {
      const filled = query.replace(/\$(\d+)/g, (_, index) => quote(values[Number(index) - 1]))
      statements.push(`${filled.replace(/\s+/g, " ")};`)
    },
  }
  await findPrograms({ db: drizzle(pool, { logger }), viewer } as unknown as Ctx, ProgramQuery.parse({}))
  return statements
}

function writeScript(world: World, statements: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-bench-sql-"))
  world.own(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, "listing.sql")
  writeFileSync(path, `${statements.join("\n")}\n`)
  return path
}

/** The list of programs over the API against the database alone, running the very statements of that list. */
export const catalogueApi: Benchmark = {
  name: "catalogue-api",
  async run(world) {
    const product = await world.product()
    const database = await world.database()
    const cookie = await signInDemo(product, STUDENT)
    const headers = { cookie, accept: "application/json" }
    const viewer = (await (await fetch(`${product.address}/api/v1/session`, { headers })).json()) as Viewer
    const statements = await recordListing(database, viewer)
    const script = writeScript(world, statements)
    const ask = (ms: number) =>
      sendLoad(world, {
        host: product.host,
        port: product.port,
        requests: [{ method: "GET", path: PATH, headers }],
        repeat: true,
        ms,
      })
    const query = (ms: number) => measurePgbench(world, database.url, ms, ["-f", script])
    await ask(WARM_UP_MS)
    await query(WARM_UP_MS)
    const result = await alternate(
      async () => rateOf(await ask(ROUND_MS)),
      () => query(ROUND_MS),
    )
    return [
      {
        what: "Catalogue list API, real session, policy and logging",
        budget: "catalogue-api",
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(0)}/s`,
        method: `GET ${PATH} of ${CONNECTIONS} connections, ${result.product.toFixed(0)}/s, against pgbench running the ${statements.length} statements of that list, prepared, in the same database, ${result.control.toFixed(0)}/s`,
      },
    ]
  },
}
