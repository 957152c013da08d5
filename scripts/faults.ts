import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { ensureBuild } from "../src/app/build.ts"

/** What happens when things break: `npm run test:faults`. Longer than the tests, with more of everything. */

const bin = (name: string) => join("node_modules/.bin", name)

const STEPS: { title: string; command: string; args: string[]; env?: NodeJS.ProcessEnv }[] = [
  {
    title:
      "Many people at once, processes and databases killed in the middle, neighbours away, a proxy in front",
    command: bin("vitest"),
    args: ["run", "tests/faults", "--maxWorkers=1", "--testTimeout=600000"],
    env: { FAULT_SEEDS: process.env.FAULT_SEEDS ?? "20", FAULT_KILLS: process.env.FAULT_KILLS ?? "100" },
  },
  {
    title: "200 people for 50 seats; databases, video servers and workers killed; gateways that fail",
    command: bin("vitest"),
    args: [
      "run",
      "--maxWorkers=1",
      "src/features/classes/server/races.test.ts",
      "src/features/attendance/server/class-end.test.ts",
      "src/features/attendance/server/gateway-outage.test.ts",
      "src/features/notifications/server/sending.test.ts",
      "src/platform/postgres",
      "src/platform/video/supervisor.test.ts",
      "src/platform/video/install.test.ts",
      "src/platform/data-folder.test.ts",
      "src/platform/lost-connections.test.ts",
      "src/platform/storage",
      "tests/stopping.test.ts",
      "tests/backup.test.ts",
    ],
  },
  {
    title: "A student's network that is gone for a minute in the middle of a class",
    command: process.execPath,
    args: ["tests/faults/network-cut.ts"],
  },
  {
    title: "A recording in a hidden tab",
    command: bin("playwright"),
    args: ["test", "--project=alone"],
    env: { FAULTS: "1" },
  },
  {
    title: "A rolling restart of several machines with 2,000 subscribers",
    command: process.execPath,
    args: ["tests/faults/rolling.ts", process.env.FAULT_SUBSCRIBERS ?? "2000"],
  },
]

await ensureBuild(process.cwd(), console.log)
const failed = STEPS.filter(({ title, command, args, env }) => {
  console.log(`\n== ${title}`)
  return spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status !== 0
})
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(({ title }) => title).join("; ")}`)
  process.exit(1)
}
console.log("\nEverything held")
