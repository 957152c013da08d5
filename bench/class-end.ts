import { randomUUID } from "node:crypto"
import type { Benchmark } from "./rig/figures.ts"
import { makeStudents, signInDemo } from "./rig/people.ts"
import { alternate, showRatio } from "./rig/rounds.ts"
import type { ProductDatabase, World } from "./rig/world.ts"

const INSTRUCTOR = "meera@demo.kaksha.example"
/** The most seats that a class can have, all of them absent. */
const ABSENTEES = 100
/** Classes ended on each side in one round. */
const ENDED_A_ROUND = 3
const ROUNDS = 5

/**
 * Makes live classes with an hour each, on the far side of next month, because classes of one instructor may
 * not overlap. Each has been live for an hour with its instructor there: without that, no attendance would be
 * judged.
 */
async function makeLiveClasses({ pool }: ProductDatabase, count: number, offset: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await pool.query(
    `insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time,
                                    starts_at, ends_at, max_capacity, status, started_at)
     select id, (select user_id from teachers where email = $2), 'Bench ' || slot, 'mathematics', 'CBSE',
            starts_at::date, starts_at::time, ends_at::time, starts_at, ends_at, $3, 'live', now() - interval '1 hour'
     from unnest($1::uuid[]) with ordinality as made (id, slot),
          lateral (select date_trunc('hour', now()) + interval '60 days' + ($4 + slot) * interval '1 hour' as starts_at) as starts,
          lateral (select starts_at + interval '45 minutes' as ends_at) as ends`,
    [ids, INSTRUCTOR, ABSENTEES, offset],
  )
  // Looked into up to now: else all the time until the first look would be an outage.
  await pool.query(
    `insert into class_rooms (class_id, name, polled_at)
     select id, 'kaksha-' || id, now() from unnest($1::uuid[]) as id`,
    [ids],
  )
  await pool.query(
    `insert into presence_events (id, class_id, person_id, device_id, connection_id, kind, source, at)
     select 'bench:' || class_id || kind, class_id, (select user_id from teachers where email = $2), 'bench',
            'bench:' || class_id, kind, 'webhook', at
     from unnest($1::uuid[]) as class_id,
          (values ('joined', now() - interval '1 hour'), ('left', now())) as seen (kind, at)`,
    [ids, INSTRUCTOR],
  )
  return ids
}

async function seatEverybody({ pool }: ProductDatabase, classIds: string[]): Promise<void> {
  await pool.query(
    `insert into class_enrollments (id, class_id, student_id, created_at)
     select gen_random_uuid(), class_id, student.user_id, now() - interval '1 day'
     from unnest($1::uuid[]) as class_id,
          (select user_id from students where first_name = 'Bench' order by user_id limit $2) as student`,
    [classIds, ABSENTEES],
  )
}

/** How long the server takes to respond to the end of a class, in milliseconds, as the median. */
async function endAll(ready: Ready, classIds: string[], absentees: number): Promise<number> {
  const { address, cookie, pool } = ready
  const took: number[] = []
  for (const id of classIds) {
    const started = performance.now()
    const answer = await fetch(`${address}/api/v1/classes/${id}/end`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: "{}",
    })
    took.push(performance.now() - started)
    if (!answer.ok) throw new Error(`ending a class answered ${answer.status}: ${await answer.text()}`)
    await answer.body?.cancel()
    await isOver(pool, id, absentees)
  }
  return took.sort((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0
}

/** Waits for what follows by jobs, a verdict and a message for each absentee: it belongs to this class and must not run into the next one. */
async function isOver(pool: Ready["pool"], classId: string, absentees: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ over: boolean }>(
      `select (select count(*) from attendance_verdicts where class_id = $1::uuid and verdict = 'absent') = $2
          and (select count(*) from notices where cause_id = $1::uuid and kind = 'absence') = $2
          and not exists (select from notices where cause_id = $1::uuid and status in ('queued', 'sending'))
          and not exists (select from pgboss.job where data ->> 'class_id' = $1::text and start_after <= now()
                          and state in ('created', 'retry', 'active')) as over`,
      [classId, absentees],
    )
    if (rows[0]?.over) return
    await new Promise((later) => setTimeout(later, 20))
  }
}

type Ready = { address: string; cookie: string; pool: ProductDatabase["pool"] }

async function prepare(world: World) {
  const database = await world.database()
  const product = await world.product()
  await makeStudents(product, database, ABSENTEES)
  // Every student has a parent to be notified.
  await database.pool.query(
    `update students set parent_name = 'Bench Parent', parent_phone = '+9198' || lpad(n::text, 8, '0')
     from (select user_id as id, row_number() over () as n from students where first_name = 'Bench') as numbered
     where user_id = id`,
  )
  const all = ENDED_A_ROUND * (ROUNDS + 1)
  const full = await makeLiveClasses(database, all, 0)
  await seatEverybody(database, full)
  const empty = await makeLiveClasses(database, all, all)
  const ready = {
    address: product.address,
    cookie: await signInDemo(product, INSTRUCTOR),
    pool: database.pool,
  }
  return { ready, full, empty }
}

/** Ending a class whose hundred students all stayed away, against one without students: telling parents waits. */
export const classEnd: Benchmark = {
  name: "class-end",
  async run(world) {
    const { ready, full, empty } = await prepare(world)
    const endFull = () => endAll(ready, full.splice(0, ENDED_A_ROUND), ABSENTEES)
    const endEmpty = () => endAll(ready, empty.splice(0, ENDED_A_ROUND), 0)
    await endFull()
    await endEmpty()
    const result = await alternate(endFull, endEmpty, ROUNDS)
    return [
      {
        what: "End of a class with 100 absentees",
        budget: "class-end",
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(1)} ms`,
        method: `POST /api/v1/classes/{id}/end, median of ${ENDED_A_ROUND} classes a round: ${result.product.toFixed(1)} ms against ${result.control.toFixed(1)} ms without students; verdicts and messages follow by jobs, and were waited for before the next`,
      },
    ]
  },
}
