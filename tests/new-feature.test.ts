import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
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
  expect(run("git", "init", "--quiet")).toBe("")
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Runs a program in the copy. Returns what it said when it failed, and nothing when it succeeded. */
function run(command: string, ...args: string[]): string {
  const done = spawnSync(command, args, { cwd: copy, encoding: "utf8" })
  return done.status === 0 ? "" : `${command} ${args.join(" ")}: ${done.stdout}${done.stderr}`
}

/** What the scaffold writes and edits. The check of the whole tree has been through all else. */
const TYPED = [
  "src/features/study-badges",
  ".react-router/types/src/features/study-badges",
  ...["src/**/*.d.ts", "scripts/*.d.ts"],
  ...["src/contract/index.ts", "src/app/router.ts", "src/app/routes.ts", "src/app/personal-data.ts"],
  ...["src/app/pages/palette/palette-places.ts", "tests/authorisation/allowed.ts"],
]

/** Tests that walk all tables, procedures or screens, and so find a feature that a list doesn't know. */
const WALKS = [
  ...["tests/personal-data.test.ts", "tests/retention.test.ts", "tests/migrations.test.ts"],
  ...["src/app/pages/palette/shortcuts.test.ts", "src/features/study-badges"],
]

test("OPS-01 a new feature passes the check and the tests that walk all features, with nothing edited by hand", () => {
  const bin = (name: string) => join("node_modules/.bin", name)
  const scaffold = ["study-badges", "above", "attendance", "--hindi", "पढ़ाई", "के", "बैज"]
  expect(run(process.execPath, "scripts/new-feature.ts", ...scaffold)).toBe("")
  expect(run(bin("react-router"), "typegen")).toBe("")
  writeFileSync(join(copy, "part.json"), JSON.stringify({ extends: "./tsconfig.json", include: TYPED }))
  expect(run(bin("tsc"), "--noEmit", "--project", "part.json")).toBe("")
  rmSync(join(copy, "part.json"))
  expect(run(bin("biome"), "check", "src/features/study-badges", "src/app", "src/contract", "tests")).toBe("")
  expect(run(bin("depcruise"), "--config", ".dependency-cruiser.cjs", "src")).toBe("")
  expect(run(bin("knip"), "--no-progress")).toBe("")
  expect(run(bin("vitest"), "run", "-t", "every table|every screen|sees their own", ...WALKS)).toBe("")
})
