import type { LoaderFunctionArgs, ServerBuild } from "react-router"
import { expect, test } from "vitest"
import { withRenderedOnly } from "./rendered-only.ts"

const data = { items: [1, 2], shown: true }

function route(id: string, path: string | undefined, handle: object) {
  return {
    [id]: { id, path, parentId: path && "root", module: { default: () => null, handle, loader: () => data } },
  }
}

test("NAV-07 data of a page without React can be read and isn't listed for the browser, and that of other pages is", async () => {
  const { routes } = withRenderedOnly({
    routes: {
      ...route("root", undefined, {}),
      ...route("shop", "shop", { static: true, own: true }),
      ...route("public", "about", { static: true }),
      ...route("both", "visit", { static: "visitors", own: true }),
      ...route("account", "account", {}),
    },
  } as unknown as ServerBuild)
  const load = async (id: string, pattern: string) => {
    const loaded = routes[id]?.module.loader?.({ pattern } as LoaderFunctionArgs, undefined as never)
    return (await loaded) as typeof data
  }
  for (const id of ["root", "shop"]) {
    const { items, ...listed } = await load(id, "/shop")
    expect({ items, listed }).toEqual({ items: [1, 2], listed: {} })
  }
  for (const [id, pattern] of [
    ["root", "/account"],
    ["public", "/about"],
    ["both", "/visit"],
    ["account", "/account"],
  ] as const)
    expect(Object.keys(await load(id, pattern)), id).toEqual(["items", "shown"])
})
