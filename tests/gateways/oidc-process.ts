import { createServer } from "node:http"
import Provider, { interactionPolicy } from "oidc-provider"
import type { OidcOrder, OidcPerson } from "./oidc.ts"

/**
 * An OpenID Connect provider in a process of its own. It signs in the person it was last given, without
 * asking.
 */

let person: OidcPerson | null = null
let failure = "access_denied"

/** Google shows its accounts when asked to; the library's default policy lacks that prompt. */
function policyWithAccounts() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0)
  return policy
}

function openProvider({ port, clientId, clientSecret, redirectUri }: Extract<OidcOrder, { kind: "open" }>) {
  const known = new Map<string, OidcPerson>()
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: {
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    // Google's id token carries the claims themselves.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: policyWithAccounts(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["only-for-tests"] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ ...known.get(id), sub: id }),
    }),
  })
  const answer = provider.callback()
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response)
    if (!person) {
      return provider.interactionFinished(request, response, { error: failure })
    }
    known.set(person.sub, person)
    const grant = new provider.Grant({ accountId: person.sub, clientId })
    grant.addOIDCScope("openid email profile")
    const consent = { grantId: await grant.save() }
    const result = { select_account: {}, login: { accountId: person.sub }, consent }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  server.listen(port, "127.0.0.1", () => process.send?.("open"))
}

process.on("message", (order: OidcOrder) => {
  if (order.kind === "person") {
    person = order.person
    failure = order.error
    process.send?.("known")
  } else openProvider(order)
})
process.once("disconnect", () => process.exit())
