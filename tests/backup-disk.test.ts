import { cpSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { writeArchive } from "#platform/backup/archive.ts"
import { diskStore } from "#platform/storage/disk.ts"
import { KEEP_FREE, ReserveReached } from "#platform/storage/reserve.ts"
import { makeWorld } from "./backup-world.ts"
import { kaksha, makeTestFolder } from "./commands.ts"
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts"

test("OPS-03 no room for a backup leaves no file that looks like one, and there is one once there is room", async () => {
  const from = await makeWorld(1_000_000)
  const place = smallPlace()
  const archive = join(place.folder, "copy.tar")
  for (const leaving of [0, 4_096, 300_000]) {
    await place.fill(leaving)
    const told = await kaksha("backup", ["--to", archive], from.env)
    expect(told.code).toBe(1)
    expect(told.err).toMatch(
      /^The disk is full: the backup was not finished, and nothing of it was left in .+--to\.$/,
    )
    expect(readdirSync(place.folder).filter((name) => name.includes("copy"))).toEqual([])
    place.free()
  }
  expect(await kaksha("backup", ["--to", archive], from.env)).toMatchObject({ code: 0, err: "" })
  expect(await kaksha("restore", [archive, "--verify"], from.env)).toMatchObject({ code: 0, err: "" })
})

/** A disk that is really full, or files that take no more where none can be mounted. */
function smallPlace(): Pick<SmallDisk, "folder" | "free"> & { fill(leaving: number): Promise<void> | void } {
  const disk = mountSmallDisk(4_000_000)
  if (disk) {
    onTestFinished(() => disk.close())
    return disk
  }
  const folder = makeTestFolder()
  onTestFinished(() => void vi.restoreAllMocks())
  async function fill(leaving: number): Promise<void> {
    const probe = await open(join(folder, "probe"), "w")
    await probe.close()
    let left = leaving
    vi.spyOn(Object.getPrototypeOf(probe), "write").mockImplementation(async (...args) => {
      left -= Number(args[2])
      if (left < 0) throw Object.assign(new Error("no space"), { code: "ENOSPC" })
      return { bytesWritten: args[2] }
    })
  }
  return { folder, fill, free: () => void vi.restoreAllMocks() }
}

test("OPS-03 a backup stops while the database beside it still has room, and goes on once there is more", async ({
  skip,
}) => {
  const disk = mountSmallDisk(KEEP_FREE + 12_000_000)
  if (!disk) return skip("no disk can be mounted here")
  onTestFinished(() => disk.close())
  const from = await makeWorld(1_000_000)
  cpSync(from.folder, disk.folder, { recursive: true })
  const env = { ...from.env, KAKSHA_DATA: disk.folder }
  const files = diskStore(join(disk.folder, "files"))
  await files.put("room/stray", Buffer.alloc(8_000_000), "text/plain")
  const told = await kaksha("backup", ["--keep", "2"], env)
  expect(told.code).toBe(1)
  expect(told.err).toMatch(/^There is too little room for a backup in .+ 256 MB .+--to\.$/)
  expect(readdirSync(join(disk.folder, "backups"))).toEqual([])
  // Of files whose size isn't known beforehand, too.
  const archive = await writeArchive(join(disk.folder, "large.tar"), KEEP_FREE)
  await expect(archive.add("large", Buffer.alloc(8_000_000))).rejects.toThrow(ReserveReached)
  await archive.abandon()
  await files.remove("room/stray")
  expect(await kaksha("backup", ["--keep", "2"], env)).toMatchObject({ code: 0, err: "" })
  const elsewhere = join(makeTestFolder(), "copy.tar")
  disk.fill(1_000_000)
  expect(await kaksha("backup", ["--to", elsewhere], env)).toMatchObject({ code: 0, err: "" })
})

test("OPS-03 a backup that was killed leaves no archive, and while one is written another gives way", async () => {
  const from = await makeWorld(1_000)
  const archive = join(from.folder, "copy.tar")
  writeFileSync(`${archive}.part`, "half")
  const told = await kaksha("backup", ["--to", archive], from.env)
  expect(told.code).toBe(1)
  expect(told.err).toMatch(
    /^Another backup is being written to .+copy\.tar\. If none is running, delete .+\.part and try again\.$/,
  )
  expect(statSync(`${archive}.part`).size).toBe(4)
  expect((await kaksha("backup", ["--to", join(`${archive}.part`, "copy.tar")], from.env)).err).toMatch(
    /can't be written to/,
  )
})
