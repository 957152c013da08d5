import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createORPCClient } from "@orpc/client"
import { OpenAPILink } from "@orpc/openapi-client/fetch"
import type { ComponentType } from "react"
import { renderToPipeableStream } from "react-dom/server"
import { contract } from "#contract/index.ts"
import * as catalogue from "#features/programs/web/catalogue.page.tsx"
import { filedBrand } from "#shared/brand.ts"
import * as studentDashboard from "../../src/app/pages/dashboards/student-dashboard.page.tsx"
import * as root from "../../src/root.tsx"
import "#ui/layout/frames.server.ts"
import "#ui/messages/all.server.ts"
import { openAsk } from "./ask.ts"
import { type BarePage, BareRoute } from "./router.tsx"

/**
 * The control of the page benchmarks, bundled with `./router.tsx` in the router's place: the product's page
 * components inside its layout, with the data of one real visit kept in memory. No session, router, database or
 * log; node:http and React. With statements it is what a page can't do without: it also finds out who asks, sends
 * the statements of the page, and writes the data for the browser; their rows are read and not used.
 */

const address = process.env.BARE_PRODUCT ?? ""
const cookie = process.env.BARE_COOKIE ?? ""

type PageModule = { default: unknown; loader: unknown; handle: BarePage["handle"] }
type Loader = (args: { request: Request; context: unknown; params: object }) => unknown

const PAGES: Record<string, PageModule> = { "/student-dashboard": studentDashboard, "/courses": catalogue }

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** JSON has instants as texts, and loaders get dates. */
function withDates(value: unknown): unknown {
  if (typeof value === "string") return INSTANT.test(value) ? new Date(value) : value
  if (Array.isArray(value)) return value.map(withDates)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDates(inner)]))
}

/** What the product's loaders read, answered by its own API for the person of the cookie. */
async function makeContext(): Promise<unknown> {
  const api = createORPCClient(
    new OpenAPILink(contract, {
      url: `${address}/api/v1`,
      headers: { cookie },
      interceptors: [async ({ next }) => withDates(await next())],
    }),
  ) as {
    accounts: { whoAmI(): Promise<unknown> }
  }
  const page = {
    api,
    viewer: await api.accounts.whoAmI(),
    reply: new Headers(),
    requestId: "00000000-0000-0000-0000-000000000000",
    zone: "Asia/Kolkata",
    brand: filedBrand,
    now: new Date(),
    trial: true,
    nonce: "AAAAAAAAAAAAAAAAAAAAAA==",
    origin: process.env.BARE_PRODUCT ?? "",
    language: "en",
    earlyFiles: { messages: [], frames: { site: [], work: [] } },
  }
  return { get: () => page }
}

type Visit = BarePage & { data: unknown }

async function visit(path: string, context: unknown): Promise<Visit> {
  const request = new Request(address + path, { headers: { cookie } })
  const load = (module: { loader: unknown }) => (module.loader as Loader)({ request, context, params: {} })
  const module = PAGES[path]
  if (!module) throw new Error(`there is no bare ${path}`)
  const [rootData, data] = [await load(root), await load(module)]
  const Page = module.default as ComponentType<{ loaderData: unknown; params: object }>
  return {
    path,
    search: "",
    rootData,
    page: <Page loaderData={data} params={{}} />,
    title: path,
    data,
    handle: module.handle,
  }
}

const Root = root.default as ComponentType<{ loaderData: unknown }>

function Document({ route, json }: { route: BarePage; json: string | null }) {
  return (
    <BareRoute value={route}>
      <root.Layout>
        <Root loaderData={route.rootData} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the only way to write JSON into a script */}
        {json ? <script type="application/json" dangerouslySetInnerHTML={{ __html: json }} /> : null}
      </root.Layout>
    </BareRoute>
  )
}

async function serve(): Promise<void> {
  const context = await makeContext()
  const wanted = (process.env.BARE_PATHS ?? "").split(",")
  const visits = await Promise.all(wanted.map((path) => visit(path, context)))
  const ask = openAsk()
  const server = createServer(async (request, response) => {
    const route = visits.find(({ path }) => path === request.url)
    if (!route) return void response.writeHead(404).end()
    if (ask && !(await ask(request.headers.cookie))) return void response.writeHead(401).end()
    // A page that is sent without React needs no data in the browser.
    const json =
      ask && route.handle?.static !== true
        ? JSON.stringify([route.rootData, route.data]).replaceAll("<", "\\u003c")
        : null
    const { pipe } = renderToPipeableStream(<Document route={route} json={json} />, {
      onShellReady() {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
        pipe(response)
      },
      onShellError: (error) => void response.writeHead(500).end(String(error)),
      onError: (error) => console.error(error),
    })
  })
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
}

process.once("disconnect", () => process.exit())
await serve()
