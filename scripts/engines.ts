import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { ENGINE_NAMES, type EngineName, missing } from "../e2e/engines/installed.ts"

/**
 * The main journeys in Chromium, Firefox and WebKit: `npm run test:engines`, or in the engines that are named, such as
 * `npm run test:engines -- firefox`. An engine that isn't installed is a failure. Pictures of the main screens are in
 * test-results/pictures afterwards.
 */

const isEngine = (name: string): name is EngineName => ENGINE_NAMES.some((known) => known === name)

const args = process.argv.slice(2)
const named = args.filter(isEngine)
if (named.length < args.length) {
  console.error(`npm run test:engines -- [engines]; engines are ${ENGINE_NAMES.join(", ")}`)
  process.exit(2)
}
const chosen = named.length > 0 ? named : ENGINE_NAMES
// Whom a person meets in a room uses Chromium.
const problems = missing([...new Set<EngineName>([...chosen, "chromium"])])
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

const { status } = spawnSync(
  join("node_modules/.bin/playwright"),
  ["test", "--config", "e2e/engines/playwright.config.ts", ...chosen.flatMap((name) => ["--project", name])],
  { stdio: "inherit" },
)
process.exit(status ?? 1)
