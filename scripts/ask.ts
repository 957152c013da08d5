import { type StdioOptions, spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"

export type Ended = { code: number | null; out: string; errors: string; seconds: number }

/**
 * Runs a program to its end, and returns what it wrote in one piece, for a progress line may be refreshed meanwhile.
 * Nothing is returned of streams that it inherits. Throws if it can't be run.
 */
export async function ask(
  command: string,
  args: string[],
  { stdio = ["ignore", "pipe", "pipe"] as StdioOptions, env = {} as NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const started = performance.now()
  const child = spawn(command, args, { stdio, env: { ...process.env, ...env } })
  const [[code], out, errors] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
  ])
  return { code, out, errors, seconds: Math.round((performance.now() - started) / 1_000) }
}
