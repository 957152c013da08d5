import { measureListFollowers } from "./list-followers.ts"
import type { Benchmark } from "./rig/figures.ts"
import { readMetric } from "./rig/metrics.ts"
import { makeStudents } from "./rig/people.ts"
import { nextMessage, startProcess } from "./rig/processes.ts"
import { alternate, showRatio } from "./rig/rounds.ts"
import type { World } from "./rig/world.ts"
import type { StreamAnswer, StreamOrder } from "./stream-worker.ts"

const READERS = Number(process.env.READERS ?? 5_000)
/** Each has some pages open. */
const STUDENTS = Math.ceil(READERS / 5)
const CHANGES = 20
const BETWEEN_MS = 150
/** The product warms up on some changes that are not counted. */
const WARM_UP = 10

type Side = {
  /**
   * Has a change sent to all readers. Returns when each received it, in milliseconds after the order was
   * given.
   */
  tell(): Promise<number[]>
  /** By how much each stream grew the process that serves them, in bytes. */
  bytesEach: number
  /** Has the readers go, so that they are in no other benchmark's way. */
  close(): void
}

let told = 0

/**
 * Opens the readers of one side. `resident` returns the bytes of the process that serves their streams,
 * `order` has it send a change with that id.
 */
async function openSide(
  world: World,
  at: { port: number; path: string; cookies?: string[] },
  resident: () => Promise<number>,
  order: (id: string) => Promise<unknown>,
): Promise<Side> {
  const readers = startProcess(world, "stream-worker.ts")
  const send = (message: StreamOrder) => readers.send(message)
  const before = await resident()
  const opened = nextMessage<StreamAnswer>(readers)
  send({ kind: "open", host: "127.0.0.1", count: READERS, ...at })
  await opened
  const bytesEach = ((await resident()) - before) / READERS
  async function tell(): Promise<number[]> {
    told += 1
    const id = `told-${told}`
    const answer = nextMessage<StreamAnswer>(readers)
    send({ kind: "await", id })
    const started = performance.timeOrigin + performance.now()
    await order(id)
    const heard = await answer
    return heard.kind === "heard" ? heard.at.map((time) => time - started) : []
  }
  return { tell, bytesEach, close: () => void readers.kill("SIGKILL") }
}

async function openProduct(world: World, cookies: string[]) {
  const product = await world.product()
  const { pool } = await world.database()
  const resident = () => readMetric(product, "process_resident_memory_bytes")
  const at = { port: product.port, path: "/api/v1/events?topics=slot:*", cookies }
  return openSide(world, at, resident, (id) =>
    pool.query("select pg_notify('kaksha_changes', $1)", [JSON.stringify({ name: "slot.offered", id })]),
  )
}

async function openControl(world: World) {
  const child = startProcess(world, "bare/streams.ts")
  const port = await nextMessage<number>(child)
  const at = `http://127.0.0.1:${port}`
  const resident = async () => Number(await (await fetch(`${at}/rss`)).text())
  return openSide(world, { port, path: "/" }, resident, (id) =>
    fetch(at, { method: "POST", body: JSON.stringify({ name: "slot.offered", id }) }),
  )
}

/** The delay, in milliseconds, within which 99 of a hundred readers received a change. */
async function p99(side: Side, changes = CHANGES): Promise<number> {
  const times: number[] = []
  for (let change = 0; change < changes; change += 1) {
    times.push(...(await side.tell()))
    await new Promise((later) => setTimeout(later, BETWEEN_MS))
  }
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
}

/**
 * Browsers that follow changes: how soon all receive one, and what each costs, compared with server-sent
 * events by plain Node.
 */
export const eventStreams: Benchmark = {
  name: "event-streams",
  async run(world) {
    const cookies = await makeStudents(await world.product(), await world.database(), STUDENTS)
    const product = await openProduct(world, cookies)
    const control = await openControl(world)
    for (const side of [product, control]) await p99(side, WARM_UP)
    const result = await alternate(
      () => p99(product),
      () => p99(control),
    )
    for (const side of [product, control]) side.close()
    const followers = await measureListFollowers(world, { count: READERS, cookies })
    const many = READERS.toLocaleString("en-IN")
    return [
      {
        what: `A change told to ${many} followers`,
        budget: "events-fan-out",
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(0)} ms`,
        method: `from the change in PostgreSQL until the 99th of a hundred heard of it, ${CHANGES} changes a round: ${result.product.toFixed(0)} ms against ${result.control.toFixed(0)} ms of Node alone, told over HTTP`,
      },
      ...followers,
      {
        what: `Memory of one of ${many} followers`,
        budget: "events-memory",
        value: product.bytesEach / 1_024,
        shown: `${(product.bytesEach / 1_024).toFixed(1)} KiB`,
        method: `growth of the process's resident memory while they came, each on a connection of its own; Node alone ${(control.bytesEach / 1_024).toFixed(1)} KiB`,
      },
    ]
  },
}
