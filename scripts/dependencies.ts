import { spawnSync } from "node:child_process"
import { seriousAdvisories } from "./advisories.ts"
import { readPackages, unlicensed } from "./licences.ts"

/**
 * Licences, and known advisories when the registry responds: without a connection this says so and fails
 * nothing.
 */

const packages = readPackages()
const problems = unlicensed(packages)
console.log(`${packages.length} packages, ${problems.length} without an allowed licence`)

const audit = spawnSync("npm", ["audit", "--json", "--omit=dev"], { encoding: "utf8", timeout: 60_000 })
const serious = seriousAdvisories(audit.stdout ?? "")
if (serious) console.log(`${serious.length} packages with a high or critical advisory`)
else console.log("The registry gave no advisories: they were not looked at")
problems.push(...(serious ?? []))
for (const problem of problems) console.error(`  ${problem}`)
if (problems.length > 0) process.exit(1)
