import { mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { complain, longStep, report, say } from "../src/app/console.ts"
import { during } from "../src/platform/long-step.ts"
import { findVideoServer } from "../src/platform/video/installer/install.ts"
import { showInstall } from "../src/platform/video/installer/install-report.ts"
import { ask, type Ended } from "./ask.ts"
import { findChromium } from "./chromium.ts"

/** Everything that proves the product, as the continuous integration runs it: checks, tests, journeys in a browser. */

const CACHE = resolve(import.meta.dirname, "../node_modules/.cache/kaksha")
const RESULTS = join(CACHE, "results")

function tell(title: string, { code, seconds }: Ended): void {
  say(`== ${title}: ${seconds} s`)
  if (code !== 0) throw new Error(`${title} failed`)
}

async function run(title: string, command: string, args: string[], env = {}): Promise<void> {
  say(`\n== ${title}`)
  tell(title, await ask(command, args, { stdio: "inherit", env }))
}

/** Runs a script beside others: what it says is shown when it ends, in one piece. */
async function runBeside(title: string, script: string): Promise<void> {
  const ended = await during(longStep(title), () => ask(process.execPath, [script]))
  say(`\n== ${title}\n${`${ended.out}${ended.errors}`.trimEnd()}`)
  tell(title, ended)
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

async function getVideoServer(): Promise<void> {
  report("Looking for the video server")
  const shown = showInstall({ report, longStep })
  const video = await findVideoServer({
    dataDir: CACHE,
    path: process.env.PATH ?? "",
    env: process.env,
    report: shown.report,
  }).finally(shown.done)
  report(`${video.version} from ${video.source}`)
}

/** Waits for all, also when one fails, and throws the first failure. */
async function allOf(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === "rejected")
  if (failed) throw failed.reason
}

async function main(): Promise<void> {
  mkdirSync(RESULTS, { recursive: true })
  const chromium = await findChromium()
  const bin = (name: string) => join("node_modules/.bin", name)
  // Side by side, because none of them keeps every core busy. The tests come after: some count seconds, and each would
  // wait for the build.
  await allOf([
    getVideoServer(),
    runBeside("Checks", "scripts/check.ts"),
    runBeside("Build", "scripts/build.ts"),
  ])
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
  say(`\n${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`)
}

main().catch((error: Error) => {
  complain(`\n${error.message}`)
  process.exit(1)
})
