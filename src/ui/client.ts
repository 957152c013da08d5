import routes from "virtual:contract"
import { createORPCClient, ORPCError } from "@orpc/client"
import type { ContractRouterClient } from "@orpc/contract"
import type { JsonifiedClient } from "@orpc/openapi-client"
import { OpenAPILink } from "@orpc/openapi-client/fetch"
import type { Contract } from "#contract/index.ts"

/** The typed client of the contract over /api/v1. Instants arrive as ISO strings, for JSON has no dates. */
export type BrowserApi = JsonifiedClient<ContractRouterClient<Contract>>

/** An answer that takes longer is none: over a connection that died without a word it would never come. */
const ANSWER_WITHIN_MS = 15_000

let api: BrowserApi | null = null

/** A file takes as long as its way does. */
async function askInTime(request: Request, init: object): Promise<Response> {
  if (request.headers.get("content-type")?.startsWith("multipart/")) return fetch(request, init)
  try {
    return await fetch(request, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "TimeoutError") throw error
    throw new TypeError("no answer came in time", { cause: error })
  }
}

/**
 * The contract's client for what is not a page: room controls, chat, uploads. Only in the browser, where the
 * session's cookie goes along. Calls throw ORPCError with the contract's codes, TypeError where nothing answered.
 */
export function browserApi(): BrowserApi {
  const url = `${window.location.origin}/api/v1`
  api ??= createORPCClient(new OpenAPILink(routes, { url, fetch: askInTime }))
  return api
}

/** The contract's code of what a call threw; null when no answer came, or none that the API gave. */
export function codeOf(error: unknown): string | null {
  return error instanceof ORPCError ? error.code : null
}

/** The data that the API gave with a refusal of this code; null for anything else. */
export function errorDataOf(error: unknown, code: string): unknown {
  return error instanceof ORPCError && error.code === code ? error.data : null
}
