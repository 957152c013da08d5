import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContext, chromium } from "@playwright/test"
import launch, { type Result } from "lighthouse"
import playwrightConfig from "../playwright.config.ts"
import type { Benchmark, BudgetName, Figure } from "./rig/figures.ts"
import { browserCookies, signInDemo } from "./rig/people.ts"
import { median } from "./rig/rounds.ts"
import type { World } from "./rig/world.ts"

const RUNS = 5
const DEBUG_PORT = 9_333
const ARTICLE = "/blog/draw-before-you-solve"
const PROGRAM = "/courses/neet-physics-for-biology-lovers"
const STUDENT = "asha@demo.kaksha.example"
const PAGES: [path: string, budget: BudgetName, person?: string][] = [
  ["/", "lighthouse-content"],
  ["/blog", "lighthouse-content"],
  [ARTICLE, "lighthouse-content"],
  ["/about-learning-kit", "lighthouse-content"],
  ["/terms", "lighthouse-content"],
  ["/contact", "lighthouse-content"],
  ["/courses", "lighthouse-lively"],
  [PROGRAM, "lighthouse-lively"],
  ["/auth", "lighthouse-lively"],
  ["/live-classes", "lighthouse-lively"],
  ["/student-dashboard", "lighthouse-lively", STUDENT],
]
const OTHERS = { accessibility: "accessibility", "best-practices": "best practices", seo: "SEO" }

type Other = keyof typeof OTHERS
type Report = Pick<Result, "categories" | "audits">

/**
 * One run as on a mid-range phone with a slow connection, which Lighthouse simulates. A run whose trace the browser
 * lost has measured nothing, so another takes its place.
 */
async function audit(url: string, tries = 3): Promise<Report> {
  const answer = await launch(url, { port: DEBUG_PORT, output: "json", logLevel: "error" })
  if (!answer) throw new Error(`Lighthouse said nothing of ${url}`)
  const { runtimeError } = answer.lhr
  if (!runtimeError) return answer.lhr
  if (tries === 1) throw new Error(`${url}: ${runtimeError.message}`)
  return audit(url, tries - 1)
}

const scoreOf = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100)

/** What kept a category from its full score, by the names of the audits. */
function shortfalls({ categories, audits }: Report, others: Other[]): string {
  const failed = others
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
  return failed.length > 0 ? `; falls short in ${[...new Set(failed)].join(", ")}` : ""
}

/**
 * Lighthouse opens its pages beside ours, in the profile whose cookies they share. Each run has a browser of its own: a
 * renderer that showed the page before spends up to 0.2 s on that one's memory when Lighthouse attaches to it.
 */
async function inFreshBrowser<T>(world: World, use: (browser: BrowserContext) => Promise<T>): Promise<T> {
  const options = playwrightConfig.use?.launchOptions
  const profile = mkdtempSync(join(tmpdir(), "kaksha-lighthouse-"))
  const disownProfile = world.own(() => rmSync(profile, { recursive: true, force: true }))
  const browser = await chromium.launchPersistentContext(profile, {
    ...options,
    // Most visitors are in India; elsewhere classes say a second time, by the visitor's clock, after scripts came.
    env: { ...process.env, TZ: "Asia/Kolkata" },
    args: [...(options?.args ?? []), `--remote-debugging-port=${DEBUG_PORT}`],
  })
  const disown = world.own(() => browser.close())
  try {
    return await use(browser)
  } finally {
    disown()
    await browser.close()
    disownProfile()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function measurePage(world: World, [path, budget, person]: (typeof PAGES)[number]): Promise<Figure[]> {
  const product = await world.product()
  // Sent as a header, a session would reach the document and none of what the page asks for.
  const cookies = person ? browserCookies(await signInDemo(product, person), product.address) : []
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const report = await inFreshBrowser(world, async (browser) => {
      await browser.addCookies(cookies)
      return audit(product.address + path)
    })
    reports.push(report)
  }
  const middle = (pick: (report: Report) => number) => median(reports.map(pick))
  const speed = middle((report) => scoreOf(report, "performance"))
  const value = (id: string) => middle((report) => report.audits[id]?.numericValue ?? 0)
  // Search engines are kept out of pages behind the sign-in.
  const names = (Object.keys(OTHERS) as Other[]).filter((name) => !(person && name === "seo"))
  const others = names.map((name) => middle((report) => scoreOf(report, name)))
  const titles = new Intl.ListFormat("en-GB").format(names.map((name) => OTHERS[name]))
  const [first] = reports
  return [
    {
      what: `Lighthouse performance of ${path}`,
      budget,
      value: speed,
      shown: String(speed),
      method: `mobile, median of ${RUNS}: first paint ${value("first-contentful-paint").toFixed(0)} ms, largest ${value("largest-contentful-paint").toFixed(0)} ms, blocked ${value("total-blocking-time").toFixed(0)} ms`,
    },
    {
      what: `Lighthouse ${titles} of ${path}`,
      budget: "lighthouse-others",
      value: Math.min(...others),
      shown: others.join(", "),
      method: `the lowest of the ${names.length}, each the median of ${RUNS}${first ? shortfalls(first, names) : ""}`,
    },
    {
      what: `Layout shift of ${path}`,
      budget: "layout-shift",
      value: value("cumulative-layout-shift"),
      shown: value("cumulative-layout-shift").toFixed(3),
      method: `cumulative, median of ${RUNS}`,
    },
  ]
}

/** Public pages and a student's dashboard by Lighthouse, which needs the machine to itself. */
export const lighthouse: Benchmark = {
  name: "lighthouse",
  async run(world) {
    const figures: Figure[] = []
    for (const page of PAGES) figures.push(...(await measurePage(world, page)))
    return figures
  },
}
