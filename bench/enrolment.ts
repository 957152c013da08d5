import { randomUUID } from "node:crypto"
import type { Pool } from "pg"
import { enrol } from "#features/classes/server/seats.ts"
import { type SignedInCtx, systemClock } from "#platform/context.ts"
import { isId } from "#shared/ids.ts"
import { startBareStatements } from "./rig/bare-program.ts"
import type { Benchmark } from "./rig/figures.ts"
import { CONNECTIONS, rateOf, sendLoad, type WireRequest } from "./rig/load.ts"
import { type Cookie, makeStudents } from "./rig/people.ts"
import { measurePgbench, runPgbench } from "./rig/pgbench.ts"
import { compareRounds, inTurn, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import { type BareOrder, noteSent, readSession, withPlaces } from "./rig/sent.ts"
import { databaseBeside, type ProductDatabase, type World } from "./rig/world.ts"

const CLASSES = 900
/** The most seats that a class can have. */
const SEATS = 100
/** More than either side takes in a second; the rest waits for its round. */
const MOST_A_SECOND = 5_000
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
function makeRequests(classes: string[], cookies: Cookie[]): WireRequest[] {
  const headers = cookies.map((cookie) => ({ cookie, accept: "application/json" }))
  return headers.flatMap((_, turn) =>
    classes.map(
      (id, index): WireRequest => ({
        method: "POST",
        path: `/api/v1/classes/${id}/enrolments`,
        headers: headers[(turn + index) % headers.length] ?? {},
      }),
    ),
  )
}

/** The two statements by which the product finds the session and takes a seat; the second isn't sent. */
async function recordEnrolment(world: World, cookie: Cookie): Promise<BareOrder> {
  const { url, pool } = await world.database()
  const { viewer, session } = await readSession(await world.product(), pool, cookie)
  const seated = { query: async () => ({ rows: [{}] }) } as unknown as Pool
  const { db, sent } = noteSent(seated)
  const of = randomUUID()
  await enrol({ db, viewer, clock: systemClock } as SignedInCtx, of)
  const [taking] = sent
  if (!taking || sent.length > 1) throw new Error("a seat is taken by another number of statements than one")
  const made = taking.values.find((value) => isId(String(value)) && value !== of && value !== viewer.user_id)
  const places = { class: of, student: viewer.user_id, new: String(made) }
  return { url, session, statements: [withPlaces(taking, places)] }
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
    const product = await world.product()
    const database = await world.database()
    const control = await makeControl(world)
    const cookies = await makeStudents(product, database, SEATS)
    let seats = makeRequests(await makeClasses(database), cookies)
    const order = await recordEnrolment(world, cookies[0] ?? "")
    const barePort = await startBareStatements(world, order)
    const before = await countEnrolments(database)
    let acknowledged = 0
    const enrolAt = (port: number) => async (ms: number) => {
      const requests = seats.slice(0, (MOST_A_SECOND * ms) / 1_000)
      const tally = await sendLoad(world, { host: product.host, port, requests, repeat: false, ms })
      if (tally.exhausted) throw new Error(`there were no more seats: ${CLASSES} classes are too few`)
      seats = seats.slice(tally.sent)
      acknowledged += tally.answered
      return rateOf(tally)
    }
    const sides = [
      enrolAt(product.port),
      (ms: number) => measurePgbench(world, control, ms, ["-N"]),
      enrolAt(barePort),
    ]
    for (const side of sides) await side(WARM_UP_MS)
    const [ours, updates, bare] = await inTurn(sides.map((side) => () => side(ROUND_MS)))
    const written = (await countEnrolments(database)) - before
    if (written !== acknowledged)
      throw new Error(`${acknowledged} seats were acknowledged and ${written} written`)
    const result = compareRounds(ours, updates)
    const unavoidable = compareRounds(ours, bare)
    const method = `POST /api/v1/classes/{id}/enrolments of ${CONNECTIONS} connections, ${SEATS} students, a fresh seat each, ${result.product.toFixed(0)}/s, against`
    const found = `all ${acknowledged} acknowledged seats were found written`
    return [
      {
        what: "Class enrolment over HTTP, event included",
        budget: "enrolment",
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(0)}/s`,
        method: `${method} pgbench -N on the same server, ${result.control.toFixed(0)}/s; ${found}`,
      },
      {
        what: "Class enrolment over HTTP, beside a bare Node program of the same two statements",
        budget: "enrolment-unavoidable",
        value: unavoidable.ratio,
        shown: `${showRatio(unavoidable)}; the bare program is at ${showRatio(compareRounds(bare, updates))} of pgbench -N`,
        method: `${method} ${unavoidable.control.toFixed(0)}/s of node:http that finds the session by its statement and takes the seat, with its event, by the product's own, by the same driver; no policy, validation, log and limits; ${found}`,
      },
    ]
  },
}
