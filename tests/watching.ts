import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type pg from "pg"
import type { TestContext } from "./context.ts"
import type { LivekitStandIn } from "./gateways/livekit.ts"
import type { Watching } from "./watching-process.ts"

/** A process that watches live rooms, as a worker of the product does. */
export type WatchingProcess = {
  /** The API key that it signs its questions with. */
  key: string
  /** Ends it without a word. */
  kill(): Promise<void>
  /** Has it stop as a worker does. */
  stop(): Promise<void>
  /** Stops it in its tracks, and has it go on. */
  pause(): void
  resume(): void
}

/** Starts a process on a test's database that watches its live rooms at the stand-in. */
export async function startWatching(
  world: TestContext,
  standIn: LivekitStandIn,
  options: { key: string } & Pick<Watching, "everyMs" | "leaseMs">,
): Promise<WatchingProcess> {
  const databaseUrl = (world.ctx.db as unknown as { $client: pg.Pool }).$client.options.connectionString
  const { url, apiSecret } = standIn
  const order: Watching = { databaseUrl: databaseUrl ?? "", url, apiSecret, ...options }
  const child: ChildProcess = fork(new URL("./watching-process.ts", import.meta.url), { execArgv: [] })
  const ended = once(child, "exit")
  child.send(order)
  await once(child, "message")
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    key: options.key,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
  }
}
