import { spawnSync } from "node:child_process"
import { readPackages, unlicensed } from "./licences.ts"

/** Licences, and known advisories when the registry answers: without a connection this says so and fails nothing. */

const packages = readPackages()
const problems = unlicensed(packages)
console.log(`${packages.length} packages, ${problems.length} without an allowed licence`)

const audit = spawnSync("npm", ["audit", "--json", "--omit=dev"], { encoding: "utf8", timeout: 60_000 })
type Report = {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string }>
}
let report: Report = {}
try {
  report = JSON.parse(audit.stdout) as Report
} catch {
  // No answer, or none that can be read.
}
const counts = report.metadata?.vulnerabilities
if (!counts) console.log("The registry gave no advisories: they were not looked at")
else {
  console.log(
    `Advisories: ${counts.critical ?? 0} critical, ${counts.high ?? 0} high, ${counts.moderate ?? 0} moderate`,
  )
  for (const [name, { severity }] of Object.entries(report.vulnerabilities ?? {})) {
    if (severity === "high" || severity === "critical")
      problems.push(`${name}: an advisory of severity ${severity}`)
  }
}
for (const problem of problems) console.error(`  ${problem}`)
if (problems.length > 0) process.exit(1)
