import { createAuthorizationURL, validateAuthorizationCode, validateToken } from "better-auth/oauth2"
import isNetworkError from "is-network-error"
import { z } from "zod"
import { NoAnswer, within } from "#platform/parts.ts"
import { MINUTE, SECOND } from "#shared/time.ts"

type Problem = "GOOGLE_CANCELLED" | "GOOGLE_UNAVAILABLE" | "GOOGLE_REFUSED" | "GOOGLE_FAILED"

/** What the errors of OAuth 2.0 and OpenID Connect mean; any other says that the client is set up wrongly. */
const PROBLEMS: Record<string, Problem> = {
  access_denied: "GOOGLE_CANCELLED",
  server_error: "GOOGLE_UNAVAILABLE",
  temporarily_unavailable: "GOOGLE_UNAVAILABLE",
  // The code ran out, was used, or was asked for by another browser.
  invalid_grant: "GOOGLE_FAILED",
}

/** What an error means that a provider names. */
export function problemNamed(error: string): Problem {
  return Object.hasOwn(PROBLEMS, error) ? (PROBLEMS[error] ?? "GOOGLE_REFUSED") : "GOOGLE_REFUSED"
}

/** What it means that `exchangeCode` failed: an error of the provider, one on the way to it, or a token that is not right. */
export function problemOf(error: unknown): Problem {
  const { error: named, status } = error as { error?: unknown; status?: unknown }
  if (typeof named === "string") return problemNamed(named)
  if (typeof status === "number") return status >= 500 ? "GOOGLE_UNAVAILABLE" : "GOOGLE_REFUSED"
  return error instanceof NoAnswer || isNetworkError(error) ? "GOOGLE_UNAVAILABLE" : "GOOGLE_FAILED"
}

export type Provider = { issuer: string; clientId: string; clientSecret: string; redirectUri: string }

/** What a provider vouches for. */
export type Claims = {
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string
  lastName: string
}

/** What binds an answer of the provider to the browser that asked. */
export type Binding = { state: string; nonce: string; verifier: string }

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
type Endpoints = z.infer<typeof Discovery>

const KEEP = 10 * MINUTE
const ANSWER_WITHIN = 8 * SECOND
const known = new Map<string, { endpoints: Endpoints; until: number }>()

/** Where the provider is reached, as it says itself; asked again after ten minutes. */
async function discover(issuer: string): Promise<Endpoints> {
  const kept = known.get(issuer)
  if (kept && kept.until > Date.now()) return kept.endpoints
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
  const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(ANSWER_WITHIN) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  const endpoints = Discovery.parse(await answer.json())
  if (endpoints.issuer !== issuer) throw new Error(`${url} speaks for ${endpoints.issuer}`)
  known.set(issuer, { endpoints, until: Date.now() + KEEP })
  return endpoints
}

const optionsOf = ({ clientId, clientSecret, redirectUri }: Provider) => ({
  clientId,
  clientSecret,
  redirectURI: redirectUri,
})

/** The provider's page that asks the person. Throws when the provider does not answer. */
export async function authorizationUrl(
  provider: Provider,
  { state, nonce, verifier }: Binding,
): Promise<string> {
  const { authorization_endpoint } = await discover(provider.issuer)
  const url = await createAuthorizationURL({
    id: "google",
    options: optionsOf(provider),
    authorizationEndpoint: authorization_endpoint,
    redirectURI: provider.redirectUri,
    scopes: ["openid", "email", "profile"],
    prompt: "select_account",
    state,
    nonce,
    codeVerifier: verifier,
  })
  return url.href
}

const IdToken = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.email().toLowerCase().optional(),
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  given_name: z.string().trim().max(60).catch(""),
  family_name: z.string().trim().max(60).catch(""),
  name: z.string().trim().catch(""),
})

/** What the provider's id token says; its signature, issuer, audience and age are right. */
async function askForToken(provider: Provider, code: string, binding: Binding): Promise<unknown> {
  const { token_endpoint, jwks_uri, issuer } = await discover(provider.issuer)
  const tokens = await validateAuthorizationCode({
    code,
    codeVerifier: binding.verifier,
    redirectURI: provider.redirectUri,
    options: optionsOf(provider),
    tokenEndpoint: token_endpoint,
  })
  if (!tokens.idToken) throw new Error("the provider gave no id token")
  return (await validateToken(tokens.idToken, jwks_uri, { audience: provider.clientId, issuer })).payload
}

/**
 * Exchanges a code for what the provider vouches for: the id token's signature, issuer, audience, age and nonce
 * are checked. No token is kept. Throws when anything is not as it should be.
 */
export async function exchangeCode(provider: Provider, code: string, binding: Binding): Promise<Claims> {
  // Two questions, each without a limit of its own, and somebody waits for both.
  const payload = await within(
    ANSWER_WITHIN,
    askForToken(provider, code, binding),
    "no answer of the provider",
  )
  const claims = IdToken.parse(payload)
  if (claims.nonce !== binding.nonce) throw new Error("the id token answers another request")
  const [first = "", ...last] = claims.name.split(/\s+/)
  return {
    subject: claims.sub,
    email: claims.email ?? null,
    emailVerified: claims.email_verified,
    firstName: (claims.given_name || first).slice(0, 60),
    lastName: (claims.family_name || last.join(" ")).slice(0, 60),
  }
}
