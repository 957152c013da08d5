import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"

const projectRoot = resolve(import.meta.dirname, "../..")

/** A process of the product on a port of its own; not running until it is started. */
export type Member = {
  role: "start" | "web" | "worker"
  port: number
  /** The running process. Throws without one. */
  pid(): number
  /** Starts it and waits until it says that it is ready. */
  start(): Promise<void>
  /** Stops it, waits for the end and starts it again. Returns its exit code. */
  restart(): Promise<number | null>
  /** Kills it without a word. */
  kill(): Promise<void>
  /** Tells it to stop and waits for the end. */
  stop(): Promise<void>
}

/** Needs the build; `ensureBuild` makes it. */
export function makeMember(role: Member["role"], port: number, env: NodeJS.ProcessEnv): Member {
  let child: ChildProcess | null = null
  let ended: Promise<number | null> = Promise.resolve(null)
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal)
    return ended
  }
  return {
    role,
    port,
    pid() {
      if (!child?.pid) throw new Error(`the ${role} process doesn't run`)
      return child.pid
    },
    async start() {
      child = spawn(process.execPath, ["src/app/cli.ts", role], {
        cwd: projectRoot,
        env: { ...env, PORT: String(port) },
        stdio: ["ignore", "ignore", "inherit"],
      })
      ended = once(child, "exit").then(([code]) => code as number | null)
      await answers(`http://127.0.0.1:${port}/readyz`, ended)
    },
    async restart() {
      const code = await end("SIGTERM")
      await this.start()
      return code
    },
    async kill() {
      await end("SIGKILL")
    },
    async stop() {
      await end("SIGTERM")
    },
  }
}

/**
 * How long a starting process is waited for, in milliseconds: a machine under load is slow, and one that
 * exits is reported at once.
 */
const STARTED_WITHIN_MS = 300_000

/** Waits until an address responds with success, or at all. Throws when the process `ended` before. */
export async function answers(
  address: string,
  ended?: Promise<number | null>,
  anyhow = false,
): Promise<void> {
  let over: number | null | undefined
  void ended?.then((code) => {
    over = code ?? -1
  })
  let said = "nothing"
  for (const until = Date.now() + STARTED_WITHIN_MS; Date.now() < until; await delay(50)) {
    if (over !== undefined) throw new Error(`a process ended with ${over} before it answered at ${address}`)
    const answer = await fetch(address).catch(() => null)
    if (answer && (anyhow || answer.ok)) return
    if (answer) said = `${answer.status} ${await answer.text()}`
  }
  throw new Error(`${said} answers at ${address}`)
}
