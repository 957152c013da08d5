import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { openTestBrowser } from "../browser.ts"
import { freePort } from "../free-port.ts"

export type OidcPerson = {
  sub: string
  email: string
  email_verified: boolean
  given_name?: string
  family_name?: string
  name?: string
}

export type OidcOrder =
  | { kind: "open"; port: number; clientId: string; clientSecret: string; redirectUri: string }
  | { kind: "person"; person: OidcPerson | null; error: string }

export type OidcProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Opens it for the product at this address. */
  open(productAddress: string): Promise<void>
  /** The next visitor signs in as this person; null cancels. */
  letIn(person: OidcPerson | null): Promise<void>
  /** The next visitor is sent back with this error of OAuth 2.0. */
  refuse(error: string): Promise<void>
  close(): Promise<void>
}

async function tell(child: ChildProcess, order: OidcOrder): Promise<void> {
  const answered = once(child, "message")
  child.send(order)
  await answered
}

/** A certified OpenID Connect provider (oidc-provider) as a process of its own, used in place of Google. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const port = await freePort()
  const child = fork(new URL("./oidc-process.ts", import.meta.url), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  })
  const client = { clientId: "kaksha-tests", clientSecret: "a-secret-of-the-tests-only" }
  return {
    issuer: `http://127.0.0.1:${port}`,
    ...client,
    open: (address) =>
      tell(child, { kind: "open", port, ...client, redirectUri: `${address}/auth/google/callback` }),
    letIn: (person) => tell(child, { kind: "person", person, error: "access_denied" }),
    refuse: (error) => tell(child, { kind: "person", person: null, error }),
    async close() {
      const gone = once(child, "exit")
      child.disconnect()
      await gone
    },
  }
}

/**
 * Goes through the provider's pages until it sends the browser back. Returns the parameters it sends along.
 */
export async function askProvider(url: URL): Promise<Record<string, string>> {
  const browser = openTestBrowser()
  let next = url
  for (let step = 0; step < 10; step += 1) {
    const answer = await browser.fetch(next.href)
    const location = answer.headers.get("location")
    if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next)
    if (next.pathname === "/auth/google/callback") return Object.fromEntries(next.searchParams)
  }
  throw new Error("the provider sends the browser round in circles")
}
