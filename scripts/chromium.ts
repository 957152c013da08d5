import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { longStep, report } from "../src/app/console.ts"
import { during } from "../src/platform/long-step.ts"

/** Chromium without its invisible parts: end-to-end tests take two thirds of the processor time in it. */
const HEADLESS = "/usr/bin/chromium-headless-shell"
const CHROMIUMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/**
 * Returns the path of the browser on this machine. On Debian root gets one when there is none; elsewhere it throws with
 * what to do.
 */
export async function findChromium(): Promise<string> {
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
