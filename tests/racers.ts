import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type pg from "pg"
import type { TestContext } from "./context.ts"
import type { Order, Run } from "./racer.ts"

export type Racers = {
  /**
   * Runs all at once, shared among the processes. Returns the result of each: "done" or why it was refused.
   */
  race(runs: Run[]): Promise<string[]>
  stop(): Promise<void>
}

/** Processes of their own on a test's database, each with its own connections, for races that one process can't show. */
export async function startRacers(world: TestContext, count = 2): Promise<Racers> {
  const url = (world.ctx.db as unknown as { $client: pg.Pool }).$client.options.connectionString
  const children = await Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork(new URL("./racer.ts", import.meta.url), {
        env: { ...process.env, RACE_DATABASE_URL: url },
        execArgv: [],
      })
      await once(child, "message")
      return child
    }),
  )
  return {
    async race(runs) {
      const shares = children.map((_, lane) => runs.filter((_run, index) => index % count === lane))
      const now = world.clock.now().toISOString()
      const told = await Promise.all(
        children.map((child, lane) => send(child, { now, runs: shares[lane] ?? [] })),
      )
      return runs.map((_, index) => told[index % count]?.[Math.floor(index / count)] ?? "lost")
    },
    async stop() {
      await Promise.all(
        children.map(async (child) => {
          const gone = once(child, "exit")
          child.kill("SIGKILL")
          await gone
        }),
      )
    },
  }
}

async function send(child: ChildProcess, order: Order): Promise<string[]> {
  const answer = once(child, "message")
  child.send(order)
  const [outcomes] = (await answer) as [string[]]
  return outcomes
}
