import pg from "pg"
import { type Ctx, type SignedInCtx, systemClock } from "#platform/context.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import { readEnvironment } from "#platform/env.ts"
import { explainCall } from "./explain.ts"
import { type ClassPeople, growClasses } from "./many-classes.ts"
import { growRecordings } from "./many-recordings.ts"
import { median, p95 } from "./rounds.ts"
import { databaseBeside, projectRoot, type World } from "./world.ts"

export const CALLS = 100
const WARM_UP = 20
export const ROUNDS = 7
/** Tables that grow with the classes: none may be walked from end to end. */
const GROWING = new Set([
  "scheduled_classes",
  "class_enrollments",
  "demo_class_requests",
  "class_waitlist",
  "class_recordings",
  "recording_views",
  "students",
  "users",
])
/** Scanning a table of a few pages is cheapest and doesn't show growth, so it is read as a large one is. */
const AS_LARGE = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_material=off"

export const env = readEnvironment({ NODE_ENV: "test" })

/** Who sends a request: one of the people, an admin, or a visitor. */
type Who = keyof ClassPeople | "admin" | null
export type Screen = {
  what: string
  call: (as: (who: Who) => Ctx) => Promise<unknown>
  /** What the screen can't do without: its statements alone. */
  bare?: (timetable: Pick<Timetable, "pool" | "people">) => Promise<unknown>
}

export function signed(ctx: Ctx): SignedInCtx {
  return ctx as SignedInCtx
}

/** A timetable of one size in a database of its own. */
export type Timetable = { pool: pg.Pool; url: string; people: ClassPeople }
type Read = { statements: number; shown: number; buffers: number; scans: string[] }

/** `bare`: of the statements that a screen can't do without, sent in turn with it. */
export type Row = { what: string; before: Read; after: Read; times: Times; bare: Times | null }

export async function makeTimetable(world: World, name: string, classes: number): Promise<Timetable> {
  const { url, adminUrl } = await databaseBeside(world, name)
  await migrateDatabase(url, projectRoot)
  const pool = createPool(url, 4)
  pool.on("error", () => {})
  world.own(() => pool.end())
  const superuser = new pg.Client({ connectionString: adminUrl })
  await superuser.connect()
  const people = await growClasses(superuser, classes)
  await growRecordings(superuser)
  await superuser.end()
  return { pool, url, people }
}

/** What a screen costs with a few and with many classes behind it. */
export async function compare(few: Timetable, many: Timetable, screen: Screen): Promise<Row> {
  const small = new pg.Pool({ connectionString: few.url, max: 2, options: AS_LARGE })
  try {
    const before = await read({ ...few, pool: small }, screen)
    const after = await read(many, screen)
    return { what: screen.what, before, after, ...(await compareTimes(few, many, screen)) }
  } finally {
    await small.end()
  }
}

function contextsOn(db: Ctx["db"], people: ClassPeople) {
  return (who: Who): Ctx => {
    const role = who === "graduate" ? "student" : who
    const user_id = who === null || who === "admin" ? people.instructor : people[who]
    const viewer = role && { user_id, role, first_name: "", last_name: "", email: "" }
    return { db, env, viewer, clock: systemClock } as Ctx
  }
}

/** How many statements one call sends, how many pages of memory they read, and what they walk from end to end. */
async function read({ pool, people }: Timetable, screen: Screen): Promise<Read> {
  const cost = await explainCall(pool, (db) => screen.call(contextsOn(db, people)))
  const { answer, statements, buffers, scans } = cost
  return { statements, shown: countRows(answer), buffers, scans: scans.filter((table) => GROWING.has(table)) }
}

/** How many rows a list answered with; one for anything else. */
function countRows(answer: unknown): number {
  const list = Array.isArray(answer) ? answer : (answer as { items?: unknown[] }).items
  return list?.length ?? 1
}

export type Times = { before: number; after: number; ratio: number }

/**
 * The slowest of twenty calls with few and with many classes, in turn, so that other work falls on both, and with
 * them the screen's bare statement where it has one, planned once by PostgreSQL.
 */
export async function compareTimes(
  few: Pick<Timetable, "pool" | "people">,
  many: Pick<Timetable, "pool" | "people">,
  { call, bare }: Screen,
): Promise<{ times: Times; bare: Times | null }> {
  const calls = [few, many].map(({ pool, people }) => {
    const as = contextsOn(databaseOn(pool), people)
    return () => call(as)
  })
  if (bare) {
    for (const timetable of [few, many]) calls.push(() => bare(timetable))
  }
  const rounds: number[][] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const times = calls.map((): number[] => [])
    for (let turn = 0; turn < (round < 0 ? WARM_UP : CALLS); turn += 1) {
      for (const [side, work] of calls.entries()) {
        const started = performance.now()
        await work()
        times[side]?.push(performance.now() - started)
      }
    }
    if (round >= 0) rounds.push(times.map(p95))
  }
  const of = (side: number) => rounds.map((round) => round[side] ?? Number.NaN)
  const compared = (before: number[], after: number[]): Times => ({
    before: median(before),
    after: median(after),
    ratio: median(after.map((ms, round) => ms / (before[round] ?? Number.NaN))),
  })
  return { times: compared(of(0), of(1)), bare: bare ? compared(of(2), of(3)) : null }
}
