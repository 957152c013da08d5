import isNetworkError from "is-network-error"
import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  replace,
} from "react-router"
import { messagesIn } from "../messages/use-messages.ts"
import { notify } from "../notify.ts"
import { lostReply } from "./lost-replies.ts"

/** The server's code for a page's data when a service it needs does not respond. */
export const OUTAGE = "SERVICE_UNAVAILABLE"

type Results = Record<string, DataStrategyResult>

/** What the open page shows: its address without the origin, and its routes' data. */
let shown = { address: "", loaderData: new Map<string, unknown>() }

export function rememberPage(
  address: string,
  matches: readonly { id: string; loaderData?: unknown }[],
): void {
  shown = { address, loaderData: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) }
}

/**
 * Keeps the open page when the server can't be reached, as a middleware of the root in the browser: reloaded
 * data stays as it was, a post returns with a toast and keeps what was typed, and navigation is cancelled.
 * The same goes for a form that is too large to send, or whose response can't be read. An error screen would
 * end a live class, a recording or a half-filled form.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  const tooLarge = Object.keys(results).filter((id) => isTooLarge(results[id]))
  if (tooLarge.length > 0 && request.method !== "GET") {
    const { errors } = messagesIn("en")
    notify.error(errors.tooLargeTitle, errors.tooLargeText)
    return { ...results, ...Object.fromEntries(tooLarge.map((id) => [id, standing(413)])) }
  }
  const failed = Object.keys(results).filter((id) => isUnreached(results[id]))
  const unread = Object.keys(results).filter((id) => isUnread(results[id]))
  if (failed.length === 0 && unread.length > 0 && request.method !== "GET") {
    const { errors } = messagesIn("en")
    notify.error(errors.unreadTitle, errors.unreadText)
    return { ...results, ...Object.fromEntries(unread.map((id) => [id, standing(500)])) }
  }
  if (failed.length === 0) return results
  const { pathname, search } = new URL(request.url)
  const isReload = request.method === "GET" && pathname + search === shown.address
  if (!isReload && failed.some((id) => isOutage(results[id]))) tellOutage()
  else if (!isReload) tellUnreached()
  const kept = failed.map((id) => [id, keepRoute(id, request.method, isReload) ?? results[id]])
  return { ...results, ...(Object.fromEntries(kept) as Results) }
}

function keepRoute(id: string, method: string, isReload: boolean): DataStrategyResult | null {
  if (method !== "GET") return standing(503)
  if (!shown.address) return null
  if (!isReload) return { type: "error", result: replace(shown.address) }
  return shown.loaderData.has(id) ? { type: "data", result: shown.loaderData.get(id) } : null
}

/** The reply to a form that keeps what was typed. */
function standing(status: number): DataStrategyResult {
  return { type: "data", result: data(lostReply(), status) }
}

/** Refused for its size before any page could read it, by our server or by a proxy. */
function isTooLarge({ type, result }: DataStrategyResult = { type: "data", result: null }): boolean {
  const refusal = causeOf(result)
  return type === "error" && isRouteErrorResponse(refusal) && refusal.status === 413
}

export function tellUnreached(): void {
  const { errors } = messagesIn("en")
  const id = notify.error(errors.unreachedTitle, errors.unreachedText)
  globalThis.addEventListener?.("online", () => notify.dismiss(id), { once: true })
}

/** The server reported that a service it needs does not respond. */
function tellOutage(): void {
  const { errors } = messagesIn("en")
  notify.error(errors.outageTitle, errors.outageText)
}

function isOutage({ result }: DataStrategyResult = { type: "data", result: null }): boolean {
  return isRouteErrorResponse(result) && result.data === OUTAGE
}

/** No response at all, or a proxy that says so of the server behind it. */
function isUnreached({ type, result }: DataStrategyResult = { type: "data", result: null }): boolean {
  if (type !== "error") return false
  if (isNetworkError(causeOf(result))) return true
  // Our own refusals carry data; a proxy's page and what we say of an outage are texts.
  const isProxys = isRouteErrorResponse(result) && typeof result.data === "string"
  return isProxys && [502, 503, 504].includes(result.status)
}

/**
 * A response that is not ours, as from a proxy or a process that broke, or an error that no page expected.
 */
function isUnread({ type, result }: DataStrategyResult = { type: "data", result: null }): boolean {
  if (type !== "error") return false
  const cause = causeOf(result)
  if (isRouteErrorResponse(cause)) return cause.status >= 500 && typeof cause.data === "string"
  return cause instanceof Error
}

/** An action's error comes wrapped, as its result does. */
function causeOf(result: unknown): unknown {
  const isWrapped =
    typeof result === "object" &&
    result !== null &&
    "type" in result &&
    result.type === "DataWithResponseInit"
  return isWrapped && "data" in result ? result.data : result
}
