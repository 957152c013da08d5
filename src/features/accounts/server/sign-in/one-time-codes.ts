import { randomInt, timingSafeEqual } from "node:crypto"
import { and, eq, gt, lt, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { oneTimeCodes } from "../security-tables.ts"

/*
 * Six digits to a phone, or to an e-mail that a person wants to change to. A request is a row whether or not
 * a code will be sent, and a job decides that later. So the response is the same in words and in time. The
 * address is only stored encrypted and as a keyed hash, and the code only as a keyed hash.
 */

export type CodePurpose = "guardian" | "invited" | "email" | "erasure" | "proof"
export const CODE_MINUTES = 10
const DIGITS = 6
/** One in ten billion: it can't be guessed in ten minutes, from any number of addresses. */
export const LOOSE_DIGITS = 10
const MOST_TRIES = 5
const SEALED = "code address"

function aboutOf(ctx: Ctx, purpose: CodePurpose, of: string): string {
  return ctx.keys.prove(`code for ${purpose}`, of)
}

type NewCode = {
  purpose: CodePurpose
  to: string
  /** Set for a person's own code: only they can try it, and a newer one replaces it. */
  user_id?: string
  /** Works with the address alone, in any browser: for people who did not ask for it here. */
  loose?: boolean
}

/**
 * Writes a request without its code. Returns its key. The job that sends the code needs it, and so does the
 * browser that asked, because the code only works together with it. So nobody can use up the tries of another
 * person's code.
 */
export async function requestCode(
  ctx: Ctx,
  { purpose, to, user_id, loose = false }: NewCode,
): Promise<string> {
  const about = aboutOf(ctx, purpose, to)
  const key = user_id ? about : newId()
  const now = ctx.clock.now()
  const fresh = {
    about,
    user_id: user_id ?? null,
    loose,
    sealed_to: ctx.keys.seal(SEALED, to),
    code_hash: null,
    tries: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_MINUTES * MINUTE),
  }
  await ctx.db
    .insert(oneTimeCodes)
    .values({ key, ...fresh })
    .onConflictDoUpdate({ target: oneTimeCodes.key, set: fresh })
  return key
}

type OpenRequest = {
  to: string
  expires_at: Date
  /** Nobody waits for the code in the browser that asked. */
  loose: boolean
}

/**
 * Returns the address of a request that is not yet sent, or null. Locks its row until the transaction ends.
 */
export async function openRequest(tx: Ctx, key: string): Promise<OpenRequest | null> {
  const [row] = await tx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.key, key)).for("update")
  if (!row?.sealed_to || row.expires_at <= tx.clock.now()) return null
  await tx.db.update(oneTimeCodes).set({ sealed_to: null }).where(eq(oneTimeCodes.key, key))
  const to = tx.keys.unseal(SEALED, row.sealed_to)
  if (to === null) tx.log.warn({}, "a code was asked for under another AUTH_SECRET, and can't be sent")
  return to === null ? null : { to, expires_at: row.expires_at, loose: row.loose }
}

/** Makes the code of a request and returns it. The caller sends it and must not store it. */
export async function makeCode(tx: Ctx, key: string): Promise<string> {
  const [row] = await tx.db
    .select({ loose: oneTimeCodes.loose, about: oneTimeCodes.about })
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.key, key))
  if (!row) throw new Error("a code is to be made for no request")
  const code = digits(row.loose ? LOOSE_DIGITS : DIGITS)
  const code_hash = hashOf(tx, row.loose && row.about ? row.about : key, code)
  await tx.db.update(oneTimeCodes).set({ code_hash }).where(eq(oneTimeCodes.key, key))
  return code
}

function digits(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, "0")
}

type GivenCode = { purpose: CodePurpose; of: string; request?: string | undefined; code: string }

/** A code that was right. */
type RightCode = {
  /** Ends the code; of two simultaneous calls only one succeeds. Throws CODE_WRONG. */
  spend(tx: Pick<Ctx, "db">): Promise<void>
  /** Takes the try back, where the code stays valid because something else was refused. */
  takeBack(): Promise<void>
}

/**
 * Counts a try of a code and checks it. `request` is the key that the browser keeps; omit it for a person's own
 * code. Don't call it in a transaction, which would roll the count back. Throws CODE_WRONG if the code is wrong,
 * expired or used, and after five tries.
 */
export async function tryOneTimeCode(ctx: Ctx, given: GivenCode): Promise<RightCode> {
  const about = aboutOf(ctx, given.purpose, given.of)
  const key = given.request ?? about
  const [tried] = await ctx.db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(
      and(
        eq(oneTimeCodes.key, key),
        eq(oneTimeCodes.about, about),
        eq(oneTimeCodes.loose, false),
        gt(oneTimeCodes.expires_at, ctx.clock.now()),
        lt(oneTimeCodes.tries, MOST_TRIES),
      ),
    )
    .returning({ code_hash: oneTimeCodes.code_hash })
  const expected = tried?.code_hash
  if (!expected || !isSame(expected, hashOf(ctx, key, given.code))) refuse("CODE_WRONG")
  const same = and(eq(oneTimeCodes.key, key), eq(oneTimeCodes.code_hash, expected))
  return {
    async spend(tx) {
      const used = await tx.db.delete(oneTimeCodes).where(same).returning({ key: oneTimeCodes.key })
      if (used.length === 0) refuse("CODE_WRONG")
    },
    async takeBack() {
      await ctx.db
        .update(oneTimeCodes)
        .set({ tries: sql`greatest(${oneTimeCodes.tries} - 1, 0)` })
        .where(same)
    },
  }
}

/**
 * Uses up a code; of two simultaneous calls only one succeeds. Don't call it in a transaction. Throws CODE_WRONG as
 * `tryOneTimeCode` does.
 */
export async function takeOneTimeCode(ctx: Ctx, given: GivenCode): Promise<void> {
  const right = await tryOneTimeCode(ctx, given)
  await right.spend(ctx)
}

/**
 * Uses up a loose code, found by the address alone. It is protected by its length, not by a count of tries.
 * Throws CODE_WRONG.
 */
export async function takeLooseCode(
  ctx: Ctx,
  given: { purpose: CodePurpose; of: string; code: string },
): Promise<void> {
  const about = aboutOf(ctx, given.purpose, given.of)
  const used = await ctx.db
    .delete(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.about, about),
        eq(oneTimeCodes.loose, true),
        eq(oneTimeCodes.code_hash, hashOf(ctx, about, given.code)),
        gt(oneTimeCodes.expires_at, ctx.clock.now()),
      ),
    )
    .returning({ key: oneTimeCodes.key })
  if (used.length === 0) refuse("CODE_WRONG")
}

/** Invalidates all of a person's own codes, in the caller's transaction. */
export async function forgetCodesOf(tx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await tx.db.delete(oneTimeCodes).where(eq(oneTimeCodes.user_id, userId))
}

/** Deletes expired codes. */
export async function sweepCodes(ctx: Pick<Ctx, "db" | "clock">): Promise<void> {
  await ctx.db.delete(oneTimeCodes).where(lt(oneTimeCodes.expires_at, ctx.clock.now()))
}

function hashOf(ctx: Ctx, key: string, code: string): string {
  return ctx.keys.prove("one-time code", `${key}\n${code}`)
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
