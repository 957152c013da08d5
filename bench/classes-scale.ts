import { listDemoRequests, listMyDemoRequests } from "#features/classes/server/demos/demo-lists.ts"
import { readInstructorFigures } from "#features/classes/server/figures.ts"
import { listAllClasses, listOwnClasses } from "#features/classes/server/list-classes.ts"
import { recordingFigures } from "#features/recordings/server/figures.ts"
import { listOwnRecordings, listRecordingsToWatch } from "#features/recordings/server/watching.ts"
import type { Benchmark, Figure } from "./rig/figures.ts"
import { CALLS, compare, env, makeTimetable, ROUNDS, type Row, type Screen, signed } from "./rig/growth.ts"

const FEW = 1_000
const MANY = 1_000_000
/** A page that few classes fill, too: lists of unequal length say nothing of growth. */
const PAGE = 8
const everything = { curriculum: "all", limit: 30 }

const page = (scope: "upcoming" | "past" | "all") => ({ scope, limit: PAGE })
const found = (search = "", bin = false) => ({ limit: PAGE, search, bin })

/** The screen that grows most. */
const SEARCH = "an instructor's search for recordings"

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
  { what: "a student's past", call: (as) => listOwnClasses(signed(as("graduate")), page("past")) },
  {
    what: "an instructor's upcoming",
    call: (as) => listOwnClasses(signed(as("instructor")), page("upcoming")),
  },
  { what: "an instructor's past", call: (as) => listOwnClasses(signed(as("instructor")), page("past")) },
  { what: "an instructor's figures", call: (as) => readInstructorFigures(signed(as("instructor"))) },
  {
    what: "an instructor's demo requests",
    // With few classes each instructor has at least so many.
    call: (as) => listDemoRequests(signed(as("instructor")), { limit: 2 }),
  },
  {
    what: "a student's demo requests",
    call: (as) => listMyDemoRequests(signed(as("student")), { limit: 3 }),
  },
  {
    what: "an instructor's recordings",
    call: (as) => listOwnRecordings(signed(as("instructor")), found()),
  },
  {
    what: SEARCH,
    call: (as) => listOwnRecordings(signed(as("instructor")), found("fractions")),
    bare: ({ pool, people }) =>
      pool.query({ name: "bare_search", text: BARE_SEARCH, values: [people.instructor, "%fractions%"] }),
  },
  {
    what: "the office's recordings",
    call: (as) => listOwnRecordings(signed(as("admin")), found()),
  },
  {
    what: "the office's bin of recordings",
    call: (as) => listOwnRecordings(signed(as("admin")), found("", true)),
  },
  {
    what: "a student's recordings",
    call: (as) => listRecordingsToWatch(signed(as("graduate")), { limit: PAGE }),
  },
  {
    what: "an instructor's figures of recordings",
    call: (as) => recordingFigures(signed(as("instructor")), 2),
  },
]

/**
 * The rows that this search shows, as one prepared statement. The words are a value, as they have to be: common ones are
 * found along the newest recordings and rare ones in the index of words, so PostgreSQL plans anew where that pays.
 */
const BARE_SEARCH = `
  select r.id, r.title, r.status, r.visibility, r.duration_seconds, r.recording_started_at, c.title as class_title,
         c.subject, c.scheduled_date
  from class_recordings r join scheduled_classes c on c.id = r.class_id
  where r.instructor_id = $1 and r.deleted_at is null and r.search_text ilike $2
  order by r.recording_started_at desc, r.id desc limit ${PAGE + 1}`

function today(): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: env.TIME_ZONE }).format(new Date())
}

/** What the screens about classes cost with a thousand and with a million classes behind them. */
export const classesScale: Benchmark = {
  name: "classes-scale",
  async run(world) {
    const few = await makeTimetable(world, "classes_few", FEW)
    const many = await makeTimetable(world, "classes_many", MANY)
    const rows: Row[] = []
    for (const screen of SCREENS) {
      const row = await compare(few, many, screen)
      const { before, after, times } = row
      if (before.shown !== after.shown) {
        throw new Error(`${screen.what}: ${before.shown} rows against ${after.shown} compare nothing`)
      }
      console.log(
        `  ${screen.what}: p95 ${showGrowth(times)}${row.bare ? `, bare ${showGrowth(row.bare)}` : ""}, ${before.buffers} and ${after.buffers} pages, ${after.statements} statements`,
      )
      rows.push(row)
    }
    return describe(rows)
  },
}

function showGrowth({ before, after, ratio }: NonNullable<Row["bare"]>): string {
  return `${before.toFixed(1)} and ${after.toFixed(1)} ms (${ratio.toFixed(2)} ×)`
}

function describe(rows: Row[]): Figure[] {
  const worst = (of: (row: Row) => number) => rows.reduce((a, b) => (of(b) > of(a) ? b : a))
  const pages = (row: Row) => row.after.buffers / row.before.buffers
  const slowest = worst((row) => row.times.ratio)
  const widest = worst(pages)
  const scans = rows.flatMap((row) => row.after.scans)
  const uneven = rows.filter((row) => row.before.statements !== row.after.statements)
  const most = Math.max(...rows.map((row) => row.after.statements))
  const method = `${rows.length} screens about classes and recordings, each as the service answers it, with ${FEW.toLocaleString("en")} and ${MANY.toLocaleString("en")} classes, two students and once it is over a recording in each: ${INSTRUCTORS_SHOWN}`
  const searched = rows.flatMap(({ what, times, bare }) => (what === SEARCH && bare ? [{ times, bare }] : []))
  return [
    {
      what: "A million classes against a thousand, p95",
      budget: "classes-scale-p95",
      value: slowest.times.ratio,
      shown: `${slowest.times.ratio.toFixed(2)} × (${slowest.what}, ${slowest.times.after.toFixed(1)} ms)`,
      method: `worst of ${method}; ${ROUNDS} rounds of ${CALLS} calls in turn, median of the rounds' ratios`,
    },
    ...searched.map(({ times, bare }): Figure => {
      const share = times.ratio / bare.ratio
      return {
        what: "An instructor's search for recordings, beside its bare statement",
        budget: "classes-scale-unavoidable",
        value: share,
        shown: `${share.toFixed(2)} × its growth; it grows ${bare.ratio.toFixed(2)} × p95`,
        method: `p95 with a thousand and a million classes ${showGrowth(times)}, against ${showGrowth(bare)} of the rows shown alone, by one prepared statement of the same driver, in turn with it; ${ROUNDS} rounds of ${CALLS} calls, median of the rounds' ratios`,
      }
    }),
    {
      what: "A million classes against a thousand, memory pages read per call",
      budget: "classes-scale-buffers",
      value: pages(widest),
      shown: `${pages(widest).toFixed(2)} × (${widest.what}, ${widest.after.buffers} pages)`,
      method: `worst of ${method}; EXPLAIN (ANALYZE, BUFFERS) of every statement, the few read by the plans that many get (no sequential scans, hash or merge joins, nothing materialised), for tables of a few pages are cheapest read whole`,
    },
    {
      what: "Sequential scans of growing tables with a million classes",
      budget: "classes-scale-scans",
      value: scans.length,
      shown: scans.length === 0 ? "0" : `${scans.length}: ${[...new Set(scans)].join(", ")}`,
      method: `executed plan nodes of ${method}`,
    },
    {
      what: "Screens about classes and recordings that send more statements than with few classes, or more than 3",
      budget: "classes-scale-statements",
      value: uneven.length + Number(most > 3),
      shown: `${uneven.length}, at most ${most} statements each`,
      method,
    },
  ]
}

const INSTRUCTORS_SHOWN =
  "the larger one is a longer past, of the same instructors teaching as many classes a day"
