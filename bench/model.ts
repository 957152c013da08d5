import pg from "pg"
import { listenForChanges } from "#platform/events.ts"
import { createLog } from "#platform/log/log.ts"
import { measuredRushes } from "./model/costs.ts"
import { type Fleet, type Outcome, simulateRush } from "./model/rush.ts"
import type { Benchmark } from "./rig/figures.ts"

const CHANGES = 20_000
const WRITERS = 16
const COMMITS = 2_000
/** 12,000 students in two minutes, as the largest academy that is thought of has them. */
const ACADEMY = { perSecond: 100, seconds: 120 }
const FLEET: Fleet = { machines: 1, cores: 6, processes: 6, database: 3 }

/** Transactions of one connection that write a row and tell of it. Without the row nothing would be flushed to the disk. */
const telling = (count: number) => `do $$ begin for at in 1..${count} loop
  insert into bench_changes values (at); perform pg_notify('kaksha_changes', '{"name":"class.attendance","id":"' || at || '"}'); commit; end loop; end $$`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Microseconds of processor time for a change that a process hears and nobody in it follows. */
async function hearing(url: string): Promise<number> {
  const changes = await listenForChanges(url, createLog("silent"))
  const teller = await connect(url)
  let last = () => {}
  const heard = new Promise<void>((done) => {
    last = done
  })
  changes.on(`class:${CHANGES}`, () => last())
  const before = process.cpuUsage()
  await teller.query(telling(CHANGES))
  await heard
  const { user, system } = process.cpuUsage(before)
  await teller.end()
  await changes.close()
  return (user + system) / CHANGES
}

/** How many transactions with a change PostgreSQL commits in a second, one after the other as it does. */
async function tellingAtOnce(url: string): Promise<number> {
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => connect(url)))
  const began = performance.now()
  await Promise.all(writers.map((writer) => writer.query(telling(COMMITS))))
  const seconds = (performance.now() - began) / 1_000
  await Promise.all(writers.map((writer) => writer.end()))
  return (WRITERS * COMMITS) / seconds
}

/** How far the simulated waits for a dashboard are from the measured ones, as a factor, where the machine keeps up. */
function compare(): { worst: number; shown: string } {
  const compared = measuredRushes.map(({ perSecond, processes, dashboard }) => {
    const fleet: Fleet = { machines: 1, cores: 2, processes, database: 0, together: true }
    const simulated = simulateRush(fleet, { perSecond, seconds: 30 }).p95.dashboard
    return { perSecond, processes, dashboard, simulated, keptUp: dashboard < 1_000 }
  })
  const factor = ({ dashboard, simulated }: (typeof compared)[number]) =>
    Math.max(dashboard / simulated, simulated / dashboard)
  return {
    worst: Math.max(...compared.filter(({ keptUp }) => keptUp).map(factor)),
    shown: compared
      .map(
        ({ perSecond, processes, dashboard, simulated }) =>
          `${perSecond}/s and ${processes} processes: ${dashboard} ms measured, ${simulated.toFixed(0)} ms simulated`,
      )
      .join("; "),
  }
}

const pageOf = ({ p95 }: Outcome) => Math.max(p95.dashboard, p95.list)

/** What the full hour needs, computed from what was measured, and what the computation rests on. */
export const model: Benchmark = {
  name: "model",
  async run(world) {
    const { url, pool } = await world.database()
    await pool.query("create table bench_changes (number int)")
    const heard = await hearing(url)
    const told = await tellingAtOnce(url)
    await pool.query("drop table bench_changes")
    const fitted = compare()
    const academy = simulateRush(FLEET, ACADEMY)
    return [
      {
        what: "Hearing a change that nobody in a process follows",
        budget: "model-hearing",
        value: heard,
        shown: `${heard.toFixed(0)} µs`,
        method: `processor time of a process with ${CHANGES.toLocaleString("en")} changes, each in a transaction of its own`,
      },
      {
        what: "Transactions with a change, a second",
        budget: "model-telling",
        value: told,
        shown: `${told.toFixed(0)}/s`,
        method: `${WRITERS} connections, ${COMMITS} commits each, of one row and its change; the next one waits until it is on the disk`,
      },
      {
        what: "Simulated waits for a dashboard at the full hour, against measured ones",
        budget: "model-fit",
        value: fitted.worst,
        shown: `${fitted.worst.toFixed(2)} × at most where the machine keeps up`,
        method: fitted.shown,
      },
      {
        what: "12,000 students in two minutes on 6 processes of 6 cores, simulated",
        budget: "model-academy",
        value: pageOf(academy),
        shown: `${pageOf(academy).toFixed(0)} ms, joins ${academy.p95.join.toFixed(0)} ms`,
        method: `p95 of pages; PostgreSQL on 3 cores of its own; ${(academy.web * 100).toFixed(0)} % of the web machine's cores used, ${(academy.database * 100).toFixed(0)} % of PostgreSQL's`,
      },
    ]
  },
}
