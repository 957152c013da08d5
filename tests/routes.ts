import { type AnyContractProcedure, isContractProcedure } from "@orpc/contract"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import siteMap from "#app/routes.ts"
import { contract } from "#contract/index.ts"
import { newId } from "#shared/ids.ts"
import type { HttpProduct } from "./http.ts"

export type Route = { method: string; path: string; name?: string }

/** The procedures of the contract. */
export function procedures(node: object = contract, names: string[] = []): Route[] {
  if (!isContractProcedure(node))
    return Object.entries(node).flatMap(([name, child]) => procedures(child, [...names, name]))
  const { method = "POST", path = "" } = (node as AnyContractProcedure)["~orpc"].route
  return [{ method, path: `/api/v1${path}`, name: names.join(".") }]
}

/** What can be posted to the pages of the site map. */
function pages(entries: RouteConfigEntry[] = siteMap, above = ""): Route[] {
  return entries.flatMap(({ path, children }) => {
    const here = path ? `${above}/${path}` : above
    // What is loaded in place is asked for, and posted to, under a name of its own.
    const own = ["", ".data"].map((end) => ({ method: "POST", path: `${here || "/_root"}${end}` }))
    return [...own, ...pages(children ?? [], here)]
  })
}

/** The app's own routes, beside pages and procedures. */
function ownRoutes(product: HttpProduct): Route[] {
  const own = product.routes.filter(({ path }) => !/^\/(\*|api\/v1\/\*)$/.test(path))
  return own.map(({ method, path }) => ({ method: method === "ALL" ? "PATCH" : method, path }))
}

/** The same path with an id or a word in the place of each parameter. */
export const fill = (path: string) =>
  path.replace(/:id(\{[^/]*\})?|\{\w*id\}/g, newId()).replace(/:\w+(\{[^/]*\})?|\{\w+\}|\*/g, "x")

/** Every route of the product, and some addresses that none has. */
export function everyRouteOf(product: HttpProduct): (Route & { sample: string })[] {
  const unknown = ["/api/v1/nothing", "/nothing", "/hooks/nothing", "/uploads/nothing"]
  return [
    ...procedures(),
    ...pages(),
    ...ownRoutes(product),
    ...unknown.map((path) => ({ method: "POST", path })),
  ].map((route) => ({ ...route, sample: fill(route.path) }))
}
