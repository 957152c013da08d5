import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { mountSmallDisk } from "#tests/small-disk.ts"
import { createLog } from "./log.ts"
import { openLogDestination } from "./log-file.ts"

const projectRoot = resolve(import.meta.dirname, "../../..")

type Line = { msg: string; i?: number; missing_lines?: number }
const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line)

/** A log on a disk of its own that can be filled; null where none can be mounted: a full device then is the proof. */
function openSmallLog() {
  const disk = mountSmallDisk(2 ** 22)
  if (!disk) return null
  onTestFinished(() => disk.close())
  const file = join(disk.folder, "logs", "kaksha.log")
  const destination = openLogDestination(file)
  return { disk, file, destination, log: createLog("info", destination) }
}

test("OPS-03 a log on a full disk keeps the process, counts what it drops, and goes on once there is space", async () => {
  const small = openSmallLog()
  if (!small) return
  const { disk, file, destination, log } = small
  log.info({ i: 0 }, "line")
  await expect.poll(() => linesOf(file)).toHaveLength(1)
  disk.fill()
  const written = 5_000
  for (let i = 1; i <= written; i += 1) log.info({ i, pad: "x".repeat(100) }, "line")
  await expect.poll(() => destination.state().failing).toBe("ENOSPC")
  for (let i = 1; i <= written; i += 1) log.info({ i: written + i, pad: "x".repeat(100) }, "line")
  const { dropped_lines } = destination.state()
  expect(dropped_lines).toBeGreaterThan(0)

  disk.free()
  await expect.poll(() => destination.state().failing, { timeout: 5_000 }).toBeNull()
  log.info({ i: -1 }, "after")
  await expect.poll(() => linesOf(file).at(-1)?.msg).toBe("after")
  const lines = linesOf(file)
  expect(lines.find(({ missing_lines }) => missing_lines)?.missing_lines).toBe(dropped_lines)
  // Neither torn nor doubled, and in order.
  const kept = lines.flatMap(({ msg, i }) => (msg === "line" && i !== undefined ? [i] : []))
  expect(kept).toEqual([...new Set(kept)].toSorted((one, other) => one - other))
  expect(kept.length + dropped_lines).toBe(2 * written + 1)
})

for (const where of ["a full device", "a pipe that nobody reads"]) {
  test(`OPS-03 a process whose log goes to ${where} ends as it wanted to`, async () => {
    const script = `
      import { createLog } from "./src/platform/log/log.ts"
      const log = createLog("info"${where === "a full device" ? ', "/dev/full"' : ""})
      for (let i = 0; i < 5_000; i += 1) log.info({ i }, "line")
      setTimeout(() => { log.info({}, "last"); process.exitCode = 7 }, 200)`
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: projectRoot })
    onTestFinished(() => void child.kill("SIGKILL"))
    let complaints = ""
    child.stderr.on("data", (piece: Buffer) => {
      complaints += piece
    })
    child.stdout.destroy()
    const [code] = await once(child, "exit")
    expect({ code, complaints }).toEqual({ code: 7, complaints: "" })
  })
}

test("OPS-01 a log that was just opened has a place for the last lines of a process that ends at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-log-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, "logs", "kaksha.log")
  const script = `
    import { createLog } from "./src/platform/log/log.ts"
    createLog("info", process.argv[1]).error({}, "the end")
    process.exit(1)`
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, file], { cwd: projectRoot })
  const [code] = await once(child, "exit")
  expect(code).toBe(1)
  expect(linesOf(file)).toEqual([expect.objectContaining({ msg: "the end" })])
})
