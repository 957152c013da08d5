import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { unnamedScripts } from "./install-scripts.ts"
import { readPackages, unlicensed } from "./licences.ts"

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
function checkImports(): boolean {
  const run = spawnSync(
    bin("depcruise"),
    ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "src"],
    {
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
    },
  )
  type Report = {
    modules: { source: string }[]
    summary: { violations: { from: string; to: string; rule: { name: string } }[] }
  }
  const report = JSON.parse(run.stdout || '{"modules":[],"summary":{"violations":[]}}') as Report
  for (const { rule, from, to } of report.summary.violations)
    console.error(`  ${rule.name}: ${from} -> ${to}`)
  const seen = new Set(report.modules.map((module) => module.source))
  const unseen = sourceFiles("src").filter((file) => !seen.has(file))
  for (const file of unseen) console.error(`  not read by the import rules: ${file}`)
  console.log(`  ${seen.size} modules, ${report.summary.violations.length} violations`)
  return run.status === 0 && report.summary.violations.length === 0 && unseen.length === 0
}

/** Offline: what the lock file and the installed packages say of themselves. Advisories: npm run check:dependencies. */
function checkLicences(): boolean {
  const problems = unlicensed(readPackages())
  for (const problem of problems) console.error(`  ${problem}`)
  return problems.length === 0
}

/** A package that would run something of its own on our machines is looked at first. */
function checkInstallScripts(): boolean {
  const unnamed = unnamedScripts()
  for (const name of unnamed)
    console.error(`  ${name}: say in allowScripts of package.json whether it may run`)
  return unnamed.length === 0
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(bin(command), args, { stdio: "inherit" }).status === 0
}

const checks: [string, () => boolean][] = [
  ["types", () => run("react-router", "typegen") && run("tsc", "--noEmit")],
  ["lint", () => run("biome", "check", ".")],
  ["imports", checkImports],
  ["dead code", () => run("knip", "--no-progress")],
  ["licences", checkLicences],
  ["install scripts", checkInstallScripts],
]

const failed = checks.filter(([name, check]) => {
  console.log(`Checking ${name}`)
  return !check()
})
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([name]) => name).join(", ")}`)
  process.exit(1)
}
console.log("All checks passed")
