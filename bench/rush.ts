import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { databaseOn } from "#platform/database/db.ts"
import { addressesOf } from "#platform/postgres/database.ts"
import { type LivekitStandIn, startLivekitStandIn } from "#tests/gateways/livekit.ts"
import { type Benchmark, type BudgetName, describeBudget, isMet } from "./rig/figures.ts"
import { readMetric } from "./rig/metrics.ts"
import { openSessionsOf, writeStudents, writeTeachers } from "./rig/people.ts"
import { nextMessage, startProcess } from "./rig/processes.ts"
import { type Product, startProduct } from "./rig/product.ts"
import type { World } from "./rig/world.ts"
import { type RushOrder, type RushTally, STEPS, type Step } from "./rush-steps.ts"

/** How many students come a second, one rate after the other. The last is 12,000 in two minutes. */
const RATES = (process.env.RUSH_RATES ?? "10,20,25,30,100").split(",").map(Number)
const SECONDS = Number(process.env.RUSH_SECONDS ?? 30)
/** At which rate processes are compared: one carries it. */
const COMPARED = 10
/** Of those who come, in one class. */
const IN_A_CLASS = 40
/** The product warms up on so many journeys, at a tenth of the rate. */
const WARM_UP = 60
/** Each step alone is taken by so many, one after the other. */
const STEPPING = 200
const FOLLOWS_WITHIN_MS = 2_000
const IDLE_MS = 8_000

/** Makes classes that are live and students who have a seat in one, with a session each. */
async function makeStudents(product: Product, count: number): Promise<RushOrder["students"]> {
  const remembered = (name: string) => readFileSync(join(product.dataFolder, name), "utf8").trim()
  const { url, adminUrl } = addressesOf(remembered("postgres.password"), Number(remembered("postgres.port")))
  const admin = new pg.Client({
    connectionString: Object.assign(new URL(adminUrl), { pathname: new URL(url).pathname }).href,
  })
  await admin.connect()
  await admin.query("set session_replication_role = replica")
  const classes = Array.from({ length: Math.ceil(count / IN_A_CLASS) }, () => ({
    id: randomUUID(),
    teacher: randomUUID(),
  }))
  const students = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    classId: classes[Math.floor(at / IN_A_CLASS)]?.id ?? "",
  }))
  const teachers = classes.map(({ teacher }) => teacher)
  const classIds = classes.map(({ id }) => id)
  const people = students.map(({ id }) => id)
  await writeTeachers(admin, teachers)
  await writeStudents(admin, people)
  await admin.query(
    `insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time,
                                    starts_at, ends_at, max_capacity, seats_taken, status, started_at)
     select id, teacher, 'At the full hour', 'mathematics', 'CBSE', (now() at time zone 'Asia/Kolkata')::date,
            (now() at time zone 'Asia/Kolkata')::time, ((now() + interval '1 hour') at time zone 'Asia/Kolkata')::time,
            now(), now() + interval '1 hour', 50, $3, 'live', now()
     from unnest($1::uuid[], $2::uuid[]) as made (id, teacher)`,
    [classIds, teachers, IN_A_CLASS],
  )
  await admin.query(
    `insert into class_enrollments (id, class_id, student_id, created_at, starts_at)
     select gen_random_uuid(), class_id, student, now() - interval '1 day', c.starts_at
     from unnest($1::uuid[], $2::uuid[]) as seat (class_id, student) join scheduled_classes c on c.id = class_id`,
    [students.map(({ classId }) => classId), people],
  )
  await admin.query("analyze")
  await admin.end()
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const cookies = await openSessionsOf(product, databaseOn(pool), people)
  await pool.end()
  return students.map(({ classId }, at) => ({ classId, cookie: cookies[at] ?? "" }))
}

/** Processor seconds of a process and of those that it started and waited for, by the system's count. */
function processorSeconds(pid: number, withChildren: boolean): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  return ids.reduce((sum, id) => {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
      const counts = Number(id) === pid || (withChildren && Number(fields[1]) === pid)
      // Those of ended children are their parent's third and fourth count.
      const spent = fields.slice(11, withChildren ? 15 : 13).reduce((ticks, one) => ticks + Number(one), 0)
      return counts ? sum + spent / 100 : sum
    } catch {
      // It ended meanwhile.
      return sum
    }
  }, 0)
}

function postmasterOf({ dataFolder }: Product): number {
  return Number(readFileSync(join(dataFolder, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
}

/** Processor seconds so far. */
async function readSpent(product: Product) {
  return {
    product: await readMetric(product, "process_cpu_seconds_total"),
    database: processorSeconds(postmasterOf(product), true),
    main: processorSeconds(product.pid, false),
  }
}

type Spent = Awaited<ReturnType<typeof readSpent>>
type Rush = RushTally & Spent

const between = (before: Spent, after: Spent): Spent => ({
  product: after.product - before.product,
  database: after.database - before.database,
  main: after.main - before.main,
})

function orderFor(product: Product, standIn: LivekitStandIn, students: RushOrder["students"]) {
  const { host, port } = product
  const { apiKey, apiSecret } = standIn
  return { host, port, students, apiKey, apiSecret }
}

async function rush(
  world: World,
  product: Product,
  standIn: LivekitStandIn,
  students: RushOrder["students"],
  perSecond: number,
): Promise<Rush> {
  const child = startProcess(world, "rush-worker.ts")
  const before = await readSpent(product)
  child.send({ ...orderFor(product, standIn, students), perSecond } satisfies RushOrder)
  const tally = await nextMessage<RushTally>(child)
  return { ...tally, ...between(before, await readSpent(product)) }
}

/** What each step of a journey costs alone, in ms of processor time, over what the product spends without anybody. */
async function costsOfSteps(
  world: World,
  product: Product,
  standIn: LivekitStandIn,
  students: RushOrder["students"],
): Promise<{ step: Step; product: number; database: number }[]> {
  const child = startProcess(world, "rush-worker.ts")
  const timed = async (work: () => Promise<unknown>) => {
    const [before, began] = [await readSpent(product), performance.now()]
    await work()
    // What follows from it, such as the register's entry of somebody who came.
    await delay(FOLLOWS_WITHIN_MS)
    return { ...between(before, await readSpent(product)), ms: performance.now() - began }
  }
  const idle = await timed(() => delay(IDLE_MS))
  const costs = []
  for (const [at, step] of STEPS.entries()) {
    const spent = await timed(async () => {
      if (at === 0)
        child.send({ ...orderFor(product, standIn, students), perSecond: null } satisfies RushOrder)
      else child.send("next")
      await nextMessage(child)
    })
    const each = (of: "product" | "database") =>
      ((spent[of] - (idle[of] * spent.ms) / idle.ms) * 1_000) / students.length
    costs.push({ step, product: each("product"), database: each("database") })
  }
  child.send("next")
  return costs
}

const at = (times: number[], share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN

const countErrors = ({ errors }: Rush) => Object.values(errors).reduce((sum, one) => sum + one, 0)
const pageOf = ({ times }: Rush) =>
  Math.max(...[times.dashboard, times.list, times.room].map((page) => at(page, 0.95)))
const joinOf = ({ times }: Rush) => at(times.join, 0.95)

function isInTime(one: Rush): boolean {
  const isWithin = (budget: BudgetName, value: number) => isMet({ budget, value })
  return isWithin("rush-page", pageOf(one)) && isWithin("rush-join", joinOf(one)) && countErrors(one) === 0
}

function describe(perSecond: number, { times, journeys, seconds, errors, ...cpu }: Rush): string {
  const each = (spent: number) => `${((spent * 1_000) / journeys).toFixed(1)} ms`
  const told = (step: Step) =>
    `${step} ${[0.5, 0.95, 0.99].map((share) => at(times[step], share).toFixed(0)).join(", ")} ms`
  const steps = STEPS.map(told).join("; ")
  const failed = Object.keys(errors).length > 0 ? `, failed ${JSON.stringify(errors)}` : ""
  return `${perSecond}/s: ${journeys} in ${seconds.toFixed(0)} s: ${steps}${failed}; processor time of a journey: the product ${each(cpu.product)}, what hands connections out ${each(cpu.main)}, PostgreSQL ${each(cpu.database)}, the generator ${each(cpu.cpuSeconds)}`
}

/** Starts a product, and returns what lets students come to it, once it has served some. */
async function prepare(world: World, standIn: LivekitStandIn, rates: number[], env: NodeJS.ProcessEnv = {}) {
  const { url: LIVEKIT_URL, apiKey: LIVEKIT_API_KEY, apiSecret: LIVEKIT_API_SECRET } = standIn
  const product = await startProduct(world, { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET, ...env })
  const count = rates.reduce((sum, rate) => sum + rate * SECONDS, WARM_UP + STEPPING)
  const students = await makeStudents(product, count)
  await rush(world, product, standIn, students.splice(0, WARM_UP), COMPARED)
  return {
    async come(perSecond: number) {
      await delay(3_000)
      const tally = await rush(world, product, standIn, students.splice(0, perSecond * SECONDS), perSecond)
      console.log(`  ${describe(perSecond, tally)}`)
      return tally
    },
    async step() {
      const costs = await costsOfSteps(world, product, standIn, students.splice(0, STEPPING))
      const shown = costs
        .map(({ step, ...of }) => `${step} ${of.product.toFixed(1)} + ${of.database.toFixed(1)}`)
        .join(", ")
      console.log(`  ${shown}`)
      return shown
    },
  }
}

/** The five-o'clock rush: students open their dashboard and the list, and join, with their event streams open. */
export const rushHour: Benchmark = {
  name: "rush",
  async run(world) {
    const standIn = await startLivekitStandIn()
    world.own(() => standIn.stop())
    const compared = Array.from({ length: 2 }, () => COMPARED)
    const both = await prepare(world, standIn, [...RATES, ...compared], { WEB_PROCESSES: "2" })
    const tallies: Rush[] = []
    for (const rate of RATES) tallies.push(await both.come(rate))
    const inTime = RATES.filter((_, at) => tallies.slice(0, at + 1).every(isInTime))

    const alone = await prepare(world, standIn, compared, { WEB_PROCESSES: "1" })
    const ratios: number[] = []
    for (const rate of compared) {
      const [one, two] = [await alone.come(rate), await both.come(rate)]
      ratios.push(two.product / two.journeys / (one.product / one.journeys))
    }
    const steps = await alone.step()
    const more = ratios.reduce((sum, one) => sum + one, 0) / ratios.length
    return [
      {
        what: "The rush: journeys a second whose pages and joins are in time",
        budget: "rush-rate",
        value: inTime.at(-1) ?? 0,
        shown: `${inTime.at(-1) ?? `fewer than ${RATES[0]}`} a second`,
        method: `95 of a hundred pages ${describeBudget("rush-page")} ms, joins ${describeBudget("rush-join")} ms, nothing fails; ${SECONDS} s of journeys at each rate, of the requests that a browser sends from the dashboard over the list into the room, with event streams and the video server's webhook, with human pauses and whatever the answers take; half, 95 and 99 of a hundred. ${RATES.map((rate, at) => describe(rate, tallies[at] as Rush)).join(". ")}`,
      },
      {
        what: `The rush: errors at up to ${Math.max(...RATES)} journeys a second`,
        budget: "rush-errors",
        value: tallies.reduce((sum, one) => sum + countErrors(one), 0),
        shown: tallies.map(countErrors).join(", "),
        method: `of any step, at ${RATES.join(", ")} journeys a second; nobody waits longer than 20 s`,
      },
      {
        what: "The rush: processor time of a journey with two web processes against one",
        budget: "rush-second-process",
        value: more,
        shown: `${more.toFixed(2)} ×`,
        method: `of the product's processes, two products in turn with ${COMPARED} journeys a second, twice: ${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")}. Each request alone, to one process, the product's and PostgreSQL's ms of processor time: ${steps}`,
      },
    ]
  },
}
