import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, chown, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import pg from "pg"
import { expect, onTestFinished, vi } from "vitest"
import { findServiceAccount } from "#platform/postgres/account.ts"
import { readProcessState } from "#platform/postgres/process-state.ts"
import { type RunningPostgres, type StartOptions, startPostgres } from "#platform/postgres/supervisor.ts"

export const projectRoot = resolve(import.meta.dirname, "..")
export const patience = { timeout: 15_000, interval: 20 }

/** Makes a data folder for one test, owned by the account that is to use it. */
export async function makeFolder(account: { uid: number; gid: number } | null = null): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kaksha-postgres-")))
  await chmod(folder, 0o711)
  if (account) await chown(folder, account.uid, account.gid)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Starts PostgreSQL in this process, until the test ends. */
export async function start(dataDir: string, more: Partial<StartOptions> = {}): Promise<RunningPostgres> {
  const log = { info() {}, warn() {}, error() {} }
  const settings = { fsync: "off" }
  const server = await startPostgres({ dataDir, projectRoot, log, report: () => {}, settings, ...more })
  onTestFinished(() => server.kill())
  return server
}

export function spawnOwner(dataDir: string, account: { uid: number; gid: number } | null) {
  const script = join(projectRoot, "tests", "postgres-owner.ts")
  const identity = account && { uid: account.uid, gid: account.gid }
  const child = spawn(process.execPath, [script, dataDir, projectRoot], { cwd: projectRoot, ...identity })
  child.stderr.pipe(process.stderr)
  onTestFinished(() => void child.kill("SIGKILL"))
  return child
}

/** Starts a product of its own process, to be killed. */
export async function startOwner(dataDir: string, account: { uid: number; gid: number } | null) {
  const child = spawnOwner(dataDir, account)
  const [line] = await once(createInterface(child.stdout), "line")
  const answer: { url: string; pid: number } = JSON.parse(line)
  // The test's PostgreSQL ends with the test in any case.
  onTestFinished(() => killQuietly(answer.pid))
  return {
    ...answer,
    process: child,
    async kill() {
      child.kill("SIGKILL")
      await once(child, "exit")
    },
    async stop() {
      child.stdin.write("stop\n")
      await once(child, "exit")
    },
  }
}

/** Makes a process of PostgreSQL's own account, for PostgreSQL passes over those of others itself. */
export async function makeProcess(what: string): Promise<number> {
  const account = findServiceAccount()
  const identity = account && { uid: account.uid, gid: account.gid }
  if (what === "a stranger") {
    const child = spawn("sleep", ["60"], { ...identity })
    onTestFinished(() => void child.kill())
    await once(child, "spawn")
    return child.pid ?? 0
  }
  // The child of a process that never asks for it stays a zombie while that process lives.
  const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], { ...identity })
  onTestFinished(() => void parent.kill())
  const [line] = await once(createInterface(parent.stdout), "line")
  await vi.waitFor(async () => expect((await readProcessState(Number(line))).alive).toBe(false), patience)
  if (what === "nothing") {
    parent.kill()
    await once(parent, "exit")
  }
  return Number(line)
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended, as it should.
  }
}

export async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

export async function writeNote(url: string, note: string): Promise<void> {
  await ask(url, `CREATE TABLE notes AS SELECT '${note}' AS note`)
}

export async function readNotes(url: string): Promise<unknown> {
  return ((await ask(url, "SELECT array_agg(note) AS notes FROM notes")) as { notes: string[] }).notes
}
