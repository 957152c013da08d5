import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

const projectRoot = resolve(import.meta.dirname, "..")
const LEFT_OUT = new Set(["node_modules", ".git", "build", "data", "test-results", ".react-router"])

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "kaksha-feature-"))
  cpSync(projectRoot, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
  symlinkSync(join(projectRoot, "node_modules"), join(copy, "node_modules"))
  // The formatter and the finder of dead code ask git what is ignored.
  run("git", ["init", "--quiet"])
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function run(command: string, args: string[]): { status: number | null; output: string } {
  const done = spawnSync(command, args, { cwd: copy, encoding: "utf8" })
  return { status: done.status, output: done.stdout + done.stderr }
}

// A third of a minute alone; the checks take longer beside another test.
const WITHIN_MS = 180_000

test("a new feature is scaffolded to a green check by the commands that CONTRIBUTING names", {
  timeout: WITHIN_MS,
}, () => {
  const steps: [string, string[]][] = [
    [process.execPath, ["scripts/new-feature.ts", "study-badges", "above", "attendance"]],
    ["node_modules/.bin/drizzle-kit", ["generate", "--name", "study_badges"]],
    ["node_modules/.bin/biome", ["check", "--write", "."]],
    [process.execPath, ["scripts/check.ts"]],
  ]
  for (const [command, args] of steps) {
    const { status, output } = run(command, args)
    expect(status, output).toBe(0)
  }
})
