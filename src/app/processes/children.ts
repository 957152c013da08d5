import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { Log } from "#platform/log/log.ts"
import type { Counts } from "#platform/metrics.ts"
import { within } from "#platform/parts.ts"
import { SECOND } from "#shared/time.ts"
import type { DemoPassword } from "../seed.ts"
import type { Doors, Taker } from "./doors.ts"
import type { ChildGround, FromChild, SharedState, ToChild } from "./messages.ts"

/** The pause before a child that ended by itself is started again; it doubles while the next ones end soon, too. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5 * SECOND
/** One that was ready for so long was healthy. */
const HEALTHY_AFTER = 30 * SECOND
/** How long children are waited for: when they finish what they began, and for their counts. */
const DRAINED_WITHIN = 65 * SECOND
const CLOSED_WITHIN = 12 * SECOND
const MEASURED_WITHIN = 2 * SECOND

export type ChildOptions = {
  ground: Omit<ChildGround, "state" | "seeds">
  env: NodeJS.ProcessEnv
  state(): SharedState
  doors: Doors
  log: Log
  report: (line: string) => void
  /** Collects the counts of all children. */
  measureAll(): Promise<Counts[]>
}

/** A child's first failure, as it would have been thrown here. */
class ChildFailed extends Error {
  constructor({ name, message, stack }: { name: string; message: string; stack: string }) {
    super(message)
    this.name = name
    this.stack = stack
  }
}

/** One of the processes that serve, started again whenever it ends by itself. */
export type Child = {
  name: string
  pid(): number | undefined
  tell(message: ToChild): void
  counts(): Promise<Counts | null>
  drain(): Promise<void>
  close(): Promise<void>
}

/** Starts a child and waits until it is ready. Throws what it failed by. */
export async function startChild(
  { ground, env, state, doors, log, report, measureAll }: ChildOptions,
  seeds: boolean,
): Promise<Child & { demo: DemoPassword[] }> {
  const { name, role, projectRoot } = ground
  let running: ChildProcess
  let ending = false
  let pause = FIRST_PAUSE
  let drained = Promise.withResolvers<void>()
  let lastId = 0
  const counting = new Map<number, (counts: Counts | null) => void>()

  function send(child: ChildProcess, message: ToChild): void {
    // It may have ended, which is noticed by its exit.
    if (child.connected) child.send(message, () => {})
  }

  async function begin(seeds: boolean): Promise<DemoPassword[]> {
    const child = fork(join(projectRoot, "src/app/child.ts"), {
      env,
      execArgv: [],
      // Lines of its log come whole, although others write, too.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    })
    running = child
    passLines(child)
    const taker: Taker = {
      take({ id, door, socket }, failed) {
        const message: ToChild = { kind: "connection", id, door }
        child.send(message, socket, { keepOpen: true }, (error) => error && failed())
      },
    }
    const ready = Promise.withResolvers<DemoPassword[]>()
    let readyAt = 0
    child.on("message", (message: FromChild) => {
      if (message.kind === "ready") {
        readyAt = performance.now()
        // It may have changed meanwhile.
        send(child, { kind: "state", state: state() })
        if (role === "web") doors.add(taker)
        ready.resolve(message.demo)
      }
      if (message.kind === "failed") ready.reject(new ChildFailed(message))
      if (message.kind === "report") report(message.line)
      if (message.kind === "taken") doors.taken(taker, message.id)
      if (message.kind === "drained") drained.resolve()
      if (message.kind === "counts") counting.get(message.id)?.(message.counts)
      if (message.kind === "measure") {
        void measureAll().then((counts) => send(child, { kind: "measured", id: message.id, counts }))
      }
    })
    child.once("exit", (code, signal) => {
      doors.remove(taker)
      drained.resolve()
      for (const answer of counting.values()) answer(null)
      ready.reject(new Error(`A process of the product ended with ${signal ?? code} before it was ready`))
      if (ending || readyAt === 0) return
      log.error({ child: name, pid: child.pid, code, signal }, "a process ended and is started again")
      if (performance.now() - readyAt > HEALTHY_AFTER) pause = FIRST_PAUSE
      void replace()
    })
    send(child, { kind: "open", ground: { ...ground, seeds, state: state() } })
    return ready.promise
  }

  async function replace(): Promise<void> {
    while (!ending) {
      await delay(pause)
      pause = Math.min(2 * pause, LONGEST_PAUSE)
      if (ending) return
      try {
        await begin(false)
        log.info({ child: name, pid: running.pid }, "a process was started again")
        return
      } catch (error) {
        log.error({ err: error, child: name }, "a process can't be started again yet")
      }
    }
  }

  const demo = await begin(seeds)
  return {
    name,
    demo,
    pid: () => running.pid,
    tell: (message) => send(running, message),
    async counts() {
      if (!running.connected) return null
      lastId += 1
      const id = lastId
      const told = new Promise<Counts | null>((resolve) => counting.set(id, resolve))
      send(running, { kind: "measure", id })
      return within(MEASURED_WITHIN, told)
        .catch(() => null)
        .finally(() => counting.delete(id))
    },
    async drain() {
      ending = true
      drained = Promise.withResolvers()
      if (!running.connected) return
      send(running, { kind: "drain" })
      await within(DRAINED_WITHIN, drained.promise).catch(() => undefined)
    },
    async close() {
      ending = true
      if (running.exitCode !== null || running.signalCode !== null) return
      const ended = once(running, "exit")
      send(running, { kind: "close" })
      await within(CLOSED_WITHIN, ended).catch(() => running.kill("SIGKILL"))
      await ended
    },
  }
}

/** Writes what a child writes, as whole lines. */
function passLines(child: ChildProcess): void {
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    let rest = ""
    from?.setEncoding("utf8").on("data", (chunk: string) => {
      const end = chunk.lastIndexOf("\n") + 1
      if (end > 0) to.write(rest + chunk.slice(0, end))
      rest = end > 0 ? chunk.slice(end) : rest + chunk
    })
    from?.on("end", () => rest && to.write(rest))
  }
}
