import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises"
import { expect, onTestFinished, test, vi } from "vitest"
import { claimDataFolder, DataFolderInUse, findClaimant } from "#platform/data-folder.ts"

/** How long making or deleting a file takes at most, in milliseconds. */
const disk = vi.hoisted(() => ({ slowMs: 0 }))

vi.mock("node:fs/promises", async (original) => {
  const fs = await original<typeof import("node:fs/promises")>()
  const seek = async () => disk.slowMs > 0 && (await delay(Math.random() * disk.slowMs))
  return {
    ...fs,
    open: async (...how: Parameters<typeof fs.open>) => seek().then(() => fs.open(...how)),
    unlink: async (path: string) => seek().then(() => fs.unlink(path)),
  }
})

test("OPS-01 a data folder serves one process at a time, and is free again once released", async () => {
  const folder = await makeFolder()
  const claim = await claimDataFolder(folder)
  const refusal = await claimDataFolder(folder).catch((error) => error)
  expect(refusal).toBeInstanceOf(DataFolderInUse)
  expect(refusal.pid).toBe(process.pid)
  expect(refusal.message).toContain(`process ${process.pid}`)
  claim.release()
  claim.release()
  expect(await findClaimant(folder)).toBeNull()
  const next = await claimDataFolder(folder)
  next.release()
})

test("OPS-01 the folder of a killed process is taken over", async () => {
  const folder = await makeFolder()
  const child = spawn("sleep", ["60"])
  await once(child, "spawn")
  await writeFile(join(folder, "kaksha.pid"), `${child.pid}\n\n`)
  await expect(claimDataFolder(folder)).rejects.toThrow(`process ${child.pid}`)
  child.kill("SIGKILL")
  await once(child, "exit")
  const claim = await claimDataFolder(folder)
  claim.release()
})

test("OPS-01 a process that got the number of a killed one doesn't keep the folder shut", async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, "kaksha.pid"), `${process.pid}\nanother start\n`)
  const claim = await claimDataFolder(folder)
  claim.release()
})

test("OPS-01 of twenty that find the folder of a killed process exactly one gets it", () =>
  claimTogether({ size: 20, rounds: 30 }))

test("OPS-01 of three with a slow disk that find the folder of a killed process exactly one gets it", async () => {
  onTestFinished(() => {
    disk.slowMs = 0
  })
  disk.slowMs = 20
  // Few leave each other more time to go wrong.
  await claimTogether({ size: 3, rounds: 50 })
})

async function claimTogether({ size, rounds }: { size: number; rounds: number }): Promise<void> {
  const folder = await makeFolder()
  const claimAfter = async (turns: number) => {
    for (let i = 0; i < turns; i++) await nextTurn()
    return claimDataFolder(folder)
  }
  // Shifted against each other round by round, so that one is about to delete what another just wrote.
  for (let round = 0; round < rounds; round++) {
    await writeFile(join(folder, "kaksha.pid"), `${process.pid}\nanother start\n`)
    const claiming = Array.from({ length: size }, (_, i) => claimAfter((i * round) % 29))
    const results = await Promise.allSettled(claiming)
    const claims = results.filter((result) => result.status === "fulfilled")
    const refusals = results.filter((result) => result.status === "rejected")
    expect(claims).toHaveLength(1)
    expect(refusals.every((refusal) => refusal.reason instanceof DataFolderInUse)).toBe(true)
    claims[0]?.value.release()
    expect(await readdir(folder)).toEqual([])
  }
}

test("OPS-01 a new data folder leaves the folders above it open to PostgreSQL's account", async () => {
  const folder = await makeFolder()
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  const claim = await claimDataFolder(join(folder, "one", "two", "data"))
  claim.release()
  expect((await stat(join(folder, "one"))).mode & 0o777).toBe(0o755)
  expect((await stat(join(folder, "one", "two"))).mode & 0o777).toBe(0o755)
})

async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kaksha-folder-")))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
