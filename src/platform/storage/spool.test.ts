import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { DAY } from "#shared/time.ts"
import { openSpool } from "./spool.ts"

test("REC-03 a recording is processed beside its upload, and what a killed process left there goes a day later", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kaksha-spool-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const spool = openSpool(folder, "/uploads/recordings")
  const making = join(folder, "making")
  for (const [name, age] of [
    ["work-left", 2 * DAY],
    ["work-running", DAY / 2],
  ] as const) {
    await mkdir(join(making, name), { recursive: true })
    const changed = new Date(Date.now() - age)
    await utimes(join(making, name), changed, changed)
  }
  const inside = await spool.withFolder(async (mine) => {
    await writeFile(join(mine, "made.webm"), "bytes")
    return readdir(making)
  })
  expect(inside).toHaveLength(2)
  expect(inside).toContain("work-running")
  expect(await readdir(making)).toEqual(["work-running"])
  await expect(spool.withFolder(() => Promise.reject(new Error("unreadable")))).rejects.toThrow("unreadable")
  expect(await readdir(making)).toEqual(["work-running"])
})
