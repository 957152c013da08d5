import type pg from "pg"
import { ProgramQuery } from "#contract/programs/programs.ts"
import { findPrograms } from "#features/programs/server/queries.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import type { Ctx } from "#platform/context.ts"
import { createPool, databaseOn } from "#platform/database/db.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import { type BareCatalogue, bareCatalogue, readBare } from "./rig/bare-catalogue.ts"
import { explainCall } from "./rig/explain.ts"
import type { Benchmark, Figure } from "./rig/figures.ts"
import { compareTimes, ROUNDS, type Times, CALLS as TURNS } from "./rig/growth.ts"
import type { ClassPeople } from "./rig/many-classes.ts"
import { growPrograms, type MadeProgram, readPrograms } from "./rig/many-programs.ts"
import { databaseBeside, projectRoot, type World } from "./rig/world.ts"

const SIZES = [47, 1_000, 100_000] as const
/** As the page asks. */
const PAGE = 48
const CALLS = 120
const WARM_UP = 20
/** The counts that are shown as "10,000+". */
const COUNT_LIMIT = 10_001

type Wanted = Partial<ProgramQuery>

/** The class that the quality bar names. */
const NO_MATCH = "two common words with no match, by rating"

/** The slowest. */
const PHRASE = "a common phrase by rating"

/** What people ask of the catalogue, and what is worst for it. Browsing must cost the same at every size. */
const CLASSES: { what: string; browsing: boolean; wanted: Wanted }[] = [
  { what: "everything", browsing: true, wanted: {} },
  { what: "everything by rating", browsing: true, wanted: { sort: "rating" } },
  { what: "one service by price", browsing: true, wanted: { service: "Music", sort: "price-low" } },
  {
    what: "filters with no match",
    browsing: true,
    wanted: { service: "Sports", curriculum: "JEE", grade: "2" },
  },
  { what: "a grade, with those that take it in", browsing: true, wanted: { grade: "9", sort: "students" } },
  { what: "a common word by rating", browsing: false, wanted: { search: "mathematics", sort: "rating" } },
  { what: "a rare word", browsing: false, wanted: { search: "Ramithas" } },
  {
    what: NO_MATCH,
    browsing: false,
    wanted: { search: "beginners evening", sort: "rating" },
  },
  { what: PHRASE, browsing: false, wanted: { search: "for families", sort: "rating" } },
  { what: "two subjects", browsing: false, wanted: { search: "guitar mathematics", sort: "rating" } },
  { what: "a mistyped word", browsing: false, wanted: { search: "mathmatics" } },
  { what: "four mistyped words", browsing: false, wanted: { search: "bginners evning mathmatics pratice" } },
  { what: "two letters that many hold", browsing: false, wanted: { search: "ma", sort: "rating" } },
  { what: "two letters that some hold", browsing: false, wanted: { search: "oy", sort: "rating" } },
  { what: "two letters that none holds", browsing: false, wanted: { search: "zq", sort: "rating" } },
  {
    what: "a common word in a rare kind",
    browsing: false,
    wanted: { search: "evening", curriculum: "NEET", grade: "11" },
  },
]

type Waits = { p50: number; p95: number }
/** `bare`: of the statements that a page can't do without, sent in turn; null where they aren't measured. */
type Measured = Waits & { bare: Waits | null; buffers: number; scans: number }

/** Lists of the catalogue from 47 to 100,000 programs, against brute force over the same rows. */
export const catalogueScale: Benchmark = {
  name: "catalogue-scale",
  async run(world) {
    const pool = await makeDatabase(world, "catalogue_scale")
    const bySize = new Map<number, Measured[]>()
    for (const size of SIZES) {
      await growPrograms(pool, size)
      const programs = await readPrograms(pool)
      const measured: Measured[] = []
      for (const { what, browsing, wanted } of CLASSES) {
        const bare = bareCatalogue(what, queryOf(wanted), COUNT_LIMIT)
        await compareWithBruteForce(pool, programs, wanted, browsing || what === PHRASE ? bare : null)
        measured.push(await measure(pool, wanted, what === PHRASE ? bare : null))
      }
      bySize.set(size, measured)
    }
    for (const [index, { what }] of CLASSES.entries()) {
      const cells = SIZES.map((size) => {
        const { p50, p95, bare, buffers, scans } = at(bySize, size, index)
        const beside = bare ? ` (bare ${bare.p50.toFixed(1)} / ${bare.p95.toFixed(1)} ms)` : ""
        return `${size}: ${p50.toFixed(1)} / ${p95.toFixed(1)} ms${beside}, ${buffers} buffers${scans > 0 && size > 1_000 ? `, ${scans} scans` : ""}`
      })
      console.log(`  ${what}: ${cells.join("; ")}`)
    }
    return describe(bySize, await compareBrowsing(await makeDatabase(world, "catalogue_few"), pool))
  },
}

/** The catalogue is read as a visitor. */
const NOBODY: ClassPeople = { instructor: "", student: "", graduate: "" }

type Browsing = { times: Times; bare: Times }

/** Browsing with a thousand programs and with all of them, in turn: the sum over its screens. */
async function compareBrowsing(few: pg.Pool, many: pg.Pool): Promise<Browsing> {
  const [, base] = SIZES
  await growPrograms(few, base)
  const [small, large] = [few, many].map((pool) => ({ pool, people: NOBODY }))
  const total: Browsing = {
    times: { before: 0, after: 0, ratio: 0 },
    bare: { before: 0, after: 0, ratio: 0 },
  }
  for (const { what, browsing, wanted } of CLASSES) {
    if (!browsing || !small || !large) continue
    const statements = bareCatalogue(what, queryOf(wanted), COUNT_LIMIT)
    const measured = await compareTimes(small, large, {
      what,
      call: (as) => findPrograms(as(null), queryOf(wanted)),
      bare: ({ pool }) => readBare(pool, statements),
    })
    const { times, bare = null } = measured
    if (!bare) throw new Error("the bare statements weren't measured")
    const show = ({ before, after, ratio }: Times) =>
      `${before.toFixed(1)} and ${after.toFixed(1)} ms (${ratio.toFixed(2)} ×)`
    console.log(`  ${what}, in turn: p95 ${show(times)}, bare ${show(bare)}`)
    for (const [sum, one] of [
      [total.times, times],
      [total.bare, bare],
    ] as const) {
      sum.before += one.before
      sum.after += one.after
      sum.ratio = sum.after / sum.before
    }
  }
  return total
}

function at(bySize: Map<number, Measured[]>, size: number, index: number): Measured {
  const measured = bySize.get(size)?.[index]
  if (!measured) throw new Error(`class ${index} was not measured at ${size} programs`)
  return measured
}

async function makeDatabase(world: World, name: string): Promise<pg.Pool> {
  const { url } = await databaseBeside(world, name)
  await migrateDatabase(url, projectRoot)
  const pool = createPool(url, 4)
  pool.on("error", () => {})
  world.own(() => pool.end())
  await seedPrograms({ db: databaseOn(pool) } as Ctx)
  return pool
}

function contextOn(db: Ctx["db"]): Ctx {
  return { db, viewer: null } as Ctx
}

function queryOf(wanted: Wanted): ProgramQuery {
  return ProgramQuery.parse({ limit: PAGE, ...wanted })
}

async function measure(pool: pg.Pool, wanted: Wanted, bare: BareCatalogue | null): Promise<Measured> {
  const ctx = contextOn(databaseOn(pool))
  const times: number[] = []
  const bareTimes: number[] = []
  const timed = async (into: number[], call: number, work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    if (call >= 0) into.push(performance.now() - started)
  }
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    await timed(times, call, () => findPrograms(ctx, queryOf(wanted)))
    if (bare) await timed(bareTimes, call, () => readBare(pool, bare))
  }
  const described = bare ? describeTimes(bareTimes) : null
  return { ...describeTimes(times), bare: described, ...(await explain(pool, wanted)) }
}

function describeTimes(times: number[]): Waits {
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.ceil(part * times.length) - 1] ?? Number.NaN
  return { p50: share(0.5), p95: share(0.95) }
}

/** The pages of memory that one call reads, and how often it walks the programs from end to end. */
async function explain(pool: pg.Pool, wanted: Wanted): Promise<{ buffers: number; scans: number }> {
  const { buffers, scans } = await explainCall(pool, (db) => findPrograms(contextOn(db), queryOf(wanted)))
  return { buffers, scans: scans.filter((table) => table === "programs").length }
}

/** Throws unless page and count are those of a loop over all programs. */
async function compareWithBruteForce(
  pool: pg.Pool,
  programs: MadeProgram[],
  wanted: Wanted,
  bare: BareCatalogue | null,
): Promise<void> {
  const { search, sort, ...filters } = queryOf(wanted)
  const kinds = ["service", "curriculum", "grade", "subject"] as const
  const matches = programs.filter(
    (program) =>
      kinds.every((kind) => ["", "all", program[kind]].includes(filters[kind])) &&
      [program.title, program.instructor, program.subject].some((text) =>
        text.toLowerCase().includes(search.toLowerCase()),
      ),
  )
  const key: Record<ProgramQuery["sort"], (program: MadeProgram) => number> = {
    default: () => 0,
    rating: ({ rating }) => -rating,
    students: ({ students }) => -students,
    "price-low": ({ price_paise }) => price_paise,
    "price-high": ({ price_paise }) => -price_paise,
    duration: ({ duration_hours }) => duration_hours,
  }
  const expected = matches
    .sort((a, b) => key[sort](a) - key[sort](b) || a.position - b.position)
    .slice(0, PAGE)
    .map(({ slug }) => slug)
  const { items, found } = await findPrograms(contextOn(databaseOn(pool)), queryOf(wanted))
  const answers = [
    { found, slugs: items.map(({ slug }) => slug) },
    ...(bare ? [await readBare(pool, bare)] : []),
  ]
  for (const answer of answers) {
    const same = JSON.stringify(answer.slugs.slice(0, PAGE)) === JSON.stringify(expected)
    if (!same || answer.found !== Math.min(matches.length, COUNT_LIMIT)) {
      throw new Error(`${JSON.stringify(wanted)} of ${programs.length} programs differs from brute force`)
    }
  }
}

function describe(bySize: Map<number, Measured[]>, { times, bare }: Browsing): Figure[] {
  const [, base, most] = SIZES
  const rows = CLASSES.map((one, index) => ({
    ...one,
    before: at(bySize, base, index),
    after: at(bySize, most, index),
  }))
  const slowest = rows.reduce((a, b) => (b.after.p95 > a.after.p95 ? b : a))
  const worst = rows.find(({ what }) => what === NO_MATCH) ?? slowest
  const browsing = rows.filter((row) => row.browsing)
  const round = (of: "before" | "after") => browsing.reduce((sum, row) => sum + row[of].buffers, 0)
  const buffers = round("after") / round("before")
  const phrase = rows.find(({ what }) => what === PHRASE) ?? slowest
  const barePhrase = phrase.after.bare ?? { p50: Number.NaN, p95: Number.NaN }
  const browsed = `${browsing.length} classes without a search`
  const inTurn = `${ROUNDS} rounds of ${TURNS} calls of each in turn, in databases of 1,000 and 100,000 programs, median of the rounds' p95`
  const alone =
    "the count and the rows shown alone, by a prepared statement each of the same driver, in turn with it"
  const scans = rows.reduce((sum, row) => sum + row.after.scans, 0)
  const method = `${CALLS} calls of each of ${rows.length} classes of query in a database of its own, pages of ${PAGE}, one caller; page and count equal brute force over the same rows`
  return [
    {
      what: `Catalogue of 100,000 programs searched for ${worst.what}`,
      budget: "catalogue-scale-search",
      value: worst.after.p95,
      shown: `${worst.after.p50.toFixed(1)} ms p50, ${worst.after.p95.toFixed(1)} ms p95`,
      method,
    },
    {
      what: "Catalogue of 100,000 programs, slowest class of query",
      budget: "catalogue-scale-slowest",
      value: slowest.after.p95,
      shown: `${slowest.after.p50.toFixed(1)} ms p50, ${slowest.after.p95.toFixed(1)} ms p95 (${slowest.what})`,
      method,
    },
    {
      what: "Catalogue browsed at 100,000 programs against 1,000",
      budget: "catalogue-scale-growth",
      value: times.ratio,
      shown: `${times.ratio.toFixed(2)} × p95`,
      method: `sum of ${browsed}, ${times.before.toFixed(1)} and ${times.after.toFixed(1)} ms; ${inTurn}`,
    },
    {
      what: `Catalogue of 100,000 programs searched for ${PHRASE}, beside its bare statements`,
      budget: "catalogue-scale-unavoidable",
      value: phrase.after.p50 / barePhrase.p50,
      shown: `${(phrase.after.p50 / barePhrase.p50).toFixed(2)} × p50; bare ${barePhrase.p50.toFixed(1)} ms p50, ${barePhrase.p95.toFixed(1)} ms p95`,
      method: `${phrase.after.p50.toFixed(1)} ms p50 against ${alone}; ${method}`,
    },
    {
      what: "Catalogue browsed at 100,000 programs, beside its bare statements",
      budget: "catalogue-scale-growth-unavoidable",
      value: times.ratio / bare.ratio,
      shown: `${(times.ratio / bare.ratio).toFixed(2)} × their growth; they grow ${bare.ratio.toFixed(2)} × p95`,
      method: `sum of ${browsed}, ${times.before.toFixed(1)} and ${times.after.toFixed(1)} ms, against ${bare.before.toFixed(1)} and ${bare.after.toFixed(1)} ms of the count and the rows shown alone, by a prepared statement each of the same driver; ${inTurn}`,
    },
    {
      what: "Memory pages read per call, browsed at 100,000 programs against 1,000",
      budget: "catalogue-scale-buffers",
      value: buffers,
      shown: `${buffers.toFixed(2)} ×`,
      method: `sum of ${browsed}, ${round("before")} and ${round("after")} pages; shared buffers hit and read by EXPLAIN (ANALYZE, BUFFERS) of every statement of a call`,
    },
    {
      what: "Sequential scans of 100,000 programs",
      budget: "catalogue-scale-scans",
      value: scans,
      shown: String(scans),
      method: `executed plan nodes of all statements of ${rows.length} classes of query`,
    },
  ]
}
