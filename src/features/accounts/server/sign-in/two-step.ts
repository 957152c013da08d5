import { createHash, randomBytes } from "node:crypto"
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { pendingSignIns, recoveryCodes, twoStepSecrets } from "../security-tables.ts"
import { mustHaveTwoStep } from "../sessions.ts"
import { ownCookie } from "./cookies.ts"
import { knownDevice } from "./known-devices.ts"
import { countSecondStep } from "./sign-in-limits.ts"
import { newTotpSecret, randomBase32, totpStep, totpUrl } from "./totp.ts"

/*
 * Two-step sign-in is ours and not the auth library's plugin. The plugin depends on the library's own sign-in
 * paths, which we don't use. It does not store the last used step, so an observed code works twice, and its
 * pending sign-ins are not guarded against two simultaneous requests.
 */

export const TWO_STEP_PURPOSE = "two-step secret"
const COOKIE = "step"
const PENDING_MS = 10 * MINUTE
const MOST_TRIES = 5
const RECOVERY_CODES = 10
/**
 * 80 bits are safe behind an unkeyed hash, so recovery codes also work after the product's secret is lost.
 */
const RECOVERY_BYTES = 10

/** Whether a person must give the code of their authenticator app to sign in. */
export async function needsSecondStep(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ user_id: twoStepSecrets.user_id })
    .from(twoStepSecrets)
    .where(and(eq(twoStepSecrets.user_id, userId), isNotNull(twoStepSecrets.confirmed_at)))
  return row !== undefined
}

/** Stores in this browser, for ten minutes, that the first factor was right. No session is opened yet. */
export async function beginSecondStep(ctx: Ctx, userId: string): Promise<void> {
  const id = newId()
  const secret = randomBytes(32).toString("base64url")
  await ctx.db.insert(pendingSignIns).values({
    id,
    user_id: userId,
    secret_hash: ctx.keys.prove("pending sign-in", secret),
    expires_at: new Date(ctx.clock.now().getTime() + PENDING_MS),
  })
  ownCookie(ctx.env, COOKIE).set(ctx.http, `${id}.${secret}`, PENDING_MS / SECOND)
}

/**
 * Accepts the second factor of the sign-in that this browser began; of two simultaneous calls only one
 * succeeds. Returns the person's id. Throws CODE_WRONG, SIGN_IN_EXPIRED and TOO_MANY_REQUESTS.
 */
export async function takeSecondStep(ctx: Ctx, code: string): Promise<string> {
  const [id = "", secret = ""] = ownCookie(ctx.env, COOKIE).read(ctx.http).split(".")
  const pending = await tryPending(ctx, id, secret)
  if (!pending) refuse("SIGN_IN_EXPIRED")
  const wasRight = await countFor(ctx, pending.user_id)
  const userId = await inTransaction(ctx, async (tx) => {
    if (!(await takeCode(tx, pending.user_id, code))) refuse("CODE_WRONG")
    const used = await tx.db
      .delete(pendingSignIns)
      .where(eq(pendingSignIns.id, id))
      .returning({ id: pendingSignIns.id })
    if (used.length === 0) refuse("SIGN_IN_EXPIRED")
    ownCookie(ctx.env, COOKIE).set(ctx.http, "", 0)
    return pending.user_id
  })
  await wasRight()
  return userId
}

async function countFor(ctx: Ctx, userId: string): Promise<() => Promise<void>> {
  return countSecondStep(ctx, userId, await knownDevice(ctx, { user_id: userId }))
}

async function tryPending(ctx: Ctx, id: string, secret: string): Promise<{ user_id: string } | null> {
  const hash = ctx.keys.prove("pending sign-in", secret)
  const [row] = await ctx.db
    .update(pendingSignIns)
    .set({ tries: sql`${pendingSignIns.tries} + 1` })
    .where(
      and(
        sql`${pendingSignIns.id}::text = ${id}`,
        eq(pendingSignIns.secret_hash, hash),
        gt(pendingSignIns.expires_at, ctx.clock.now()),
        lt(pendingSignIns.tries, MOST_TRIES),
      ),
    )
    .returning({ user_id: pendingSignIns.user_id })
  return row ?? null
}

/** Uses up a code of the app, which can't be used again, or a recovery code. */
async function takeCode(tx: Ctx, userId: string, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, "").toLowerCase()
  if (!/^\d{6}$/.test(code)) {
    const used = await tx.db
      .delete(recoveryCodes)
      .where(
        and(
          eq(recoveryCodes.user_id, userId),
          inArray(recoveryCodes.code_hash, [recoveryHash(userId, code), ...keyedHashes(tx, userId, code)]),
        ),
      )
      .returning({ user_id: recoveryCodes.user_id })
    if (used.length > 0) await recordAct(tx, "account.recovery-code-used", userId)
    return used.length > 0
  }
  const [held] = await tx.db
    .select()
    .from(twoStepSecrets)
    .where(eq(twoStepSecrets.user_id, userId))
    .for("update")
  if (!held) return false
  const secret = tx.keys.unseal(TWO_STEP_PURPOSE, held.sealed_secret)
  if (secret === null) {
    tx.log.error(
      { user_id: userId },
      "no AUTH_SECRET opens a person's two-step secret: see `npm run kaksha -- doctor`",
    )
    refuse("TWO_STEP_UNREADABLE")
  }
  const step = totpStep(secret, code, tx.clock.now(), held.last_step)
  if (step === null) return false
  await tx.db
    .update(twoStepSecrets)
    .set({ last_step: step, ...freshlySealed(tx, held.sealed_secret, secret) })
    .where(eq(twoStepSecrets.user_id, userId))
  return true
}

/**
 * Makes a secret for the viewer's app. Codes are not required until a first one confirms it. Throws
 * TWO_STEP_ON.
 */
export async function startTwoStep(ctx: SignedInCtx): Promise<{ secret: string; url: string }> {
  const secret = newTotpSecret()
  const fresh = {
    sealed_secret: ctx.keys.seal(TWO_STEP_PURPOSE, secret),
    created_at: ctx.clock.now(),
    last_step: 0,
  }
  const [kept] = await ctx.db
    .insert(twoStepSecrets)
    .values({ user_id: ctx.viewer.user_id, ...fresh })
    .onConflictDoUpdate({
      target: twoStepSecrets.user_id,
      set: fresh,
      setWhere: isNull(twoStepSecrets.confirmed_at),
    })
    .returning({ user_id: twoStepSecrets.user_id })
  if (!kept) refuse("TWO_STEP_ON")
  return { secret, url: totpUrl(ctx.brand.name, ctx.viewer.email || ctx.viewer.first_name, secret) }
}

/** Switches two-step sign-in on by a first code. Returns the recovery codes, which are never shown again. */
export async function confirmTwoStep(ctx: SignedInCtx, code: string): Promise<{ recovery_codes: string[] }> {
  const { user_id } = ctx.viewer
  const wasRight = await countFor(ctx, user_id)
  const confirmed = await inTransaction(ctx, async (tx) => {
    if (!(await takeCode(tx, user_id, code))) refuse("CODE_WRONG")
    await tx.db
      .update(twoStepSecrets)
      .set({ confirmed_at: sql`coalesce(${twoStepSecrets.confirmed_at}, ${tx.clock.now().toISOString()})` })
      .where(eq(twoStepSecrets.user_id, user_id))
    await recordAct(tx, "account.two-step-on", user_id)
    return { recovery_codes: await writeRecoveryCodes(tx, user_id) }
  })
  await wasRight()
  return confirmed
}

/** Replaces the recovery codes and returns the new ones. Throws CODE_WRONG. */
export function renewRecoveryCodes(ctx: SignedInCtx, code: string): Promise<{ recovery_codes: string[] }> {
  const { user_id } = ctx.viewer
  return withCode(ctx, code, async (tx) => ({ recovery_codes: await writeRecoveryCodes(tx, user_id) }))
}

/**
 * Switches two-step sign-in off, by a code of the app or a recovery code. Throws CODE_WRONG,
 * TWO_STEP_REQUIRED.
 */
export async function stopTwoStep(ctx: SignedInCtx, code: string): Promise<void> {
  const { user_id, role } = ctx.viewer
  if (mustHaveTwoStep(ctx.env, role)) refuse("TWO_STEP_REQUIRED")
  await withCode(ctx, code, async (tx) => {
    await tx.db.delete(twoStepSecrets).where(eq(twoStepSecrets.user_id, user_id))
    await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user_id))
    await recordAct(tx, "account.two-step-off", user_id)
  })
}

/**
 * Checks a code of the viewer's app, or a recovery code, if two-step sign-in is on. Throws CODE_WRONG,
 * TOO_MANY_REQUESTS. What `work` refuses doesn't use up the code.
 */
export async function takeOwnCode(
  ctx: SignedInCtx,
  code: string,
  work: (tx: SignedInCtx) => Promise<void> = async () => {},
): Promise<void> {
  if (await needsSecondStep(ctx, ctx.viewer.user_id)) await withCode(ctx, code, work)
  else await work(ctx)
}

async function withCode<T>(
  ctx: SignedInCtx,
  code: string,
  work: (tx: SignedInCtx) => Promise<T>,
): Promise<T> {
  const { user_id } = ctx.viewer
  if (!(await needsSecondStep(ctx, user_id))) refuse("CODE_WRONG")
  const wasRight = await countFor(ctx, user_id)
  const done = await inTransaction(ctx, async (tx) => {
    if (!(await takeCode(tx, user_id, code))) refuse("CODE_WRONG")
    return work(tx)
  })
  await wasRight()
  return done
}

async function writeRecoveryCodes(tx: Ctx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBase32(RECOVERY_BYTES).toLowerCase())
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  await tx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(userId, code) })))
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"))
}

/** Returns the state of a person's two-step sign-in. */
export async function readTwoStep(ctx: Pick<Ctx, "db">, userId: string) {
  const [row] = await ctx.db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.user_id, userId))
  return { on: await needsSecondStep(ctx, userId), recovery_codes_left: row?.left ?? 0 }
}

/** Deletes expired pending sign-ins. */
export async function sweepPendingSignIns(ctx: Pick<Ctx, "db" | "clock">): Promise<void> {
  await ctx.db.delete(pendingSignIns).where(lt(pendingSignIns.expires_at, ctx.clock.now()))
}

/** Returns the hash under which a recovery code is stored. */
function recoveryHash(userId: string, code: string): string {
  return createHash("sha256").update(`recovery code\n${userId}\n${code}`).digest("base64url")
}

/** Returns the keyed hashes of the shorter recovery codes that were made before secrets had ids. */
function keyedHashes(ctx: Pick<Ctx, "keys">, userId: string, code: string): string[] {
  return ctx.keys.proofs("recovery code", `${userId}\n${code}`)
}

/** Returns the secret sealed with the current key if it was sealed with an older one, else nothing. */
export function freshlySealed(ctx: Pick<Ctx, "keys">, sealed: string, secret: string) {
  return ctx.keys.isFresh(sealed) ? {} : { sealed_secret: ctx.keys.seal(TWO_STEP_PURPOSE, secret) }
}
