import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import { listDemoRequests, listMyDemoRequests } from "#features/classes/server/demo-lists.ts"
import { readInstructorFigures } from "#features/classes/server/figures.ts"
import { listAllClasses, listOwnClasses } from "#features/classes/server/list-classes.ts"
import { type Ctx, type SignedInCtx, systemClock } from "#platform/context.ts"
import { createPool, databaseOn } from "#platform/db.ts"
import { readEnvironment } from "#platform/env.ts"
import { migrateDatabase } from "#platform/migrate.ts"
import type { Benchmark, Figure } from "./rig/figures.ts"
import { type ClassPeople, growClasses } from "./rig/many-classes.ts"
import { median } from "./rig/rounds.ts"
import { projectRoot, type World } from "./rig/world.ts"

const FEW = 1_000
const MANY = 1_000_000
const CALLS = 100
const WARM_UP = 20
const ROUNDS = 7
/** Tables that grow with the classes: none may be walked from end to end. */
const GROWING = new Set([
  "scheduled_classes",
  "class_enrollments",
  "demo_class_requests",
  "class_waitlist",
  "students",
  "users",
])

const env = readEnvironment({ NODE_ENV: "test" })
const everything = { curriculum: "all", limit: 30 }

type Screen = { what: string; call: (as: (role: keyof ClassPeople | null) => Ctx) => Promise<unknown> }

const page = (scope: "upcoming" | "past" | "all") => ({ scope, limit: 50 })

/** What the screens about classes ask. */
const SCREENS: Screen[] = [
  { what: "the list for a visitor", call: (as) => listAllClasses(as(null), everything) },
  { what: "the list for a student", call: (as) => listAllClasses(as("student"), everything) },
  { what: "one day", call: (as) => listAllClasses(as("student"), { ...everything, date: today() }) },
  {
    what: "one curriculum",
    call: (as) => listAllClasses(as("student"), { ...everything, curriculum: "NEET" }),
  },
  { what: "a student's upcoming", call: (as) => listOwnClasses(signed(as("student")), page("upcoming")) },
  { what: "a student's past", call: (as) => listOwnClasses(signed(as("student")), page("past")) },
  {
    what: "an instructor's upcoming",
    call: (as) => listOwnClasses(signed(as("instructor")), page("upcoming")),
  },
  { what: "an instructor's past", call: (as) => listOwnClasses(signed(as("instructor")), page("past")) },
  { what: "an instructor's figures", call: (as) => readInstructorFigures(signed(as("instructor"))) },
  {
    what: "an instructor's demo requests",
    call: (as) => listDemoRequests(signed(as("instructor")), { limit: 4 }),
  },
  {
    what: "a student's demo requests",
    call: (as) => listMyDemoRequests(signed(as("student")), { limit: 4 }),
  },
]

function today(): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: env.TIME_ZONE }).format(new Date())
}

function signed(ctx: Ctx): SignedInCtx {
  return ctx as SignedInCtx
}

/** A timetable of one size in a database of its own. */
type Timetable = { pool: pg.Pool; people: ClassPeople }
type Read = { statements: number; buffers: number; scans: string[] }

/** What the screens about classes cost with a thousand and with a million classes behind them. */
export const classesScale: Benchmark = {
  name: "classes-scale",
  async run(world) {
    const few = await makeTimetable(world, "classes_few", FEW)
    const many = await makeTimetable(world, "classes_many", MANY)
    const rows: Row[] = []
    for (const screen of SCREENS) {
      const [before, after] = [await read(few, screen), await read(many, screen)]
      const times = await compareTimes(few, many, screen)
      console.log(
        `  ${screen.what}: p95 ${times.before.toFixed(1)} and ${times.after.toFixed(1)} ms (${times.ratio.toFixed(2)} ×), ${before.buffers} and ${after.buffers} pages, ${after.statements} statements`,
      )
      rows.push({ what: screen.what, before, after, times })
    }
    return describe(rows)
  },
}

type Row = { what: string; before: Read; after: Read; times: Times }

async function makeTimetable(world: World, name: string, classes: number): Promise<Timetable> {
  const { url, adminUrl } = await world.database()
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} owner kaksha`)
  await admin.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  await migrateDatabase(own.href, projectRoot)
  const pool = createPool(own.href, 4)
  pool.on("error", () => {})
  world.own(() => pool.end())
  const full = new URL(adminUrl)
  full.pathname = `/${name}`
  const superuser = new pg.Client({ connectionString: full.href })
  await superuser.connect()
  const people = await growClasses(superuser, classes)
  await superuser.end()
  return { pool, people }
}

function contextsOn(db: Ctx["db"], people: ClassPeople) {
  return (role: keyof ClassPeople | null): Ctx => {
    const viewer = role && { user_id: people[role], role, first_name: "", last_name: "", email: "" }
    return { db, env, viewer, clock: systemClock } as Ctx
  }
}

/** How many statements one call sends, how many pages of memory they read, and what they walk from end to end. */
async function read({ pool, people }: Timetable, screen: Screen): Promise<Read> {
  const statements: { query: string; values: unknown[] }[] = []
  const logger = { logQuery: (query: string, values: unknown[]) => void statements.push({ query, values }) }
  await screen.call(contextsOn(drizzle(pool, { logger }), people))
  const sum: Read = { statements: statements.length, buffers: 0, scans: [] }
  for (const { query, values } of statements) {
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, timing off, format json) ${query}`,
      values,
    )
    const plan = rows[0]?.["QUERY PLAN"][0].Plan
    if (!plan) throw new Error("PostgreSQL explained nothing")
    sum.buffers += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    sum.scans.push(...scansIn(plan))
  }
  return sum
}

type PlanNode = {
  "Node Type": string
  "Relation Name"?: string
  "Actual Loops": number
  "Shared Hit Blocks": number
  "Shared Read Blocks": number
  Plans?: PlanNode[]
}

function scansIn(node: PlanNode): string[] {
  const table = node["Relation Name"] ?? ""
  const walks = node["Node Type"] === "Seq Scan" && node["Actual Loops"] > 0 && GROWING.has(table)
  return [...(walks ? [table] : []), ...(node.Plans ?? []).flatMap(scansIn)]
}

type Times = { before: number; after: number; ratio: number }

/** The slowest of twenty calls with few and with many classes, in turn, so that other work falls on both. */
async function compareTimes(few: Timetable, many: Timetable, screen: Screen): Promise<Times> {
  const sides = [few, many].map(({ pool, people }) => contextsOn(databaseOn(pool), people))
  const rounds: [number, number][] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const times: [number[], number[]] = [[], []]
    for (let call = 0; call < (round < 0 ? WARM_UP : CALLS); call += 1) {
      for (const [side, as] of sides.entries()) {
        const started = performance.now()
        await screen.call(as)
        times[side]?.push(performance.now() - started)
      }
    }
    if (round >= 0) rounds.push([p95(times[0]), p95(times[1])])
  }
  return {
    before: median(rounds.map(([before]) => before)),
    after: median(rounds.map(([, after]) => after)),
    ratio: median(rounds.map(([before, after]) => after / before)),
  }
}

function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN
}

function describe(rows: Row[]): Figure[] {
  const worst = (of: (row: Row) => number) => rows.reduce((a, b) => (of(b) > of(a) ? b : a))
  const pages = (row: Row) => row.after.buffers / row.before.buffers
  const slowest = worst((row) => row.times.ratio)
  const widest = worst(pages)
  const scans = rows.flatMap((row) => row.after.scans)
  const uneven = rows.filter((row) => row.before.statements !== row.after.statements)
  const most = Math.max(...rows.map((row) => row.after.statements))
  const method = `${rows.length} screens, each as the service answers it, with ${FEW.toLocaleString("en")} and ${MANY.toLocaleString("en")} classes and two students in each: ${INSTRUCTORS_SHOWN}`
  return [
    {
      what: "A million classes against a thousand, p95",
      budget: "classes-scale-p95",
      value: slowest.times.ratio,
      shown: `${slowest.times.ratio.toFixed(2)} × (${slowest.what}, ${slowest.times.after.toFixed(1)} ms)`,
      method: `worst of ${method}; ${ROUNDS} rounds of ${CALLS} calls in turn, median of the rounds' ratios`,
    },
    {
      what: "A million classes against a thousand, memory pages read per call",
      budget: "classes-scale-buffers",
      value: pages(widest),
      shown: `${pages(widest).toFixed(2)} × (${widest.what}, ${widest.after.buffers} pages)`,
      method: `worst of ${method}; EXPLAIN (ANALYZE, BUFFERS) of every statement`,
    },
    {
      what: "Sequential scans of growing tables with a million classes",
      budget: "classes-scale-scans",
      value: scans.length,
      shown: scans.length === 0 ? "0" : `${scans.length}: ${[...new Set(scans)].join(", ")}`,
      method: `executed plan nodes of ${method}`,
    },
    {
      what: "Screens about classes that send more statements than with few classes, or more than 3",
      budget: "classes-scale-statements",
      value: uneven.length + Number(most > 3),
      shown: `${uneven.length}, at most ${most} statements each`,
      method,
    },
  ]
}

const INSTRUCTORS_SHOWN =
  "the larger one is a longer past, of the same instructors teaching as many classes a day"
