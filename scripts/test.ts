import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { longStep, report } from "../src/app/console.ts"
import { during } from "../src/platform/long-step.ts"
import { findVideoServer } from "../src/platform/video/installer/install.ts"
import { showInstall } from "../src/platform/video/installer/install-report.ts"

/** Everything that proves the product, as the continuous integration runs it: checks, tests, journeys in a browser. */

const CACHE = resolve(import.meta.dirname, "../node_modules/.cache/kaksha")
const RESULTS = join(CACHE, "results")
/** Chromium without its invisible parts: end-to-end tests take two thirds of the processor time in it. */
const HEADLESS = "/usr/bin/chromium-headless-shell"
const CHROMIUMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** The browser on this machine; on Debian as root it is installed when there is none. */
async function findChromium(): Promise<string> {
  const firstOf = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path))
  const found =
    firstOf([process.env.CHROMIUM_PATH, HEADLESS]) ??
    (await installed("chromium-headless-shell", HEADLESS)) ??
    firstOf(CHROMIUMS) ??
    (await installed("chromium", "/usr/bin/chromium"))
  if (found) return found
  throw new Error("No Chromium was found. Install it, or name it in CHROMIUM_PATH, then run the tests again.")
}

/** Installs a package of Debian's where that is possible; the path if it is there then. */
async function installed(name: string, path: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined
  report(`Installing ${name} from Debian's packages`)
  await during(longStep(`Installing ${name}`), async () => {
    await aptGet("update", "-qq")
    await aptGet("install", "-y", "-qq", "--no-install-recommends", name)
  })
  return existsSync(path) ? path : undefined
}

/** Errors are shown; whether it came about is seen by what is there then. */
async function aptGet(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  await once(spawn("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }), "close")
}

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
