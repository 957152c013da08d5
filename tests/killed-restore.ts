import fs from "node:fs"
import promises from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import pg from "pg"

/**
 * A restore in a process of its own that is killed by SIGKILL at its nth step, counted from 1: before a statement of
 * the database, a file or a key. Prints how many steps there were when it comes to its end.
 * Called as `node tests/killed-restore.ts <step> <archive> [options]`.
 */

const killAt = Number(process.argv[2])
let steps = 0

function step(): void {
  steps += 1
  if (steps === killAt) process.kill(process.pid, "SIGKILL")
}

// biome-ignore lint/suspicious/noExplicitAny: functions of any kind
function counted<T extends (...args: any[]) => any>(owner: Record<string, unknown>, name: string): void {
  const usual = owner[name] as T
  owner[name] = function (this: unknown, ...args: Parameters<T>) {
    step()
    return usual.apply(this, args)
  }
}

counted(pg.Client.prototype as unknown as Record<string, unknown>, "query")
counted(promises as unknown as Record<string, unknown>, "link")
counted(fs as unknown as Record<string, unknown>, "fsyncSync")
syncBuiltinESMExports()

const { restoreCommand } = await import("#app/commands/restore.ts")
const { readEnvironment } = await import("#platform/env.ts")
await restoreCommand.run({
  env: readEnvironment(process.env),
  variables: process.env,
  projectRoot: process.cwd(),
  args: process.argv.slice(3),
})
process.stdout.write(`steps: ${steps}\n`)
process.exit(0)
