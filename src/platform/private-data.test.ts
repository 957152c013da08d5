import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { readableByOthers } from "#tests/readable-by-others.ts"
import { keepToOwner } from "./private-data.ts"

function makeOpenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-private-"))
  const umask = process.umask(0)
  onTestFinished(() => {
    process.umask(umask)
    rmSync(folder, { recursive: true, force: true })
  })
  chmodSync(folder, 0o755)
  return folder
}

test("D13 what an earlier release left open is closed, and what is made afterwards never was open", async () => {
  const folder = makeOpenFolder()
  mkdirSync(join(folder, "files/kept/a"), { recursive: true })
  writeFileSync(join(folder, "files/kept/a/photo.jpg"), "")
  writeFileSync(join(folder, "secrets.json"), "{}")
  mkdirSync(join(folder, "bin"))
  writeFileSync(join(folder, "bin/livekit-server"), "", { mode: 0o755 })
  expect(readableByOthers(folder)).toHaveLength(8)
  await keepToOwner(folder)
  mkdirSync(join(folder, "spool/kept"), { recursive: true })
  writeFileSync(join(folder, "spool/kept/recording"), "")
  expect(readableByOthers(folder)).toEqual([])
  expect(lstatSync(join(folder, "bin/livekit-server")).mode & 0o777).toBe(0o700)
  expect(lstatSync(folder).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
})

test("D13 files of PostgreSQL, of strangers and behind links stay as they are, and a missing folder is no problem", async () => {
  const folder = makeOpenFolder()
  const elsewhere = makeOpenFolder()
  writeFileSync(join(elsewhere, "theirs"), "")
  symlinkSync(elsewhere, join(folder, "files"))
  mkdirSync(join(folder, "postgres-18"))
  writeFileSync(join(folder, "notes.txt"), "")
  await keepToOwner(folder)
  expect(lstatSync(join(elsewhere, "theirs")).mode & 0o777).toBe(0o666)
  expect(lstatSync(join(folder, "postgres-18")).mode & 0o777).toBe(0o777)
  expect(lstatSync(join(folder, "notes.txt")).mode & 0o777).toBe(0o666)
  await keepToOwner(join(folder, "nowhere"))
})
