import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { databaseOn } from "#platform/database/db.ts"
import { addressesOf } from "#platform/postgres/database.ts"
import { type LivekitStandIn, startLivekitStandIn } from "#tests/gateways/livekit.ts"
import type { Benchmark } from "./rig/figures.ts"
import { readMetric } from "./rig/metrics.ts"
import { openSessionsOf, writeStudents, writeTeachers } from "./rig/people.ts"
import { nextMessage, startProcess } from "./rig/processes.ts"
import { type Product, startProduct } from "./rig/product.ts"
import type { World } from "./rig/world.ts"
import type { RushOrder, RushTally, Step } from "./rush-worker.ts"

/** 12,000 students in two minutes. */
const PER_SECOND = Number(process.env.RUSH_PER_SECOND ?? 100)
const SECONDS = Number(process.env.RUSH_SECONDS ?? 30)
/** Of those who come, in one class. */
const IN_A_CLASS = 40
/** The product warms up on so many journeys, at a tenth of the rate. */
const WARM_UP = 60

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

/** Processor seconds of a process and of those that it started, by the system's count. */
function processorSeconds(pid: number, withChildren: boolean): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  return ids.reduce((sum, id) => {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
      const counts = Number(id) === pid || (withChildren && Number(fields[1]) === pid)
      return counts ? sum + (Number(fields[11]) + Number(fields[12])) / 100 : sum
    } catch {
      // It ended meanwhile.
      return sum
    }
  }, 0)
}

function postmasterOf({ dataFolder }: Product): number {
  return Number(readFileSync(join(dataFolder, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
}

type Rush = RushTally & { product: number; database: number; main: number }

async function rush(
  world: World,
  product: Product,
  standIn: LivekitStandIn,
  students: RushOrder["students"],
  perSecond: number,
): Promise<Rush> {
  const child = startProcess(world, "rush-worker.ts")
  const read = async () => ({
    product: await readMetric(product, "process_cpu_seconds_total"),
    database: processorSeconds(postmasterOf(product), true),
    main: processorSeconds(product.pid, false),
  })
  const before = await read()
  const { host, port } = product
  const { apiKey, apiSecret } = standIn
  child.send({ host, port, students, perSecond, apiKey, apiSecret } satisfies RushOrder)
  const tally = await nextMessage<RushTally>(child)
  const after = await read()
  return {
    ...tally,
    product: after.product - before.product,
    database: after.database - before.database,
    main: after.main - before.main,
  }
}

const at = (times: number[], share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN

/** The five-o'clock rush: students open their dashboard and the list, and join, with their event streams open. */
export const rushHour: Benchmark = {
  name: "rush",
  async run(world) {
    const standIn = await startLivekitStandIn()
    world.own(() => standIn.stop())
    const { url: LIVEKIT_URL, apiKey: LIVEKIT_API_KEY, apiSecret: LIVEKIT_API_SECRET } = standIn
    const product = await startProduct(world, { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET })
    const students = await makeStudents(product, PER_SECOND * SECONDS + WARM_UP)
    await rush(world, product, standIn, students.splice(0, WARM_UP), PER_SECOND / 10)
    await delay(3_000)
    const { times, errors, journeys, seconds, ...cpu } = await rush(
      world,
      product,
      standIn,
      students,
      PER_SECOND,
    )
    const told = (step: Step) =>
      `${step} ${[0.5, 0.95, 0.99].map((share) => at(times[step], share).toFixed(0)).join(", ")} ms`
    const failed = Object.values(errors).reduce((sum, one) => sum + one, 0)
    const each = (spent: number) => `${((spent * 1_000) / journeys).toFixed(1)} ms`
    const method = `${journeys} journeys of dashboard, event stream, list, join and webhook in ${seconds.toFixed(0)} s, with human pauses and whatever the answers took; half, 95 and 99 of a hundred: ${(["dashboard", "list", "join", "webhook", "stream"] as const).map(told).join("; ")}. Processor time of a journey: the product's processes ${each(cpu.product)}, the one that hands connections out ${each(cpu.main)}, PostgreSQL ${each(cpu.database)}, the generator ${each(cpu.cpuSeconds)}`
    const page = Math.max(at(times.dashboard, 0.95), at(times.list, 0.95))
    return [
      {
        what: `The rush, ${PER_SECOND} journeys a second: a page`,
        budget: "rush-page",
        value: page,
        shown: `${page.toFixed(0)} ms`,
        method,
      },
      {
        what: `The rush, ${PER_SECOND} journeys a second: a join`,
        budget: "rush-join",
        value: at(times.join, 0.95),
        shown: `${at(times.join, 0.95).toFixed(0)} ms`,
        method: "95 of a hundred; see above",
      },
      {
        what: `The rush, ${PER_SECOND} journeys a second: errors`,
        budget: "rush-errors",
        value: failed,
        shown: String(failed),
        method: failed > 0 ? JSON.stringify(errors) : "of any step",
      },
    ]
  },
}
