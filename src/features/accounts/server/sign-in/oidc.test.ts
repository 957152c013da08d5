import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { authorizationUrl, exchangeCode, type Provider, problemOf } from "./oidc.ts"

// As in the product: the HTTP server puts classes of its own in the place of Request and Response.
getRequestListener(() => new Response())

const binding = { state: "a-state", nonce: "a-nonce", verifier: "v".repeat(43) }
const keys = await generateKeyPair("RS256", { extractable: true })
const strangers = await generateKeyPair("RS256")

/** What the token endpoint answers with next. */
let reply: { status: number; body: string } = { status: 200, body: "" }
let issuer = ""
let provider: Provider

const server = createServer(async (request, response) => {
  response.setHeader("content-type", "application/json")
  if (request.url === "/.well-known/openid-configuration") {
    const ends = { authorization_endpoint: "/ask", token_endpoint: "/token", jwks_uri: "/keys" }
    const places = Object.entries(ends).map(([name, path]) => [name, issuer + path])
    response.end(JSON.stringify({ issuer, ...Object.fromEntries(places) }))
  } else if (request.url === "/keys") {
    response.end(
      JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: "RS256", use: "sig" }] }),
    )
  } else {
    if (!reply.body.startsWith("{")) response.setHeader("content-type", "text/html")
    response.writeHead(reply.status).end(reply.body)
  }
})

beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const redirectUri = "http://kaksha.example/auth/google/callback"
  provider = { issuer, clientId: "kaksha", clientSecret: "a secret", redirectUri }
})
afterAll(() => {
  server.close()
})

const seconds = () => Math.floor(Date.now() / 1_000)

/** Exchanges a code for a token with these claims; the problem's code where that fails. */
async function exchange(change: JWTPayload = {}, signedBy = keys.privateKey, iss?: string) {
  const claims = {
    iss: issuer,
    aud: "kaksha",
    sub: "42",
    nonce: "a-nonce",
    iat: seconds(),
    exp: seconds() + 60,
  }
  const token = await new SignJWT({ ...claims, email: "Ila@Example.com", email_verified: true, ...change })
    .setProtectedHeader({ alg: "RS256" })
    .sign(signedBy)
  return answer(200, JSON.stringify({ access_token: "a", token_type: "Bearer", id_token: token }), iss)
}

function answer(status: number, body: string, iss?: string) {
  reply = { status, body }
  return exchangeCode(provider, { code: "a-code", state: "a-state", iss }, binding).catch(problemOf)
}

test("ACC-08 a token that is right says who somebody is, and the provider is asked with PKCE, state and nonce", async () => {
  expect(await exchange({ name: "Ila  Bose Rao" }, keys.privateKey, issuer)).toEqual({
    subject: "42",
    email: "ila@example.com",
    emailVerified: true,
    firstName: "Ila",
    lastName: "Bose Rao",
  })
  const asked = new URL(await authorizationUrl(provider, binding))
  expect(asked.origin + asked.pathname).toBe(`${issuer}/ask`)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: "kaksha",
    redirect_uri: provider.redirectUri,
    response_type: "code",
    scope: "openid email profile",
    prompt: "select_account",
    state: "a-state",
    nonce: "a-nonce",
    code_challenge_method: "S256",
  })
  expect(asked.searchParams.get("code_challenge")).not.toBe(binding.verifier)
})

test("ACC-08 a token of another key, issuer, client, request or time counts for nothing", async () => {
  expect(await exchange({}, strangers.privateKey)).toBe("GOOGLE_FAILED")
  const changes: JWTPayload[] = [
    { iss: "https://accounts.elsewhere.example" },
    { aud: "another client" },
    { aud: ["kaksha", "another client"], azp: "another client" },
    { nonce: "another" },
    { exp: seconds() - 600, iat: seconds() - 660 },
  ]
  for (const change of changes) expect(await exchange(change), JSON.stringify(change)).toBe("GOOGLE_FAILED")
  expect(await exchange({}, keys.privateKey, "https://accounts.elsewhere.example")).toBe("GOOGLE_FAILED")
  const body = { access_token: "a", token_type: "Bearer" }
  expect(await answer(200, JSON.stringify(body))).toBe("GOOGLE_FAILED")
  const unsigned = [{ alg: "none" }, { iss: issuer, aud: "kaksha", sub: "42", nonce: "a-nonce" }]
  const parts = unsigned.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  expect(await answer(200, JSON.stringify({ ...body, id_token: `${parts.join(".")}.` }))).toBe(
    "GOOGLE_FAILED",
  )
})

test("ACC-08 a provider that fails is away, and one that refuses says that we are set up wrongly", async () => {
  expect(await answer(503, "<h1>Service Unavailable</h1>")).toBe("GOOGLE_UNAVAILABLE")
  expect(await answer(502, "")).toBe("GOOGLE_UNAVAILABLE")
  expect(await answer(404, "<h1>Not Found</h1>")).toBe("GOOGLE_REFUSED")
  expect(await answer(401, '{"error":"invalid_client"}')).toBe("GOOGLE_REFUSED")
  expect(await answer(400, '{"error":"invalid_grant"}')).toBe("GOOGLE_FAILED")
  expect(await answer(200, "<h1>Welcome</h1>")).toBe("GOOGLE_FAILED")
})
