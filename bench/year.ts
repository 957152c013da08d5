import { createRouterClient } from "@orpc/server"
import pg from "pg"
import { withRuntime } from "#app/commands/parts.ts"
import { createRouter } from "#app/router.ts"
import type { Runtime } from "#app/runtime.ts"
import { jobs } from "#app/worker.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import type { Viewer } from "#platform/context.ts"
import type { Database } from "#platform/database/db.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import { readEnvironment } from "#platform/env.ts"
import { billFor } from "#tests/orders.ts"
import { createStudent } from "#tests/people.ts"
import { type AcademyScreen, type Opened, SCREENS } from "./rig/academy-screens.ts"
import { ACADEMY, growAcademy, holdMeetings } from "./rig/academy-year.ts"
import { explainCall } from "./rig/explain.ts"
import type { Benchmark, Figure } from "./rig/figures.ts"
import { median, p95 } from "./rig/rounds.ts"
import { databaseBeside, projectRoot, type World } from "./rig/world.ts"

const MONTH = { ...ACADEMY, days: 28 }
const CALLS = 20
const WARM_UP = 5
const ROUNDS = 5
/** How often it is looked how long the statement that runs has taken, in milliseconds. */
const LOOK_MS = 50
/** Reads articles that only a build has. */
const OF_THE_BUILD = "content.daily"
/** A table that has grown by this much, and is larger than a few pages, is one to look for by index. */
const GROWN = { times: 1.3, rows: 20_000 }

type Academy = { runtime: Runtime; url: string; adminUrl: string; opened: Opened }
type Viewers = Record<AcademyScreen["who"], Viewer>
type Cost = { statements: number; buffers: number; scans: string[] }
type Row = {
  what: string
  before: Cost
  after: Cost
  times: { before: number; after: number; ratio: number }
}

/** An academy of 10,000 students after a year: its screens beside a month's, its nights, and its size. */
export const year: Benchmark = {
  name: "year",
  async run(world) {
    return withAcademy(world, "academy_month", MONTH, (few) =>
      withAcademy(world, "academy_year", ACADEMY, async (many) => {
        const night = await workNights(many)
        await countWeeks(few)
        const size = await measureSize(few, many)
        await withClient(many.adminUrl, (client) => client.query("vacuum analyze"))
        const grown = await listGrown(few, many)
        const rows: Row[] = []
        for (const screen of SCREENS) {
          const row = await compare(few, many, screen, grown)
          const { before, after, times } = row
          console.log(
            `  ${row.what}: p95 ${times.before.toFixed(1)} and ${times.after.toFixed(1)} ms (${times.ratio.toFixed(2)} ×), ${before.buffers} and ${after.buffers} pages, ${after.statements} statements${after.scans.length > 0 ? `, scans ${after.scans.join(", ")}` : ""}`,
          )
          rows.push(row)
        }
        return [...describeScreens(rows), ...night, ...size]
      }),
    )
  },
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes an academy of so many days in a database of its own, and runs `work` on it. */
async function withAcademy<T>(
  world: World,
  name: string,
  size: typeof ACADEMY,
  work: (academy: Academy) => Promise<T>,
): Promise<T> {
  const { url, adminUrl } = await databaseBeside(world, name)
  await migrateDatabase(url, projectRoot)
  const { dataFolder } = await world.product()
  const variables = { ...process.env, NODE_ENV: "production", PAYMENT_PROVIDER: "off" }
  const call = { env: readEnvironment(variables), variables, projectRoot, args: [] }
  return withRuntime(call, { url, dataFolder }, async (runtime) => {
    const ctx = runtime.contextFor(null, runtime.log)
    await seedPrograms(ctx)
    const { rows } = await runtime.pool.query<{ id: string }>(
      "select id from programs order by position limit 1",
    )
    await billFor(ctx, rows[0]?.id ?? "", await createStudent(ctx))
    await withClient(adminUrl, (client) =>
      growAcademy(client, size, (line) => console.log(`  ${size.days} days, ${line}`)),
    )
    return work({ runtime, url, adminUrl, opened: await chooseOpened(runtime) })
  })
}

/** The same people in each size: a student, their guardian and their instructor, and yesterday's class or the last before. */
async function chooseOpened(runtime: Runtime): Promise<Opened> {
  const { rows } = await runtime.pool.query<Opened>(
    `select s.user_id as student, s.user_id as student_id, g.guardian_id as guardian, held.instructor_id as instructor,
            a.user_id as admin, held.id as class_id, o.number as order_number
     from students s join guardian_of g on g.student_id = s.user_id cross join admins a,
     lateral (select c.* from class_enrollments e join scheduled_classes c on c.id = e.class_id
              where e.student_id = s.user_id and c.status = 'completed' order by c.starts_at desc limit 1) as held,
     lateral (select number from orders where student_id = s.user_id order by created_at desc limit 1) as o
     where s.email = 'student4711@year.example'`,
  )
  const [opened] = rows
  if (!opened) throw new Error("nobody was there to open a screen")
  return opened
}

/** The tables that a year fills with more rows than a month. */
async function listGrown(few: Academy, many: Academy): Promise<Set<string>> {
  const rowsOf = async ({ runtime }: Academy) => {
    const { rows } = await runtime.pool.query<{ name: string; rows: number }>(
      "select relname as name, reltuples as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    return new Map(rows.map((row) => [row.name, row.rows]))
  }
  const before = await rowsOf(few)
  const after = await rowsOf(many)
  const hasGrown = ([name, rows]: [string, number]) =>
    rows > GROWN.rows && rows > GROWN.times * (before.get(name) ?? 0)
  return new Set([...after].filter(hasGrown).map(([name]) => name))
}

async function readViewers({ runtime, opened }: Academy): Promise<Viewers> {
  const read = (id: string) => readPerson(runtime.db, id)
  const { student, guardian, instructor, admin } = opened
  return {
    ...{ student: await read(student), guardian: await read(guardian) },
    ...{ instructor: await read(instructor), admin: await read(admin) },
  }
}

function loader({ runtime, opened }: Academy, viewers: Viewers, screen: AcademyScreen) {
  const router = createRouter(runtime.feed)
  return (db?: Database) => {
    const ctx = runtime.contextFor(viewers[screen.who], runtime.log)
    const context = db ? { ...ctx, db } : ctx
    return Promise.all(screen.load(createRouterClient(router, { context }), opened))
  }
}

/** What a screen costs after a month and after a year, in turn, so that other work falls on both. */
async function compare(few: Academy, many: Academy, screen: AcademyScreen, grown: Set<string>): Promise<Row> {
  const loaders = [
    loader(few, await readViewers(few), screen),
    loader(many, await readViewers(many), screen),
  ] as const
  const rounds: [number, number][] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const times: [number[], number[]] = [[], []]
    for (let call = 0; call < (round < 0 ? WARM_UP : CALLS); call += 1) {
      for (const [side, load] of loaders.entries()) {
        const started = performance.now()
        await load()
        times[side]?.push(performance.now() - started)
      }
    }
    if (round >= 0) rounds.push([p95(times[0]), p95(times[1])])
  }
  const costOf = async ({ runtime }: Academy, load: (typeof loaders)[0]): Promise<Cost> => {
    const cost = await explainCall(runtime.pool, (db) => load(db as Database))
    return { ...cost, scans: [...new Set(cost.scans.filter((table) => grown.has(table)))] }
  }
  return {
    what: screen.what,
    before: await costOf(few, loaders[0]),
    after: await costOf(many, loaders[1]),
    times: {
      before: median(rounds.map(([before]) => before)),
      after: median(rounds.map(([, after]) => after)),
      ratio: median(rounds.map(([before, after]) => after / before)),
    },
  }
}

/**
 * Lets the product's own jobs work off what 30 nights left over, and a night after a day of classes in meetings, whose browsers
 * report every 15 s. Returns how long it took and the longest statement: while that runs, its locks stay.
 */
async function workNights({ runtime, adminUrl }: Academy): Promise<Figure[]> {
  const reports = await withClient(adminUrl, holdMeetings)
  const ctx = runtime.contextFor(null, runtime.log)
  const watcher = new pg.Client({ connectionString: adminUrl })
  await watcher.connect()
  let longest = { seconds: 0, queue: "" }
  let seconds = 0
  for (const { queue, cron, handle, input } of jobs) {
    if (!cron || queue === OF_THE_BUILD) continue
    const started = performance.now()
    let working = true
    const watching = (async () => {
      while (working) {
        const { rows } = await watcher.query<{ seconds: number | null }>(
          `select max(extract(epoch from clock_timestamp() - xact_start))::float8 as seconds from pg_stat_activity
           where datname = current_database() and application_name = 'kaksha' and state <> 'idle'`,
        )
        const found = rows[0]?.seconds ?? 0
        if (found > longest.seconds) longest = { seconds: found, queue }
        await new Promise((later) => setTimeout(later, LOOK_MS))
      }
    })()
    await handle(ctx, input.parse({})).finally(() => {
      working = false
    })
    await watching
    const took = (performance.now() - started) / 1_000
    seconds += took
    if (took > 1) console.log(`  ${queue}: ${took.toFixed(1)} s`)
  }
  await watcher.end()
  const method = `every job that runs by the clock, once, after 30 nights without a worker and a day of classes in meetings (${reports.toLocaleString("en")} reports of browsers)`
  return [
    {
      what: "Longest transaction of the nightly jobs of 10,000 students",
      budget: "year-transaction",
      value: longest.seconds,
      shown: `${longest.seconds.toFixed(1)} s (${longest.queue})`,
      method: `looked at every ${LOOK_MS} ms; ${method}`,
    },
    {
      what: "Nightly jobs of 10,000 students after 30 nights without a worker",
      budget: "year-night",
      value: seconds,
      shown: `${seconds.toFixed(0)} s`,
      method,
    },
  ]
}

/** Has the counts kept that a worker keeps each hour, as in the larger academy. */
async function countWeeks({ runtime }: Academy): Promise<void> {
  const job = jobs.find(({ queue }) => queue === "admin.count-weeks")
  if (!job) throw new Error("nothing counts weeks any more")
  await job.handle(runtime.contextFor(null, runtime.log), job.input.parse({}))
}

async function measureSize(few: Academy, many: Academy): Promise<Figure[]> {
  const bytesOf = async ({ runtime }: Academy) => {
    const { rows } = await runtime.pool.query<{ name: string; rows: number; bytes: number; indexes: number }>(
      `select relname as name, n_live_tup as rows, pg_total_relation_size(relid) as bytes, pg_indexes_size(relid) as indexes
       from pg_stat_user_tables order by bytes desc`,
    )
    return rows
  }
  const after = await bytesOf(many)
  const all = (rows: typeof after) => rows.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { name, rows, bytes, indexes } of after.filter((row) => row.bytes > 10e6)) {
    console.log(
      `  ${name}: ${rows.toLocaleString("en")} rows, ${mb(bytes)} MB, of which indexes ${mb(indexes)} MB`,
    )
  }
  const before = all(await bytesOf(few))
  const months = (ACADEMY.days - MONTH.days) / 30.4
  const each = (all(after) - before) / months / ACADEMY.students
  return [
    {
      what: "Database of a student and month",
      budget: "year-bytes",
      value: each / 1_000,
      shown: `${(each / 1_000).toFixed(0)} kB (${(all(after) / 1e9).toFixed(1)} GB after a year, ${(before / 1e9).toFixed(1)} GB after a month)`,
      method: `tables and indexes of ${ACADEMY.students.toLocaleString("en")} students with six classes a week, as 30 nights without a worker leave them: the second size less the first, by student and month`,
    },
  ]
}

const mb = (bytes: number) => (bytes / 1e6).toFixed(0)

function describeScreens(rows: Row[]): Figure[] {
  const worst = (of: (row: Row) => number) => rows.reduce((a, b) => (of(b) > of(a) ? b : a))
  const pages = (row: Row) => row.after.buffers / Math.max(1, row.before.buffers)
  const slowest = worst((row) => row.times.ratio)
  const widest = worst(pages)
  const scans = rows.flatMap(({ what, after }) => after.scans.map((table) => `${table} for ${what}`))
  const method = `worst of ${rows.length} screens, each with everything its page asks of the product, in an academy of ${ACADEMY.students.toLocaleString("en")} students with six classes a week, after ${ACADEMY.days} and ${MONTH.days} days and the nightly jobs`
  return [
    {
      what: "A year of 10,000 students against a month, p95",
      budget: "year-p95",
      value: slowest.times.ratio,
      shown: `${slowest.times.ratio.toFixed(2)} × (${slowest.what}, ${slowest.times.after.toFixed(1)} ms)`,
      method: `${method}; ${ROUNDS} rounds of ${CALLS} calls in turn, median of the rounds' ratios`,
    },
    {
      what: "A year of 10,000 students against a month, memory pages read per screen",
      budget: "year-buffers",
      value: pages(widest),
      shown: `${pages(widest).toFixed(2)} × (${widest.what}, ${widest.after.buffers} pages)`,
      method: `${method}; EXPLAIN (ANALYZE, BUFFERS) of every statement`,
    },
    {
      what: "Sequential scans of tables that a year fills",
      budget: "year-scans",
      value: scans.length,
      shown: scans.length === 0 ? "0" : `${scans.length}: ${scans.join(", ")}`,
      method,
    },
  ]
}
