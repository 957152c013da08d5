import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { followClasses, followDays, type Listed } from "#features/classes/list-changes.ts"
import { OWN_CHANGES } from "#shared/changes.ts"
import type { Figure } from "./rig/figures.ts"
import { postJson } from "./rig/live-class.ts"
import { readMetric } from "./rig/metrics.ts"
import { makeInstructor } from "./rig/people.ts"
import { nextMessage, startProcess } from "./rig/processes.ts"
import type { World } from "./rig/world.ts"
import type { StreamAnswer, StreamOrder } from "./stream-worker.ts"

/** They start within some seconds, as at a full hour. */
const CLASSES = 50
const STARTS_AT_A_TIME = 4
/** Corrected marks, sent notices, joined rooms: nothing that a list shows. */
const IRRELEVANT = 200
/** How long remaining changes and page loads get, in milliseconds. */
const SETTLED_MS = 6_000

type Starting = { id: string; cookie: string }

/** Makes classes that begin in some minutes, each of an instructor of its own. */
async function makeClasses(world: World): Promise<Starting[]> {
  const database = await world.database()
  const made: Starting[] = []
  for (let number = 0; number < CLASSES; number += 1) {
    const { id: instructor, cookie } = await makeInstructor(await world.product(), database)
    const id = randomUUID()
    await database.pool.query(
      `insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time,
                                      end_time, starts_at, ends_at, max_capacity)
       select $1, $2, 'At the full hour', 'mathematics', 'CBSE', here::date, here::time,
              (here + interval '1 hour')::time, begins, begins + interval '1 hour', 30
       from (select date_trunc('minute', now()) + interval '5 minutes' as begins) as clock,
            lateral (select begins at time zone 'Asia/Kolkata' as here) as wall`,
      [id, instructor],
    )
    made.push({ id, cookie })
  }
  return made
}

/** The list of the day as a student's browser has it, and what it follows. */
async function readList(world: World, cookie: string) {
  const { address } = await world.product()
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(Date.now() + 300_000)
  const answer = await fetch(`${address}/api/v1/classes?date=${date}&limit=30`, { headers: { cookie } })
  const { items } = (await answer.json()) as { items: Listed["classes"] }
  const listed = { classes: items, chosen: null, filters: { date, curriculum: "", class_type: "" } }
  const topics = [...followClasses(items), ...followDays(date, []), ...OWN_CHANGES].join()
  return { listed, page: `/live-classes.data?date=${date}`, topics }
}

type Followers = { count: number; cookies: string[] }

/** What 5,000 who have the list of classes open cost while 50 classes start, and while nothing of the list changes. */
export async function measureListFollowers(world: World, followers: Followers): Promise<Figure[]> {
  const product = await world.product()
  const { pool } = await world.database()
  const classes = await makeClasses(world)
  const { listed, page, topics } = await readList(world, followers.cookies[0] ?? "")
  const shown = classes.filter(({ id }) => listed.classes.some((session) => session.id === id))
  const readers = startProcess(world, "stream-worker.ts")
  const ask = <T extends StreamAnswer>(order: StreamOrder): Promise<T> => {
    const answer = nextMessage<T>(readers)
    readers.send(order)
    return answer
  }
  const count = () => ask<Extract<StreamAnswer, { kind: "counted" }>>({ kind: "count" })
  const path = `/api/v1/events?topics=${encodeURIComponent(topics)}`
  const { host, port } = product
  await ask({ kind: "open", host, port, path, ...followers, list: { listed, page } })

  const spend = async (act: () => Promise<unknown>) => {
    const before = { cpu: await readMetric(product, "process_cpu_seconds_total"), ...(await count()) }
    await act()
    let after = await count()
    for (let quiet = 0; quiet < SETTLED_MS; quiet += 500) {
      await delay(500)
      const now = await count()
      if (now.told !== after.told || now.loads !== after.loads || now.loading > 0) quiet = 0
      after = now
    }
    const cpu = (await readMetric(product, "process_cpu_seconds_total")) - before.cpu
    return {
      cpu,
      told: after.told - before.told,
      starts: after.starts - before.starts,
      loads: after.loads - before.loads,
    }
  }

  const idle = await spend(() => delay(SETTLED_MS))
  const irrelevant = await spend(async () => {
    for (let number = 0; number < IRRELEVANT; number += 1) {
      const name = ["class.attendance", "class.notices", "class.presence"][number % 3]
      const change = JSON.stringify({ name, id: classes[number % CLASSES]?.id })
      await pool.query("select pg_notify('kaksha_changes', $1)", [change])
    }
  })
  const starting = await spend(async () => {
    const left = [...classes]
    const lane = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        await postJson(`${product.address}/api/v1/classes/${next.id}/start`, next.cookie, {})
      }
    }
    await Promise.all(Array.from({ length: STARTS_AT_A_TIME }, lane))
  })
  // An edit of a class that is shown: no list can know what it says now.
  const edited = await spend(async () => {
    const change = JSON.stringify({ name: "class.changed", id: shown[0]?.id })
    await pool.query("select pg_notify('kaksha_changes', $1)", [change])
  })
  readers.kill("SIGKILL")
  const wanted = shown.length * followers.count
  if (starting.starts !== wanted) throw new Error(`${starting.starts} of ${wanted} starts were heard of`)
  const many = followers.count.toLocaleString("en-IN")
  return [
    {
      what: `Pages loaded and events sent for changes that the lists of ${many} followers don't show`,
      budget: "events-irrelevant",
      value: irrelevant.loads + irrelevant.told,
      shown: `${irrelevant.loads} pages, ${irrelevant.told} events`,
      method: `${IRRELEVANT} marks, notices and arrivals of classes that they show and don't show; ${irrelevant.cpu.toFixed(2)} s of the product's processor time, ${idle.cpu.toFixed(2)} s when nothing happened`,
    },
    {
      what: `Processor time of ${CLASSES} classes starting before ${many} followers of their list`,
      budget: "events-starts",
      value: starting.cpu,
      shown: `${starting.cpu.toFixed(1)} s, ${(starting.loads / followers.count).toFixed(2)} pages each`,
      method: `of the product's process, the starts by HTTP included, until nothing more was told: ${starting.told} events of which ${starting.starts} say that one of the ${shown.length} classes shown began, and ${starting.loads} pages loaded by the list's own judgement`,
    },
    {
      what: `Pages loaded by ${many} followers for one edit of a class that they show`,
      budget: "events-edit-loads",
      value: edited.loads / followers.count,
      shown: `${(edited.loads / followers.count).toFixed(2)} each, ${edited.cpu.toFixed(1)} s`,
      method: `${edited.loads} requests for the list, spread over three seconds, and ${edited.told} events; ${edited.cpu.toFixed(1)} s of the product's processor time in all, ${((edited.cpu * 1_000) / Math.max(1, edited.loads)).toFixed(1)} ms a follower`,
    },
  ]
}
