import { readdirSync } from "node:fs"
import { join } from "node:path"
import { complain, longStep, say } from "../src/app/console.ts"
import { during } from "../src/platform/long-step.ts"
import { ask } from "./ask.ts"
import { unnamedScripts } from "./install-scripts.ts"
import { readPackages, unlicensed } from "./licences.ts"
import { countAddedInEnglish, countFolders, FULLEST, writeMeasures } from "./measures.ts"

/** Types, lint, imports and dead code, one after the other; all are run even when one fails. */

const bin = (name: string) => join("node_modules/.bin", name)

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourceFiles(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Runs the import rules and makes sure that they saw every file: a silent checker is worse than none. */
async function checkImports(): Promise<boolean> {
  const { code, out } = await ask(bin("depcruise"), [
    ...["--config", ".dependency-cruiser.cjs"],
    ...["--output-type", "json", "src"],
  ])
  type Report = {
    modules: { source: string }[]
    summary: { violations: { from: string; to: string; rule: { name: string } }[] }
  }
  const report = JSON.parse(out || '{"modules":[],"summary":{"violations":[]}}') as Report
  for (const { rule, from, to } of report.summary.violations) complain(`  ${rule.name}: ${from} -> ${to}`)
  const seen = new Set(report.modules.map((module) => module.source))
  const unseen = sourceFiles("src").filter((file) => !seen.has(file))
  for (const file of unseen) complain(`  not read by the import rules: ${file}`)
  say(`  ${seen.size} modules, ${report.summary.violations.length} violations`)
  return code === 0 && report.summary.violations.length === 0 && unseen.length === 0
}

/** Offline: what the lock file and the installed packages say of themselves. Advisories: npm run check:dependencies. */
function checkLicences(): boolean {
  const problems = unlicensed(readPackages())
  for (const problem of problems) complain(`  ${problem}`)
  return problems.length === 0
}

/** A package that would run something of its own on our machines is looked at first. */
function checkInstallScripts(): boolean {
  const unnamed = unnamedScripts()
  for (const name of unnamed) complain(`  ${name}: say in allowScripts of package.json whether it may run`)
  return unnamed.length === 0
}

/** Writes the figures of ARCHITECTURE.md; refuses a folder with too many files to survey, and new texts without Hindi. */
function checkMeasures(): boolean {
  const crowded = countFolders(sourceFiles("src")).filter(([, files]) => files > FULLEST)
  for (const [folder, files] of crowded)
    complain(`  ${folder} holds ${files} source files: split it, ${FULLEST} is the most`)
  const added = countAddedInEnglish()
  if (added > 0) {
    complain(
      `  ${added} more texts in English alone: say them in Hindi too, node scripts/english-only.ts lists them`,
    )
    return false
  }
  if (writeMeasures()) say("  ARCHITECTURE.md has new figures: commit it")
  return crowded.length === 0
}

async function run(command: string, ...args: string[]): Promise<boolean> {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}
  const { code, out, errors } = await ask(bin(command), args, { env: colours })
  for (const written of [out, errors]) if (written.trim()) say(written.trimEnd())
  return code === 0
}

const checks: [string, () => boolean | Promise<boolean>][] = [
  ["types", async () => (await run("react-router", "typegen")) && (await run("tsc", "--noEmit"))],
  ["lint", () => run("biome", "check", ".")],
  ["imports", checkImports],
  ["dead code", () => run("knip", "--no-progress")],
  ["licences", checkLicences],
  ["install scripts", checkInstallScripts],
  ["measures", checkMeasures],
]

const failed: string[] = []
for (const [name, check] of checks) {
  say(`Checking ${name}`)
  const passed = await during(longStep(`Checking ${name}`), async () => check())
  if (!passed) failed.push(name)
}
if (failed.length > 0) {
  complain(`\nFailed: ${failed.join(", ")}`)
  process.exit(1)
}
say("All checks passed")
