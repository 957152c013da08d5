import { spawn } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { longStep, report } from "../src/app/console.ts"
import { findVideoServer } from "../src/platform/video/installer/install.ts"
import { showInstall } from "../src/platform/video/installer/install-report.ts"
import { findChromium } from "./chromium.ts"

/** Everything that proves the product, as the continuous integration runs it: checks, tests, journeys in a browser. */

const CACHE = resolve(import.meta.dirname, "../node_modules/.cache/kaksha")
const RESULTS = join(CACHE, "results")
function run(title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  console.log(`\n== ${title}`)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } })
    child.once("error", reject)
    child.once("close", (code) => {
      console.log(`== ${title}: ${Math.round((performance.now() - started) / 1_000)} s`)
      if (code === 0) resolve()
      else reject(new Error(`${title} failed`))
    })
  })
}

type Counts = { passed: number; failed: number; skipped: number }

function vitestCounts(): Counts {
  const report = JSON.parse(readFileSync(join(RESULTS, "vitest.json"), "utf8")) as Record<string, number>
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: report.numPendingTests ?? 0,
  }
}

function playwrightCounts(): Counts {
  const { stats } = JSON.parse(readFileSync(join(RESULTS, "playwright.json"), "utf8")) as {
    stats: Record<string, number>
  }
  return {
    passed: stats.expected ?? 0,
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
  }
}

async function main(): Promise<void> {
  mkdirSync(RESULTS, { recursive: true })
  const chromium = await findChromium()
  report("Looking for the video server")
  const shown = showInstall({ report, longStep })
  const video = await findVideoServer({
    dataDir: CACHE,
    path: process.env.PATH ?? "",
    env: process.env,
    report: shown.report,
  }).finally(shown.done)
  report(`${video.version} from ${video.source}`)

  const bin = (name: string) => join("node_modules/.bin", name)
  await run("Checks", process.execPath, ["scripts/check.ts"])
  // Before the tests, some of which count seconds beside one another, and would each wait for it.
  await run("Build", process.execPath, ["scripts/build.ts"])
  await run("Unit, service and HTTP tests", bin("vitest"), [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${RESULTS}/vitest.json`,
  ])
  await run("Journeys in a browser", bin("playwright"), ["test", "--reporter=list,json"], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(RESULTS, "playwright.json"),
  })
  const counts = [vitestCounts(), playwrightCounts()]
  const total = (key: keyof Counts) => counts.reduce((sum, count) => sum + count[key], 0)
  console.log(`\n${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`)
}

main().catch((error: Error) => {
  console.error(`\n${error.message}`)
  process.exit(1)
})
