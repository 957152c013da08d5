import isNetworkError from "is-network-error"
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client"
import { z } from "zod"
import { NoAnswer, within } from "#platform/parts.ts"
import { MINUTE, SECOND } from "#shared/time.ts"

type Problem = "GOOGLE_CANCELLED" | "GOOGLE_UNAVAILABLE" | "GOOGLE_REFUSED" | "GOOGLE_FAILED"

/**
 * The meaning of OAuth 2.0 and OpenID Connect errors. Any other error means that the client is misconfigured.
 */
const PROBLEMS: Record<string, Problem> = {
  access_denied: "GOOGLE_CANCELLED",
  server_error: "GOOGLE_UNAVAILABLE",
  temporarily_unavailable: "GOOGLE_UNAVAILABLE",
  // The code ran out, was used, or was asked for by another browser.
  invalid_grant: "GOOGLE_FAILED",
}

/** Returns the problem for an error code from the provider. */
export function problemNamed(error: string): Problem {
  return Object.hasOwn(PROBLEMS, error) ? (PROBLEMS[error] ?? "GOOGLE_REFUSED") : "GOOGLE_REFUSED"
}

/**
 * Returns the problem for a failure of `exchangeCode`: an error from the provider, a network error, or an
 * invalid token.
 */
export function problemOf(error: unknown): Problem {
  const {
    error: named,
    status,
    code,
    cause,
  } = error as Record<"error" | "status" | "code" | "cause", unknown>
  if (typeof named === "string") return problemNamed(named)
  const answered = typeof status === "number" ? status : statusOf(cause)
  if (answered !== null && answered >= 400) return answered >= 500 ? "GOOGLE_UNAVAILABLE" : "GOOGLE_REFUSED"
  const isAway = error instanceof NoAnswer || code === "OAUTH_TIMEOUT" || isNetworkError(error)
  return isAway ? "GOOGLE_UNAVAILABLE" : "GOOGLE_FAILED"
}

/** The status of a response, by its shape: the HTTP server puts a class of its own in the place of `Response`. */
function statusOf(cause: unknown): number | null {
  const status = (cause as { status?: unknown } | undefined)?.status
  return typeof status === "number" ? status : null
}

export type Provider = { issuer: string; clientId: string; clientSecret: string; redirectUri: string }

/** What a provider confirms about a person. */
export type Claims = {
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string
  lastName: string
}

/** Binds a response of the provider to the browser that asked. */
export type Binding = { state: string; nonce: string; verifier: string }

/** The parameters with which the provider sent the browser back. */
export type Answer = { code: string; state: string; iss?: string | undefined }

const KEEP = 10 * MINUTE
const ANSWER_WITHIN = 8 * SECOND
const known = new Map<string, { client: Configuration; until: number }>()

/** Returns our client for the provider, whose endpoints are discovered and refreshed after ten minutes. */
async function clientOf({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const key = JSON.stringify([issuer, clientId, clientSecret])
  const kept = known.get(key)
  if (kept && kept.until > Date.now()) return kept.client
  const url = new URL(issuer)
  const client = await discovery(url, clientId, clientSecret, undefined, {
    timeout: ANSWER_WITHIN / SECOND,
    // Verify the tokens' signatures although they come directly from the provider.
    execute: [enableNonRepudiationChecks, ...(url.protocol === "http:" ? [allowInsecureRequests] : [])],
  })
  known.set(key, { client, until: Date.now() + KEEP })
  return client
}

/** Returns the address of the provider's sign-in page. Throws when the provider does not respond. */
export async function authorizationUrl(
  provider: Provider,
  { state, nonce, verifier }: Binding,
): Promise<string> {
  const url = buildAuthorizationUrl(await clientOf(provider), {
    redirect_uri: provider.redirectUri,
    scope: "openid email profile",
    prompt: "select_account",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  })
  return url.href
}

const IdToken = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().toLowerCase().optional(),
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  given_name: z.string().trim().max(60).catch(""),
  family_name: z.string().trim().max(60).catch(""),
  name: z.string().trim().catch(""),
})

/**
 * Returns the claims of the provider's id token, whose signature, issuer, audience, age and nonce are
 * verified.
 */
async function askForToken(provider: Provider, answer: Answer, binding: Binding): Promise<unknown> {
  const { code, state, iss } = answer
  const callback = new URL(provider.redirectUri)
  callback.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString()
  const tokens = await authorizationCodeGrant(await clientOf(provider), callback, {
    expectedState: binding.state,
    expectedNonce: binding.nonce,
    pkceCodeVerifier: binding.verifier,
    idTokenExpected: true,
  })
  return tokens.claims()
}

/**
 * Exchanges a code for the claims of the id token, whose signature, issuer, audience, age and nonce are
 * verified. Tokens are not stored. Throws when anything is invalid.
 */
export async function exchangeCode(provider: Provider, answer: Answer, binding: Binding): Promise<Claims> {
  // At most three requests. The limit is for all of them, because the person is waiting.
  const payload = await within(
    ANSWER_WITHIN,
    askForToken(provider, answer, binding),
    "no answer of the provider",
  )
  const claims = IdToken.parse(payload)
  const [first = "", ...last] = claims.name.split(/\s+/)
  return {
    subject: claims.sub,
    email: claims.email ?? null,
    emailVerified: claims.email_verified,
    firstName: (claims.given_name || first).slice(0, 60),
    lastName: (claims.family_name || last.join(" ")).slice(0, 60),
  }
}
