import { randomUUID } from "node:crypto"
import type { Benchmark } from "./rig/figures.ts"
import { CONNECTIONS, rateOf, sendLoad, type WireRequest } from "./rig/load.ts"
import { makeStudents } from "./rig/people.ts"
import { measurePgbench, runPgbench } from "./rig/pgbench.ts"
import { alternate, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import { databaseBeside, type ProductDatabase, type World } from "./rig/world.ts"

const CLASSES = 400
/** The most seats that a class can have. */
const SEATS = 100
/** pgbench's own tables, 100,000 accounts each: enough that its clients don't wait for one row. */
const SCALE = 10

/** Makes classes of one instructor, one after the other from next month on. */
async function makeClasses({ pool }: ProductDatabase): Promise<string[]> {
  const ids = Array.from({ length: CLASSES }, () => randomUUID())
  await pool.query(
    `insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time,
                                    starts_at, ends_at, max_capacity)
     select id, (select user_id from teachers order by created_at limit 1), 'Bench ' || slot, 'mathematics', 'CBSE',
            starts_at::date, starts_at::time, ends_at::time, starts_at, ends_at, $2
     from unnest($1::uuid[]) with ordinality as made (id, slot),
          lateral (select date_trunc('hour', now()) + interval '30 days' + slot * interval '1 hour' as starts_at) as starts,
          lateral (select starts_at + interval '45 minutes' as ends_at) as ends`,
    [ids, SEATS],
  )
  return ids
}

/** One request for every seat: the class changes with each, so that neighbours don't wait for one row. */
async function makeRequests(world: World): Promise<WireRequest[]> {
  const database = await world.database()
  const classes = await makeClasses(database)
  const cookies = await makeStudents(await world.product(), database, SEATS)
  return cookies.flatMap((_, turn) =>
    classes.map((id, index): WireRequest => {
      const cookie = cookies[(turn + index) % cookies.length] ?? ""
      const headers = { cookie, accept: "application/json" }
      return { method: "POST", path: `/api/v1/classes/${id}/enrolments`, headers }
    }),
  )
}

/** A database beside the product's with pgbench's own tables. */
async function makeControl(world: World): Promise<string> {
  const { adminUrl } = await databaseBeside(world, "bench")
  await runPgbench(world, adminUrl, ["-i", "-q", "-s", String(SCALE)])
  return adminUrl
}

async function countEnrolments({ pool }: ProductDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>("select count(*) from class_enrollments")
  return Number(rows[0]?.count)
}

/** Taking a seat in a class over HTTP, its event included, against pgbench's simple update. */
export const enrolment: Benchmark = {
  name: "enrolment",
  async run(world) {
    const { host, port } = await world.product()
    const database = await world.database()
    const control = await makeControl(world)
    let seats = await makeRequests(world)
    const before = await countEnrolments(database)
    let acknowledged = 0
    const enrol = async (ms: number) => {
      const tally = await sendLoad(world, { host, port, requests: seats, repeat: false, ms })
      if (tally.exhausted) throw new Error(`there were no more seats: ${CLASSES} classes are too few`)
      seats = seats.slice(tally.sent)
      acknowledged += tally.answered
      return rateOf(tally)
    }
    const update = (ms: number) => measurePgbench(world, control, ms, ["-N"])
    await enrol(WARM_UP_MS)
    await update(WARM_UP_MS)
    const result = await alternate(
      () => enrol(ROUND_MS),
      () => update(ROUND_MS),
    )
    const written = (await countEnrolments(database)) - before
    if (written !== acknowledged)
      throw new Error(`${acknowledged} seats were acknowledged and ${written} written`)
    return [
      {
        what: "Class enrolment over HTTP, event included",
        budget: "enrolment",
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(0)}/s`,
        method: `POST /api/v1/classes/{id}/enrolments of ${CONNECTIONS} connections, ${SEATS} students, a fresh seat each, ${result.product.toFixed(0)}/s, against pgbench -N on the same server, ${result.control.toFixed(0)}/s; all ${acknowledged} acknowledged seats were found written`,
      },
    ]
  },
}
