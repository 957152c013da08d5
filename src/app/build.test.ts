import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { sourceStamp } from "./build.ts"

test("OPS-02 a build stands in a copy of its sources with other times, and falls when one of them changes", () => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-stamp-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [root, copy] = [join(folder, "one"), join(folder, "two")]
  for (const part of ["src", "content", "scripts"]) mkdirSync(join(root, part), { recursive: true })
  for (const file of [
    "src/a.ts",
    "content/b.md",
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "scripts/vite-contract.ts",
    "scripts/vite-icons.ts",
  ])
    writeFileSync(join(root, file), file)
  cpSync(root, copy, { recursive: true })
  utimesSync(join(copy, "src/a.ts"), 1_000, 1_000)
  expect(sourceStamp(copy)).toBe(sourceStamp(root))
  // As long as before.
  writeFileSync(join(copy, "src/a.ts"), "src/b.ts")
  const changed = sourceStamp(copy)
  expect(changed).not.toBe(sourceStamp(root))
  writeFileSync(join(copy, "scripts/vite-icons.ts"), "scripts/vite-lines.ts")
  expect(sourceStamp(copy)).not.toBe(changed)
})
