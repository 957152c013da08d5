import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
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
  | { kind: "person"; person: OidcPerson | null }

export type OidcProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Opens it for the product at this address. */
  open(productAddress: string): Promise<void>
  /** Whoever comes next is this person; null cancels. */
  letIn(person: OidcPerson | null): Promise<void>
  close(): Promise<void>
}

async function tell(child: ChildProcess, order: OidcOrder): Promise<void> {
  const answered = once(child, "message")
  child.send(order)
  await answered
}

/** A certified OpenID Connect provider (oidc-provider) as a process of its own, which stands in for Google. */
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
    letIn: (person) => tell(child, { kind: "person", person }),
    async close() {
      const gone = once(child, "exit")
      child.disconnect()
      await gone
    },
  }
}
