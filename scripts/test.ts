import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { findVideoServer } from "../src/platform/video/install.ts"

/** Everything that proves the product, as the continuous integration runs it: checks, tests, journeys in a browser. */

const CACHE = resolve(import.meta.dirname, "../node_modules/.cache/kaksha")
const RESULTS = join(CACHE, "results")
/** Chromium without the parts that nobody sees: journeys take two thirds of the processor's time in it. */
const HEADLESS = "/usr/bin/chromium-headless-shell"
const CHROMIUMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** The browser on this machine; on Debian as root it is installed when there is none. */
function findChromium(): string {
  const firstOf = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path))
  const found =
    firstOf([process.env.CHROMIUM_PATH, HEADLESS]) ??
    installed("chromium-headless-shell", HEADLESS) ??
    firstOf(CHROMIUMS) ??
    installed("chromium", "/usr/bin/chromium")
  if (found) return found
  throw new Error("No Chromium was found. Install it, or name it in CHROMIUM_PATH, then run the tests again.")
}

/** Installs a package of Debian's where that is possible; the path if it is there then. */
function installed(name: string, path: string): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined
  console.log(`Installing ${name} from Debian's packages`)
  spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"] })
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  })
  return existsSync(path) ? path : undefined
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
  const chromium = findChromium()
  console.log("Looking for the video server")
  const video = await findVideoServer({
    dataDir: CACHE,
    path: process.env.PATH ?? "",
    env: process.env,
    report: ({ message }) => console.log(`  ${message}`),
  })
  console.log(`  ${video.version} from ${video.source}`)

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
