import { randomBytes, timingSafeEqual } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { z } from "zod"
import type { FinishGoogle, Proved, StartGoogle } from "#contract/accounts/sign-in.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { Refusal, refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { proveEmail } from "../mail/email-proof.ts"
import { account, user } from "../table.ts"
import { admit } from "./admission.ts"
import { ownCookie } from "./cookies.ts"
import {
  authorizationUrl,
  type Claims,
  exchangeCode,
  type Provider,
  problemNamed,
  problemOf,
} from "./oidc.ts"

const PROVIDER_ID = "google"
export const GOOGLE_CALLBACK = "/auth/google/callback"
const ASK_WITHIN_SECONDS = (10 * MINUTE) / SECOND

/** Whether the academy set up sign-in with Google. */
export function hasGoogle(ctx: Pick<Ctx, "env">): boolean {
  return ctx.env.GOOGLE_CLIENT_ID !== undefined
}

function providerOf({ env, address }: Ctx): Provider {
  if (!env.GOOGLE_CLIENT_ID || !env.GOOGLE_CLIENT_SECRET) refuse("GOOGLE_UNAVAILABLE")
  return {
    issuer: env.GOOGLE_ISSUER,
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    redirectUri: address + GOOGLE_CALLBACK,
  }
}

const Started = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  portal: z.enum(["any", "instructor"]),
  until: z.number(),
})
type Started = z.infer<typeof Started>

const cookieOf = (ctx: Ctx) => ownCookie(ctx.env, "google")
const random = () => randomBytes(32).toString("base64url")

/**
 * Begins a sign-in with Google. Returns the page to go to, and binds the response to this browser by a signed
 * cookie. Throws GOOGLE_UNAVAILABLE.
 */
export async function startGoogle(
  ctx: Ctx,
  { to, portal }: z.infer<typeof StartGoogle>,
): Promise<{ url: string }> {
  const provider = providerOf(ctx)
  const until = ctx.clock.now().getTime() + ASK_WITHIN_SECONDS * SECOND
  const started: Started = { state: random(), nonce: random(), verifier: random(), to, portal, until }
  const url = await authorizationUrl(provider, started).catch((error) => {
    ctx.log.warn({ err: error }, "the OpenID Connect provider can't be reached")
    refuse("GOOGLE_UNAVAILABLE")
  })
  const value = Buffer.from(JSON.stringify(started)).toString("base64url")
  cookieOf(ctx).set(ctx.http, `${value}.${ctx.keys.prove("google", value)}`, ASK_WITHIN_SECONDS)
  return { url }
}

/**
 * Returns the sign-in that this browser began, or null if there is none or the response's state differs.
 * Works once.
 */
function readStarted(ctx: Ctx, state: string | undefined): Started | null {
  const [value = "", proof = ""] = cookieOf(ctx).read(ctx.http).split(".")
  cookieOf(ctx).set(ctx.http, "", 0)
  if (!ctx.keys.isProof("google", value, proof)) return null
  const started = Started.safeParse(JSON.parse(Buffer.from(value, "base64url").toString())).data
  if (!started || started.until < ctx.clock.now().getTime()) return null
  return isSame(started.state, state ?? "") ? started : null
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Finishes a sign-in with Google. A new person gets an account without a profile, and must give one next.
 * Throws GOOGLE_FAILED, GOOGLE_CANCELLED, GOOGLE_REFUSED, GOOGLE_UNAVAILABLE, GOOGLE_EMAIL_UNVERIFIED,
 * INSTRUCTORS_ONLY, ACCOUNT_DISABLED, EMAIL_UNCONFIRMED, CONFIRMATION_LATER and SECOND_STEP_REQUIRED, each with
 * the way back to the page where the sign-in began.
 */
export async function finishGoogle(
  ctx: Ctx,
  answer: z.infer<typeof FinishGoogle>,
): Promise<{ person: z.infer<typeof Proved>; to: string; portal: Started["portal"] }> {
  const provider = providerOf(ctx)
  const started = readStarted(ctx, answer.state)
  const way = started && { to: started.to, portal: started.portal }
  try {
    if (answer.error) refuseFor(ctx, answer.error)
    const { code, state, iss } = answer
    if (!started || !code || !state) refuse("GOOGLE_FAILED")
    const claims = await exchangeCode(provider, { code, state, iss }, started).catch((error: unknown) => {
      ctx.log.warn({ err: error }, "a sign-in with the OpenID Connect provider failed")
      refuse(problemOf(error))
    })
    const { user_id, access_ended } = await findOwner(ctx, claims, started.portal)
    const { to, portal } = started
    return { person: { ...(await admit(ctx, user_id, portal)), access_ended }, to, portal }
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.code, way) : error
  }
}

/** Refuses with the error that the provider returned. Logs it unless the person cancelled. */
function refuseFor(ctx: Ctx, error: string): never {
  const problem = problemNamed(error)
  if (problem !== "GOOGLE_CANCELLED") {
    ctx.log.warn({ provider_error: error }, "the OpenID Connect provider answered with an error")
  }
  refuse(problem)
}

/**
 * Returns the owner of a Google account: by Google's id, or the first time by the e-mail, which Google has
 * verified.
 */
async function findOwner(
  ctx: Ctx,
  claims: Claims,
  portal: Started["portal"],
): Promise<{ user_id: string; access_ended: boolean }> {
  const [linked] = await ctx.db
    .select({ user_id: account.userId })
    .from(account)
    .where(and(eq(account.providerId, PROVIDER_ID), eq(account.accountId, claims.subject)))
  if (linked) return { ...linked, access_ended: false }
  if (!claims.email || !claims.emailVerified) refuse("GOOGLE_EMAIL_UNVERIFIED")
  const [same] = await ctx.db.select({ id: user.id }).from(user).where(eq(user.email, claims.email))
  if (!same && portal === "instructor") refuse("INSTRUCTORS_ONLY")
  const email = claims.email
  try {
    return await inTransaction(ctx, async (tx) => {
      // A stranger may have signed up with the e-mail before its owner. This ends what they set.
      const access_ended = same ? await proveEmail(tx, same.id) : false
      return { user_id: await link(tx, claims, email, same?.id), access_ended }
    })
  } catch (error) {
    // Another response for the same new person came first.
    if (brokenConstraint(error)) refuse("GOOGLE_FAILED")
    throw error
  }
}

async function link(tx: Ctx, claims: Claims, email: string, knownId: string | undefined): Promise<string> {
  const now = tx.clock.now()
  const userId = knownId ?? newId()
  if (!knownId) {
    const name = `${claims.firstName} ${claims.lastName}`.trim() || (email.split("@")[0] ?? email)
    await tx.db
      .insert(user)
      .values({ id: userId, name, email, emailVerified: true, createdAt: now, updatedAt: now })
  }
  await tx.db.insert(account).values({
    id: newId(),
    accountId: claims.subject,
    providerId: PROVIDER_ID,
    userId,
    createdAt: now,
    updatedAt: now,
  })
  return userId
}
