import type { DataStrategyResult, MiddlewareFunction } from "react-router"

/* What waits in this browser until the person has proved again who they are: a form that the server
   refused with PROOF_NEEDED, or a file to be downloaded. The dialog that asks is
   `accounts/web/proof/proof.card.tsx`. */

/** The page that asks if there are no scripts. */
export const PROOF_PAGE = "/account/confirm"
export const PROOF_NEEDED = "PROOF_NEEDED"

/** Whether an address leads to a file, which leaves the page where it is. */
export function isFile(to: string): boolean {
  return /\.(csv|json)(\?|$)/.test(to)
}

export type Waiting = { kind: "form"; fields: FormData; action: string } | { kind: "link"; href: string }

let waiting: Waiting | null = null
const listeners = new Set<() => void>()

export function askForProof(next: Waiting | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

export function waitingForProof(): Waiting | null {
  return waiting
}

export function followProof(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A middleware of the root in the browser: keeps a posted form when the server asks for a proof first. */
export const noticeProofNeeded: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const posted = request.method === "POST" ? request.clone() : null
  const results = await next()
  if (posted && Object.values(results).some(({ result }) => codeOf(result) === PROOF_NEEDED)) {
    const { pathname, search } = new URL(request.url)
    askForProof({ kind: "form", fields: await posted.formData(), action: pathname + search })
  }
  return results
}

/** Returns the code of an action's result, which comes wrapped with its status. */
function codeOf(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return null
  if ("code" in result) return result.code
  return "data" in result ? codeOf(result.data) : null
}
