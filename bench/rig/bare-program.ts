import { fork } from "node:child_process"
import type { BareOrder } from "./sent.ts"
import { projectRoot, type World } from "./world.ts"

const STATEMENTS = `${projectRoot}/bench/bare/statements.ts`

/** Starts a bare program in a process of its own. Returns the port on loopback that it sends. */
export function startBare(world: World, file: string, env: Record<string, string>): Promise<number> {
  const child = fork(file, {
    stdio: "inherit",
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
  })
  world.own(() => void child.kill("SIGKILL"))
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port))
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}

/** Starts the bare program that answers requests to the API by their statements alone. Returns its port. */
export function startBareStatements(world: World, order: BareOrder): Promise<number> {
  return startBare(world, STATEMENTS, { BARE_ORDER: JSON.stringify(order) })
}
