import { text } from "node:stream/consumers"
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router"
import { expect, test } from "vitest"
import { withRenderedOnly } from "./rendered-only.ts"

function route(id: string, path: string | undefined, handle: object) {
  const loader = () => ({ word: `word of ${id}` })
  const parentId = path && "root"
  return { [id]: { id, path, parentId, module: { default: () => null, handle, loader } } }
}

const routes = {
  ...route("root", undefined, {}),
  ...route("item", "shop/:slug", { static: true, own: true }),
  ...route("public", "about", { static: true }),
  ...route("both", "visit", { static: "visitors", own: true }),
  ...route("account", "account", {}),
}

/** What a page is rendered with, and what the router has encoded for the browser. */
async function readPage(path: string) {
  let entry: EntryContext | undefined
  const build = {
    entry: {
      module: {
        default: (_request: Request, _status: number, _headers: Headers, given: EntryContext) => {
          entry = given
          return new Response("")
        },
      },
    },
    routes,
    assets: { routes, entry: { module: "", imports: [] }, url: "", version: "1" },
    ...{ publicPath: "/", assetsBuildDirectory: "", future: {}, ssr: true, isSpaMode: false, prerender: [] },
    routeDiscovery: { mode: "initial" },
  }
  const handle = createRequestHandler(withRenderedOnly(build as unknown as ServerBuild), "production")
  await handle(new Request(`http://localhost${path}`), new RouterContextProvider())
  const loaded = entry?.staticHandlerContext.loaderData ?? {}
  const words = Object.values(loaded).map(({ word }: { word: string }) => word)
  return { words, encoded: await text(entry?.serverHandoffStream as never) }
}

test("NAV-07 data of a page without React is there to be rendered, and is not encoded for the browser", async () => {
  const { words, encoded } = await readPage("/shop/kit")
  expect(words).toEqual(["word of root", "word of item"])
  expect(encoded).not.toContain("word")
})

test.each(["public", "both", "account"])(
  "NAV-07 data of a page that a browser may ask for is encoded for it: %s",
  async (id) => {
    const { words, encoded } = await readPage(`/${(routes as Record<string, { path?: string }>)[id]?.path}`)
    expect(words).toEqual(["word of root", `word of ${id}`])
    for (const word of words) expect(encoded).toContain(word)
  },
)
