import { numbersFrom } from "#tests/faults/seeded.ts"
import { p95 } from "../rig/rounds.ts"
import { BESIDE_OTHERS, IN_TURN, JOURNEY, PAUSE, STUDENT_MS, type Visit } from "./costs.ts"

/** Machines that answer students. `together`: PostgreSQL and the students' program run on the first of them as well. */
export type Fleet = {
  machines: number
  cores: number
  /** Web processes on each machine. */
  processes: number
  /** Cores of PostgreSQL's machine. */
  database: number
  together?: boolean
}

export type Rush = { perSecond: number; seconds: number; journey?: readonly Visit[] }

/** What came out: the 95th of a hundred waits of each kind of visit, in ms, and which share of its cores each machine used. */
export type Outcome = { p95: Record<Visit["what"], number>; web: number; database: number }

const STEP_MS = 1
/** A machine that is behind after so long is not what anybody would run. */
const PATIENCE_MS = 120_000

type Task = { left: number; end: () => void }
type Machine = { cores: number; threads: Task[][]; free: Task[]; used: number }

/**
 * Simulates the full hour in steps of a millisecond. Each process does one thing after the other; PostgreSQL does as many at
 * once as come; what runs on a machine shares its cores evenly. A visit is computed in the process, then in PostgreSQL, then
 * in the process again. The same seed gives the same rush.
 */
export function simulateRush(fleet: Fleet, rush: Rush, seed = 17): Outcome {
  const { perSecond, seconds, journey = JOURNEY } = rush
  const number = numbersFrom(seed)
  const web: Machine[] = Array.from({ length: fleet.machines }, () => ({
    ...{ cores: fleet.cores, free: [], used: 0 },
    threads: Array.from({ length: fleet.processes }, () => []),
  }))
  const own: Machine = { cores: fleet.database, threads: [], free: [], used: 0 }
  const database = fleet.together ? (web[0] ?? own) : own
  const machines = fleet.together ? web : [...web, own]
  const waits = new Map(journey.map(({ what }) => [what, [] as number[]]))
  const coming = new Map<number, (() => void)[]>()
  const threads = web.flatMap((machine) => machine.threads.map((thread) => ({ machine, thread })))
  let [now, open] = [0, 0]

  function visit({ what, web: ms, database: stored }: Visit, done: () => void): void {
    const { machine, thread } = pickProcess()
    const began = now
    const again = () => {
      waits.get(what)?.push(now - began)
      done()
    }
    const all = threads.length > 1 ? ms * BESIDE_OTHERS : ms
    const half = (all * IN_TURN) / 2
    machine.free.push({ left: all * (1 - IN_TURN), end: () => undefined })
    thread.push({
      left: half,
      end: () => database.free.push({ left: stored, end: () => thread.push({ left: half, end: again }) }),
    })
  }
  function pickProcess() {
    const process = threads[Math.floor(number() * threads.length)]
    if (!process) throw new Error("a fleet without processes")
    return process
  }
  const later = (at: number, begin: () => void) => {
    const step = Math.ceil(at)
    coming.set(step, [...(coming.get(step) ?? []), begin])
  }
  const pause = (of: number) => of * 1_000 * (0.5 + number())

  function walk(rest: readonly Visit[]): void {
    const [next, ...after] = rest
    if (!next) {
      open -= 1
      return
    }
    if (fleet.together) web[0]?.free.push({ left: STUDENT_MS / journey.length, end: () => undefined })
    visit(next, () => {
      if (next.pause) later(now + pause(PAUSE[next.pause]), () => walk(after))
      else walk(after)
    })
  }

  // Everybody comes by themselves, at random over the time.
  const arrivals = Array.from(
    { length: Math.round(perSecond * seconds) },
    () => number() * seconds * 1_000,
  ).toSorted((one, other) => one - other)
  for (let next = 0; next < arrivals.length || open > 0; now += STEP_MS) {
    if (now > seconds * 1_000 + PATIENCE_MS) break
    for (let at = arrivals[next]; at !== undefined && at <= now; next += 1, at = arrivals[next]) {
      open += 1
      walk(journey)
    }
    for (const begin of coming.get(now) ?? []) begin()
    coming.delete(now)
    for (const machine of machines) work(machine)
  }
  const span = Math.max(1, seconds * 1_000)
  const used = (some: readonly Machine[]) =>
    some.reduce((sum, one) => sum + one.used, 0) / (some.reduce((sum, one) => sum + one.cores, 0) * span)
  return {
    p95: Object.fromEntries([...waits].map(([what, all]) => [what, p95(all)])) as Outcome["p95"],
    web: used(web),
    database: fleet.together ? used(web) : used([own]),
  }
}

/** Lets a machine compute for a step. */
function work(machine: Machine): void {
  const busy = machine.threads.filter((thread) => thread.length > 0)
  const runnable = busy.length + machine.free.length
  if (runnable === 0) return
  const share = Math.min(1, machine.cores / runnable) * STEP_MS
  machine.used += share * runnable
  const ended: Task[] = []
  for (const thread of busy) {
    // What is left of the step goes to the next in line.
    for (let budget = share; budget > 0 && thread[0]; ) {
      const [task] = thread
      const spent = Math.min(budget, task.left)
      task.left -= spent
      budget -= spent
      if (task.left > 1e-9) break
      thread.shift()
      ended.push(task)
    }
  }
  for (const task of machine.free) task.left -= share
  ended.push(...machine.free.filter(({ left }) => left <= 1e-9))
  machine.free = machine.free.filter(({ left }) => left > 1e-9)
  for (const { end } of ended) end()
}
