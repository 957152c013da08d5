import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test"
import { POLICY_BROKEN } from "../src/app/http/policy-reports.ts"
import { readableByOthers } from "../tests/readable-by-others.ts"

const projectRoot = resolve(import.meta.dirname, "..")
/** Where the test command keeps the video server, so that no data folder has to get its own. */
const VIDEO_SERVER = "livekit-server-1.13.5"
const VIDEO_CACHE = join(projectRoot, "node_modules/.cache/kaksha/bin", VIDEO_SERVER)

/** Names the folder of a trial that was started before, for the journeys' workers. */
export const SEEDED = "KAKSHA_SEEDED_TRIAL"

export type Product = { address: string; dataFolder: string; output(): string }

type Started = Product & { stop(): Promise<number | null>; process: ChildProcess }

/** Sells as a trial does by itself. Other journeys enrol at once. */
export const SELLING: NodeJS.ProcessEnv = { PAYMENT_PROVIDER: "" }

/** Starts the product as a person does, on free ports and a data folder of its own, and waits until it is ready. */
export async function startProduct(
  env: NodeJS.ProcessEnv = {},
  dataFolder = mkdtempSync(join(tmpdir(), "kaksha-e2e-")),
  command: "start" | "dev" = "start",
  video: "cached" | "none" = "cached",
  root = projectRoot,
): Promise<Started> {
  const videoServer = join(dataFolder, "bin", VIDEO_SERVER)
  if (video === "cached" && existsSync(VIDEO_CACHE) && !existsSync(videoServer)) {
    mkdirSync(dirname(videoServer), { recursive: true })
    copyFileSync(VIDEO_CACHE, videoServer)
  }
  const child = spawn(process.execPath, ["src/app/cli.ts", command], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: command === "dev" ? "development" : "production",
      PORT: "0",
      KAKSHA_DATA: dataFolder,
      PAYMENT_PROVIDER: "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  child.stdout.on("data", (chunk) => {
    output += chunk
  })
  child.stderr.on("data", (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)))
  const address = await new Promise<string>((ready, fail) => {
    const look = () => {
      const match = /Kaksha is at (\S+)/.exec(output)
      if (match?.[1]) ready(match[1])
    }
    child.stdout.on("data", look)
    void ended.then((code) => fail(new Error(`the product ended with ${code}:\n${output}`)))
  })
  return {
    address,
    dataFolder,
    process: child,
    output: () => output,
    async stop() {
      child.kill("SIGTERM")
      return ended
    },
  }
}

/** A data folder of a trial that is filled already; an empty one where the environment decides what it is filled with. */
export function trialFolder(env: NodeJS.ProcessEnv = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-e2e-"))
  const seeded = process.env[SEEDED]
  // Its files have owners, which Node's own copy doesn't keep.
  if (seeded && !env.TIME_ZONE) execFileSync("cp", ["-a", `${seeded}/.`, folder])
  return folder
}

/** The passwords of the demo people, by e-mail. */
export function demoPassword(product: Product, email: string): string {
  const people = JSON.parse(readFileSync(join(product.dataFolder, "demo-people.json"), "utf8")) as {
    email: string
    password: string
  }[]
  const person = people.find((candidate) => candidate.email === email)
  if (!person) throw new Error(`there is no demo person ${email}`)
  return person.password
}

/** What browsers reported of the journeys' pages, as the log has it. */
function readBrokenPolicies({ dataFolder }: Product): string[] {
  const log = join(dataFolder, "logs", "kaksha.log")
  if (!existsSync(log)) return []
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes(POLICY_BROKEN))
}

/**
 * Pages are gone to until they are ready, as people wait for what they look at: scripts come after the first paint, and
 * what is typed before them is a journey of its own. Not where scripts are off, not of pages that say what went wrong, and
 * not where `goto` says itself what to wait for.
 */
function waitUntilReady(browser: Browser): void {
  const watch = (page: Page) => {
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const answer = await goto(url, options)
      if (answer?.ok() && !options?.waitUntil) {
        await page.waitForFunction(
          () => !document.getElementById("late-scripts") || document.documentElement.dataset.ready,
        )
      }
      return answer
    }
  }
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    if (options?.javaScriptEnabled !== false) context.on("page", watch)
    return context
  }
}

type Options = { productEnv: NodeJS.ProcessEnv }
type PerTest = { baseURL: string; keepPages: boolean; closePages: undefined }

/** A test with a product of its own per file, which `productEnv` configures. */
export const productTest = base.extend<object, { product: Product } & Options>({
  productEnv: [{}, { option: true, scope: "worker" }],
  product: [
    async ({ productEnv }, use) => {
      const started = await startProduct(productEnv, trialFolder(productEnv))
      await use(started)
      await started.stop()
      expect(readableByOthers(started.dataFolder), "files for everybody on this machine to read").toEqual([])
      expect(readBrokenPolicies(started), "pages that broke their content security policy").toEqual([])
      rmSync(started.dataFolder, { recursive: true, force: true })
    },
    { scope: "worker", timeout: 600_000 },
  ],
})

/**
 * The same in Playwright's browser; the product's address is the base URL. What a test opened is closed at its end,
 * because open pages go on following changes; `keepPages` where tests of a file share them.
 */
export const test = productTest.extend<PerTest, { ready: undefined }>({
  ready: [
    async ({ browser }, use) => {
      waitUntilReady(browser)
      await use(undefined)
    },
    { auto: true, scope: "worker" },
  ],
  baseURL: async ({ product }, use) => use(product.address),
  keepPages: [false, { option: true }],
  closePages: [
    async ({ browser, keepPages }, use) => {
      await use(undefined)
      if (!keepPages) await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** Keeps live rooms from recording themselves, where a journey is about something else. */
export async function withoutRecording(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (location.protocol.startsWith("http")) localStorage.setItem("kaksha.recorder", '{"auto":false}')
  })
}

export { expect } from "@playwright/test"
