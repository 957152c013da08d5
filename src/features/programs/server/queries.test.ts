import fc from "fast-check"
import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import builtIn from "#content/programs.json" with { type: "json" }
import { ProgramQuery } from "#contract/programs/programs.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { durationHours } from "../rules.ts"
import { findPrograms } from "./queries.ts"
import { seedPrograms } from "./seed.ts"

type BuiltIn = (typeof builtIn)[number]
type Filter = "service" | "curriculum" | "grade" | "subject" | "delivery"
type Wanted = Partial<Pick<ProgramQuery, Filter | "search" | "sort">>

let test47: TestContext

beforeAll(async () => {
  test47 = await createTestContext()
  await seedPrograms(test47.ctx)
})
afterAll(() => test47.close())

/** The harness's own pool, for what no service does. */
function poolOf(harness: TestContext): Pool {
  return (harness.ctx.db as unknown as { $client: Pool }).$client
}

function list(wanted: Partial<ProgramQuery>) {
  return findPrograms(test47.ctx, ProgramQuery.parse(wanted))
}

const ORDERS: Record<ProgramQuery["sort"], (a: BuiltIn, b: BuiltIn) => number> = {
  default: () => 0,
  rating: (a, b) => b.rating - a.rating,
  students: (a, b) => b.students - a.students,
  "price-low": (a, b) => a.pricePaise - b.pricePaise,
  "price-high": (a, b) => b.pricePaise - a.pricePaise,
  duration: (a, b) => durationHours(a.duration) - durationHours(b.duration),
}

/** The catalogue as a loop over the file: what the database must answer. */
function bruteForce(wanted: Wanted): string[] {
  const { search, sort, ...exact } = ProgramQuery.parse(wanted)
  const fits = (program: BuiltIn) =>
    (["service", "curriculum", "grade", "subject", "delivery"] as const).every((filter) =>
      ["", "all", program[filter]].includes(exact[filter]),
    ) &&
    [program.title, program.instructor, program.subject].some((text) =>
      text.toLowerCase().includes(search.toLowerCase()),
    )
  return builtIn
    .filter(fits)
    .sort(ORDERS[sort])
    .map(({ slug }) => slug)
}

const slugs = (programs: { slug: string }[]) => programs.map(({ slug }) => slug)
const valuesOf = (filter: Filter) =>
  fc.constantFrom("all", "", "IB", ...new Set(builtIn.map((program) => program[filter])))

/** Pieces of real texts in either case, and things that mean something to a pattern. */
const searches = fc.oneof(
  fc.constantFrom("", "%", "_", "\\", "'", "class 10", "ANAÏS", "d'souza", "& craft", "zzz", "\0"),
  fc
    .tuple(fc.constantFrom(...builtIn), fc.nat(60), fc.integer({ min: 1, max: 8 }), fc.boolean())
    .map(([program, from, length, upper]) => {
      const text = `${program.title} ${program.subject}`.slice(from % program.title.length).slice(0, length)
      return upper ? text.toUpperCase() : text.toLowerCase()
    }),
)
const sorts = fc.constantFrom(...(Object.keys(ORDERS) as ProgramQuery["sort"][]))

test("CAT-04 CAT-05 PAY-09 search, filters, also by how it is taught, and order answer what a loop over all programs finds", async () => {
  const any = fc.record({
    search: searches,
    service: valuesOf("service"),
    curriculum: valuesOf("curriculum"),
    grade: valuesOf("grade"),
    subject: valuesOf("subject"),
    delivery: valuesOf("delivery"),
    sort: sorts,
  })
  // Five filters at once seldom leave anything, so some of each draw are let go.
  const some = fc
    .tuple(any, fc.subarray(["search", "service", "curriculum", "grade", "subject", "delivery"] as const))
    .map(
      ([wanted, kept]): Wanted =>
        Object.fromEntries([...kept, "sort" as const].map((name) => [name, wanted[name]])),
    )
  await fc.assert(
    fc.asyncProperty(some, async (wanted) => {
      const answer = await list(wanted)
      const expected = bruteForce(wanted)
      expect(slugs(answer.items)).toEqual(expected)
      expect(answer.found).toBe(expected.length)
    }),
    { numRuns: 200 },
  )
})

test("CAT-05 every order, asked without filters, shows all 47 programs", async () => {
  for (const sort of Object.keys(ORDERS) as ProgramQuery["sort"][]) {
    expect(slugs((await list({ sort })).items)).toEqual(bruteForce({ sort }))
  }
  const byLength = (await list({ sort: "duration" })).items.map(({ duration }) => duration)
  expect(byLength.slice(0, 4)).toEqual(["12 hours", "15 hours", "16 hours", "20 hours"])
  expect(byLength.at(-1)).toBe("12 months")
})

test("CAT-04 CAT-05 pages of any size hold every match once, in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      sorts,
      fc.integer({ min: 1, max: 20 }),
      valuesOf("service"),
      async (sort, limit, service) => {
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page = await list({ sort, limit, service, cursor })
          expect(page.items.length).toBeLessThanOrEqual(limit)
          seen.push(...slugs(page.items))
          cursor = page.next_cursor ?? undefined
        } while (cursor)
        expect(seen).toEqual(bruteForce({ sort, service }))
      },
    ),
    { numRuns: 40 },
  )
})

test("CAT-05 a cursor that is damaged, forged or of another order starts the list anew", async () => {
  const { next_cursor } = await list({ sort: "rating", limit: 5 })
  const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url")
  const id = "00000000-0000-4000-8000-000000000000"
  const wrong = [
    next_cursor ?? "",
    "%%%",
    forged({}),
    forged(["default", 1.5, 1.5, id]),
    forged(["default", 1e300, 1e300, id]),
    forged(["default", 1, 1, "'; drop table programs"]),
  ]
  for (const cursor of wrong) {
    expect(slugs((await list({ cursor })).items)).toEqual(bruteForce({}))
  }
})

test("CAT-04 a chosen grade brings programs whose range or 'All' takes it in, apart from the exact ones", async () => {
  const takesIn = (grade: string, wanted: number) => {
    const [from, to] = grade.split("-").map(Number)
    return grade === "All" || (to !== undefined && Number(from) <= wanted && wanted <= to)
  }
  for (let grade = 1; grade <= 12; grade += 1) {
    for (const service of ["all", "Academics", "Music", "Sports"]) {
      const { items, near, found } = await list({ grade: String(grade), service })
      expect(items.every((program) => program.grade === String(grade))).toBe(true)
      expect(found).toBe(items.length)
      const expected = builtIn.filter(
        (program) => takesIn(program.grade, grade) && ["all", program.service].includes(service),
      )
      expect(slugs(near)).toEqual(expected.slice(0, 12).map(({ slug }) => slug))
    }
  }
})

test("CAT-04 a mistyped word finds what it may have meant, counted as no match", async () => {
  const mistyped: Record<string, string> = {
    chees: "chess-first-hundred-games",
    mathmatics: "class-10-mathematics-board-year",
    gitar: "acoustic-guitar-first-songs",
    karete: "karate-white-to-green-belt",
    bharatnatyam: "bharatanatyam-first-adavus",
    "anais ramasami": "french-from-bonjour",
    swiming: "learn-to-swim",
  }
  for (const [search, slug] of Object.entries(mistyped)) {
    const { items, near, found } = await list({ search })
    expect(items, search).toEqual([])
    expect(found, search).toBe(0)
    expect(slugs(near), search).toContain(slug)
  }
  const { near } = await list({ search: "chees" })
  expect(near[0]?.subject).toBe("Chess")
  expect((await list({ search: "qqqqwwww" })).near).toEqual([])
})

test("CAT-04 near matches keep the other filters, never repeat an exact one, and wait for the last page", async () => {
  const anyFilter = fc.record({ search: searches, grade: valuesOf("grade"), service: valuesOf("service") })
  await fc.assert(
    fc.asyncProperty(anyFilter, async (wanted) => {
      const { items, near } = await list(wanted)
      expect(near.length).toBeLessThanOrEqual(12)
      const exact = new Set(slugs(items))
      expect(near.filter(({ slug }) => exact.has(slug))).toEqual([])
      if (!["", "all"].includes(wanted.service)) {
        expect(near.every(({ service }) => service === wanted.service)).toBe(true)
      }
    }),
    { numRuns: 100 },
  )
  const first = await list({ grade: "10", limit: 1 })
  expect(first.next_cursor).not.toBeNull()
  expect(first.near).toEqual([])
})

test("CAT-01 seeding twice adds nothing and keeps what an admin edited or archived", async () => {
  const own = await createTestContext()
  try {
    await seedPrograms(own.ctx)
    const [edited, archived] = builtIn
    await poolOf(own).query("update programs set title = 'Ours', price_paise = 100 where slug = $1", [
      edited?.slug,
    ])
    await poolOf(own).query("update programs set archived_at = now() where slug = $1", [archived?.slug])
    await seedPrograms(own.ctx)
    const { items, found } = await findPrograms(own.ctx, ProgramQuery.parse({}))
    expect(found).toBe(builtIn.length - 1)
    expect(items.find(({ slug }) => slug === edited?.slug)).toMatchObject({ title: "Ours", price_paise: 100 })
    expect(slugs(items)).not.toContain(archived?.slug)
  } finally {
    await own.close()
  }
})

test("CAT-10 counts by kind and by word stay true through every write, by any role", async () => {
  const own = await createTestContext()
  try {
    await seedPrograms(own.ctx)
    const [first, second, third] = builtIn
    const change = (statement: string) => poolOf(own).query(statement, [[first?.slug, second?.slug]])
    await change("update programs set subject = 'Astronomy', title = 'Stars and stars' where slug = any($1)")
    await change("update programs set delivery = 'recorded' where slug = any($1)")
    await change("update programs set archived_at = now(), rating = 1 where slug = any($1)")
    await change("update programs set archived_at = null, service = 'Sports' where slug = any($1)")
    await poolOf(own).query("delete from programs where slug = $1", [third?.slug])
    const different = await poolOf(own).query(`
      (select service, curriculum, grade, subject, delivery, offered from program_kinds where offered <> 0
       except select service, curriculum, grade, subject, delivery, count(*) from programs group by 1, 2, 3, 4, 5)
      union all
      (select word, '', '', '', '', offered from program_words where offered <> 0
       except select word, '', '', '', '', count(distinct id) from programs,
         regexp_split_to_table(search_text, '[^a-z0-9\\u0080-\\uffff]+') as held (word) group by 1)`)
    expect(different.rows).toEqual([])
    expect((await findPrograms(own.ctx, ProgramQuery.parse({ search: "stars" }))).found).toBe(2)
  } finally {
    await own.close()
  }
})
