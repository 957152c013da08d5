import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { freePort } from "#tests/free-port.ts"
import { type LivekitStandIn, type StandInPerson, startLivekitStandIn } from "#tests/gateways/livekit.ts"
import type { Benchmark } from "./rig/figures.ts"
import { readMetric } from "./rig/metrics.ts"
import { writeStudents, writeTeachers } from "./rig/people.ts"
import { databaseBeside, projectRoot, type World } from "./rig/world.ts"

const ROOMS = Number(process.env.ROOMS ?? 1_000)
/** In each room, its instructor besides. */
const STUDENTS = Number(process.env.STUDENTS ?? 12)
const WORKERS = Number(process.env.WORKERS ?? 2)
/** After the workers are up; then everything was seen once. */
const SETTLED_MS = 40_000
const MEASURED_MS = 60_000
/** So many students leave and others come while it is measured. */
const MOVES = 300

type Room = { classId: string; people: StandInPerson[]; waiting: StandInPerson[] }

/** Makes live classes with everybody in them, and one more student of each who comes later. */
async function makeRooms(adminUrl: string): Promise<Room[]> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query("set session_replication_role = replica")
  const person = (moderates: boolean): StandInPerson => {
    const id = randomUUID()
    return { identity: `${id}:bench`, sid: `PA_${id}`, moderates }
  }
  const rooms = Array.from({ length: ROOMS }, () => {
    const students = Array.from({ length: STUDENTS + 1 }, () => person(false))
    return {
      classId: randomUUID(),
      people: [person(true), ...students.slice(1)],
      waiting: students.slice(0, 1),
    }
  })
  const idOf = (one: StandInPerson | undefined) => one?.identity.split(":")[0] ?? ""
  const teachers = rooms.map(({ people }) => idOf(people[0]))
  const seats = rooms.flatMap((room) =>
    [...room.people.slice(1), ...room.waiting].map((one) => [room.classId, idOf(one)]),
  )
  const students = seats.map(([, id = ""]) => id)
  await writeTeachers(admin, teachers)
  await writeStudents(admin, students)
  await admin.query(
    `insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time,
                                    starts_at, ends_at, max_capacity, seats_taken, status, started_at)
     select id, teacher, 'Watched', 'mathematics', 'CBSE', current_date, '17:00', '18:00',
            now(), now() + interval '3 hours', 50, $3, 'live', now()
     from unnest($1::uuid[], $2::uuid[]) as made (id, teacher)`,
    [rooms.map(({ classId }) => classId), teachers, STUDENTS + 1],
  )
  await admin.query(
    `insert into class_enrollments (id, class_id, student_id, created_at, starts_at)
     select gen_random_uuid(), class_id, student, now() - interval '1 day', c.starts_at
     from unnest($1::uuid[], $2::uuid[]) as seat (class_id, student) join scheduled_classes c on c.id = class_id`,
    [seats.map(([classId]) => classId), students],
  )
  await admin.query("analyze")
  await admin.end()
  return rooms
}

type Worker = { host: string; port: number }

/** Starts a worker of the product as an academy's second machine would, and waits until it is ready. */
async function startWorker(world: World, databaseUrl: string, standIn: LivekitStandIn): Promise<Worker> {
  const port = await freePort()
  const dataFolder = mkdtempSync(join(tmpdir(), "kaksha-watch-"))
  world.own(() => rmSync(dataFolder, { recursive: true, force: true }))
  const child = spawn(process.execPath, ["src/app/cli.ts", "worker"], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...{ NODE_ENV: "production", APP_URL: "https://bench.kaksha.example", LOG_LEVEL: "warn" },
      ...{ AUTH_SECRET: "of a benchmark, at least 32 characters", DATABASE_URL: databaseUrl },
      ...{ LIVEKIT_URL: standIn.url, LIVEKIT_API_KEY: standIn.apiKey, LIVEKIT_API_SECRET: standIn.apiSecret },
      ...{ PORT: String(port), KAKSHA_DATA: dataFolder, PAYMENT_PROVIDER: "off" },
    },
    stdio: ["ignore", process.env.BENCH_LOG ? "inherit" : "ignore", "inherit"],
  })
  const ended = new Promise((done) => child.once("exit", done))
  world.own(async () => {
    child.kill("SIGTERM")
    await ended
  })
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return { host: "127.0.0.1", port }
    await delay(100)
  }
}

type Spent = {
  workers: number
  statements: number
  databaseMs: number
  written: Map<string, number>
  wal: number
}

/** What workers and database have spent so far, and the rows written to each table. */
async function readSpent(pool: pg.Pool, workers: Worker[]): Promise<Spent> {
  const cpu = await Promise.all(
    workers.map(({ host, port }) =>
      readMetric({ address: `http://${host}:${port}` }, "process_cpu_seconds_total"),
    ),
  )
  const tables = await pool.query<{ name: string; rows: string }>(
    "select relname as name, n_tup_ins + n_tup_upd + n_tup_del as rows from pg_stat_user_tables",
  )
  const { rows } = await pool.query<{ calls: string; wal: string }>(
    "select (select xact_commit from pg_stat_database where datname = current_database()) as calls, pg_current_wal_lsn() - '0/0'::pg_lsn as wal",
  )
  return {
    workers: cpu.reduce((sum, one) => sum + one, 0),
    statements: Number(rows[0]?.calls),
    databaseMs: 0,
    written: new Map(tables.rows.map(({ name, rows: count }) => [name, Number(count)])),
    wal: Number(rows[0]?.wal),
  }
}

/** Lets some leave and others come, evenly over the time that is measured. */
async function moveAbout(standIn: LivekitStandIn, rooms: Room[]): Promise<number> {
  let moved = 0
  for (let move = 0; move < MOVES; move += 1) {
    const room = rooms[(move * 7) % rooms.length]
    const [comes] = room?.waiting.splice(0, 1) ?? []
    if (room && comes) {
      const [leaves] = room.people.splice(1, 1)
      if (leaves) room.waiting.push(leaves)
      room.people.push({ ...comes, sid: `PA_${randomUUID()}` })
      await standIn.fill([[room.classId, room.people]])
      moved += 1
    }
    await delay(MEASURED_MS / MOVES)
  }
  return moved
}

/** How two workers keep up with a thousand live rooms, on a stand-in that speaks the video server's API. */
export const watchingRooms: Benchmark = {
  name: "watching-rooms",
  async run(world) {
    const { url, adminUrl } = await databaseBeside(world, `watching_${Date.now()}`)
    const standIn = await startLivekitStandIn()
    world.own(() => standIn.stop())
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    world.own(() => pool.end())
    const first = await startWorker(world, url, standIn)
    const others = await Promise.all(
      Array.from({ length: WORKERS - 1 }, () => startWorker(world, url, standIn)),
    )
    const workers = [first, ...others]
    const rooms = await makeRooms(adminUrl)
    await standIn.fill(rooms.map(({ classId, people }) => [classId, people]))
    await delay(SETTLED_MS)
    await standIn.count()
    const before = await readSpent(pool, workers)
    const began = performance.now()
    const moved = await moveAbout(standIn, rooms)
    const { calls, looks, cpuSeconds } = await standIn.count()
    const seconds = (performance.now() - began) / 1_000
    const after = await readSpent(pool, workers)
    const waits = rooms.map(({ classId }) => looks[classId]?.longestMs ?? seconds * 1_000)
    const counts = rooms.map(({ classId }) => looks[classId]?.count ?? 0)
    const written = [...after.written].map(
      ([name, rows]) => [name, rows - (before.written.get(name) ?? 0)] as const,
    )
    const shownRows = written.filter(([, rows]) => rows > 0).sort((one, other) => other[1] - one[1])
    const sorted = waits.toSorted((one, other) => one - other)
    const longest = sorted.at(-1) ?? 0
    const half = sorted[Math.floor(sorted.length / 2)] ?? 0
    const cpu = after.workers - before.workers
    const told = {
      seconds: seconds.toFixed(0),
      looks: counts.reduce((sum, one) => sum + one, 0),
      calls: JSON.stringify(calls),
      cpu: cpu.toFixed(1),
      transactions: after.statements - before.statements,
      rows: shownRows.map(([name, rows]) => `${name} ${rows}`).join(", "),
      wal: ((after.wal - before.wal) / 1e6).toFixed(1),
    }
    return [
      {
        what: `${ROOMS.toLocaleString("en-IN")} live rooms, watched by ${WORKERS} workers: the longest wait for a look`,
        budget: "watching-wait",
        value: longest / 1_000,
        shown: `${(longest / 1_000).toFixed(1)} s, half of the rooms ${(half / 1_000).toFixed(1)} s`,
        method: `${told.looks} looks in ${told.seconds} s at a stand-in for LiveKit with ${STUDENTS + 1} people in each room, ${moved} of whom leave and as many come: calls ${told.calls}; the workers' processor time ${told.cpu} s, the stand-in's ${cpuSeconds.toFixed(1)} s in all; ${told.transactions} transactions, ${told.wal} MB of WAL, rows written: ${told.rows}`,
      },
    ]
  },
}
