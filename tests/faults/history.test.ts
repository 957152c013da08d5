import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createClass } from "#features/classes/server/class-factory.ts"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import type { Run } from "#tests/racer.ts"
import { type Racers, startRacers } from "#tests/racers.ts"
import { brokenInvariants } from "./invariants.ts"
import { numbersFrom } from "./seeded.ts"

/** How many histories are played; `npm run test:faults` plays more. */
const SEEDS = Number(process.env.FAULT_SEEDS ?? 1)
const STEPS = 4
const ACTS_PER_STEP = 60

let world: TestContext
let pool: pg.Pool
let students: SignedIn[]
let instructor: SignedIn
let day = 1

beforeAll(async () => {
  world = await createTestContext()
  pool = (world.ctx.db as unknown as { $client: pg.Pool }).$client
  instructor = await createInstructor(world.ctx)
  students = await Promise.all(Array.from({ length: 40 }, () => createStudent(world.ctx)))
})
afterAll(() => world?.close())

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}

async function makeClasses(): Promise<{ regular: string[]; demo: string }> {
  const make = async (changes: object) => {
    day += 1
    const scheduled_date = new Date(Date.UTC(2026, 11, day)).toISOString().slice(0, 10)
    return createClass(world.as(instructor), { scheduled_date, ...changes })
  }
  return {
    regular: [await make({ max_capacity: 5 }), await make({ max_capacity: 12 })],
    demo: await make({ max_capacity: 6, class_type: "demo" }),
  }
}

/** What a person may do next: mostly what makes sense, now and then what doesn't. */
function nextAct(random: () => number, classes: Awaited<ReturnType<typeof makeClasses>>): Run {
  const viewer = pick(random, students)
  const chance = random()
  if (chance < 0.25) return { act: "requestDemo", viewer, id: classes.demo }
  // An approved student gives the seat back.
  if (chance < 0.35) return { act: "leave", viewer, id: classes.demo }
  if (chance < 0.48) {
    const act = pick(random, ["move", "record", "unrecord"] as const)
    return { act, viewer: instructor, id: pick(random, [...classes.regular, classes.demo]) }
  }
  const act = pick(random, ["enrol", "enrol", "leave", "joinWaitlist"] as const)
  return { act, viewer, id: pick(random, classes.regular) }
}

/** Decisions about waiting demo requests: approved, rejected, or both at once from two screens. */
async function answers(random: () => number): Promise<Run[]> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from demo_class_requests where status = 'pending'",
  )
  return rows.flatMap(({ id }): Run[] => {
    const act = pick(random, ["approve", "approve", "reject", null, null] as const)
    if (act === null) return []
    const again = pick(random, ["approve", "reject", null] as const)
    return [act, ...(again ? [again] : [])].map((one) => ({ act: one, viewer: instructor, id }))
  })
}

test("CLS-07 CLS-11 whatever many people do at once from two processes, every invariant holds after each step", async () => {
  const racers = await startRacers(world)
  try {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = numbersFrom(seed)
      const classes = await makeClasses()
      for (let step = 0; step < STEPS; step += 1) {
        const runs = Array.from({ length: ACTS_PER_STEP }, () => nextAct(random, classes))
        const outcomes = await racers.race([...runs, ...(await answers(random))])
        expect(
          outcomes.filter((outcome) => outcome.startsWith("failed")),
          `seed ${seed}, step ${step}`,
        ).toEqual([])
        expect(await brokenInvariants(pool), `seed ${seed}, step ${step}`).toEqual([])
      }
    }
  } finally {
    await racers.stop()
  }
})

test("CLS-07 processes killed without a word while people enrol leave nothing half done", async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const racers: Racers = await startRacers(world)
    const { regular } = await makeClasses()
    const runs = students.flatMap((viewer) => regular.map((id): Run => ({ act: "enrol", viewer, id })))
    const raced = racers.race(runs).catch(() => null)
    // Killed at a moment of its own each time.
    await expect
      .poll(
        async () =>
          (await pool.query("select 1 from class_enrollments where class_id = any($1)", [regular])).rowCount,
      )
      .toBeGreaterThanOrEqual(seed)
    await racers.stop()
    await Promise.race([raced, Promise.resolve()])
    // The database ends the sessions of dead processes itself.
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              "select 1 from pg_stat_activity where datname = current_database() and application_name = 'kaksha'",
            )
          ).rowCount,
        { timeout: 15_000 },
      )
      .toBe(0)
    expect(await brokenInvariants(pool), `seed ${seed}`).toEqual([])
    const again = await startRacers(world)
    const outcomes = await again.race(runs)
    await again.stop()
    expect(outcomes.filter((outcome) => outcome.startsWith("failed"))).toEqual([])
    expect(await brokenInvariants(pool)).toEqual([])
  }
})
