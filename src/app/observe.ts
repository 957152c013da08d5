import { randomUUID } from "node:crypto"
import { ORPCError } from "@orpc/server"
import type { MiddlewareHandler } from "hono"
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router"
import { Refusal } from "#platform/errors.ts"
import type { Metrics } from "#platform/metrics.ts"
import { inScope, traced } from "#platform/tracing/trace.ts"
import type { Runtime } from "./runtime.ts"

/** The pattern of the page at a path, or null when there is none. */
export type RouteOf = (path: string) => string | null

/**
 * Links to a file, to a person's calendar, to answer an absence notice or a quote and to become a guardian work for
 * anyone who has them.
 */
const SECRET_PATHS =
  /^\/(files|calendar|a|premises\/(?:q|join)|api\/v1\/(?:absences|guardian\/invitations|premises\/(?:quotes|join)))\/.*/

/** Returns the path as it may be logged. */
export function loggedPath(path: string): string {
  return path.replace(SECRET_PATHS, "/$1/…")
}

/** Gives each request its id, and records its result in the log, the metrics and the traces. */
export function observeRequests(
  runtime: Runtime,
  routeOf: RouteOf,
): MiddlewareHandler<{ Variables: { requestId: string } }> {
  return (c, next) => {
    const requestId = idOf(c.req.header("x-request-id"), runtime.env.TRUSTED_PROXIES)
    c.set("requestId", requestId)
    const parent = c.req.header("traceparent")
    return inScope({ request: requestId, asked: true, ...(parent && { trace: parent }) }, () =>
      traced(c.req.method, "server", { "http.request.method": c.req.method }, async (span) => {
        const started = performance.now()
        await next()
        const ms = performance.now() - started
        const { method } = c.req
        const { status } = c.res
        const route = patternOf(c.req.path, status, routeOf)
        span?.set({ "http.route": route, "http.response.status_code": status, "kaksha.request": requestId })
        runtime.metrics.request(method, route, status, ms / 1_000)
        const path = loggedPath(c.req.path)
        runtime.log.debug({ method, path, status, ms: Math.round(ms) }, "answered")
      }),
    )
  }
}

/** A proxy of ours may have given the request its id already; ids from other clients are ignored. */
function idOf(given: string | undefined, proxies: number): string {
  return proxies > 0 && given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

const OWN = /^\/(livez|readyz|healthz|metrics)$/
const GROUPS = /^\/(assets|images|icons|share|files|calendar|hooks|uploads)\//

/** Requested addresses are unlimited, so only patterns that the product has are counted. */
function patternOf(path: string, status: number, routeOf: RouteOf): string {
  if (OWN.test(path)) return path
  // Procedures are counted by name.
  if (path.startsWith("/api/")) return "/api"
  const group = GROUPS.exec(path)?.[1]
  if (group) return `/${group}`
  if (status === 404) return "unknown"
  return routeOf(path) ?? "other"
}

/** Measures each procedure, whether it is called over HTTP or by a page. */
export function observeProcedures(metrics: Metrics) {
  return async <T>(options: { path: readonly string[]; next(): T | Promise<T> }): Promise<T> => {
    const name = options.path.join(".")
    const started = performance.now()
    let result = "ok"
    try {
      return await traced(name, "internal", { "rpc.method": name }, async () => options.next())
    } catch (error) {
      result = refusalOf(error)
      throw error
    } finally {
      metrics.procedure(name, result, (performance.now() - started) / 1_000)
    }
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof Refusal) return error.code
  if (error instanceof ORPCError && error.status < 500) return error.code
  return "failed"
}

/**
 * Patterns are cached, because finding one takes longer than serving a cached page, and the same paths come
 * again and again.
 */
const MOST_PATHS = 2_000

/** The patterns of a build's pages. */
export function patternsOf(build: Pick<ServerBuild, "routes">): RouteOf {
  const below = (parent: string | undefined): RouteObject[] =>
    Object.values(build.routes).flatMap((route) => {
      if (!route || route.parentId !== parent) return []
      const { path, index, id, caseSensitive } = route
      const common = { id, ...(path !== undefined && { path }), ...(caseSensitive && { caseSensitive }) }
      return [index ? { ...common, index: true as const } : { ...common, children: below(id) }]
    })
  const routes = below(undefined)
  const known = new Map<string, string | null>()
  return (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const matches = matchRoutes(routes, path)
    const pattern = matches
      ? `/${matches.flatMap(({ route }) => route.path?.split("/").filter(Boolean) ?? []).join("/")}`
      : null
    const oldest = known.keys().next().value
    if (known.size >= MOST_PATHS && oldest !== undefined) known.delete(oldest)
    known.set(path, pattern)
    return pattern
  }
}
