import routes from "virtual:contract"
import { createORPCClient, ORPCError } from "@orpc/client"
import type { ContractRouterClient } from "@orpc/contract"
import type { JsonifiedClient } from "@orpc/openapi-client"
import { OpenAPILink } from "@orpc/openapi-client/fetch"
import type { Contract } from "#contract/index.ts"

/** The typed client of the contract over /api/v1. Instants arrive as ISO strings, for JSON has no dates. */
export type BrowserApi = JsonifiedClient<ContractRouterClient<Contract, CallContext>>

/** What a call may ask of the way it is sent. */
type CallContext = {
  /** Called with the share of a file that is on its way, 0 to 1. */
  onSent?: (share: number) => void
  /** Whether sending goes on when the page is left. Browsers refuse more than 64 kB of that. */
  keepalive?: boolean
}

/** Timeout for a response, in milliseconds: over a silently dropped connection none would ever come. */
const ANSWER_WITHIN_MS = 15_000

let api: BrowserApi | null = null

/** A file may take as long as its connection needs. */
async function askInTime(
  request: Request,
  init: object,
  { context }: { context: CallContext },
): Promise<Response> {
  if (context.onSent) {
    const { sendWithProgress } = await import("./forms/send-with-progress.ts")
    return sendWithProgress(request, context.onSent)
  }
  if (request.headers.get("content-type")?.startsWith("multipart/")) return fetch(request, init)
  try {
    const { keepalive = false } = context
    return await fetch(request, { ...init, keepalive, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "TimeoutError") throw error
    throw new TypeError("no answer came in time", { cause: error })
  }
}

/**
 * Returns the contract's client for what is not a page: room controls, chat, uploads. Only in the browser,
 * which sends the session's cookie. Calls throw ORPCError with the contract's codes, TypeError without a
 * response.
 */
export function browserApi(): BrowserApi {
  const url = `${window.location.origin}/api/v1`
  api ??= createORPCClient(new OpenAPILink<CallContext>(routes, { url, fetch: askInTime }))
  return api
}

/** Returns the contract's code of what a call threw; null when no response came, or none from the API. */
export function codeOf(error: unknown): string | null {
  return error instanceof ORPCError ? error.code : null
}

/** The data that the API gave with a refusal of this code; null for anything else. */
export function errorDataOf(error: unknown, code: string): unknown {
  return error instanceof ORPCError && error.code === code ? error.data : null
}
