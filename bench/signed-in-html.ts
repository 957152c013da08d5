import { createRouterClient } from "@orpc/server"
import { createRouter } from "#app/router.ts"
import { PAGE_SIZE } from "#features/programs/web/catalogue-address.ts"
import { type Ctx, systemClock } from "#platform/context.ts"
import { readEnvironment } from "#platform/env.ts"
import { type Api, type Opened, SCREENS } from "./rig/academy-screens.ts"
import { buildBare } from "./rig/bare-pages.ts"
import type { Benchmark, BudgetName, Figure } from "./rig/figures.ts"
import { CONNECTIONS, rateOf, sendLoad } from "./rig/load.ts"
import { type Cookie, signInDemo } from "./rig/people.ts"
import { compareRounds, inTurn, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import { type BareOrder, noteSent, readSession, withPlaces } from "./rig/sent.ts"
import type { World } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"

type PageToMeasure = {
  path: string
  budget: BudgetName
  unavoidableBudget: BudgetName
  what: string
  /** Asks what the page's loader asks. */
  load: (api: Api) => Promise<unknown>
}

const PAGES: PageToMeasure[] = [
  {
    path: "/student-dashboard",
    budget: "dashboard-html",
    unavoidableBudget: "dashboard-unavoidable",
    what: "Student dashboard, signed in",
    load: loadDashboard,
  },
  {
    path: "/courses",
    budget: "catalogue-html",
    unavoidableBudget: "catalogue-html-unavoidable",
    what: "Catalogue, signed in",
    load: loadCatalogue,
  },
]

/** Returns a page's text inside its main element, to check that product and control render the same page. */
function textOf(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ""
  const text = main.replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replace(/<!--.*?-->/g, "")
  return text
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
}

async function readPage(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers, redirect: "manual" })
  const html = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${html.slice(0, 300)}`)
  return html
}

type Sizes = { ours: number; theirs: number }

/** Returns how many bytes of HTML each sends. Throws unless both render the same text. */
async function compare(ours: string, theirs: string, headers: Record<string, string>): Promise<Sizes> {
  const [product, control] = [await readPage(ours, headers), await readPage(theirs, headers)]
  const [shown, expected] = [textOf(product), textOf(control)]
  if (shown !== expected || shown === "") {
    let at = 0
    while (shown[at] === expected[at] && at < shown.length) at += 1
    const near = (text: string) => text.slice(Math.max(0, at - 40), at + 80)
    throw new Error(`the control renders another page than ${ours}: "${near(expected)}" for "${near(shown)}"`)
  }
  return { ours: Buffer.byteLength(product), theirs: Buffer.byteLength(control) }
}

/** The statements that a page's procedures send for a student, by their session. */
async function recordPage(
  world: World,
  cookie: Cookie,
  load: (api: Api) => Promise<unknown>,
): Promise<BareOrder> {
  const { url, pool } = await world.database()
  const { viewer, session } = await readSession(await world.product(), pool, cookie)
  const { db, sent } = noteSent(pool)
  const env = readEnvironment({})
  const context = { db, env, viewer, clock: systemClock, mail: { configured: false } } as unknown as Ctx
  // Nobody follows changes here.
  const api = createRouterClient(createRouter(null as never), { context })
  await Promise.all([api.attendance.waiting(), load(api)])
  return { url, session, statements: sent.map((one) => withPlaces(one, { student: viewer.user_id })) }
}

function loadDashboard(api: Api): Promise<unknown> {
  const dashboard = SCREENS.find(({ what }) => what === "the student's dashboard")
  return Promise.all(dashboard?.load(api, {} as Opened) ?? [])
}

async function loadCatalogue(api: Api): Promise<unknown> {
  const { items } = await api.programs.list({ limit: PAGE_SIZE })
  return api.classes.nextStarts({ course_ids: items.map(({ id }) => id) })
}

/** Where the control renders a page, and where the bare program does that also sends the page's statements. */
type Bare = { rendering: number; asking: { port: number; statements: number } }

async function measurePage(
  world: World,
  cookie: Cookie,
  { rendering, asking }: Bare,
  page: PageToMeasure,
): Promise<Figure[]> {
  const { host, port } = await world.product()
  const { path, budget, unavoidableBudget, what } = page
  const headers = { cookie, accept: "text/html", "user-agent": "Mozilla/5.0 (X11; Linux x64) bench" }
  const ports = [port, rendering, asking.port]
  const [, ...bare] = ports
  const sizes: Sizes[] = []
  for (const other of bare)
    sizes.push(await compare(`http://${host}:${port}${path}`, `http://${host}:${other}${path}`, headers))
  const side = (sidePort: number, ms: number) =>
    sendLoad(world, { host, port: sidePort, requests: [{ method: "GET", path, headers }], repeat: true, ms })
  for (const sidePort of ports) await side(sidePort, WARM_UP_MS)
  const [ours, rendered, asked] = await inTurn(
    ports.map((sidePort) => async () => rateOf(await side(sidePort, ROUND_MS))),
  )
  const result = compareRounds(ours, rendered)
  const kB = (bytes = 0) => `${Math.round(bytes / 1_000)} kB`
  const [first, second] = sizes
  const sent = `GET ${path} at ${CONNECTIONS} connections, uncompressed: ${result.product.toFixed(0)}/s (${kB(first?.ours)}) against`
  const figures: Figure[] = [
    {
      what,
      budget,
      value: result.ratio,
      shown: showRatio(result),
      method: `${sent} ${result.control.toFixed(0)}/s (${kB(first?.theirs)}) of node:http rendering the same components and data without session, router, database and log`,
    },
  ]
  const unavoidable = compareRounds(ours, asked)
  figures.push({
    what: `${what}, beside a bare Node program of the same statements and components`,
    budget: unavoidableBudget,
    value: unavoidable.ratio,
    shown: `${showRatio(unavoidable)}; the bare program is at ${showRatio(compareRounds(asked, rendered))} of rendering alone`,
    method: `${sent} ${unavoidable.control.toFixed(0)}/s (${kB(second?.theirs)}) of node:http that finds the session by its statement, sends the page's ${asking.statements} statements by the same driver, renders the same components with data in memory and writes that data as JSON; no router, policy, validation and log, and the rows aren't used`,
  })
  return figures
}

/** Signed-in pages against a bare React render of the same tree. */
export const signedInHtml: Benchmark = {
  name: "signed-in-html",
  async run(world) {
    const cookie = await signInDemo(await world.product(), STUDENT)
    const startPages = await buildBare(world, cookie)
    const rendering = await startPages(PAGES.map(({ path }) => path))
    const figures: Figure[] = []
    for (const page of PAGES) {
      const order = await recordPage(world, cookie, page.load)
      const asking = { port: await startPages([page.path], order), statements: order.statements.length }
      figures.push(...(await measurePage(world, cookie, { rendering, asking }, page)))
    }
    return figures
  },
}
