import pg, { type Pool } from "pg"
import { ProgramQuery } from "#contract/programs/programs.ts"
import { findPrograms } from "#features/programs/server/queries.ts"
import type { Ctx, Viewer } from "#platform/context.ts"
import type { Benchmark } from "./rig/figures.ts"
import { CONNECTIONS, sendLoad } from "./rig/load.ts"
import { readMetric } from "./rig/metrics.ts"
import { signInDemo } from "./rig/people.ts"
import { alternate, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import { noteSent } from "./rig/sent.ts"
import type { ProductDatabase, World } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"
const PATH = "/api/v1/programs"

function quote(value: unknown): string {
  if (typeof value === "number") return String(value)
  return `'${String(value).replaceAll("'", "''")}'`
}

/** The statements that the product's own listing runs for a viewer, with their values written in. */
async function recordListing({ pool }: ProductDatabase, viewer: Viewer): Promise<string[]> {
  const { db, sent } = noteSent(pool)
  await findPrograms({ db, viewer } as unknown as Ctx, ProgramQuery.parse({}))
  return sent.map(({ text, values }) =>
    text.replace(/\$(\d+)/g, (_, index) => quote(values[Number(index) - 1])).replace(/\s+/g, " "),
  )
}

/** Processor time of an answered request, over all threads of the product, in milliseconds. */
async function costOfRequest(world: World, headers: Record<string, string>, ms: number): Promise<number> {
  const product = await world.product()
  const before = await readMetric(product, "process_cpu_seconds_total")
  const { answered } = await sendLoad(world, {
    ...{ host: product.host, port: product.port, repeat: true, ms },
    requests: [{ method: "GET", path: PATH, headers }],
  })
  return ((await readMetric(product, "process_cpu_seconds_total")) - before) * (1_000 / answered)
}

/** The same of the bare statements in this process, by the same driver with as many connections, their rows as JSON. */
async function costOfStatements(pool: Pool, statements: string[], ms: number): Promise<number> {
  const until = performance.now() + ms
  const before = process.cpuUsage()
  let answered = 0
  const lane = async () => {
    while (performance.now() < until) {
      const answers = await Promise.all(
        statements.map((text, index) => pool.query({ name: `listing-${index}`, text })),
      )
      JSON.stringify(answers.map(({ rows }) => rows))
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / answered
}

/** What the list of programs costs over the API, against its very statements and nothing else. */
export const catalogueApi: Benchmark = {
  name: "catalogue-api",
  async run(world) {
    const product = await world.product()
    const database = await world.database()
    const cookie = await signInDemo(product, STUDENT)
    const headers = { cookie, accept: "application/json" }
    const viewer = (await (await fetch(`${product.address}/api/v1/session`, { headers })).json()) as Viewer
    const statements = await recordListing(database, viewer)
    const { items } = (await (await fetch(product.address + PATH, { headers })).json()) as {
      items: unknown[]
    }
    const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
    const ask = (ms: number) => costOfRequest(world, headers, ms)
    const query = (ms: number) => costOfStatements(pool, statements, ms)
    const compare = async () => {
      await ask(WARM_UP_MS)
      await query(WARM_UP_MS)
      return alternate(
        () => ask(ROUND_MS),
        () => query(ROUND_MS),
      )
    }
    const result = await compare().finally(() => pool.end())
    const perThousand = (ms: number) => ((ms * 1_000) / items.length).toFixed(0)
    return [
      {
        what: "Processor time of the catalogue's list API, real session, policy and logging",
        budget: "catalogue-api",
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(2)} ms`,
        method: `GET ${PATH} of ${CONNECTIONS} connections, ${result.product.toFixed(2)} ms of the product's processor time for ${items.length} programs (${perThousand(result.product)} ms for 1,000), against ${result.control.toFixed(2)} ms (${perThousand(result.control)}) of Node sending the ${statements.length} statements of that list by the same driver and writing their rows as JSON; PostgreSQL's own time is in neither`,
      },
    ]
  },
}
