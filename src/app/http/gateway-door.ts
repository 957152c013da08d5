import { GatewayUnanswered } from "#platform/money/port.ts"
import { SECOND } from "#shared/time.ts"
import { GATEWAY_PAGES, PAY_PAGES } from "#shared/trial-gateway.ts"
import type { Runtime } from "../runtime.ts"
import type { App, AppContext } from "./app.ts"
import { POLICY_REPORTS } from "./policy-reports.ts"

const PATIENCE = 5 * SECOND
/** What the gateway learns of a request besides its address and its form. */
const ASKED = ["content-type", "sec-fetch-site"]
const ANSWERED = ["content-type", "cache-control", "location"]

/**
 * Shows the pages of a trial's gateway at the product's own address, so that they are behind its PIN and reach every
 * device that the product reaches. The gateway is a process of its own and gets nobody's cookies; its API isn't
 * passed on.
 */
export function mountGateway(app: App, { gateway }: Runtime): void {
  if (!gateway) return
  const pass = async (c: AppContext) => {
    const { pathname, search } = new URL(c.req.url)
    const reply = await fetch(new URL(pathname + search, gateway.baseUrl), {
      method: c.req.method,
      headers: headersOf(c.req.raw.headers, ASKED),
      ...(c.req.method === "POST" && { body: await c.req.text() }),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    }).catch((cause: unknown) => {
      throw new GatewayUnanswered("a page of the trial's gateway", { cause })
    })
    const headers = headersOf(reply.headers, ANSWERED)
    const policy = reply.headers.get("content-security-policy")
    if (policy) headers.set("content-security-policy", `${policy}; report-uri ${POLICY_REPORTS}`)
    return new Response(reply.body, { status: reply.status, headers })
  }
  app.on(["GET", "POST"], [GATEWAY_PAGES, `${PAY_PAGES}/:order`], pass)
}

function headersOf(all: Headers, names: readonly string[]): Headers {
  const some = new Headers()
  for (const name of names) {
    const value = all.get(name)
    if (value !== null) some.set(name, value)
  }
  return some
}
