import { startBarePages } from "./rig/bare-pages.ts"
import type { Benchmark, BudgetName, Figure } from "./rig/figures.ts"
import { CONNECTIONS, rateOf, sendLoad } from "./rig/load.ts"
import { type Cookie, signInDemo } from "./rig/people.ts"
import { alternate, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import type { World } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"

const PAGES: { path: string; budget: BudgetName; what: string }[] = [
  { path: "/student-dashboard", budget: "dashboard-html", what: "Student dashboard, signed in" },
  { path: "/courses", budget: "catalogue-html", what: "Catalogue, signed in" },
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

async function measurePage(
  world: World,
  cookie: Cookie,
  barePort: number,
  page: (typeof PAGES)[number],
): Promise<Figure> {
  const { host, port } = await world.product()
  const { path, budget, what } = page
  const headers = { cookie, accept: "text/html", "user-agent": "Mozilla/5.0 (X11; Linux x64) bench" }
  const sizes = await compare(`http://${host}:${port}${path}`, `http://${host}:${barePort}${path}`, headers)
  const side = (sidePort: number, ms: number) =>
    sendLoad(world, { host, port: sidePort, requests: [{ method: "GET", path, headers }], repeat: true, ms })
  for (const sidePort of [port, barePort]) await side(sidePort, WARM_UP_MS)
  const rate = (sidePort: number) => async () => rateOf(await side(sidePort, ROUND_MS))
  const result = await alternate(rate(port), rate(barePort))
  const kB = (bytes: number) => `${Math.round(bytes / 1_000)} kB`
  return {
    what,
    budget,
    value: result.ratio,
    shown: showRatio(result),
    method: `GET ${path} at ${CONNECTIONS} connections, uncompressed: ${result.product.toFixed(0)}/s (${kB(sizes.ours)}) against ${result.control.toFixed(0)}/s (${kB(sizes.theirs)}) of node:http rendering the same components and data without session, router, database and log`,
  }
}

/** Signed-in pages against a bare React render of the same tree. */
export const signedInHtml: Benchmark = {
  name: "signed-in-html",
  async run(world) {
    const cookie = await signInDemo(await world.product(), STUDENT)
    const barePort = await startBarePages(
      world,
      cookie,
      PAGES.map(({ path }) => path),
    )
    const figures: Figure[] = []
    for (const page of PAGES) figures.push(await measurePage(world, cookie, barePort, page))
    return figures
  },
}
