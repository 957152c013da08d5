import { spawn } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { CONNECTIONS } from "./load.ts"
import type { World } from "./world.ts"

const DEBIAN_FOLDER = "/usr/lib/postgresql"

/** Where PostgreSQL's own benchmark is. Throws with what to install. */
export function findPgbench(): string {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort().reverse() : []
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...versions.map((version) => join(DEBIAN_FOLDER, version, "bin")),
  ]
  const found = folders.map((folder) => join(folder, "pgbench")).find((path) => existsSync(path))
  if (found) return found
  throw new Error(
    "pgbench is not installed. It comes with PostgreSQL: the package postgresql on Debian and Ubuntu",
  )
}

/** Runs pgbench to its end and returns its output. */
export function runPgbench(world: World, url: string, args: string[]): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const where = ["-h", hostname, "-p", port, "-U", username]
  const child = spawn(findPgbench(), [...where, ...args, pathname.slice(1)], {
    env: { PATH: process.env.PATH, PGPASSWORD: password },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const disown = world.own(() => void child.kill("SIGKILL"))
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => {
      disown()
      if (code === 0) resolve(output)
      else reject(new Error(`pgbench ended with ${code}:\n${output.slice(-1_000)}`))
    })
  })
}

/** Transactions a second of a timed run, without the time it took to connect. */
export async function measurePgbench(world: World, url: string, ms: number, args: string[]): Promise<number> {
  const load = [
    "-n",
    "-M",
    "prepared",
    "-c",
    String(CONNECTIONS),
    "-j",
    "2",
    "-T",
    String(Math.ceil(ms / 1_000)),
  ]
  const output = await runPgbench(world, url, [...load, ...args])
  const rate = /tps = ([\d.]+)/.exec(output)?.[1]
  if (!rate) throw new Error(`pgbench told no rate:\n${output}`)
  return Number(rate)
}
