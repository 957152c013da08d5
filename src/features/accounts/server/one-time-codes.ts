import { randomInt, timingSafeEqual } from "node:crypto"
import { and, eq, gt, lt, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { MINUTE } from "#shared/time.ts"
import { oneTimeCodes } from "./security-tables.ts"

/*
 * Six digits to a phone or to an e-mail that is to become one's own. A request is a row whether or not anybody is
 * to get a code, and a job finds that out: so the answer is alike in words and in time. Neither the row nor the job
 * holds the address in the clear, and of the code only a keyed hash is kept.
 */

export type CodePurpose = "guardian" | "email" | "erasure" | "proof"
export const CODE_MINUTES = 10
const DIGITS = 6
/** One in ten thousand million: not to be guessed in ten minutes, from however many addresses. */
export const LOOSE_DIGITS = 10
const MOST_TRIES = 5
const SEALED = "code address"

function aboutOf(ctx: Ctx, purpose: CodePurpose, of: string): string {
  return ctx.keys.prove(`code for ${purpose}`, of)
}

type NewCode = {
  purpose: CodePurpose
  to: string
  /** Whose own code it is: only they can try it, and a newer one takes its place. */
  user_id?: string
  /** Good by the address alone, in any browser: for whoever did not ask for it here. */
  loose?: boolean
}

/**
 * Writes a request without its code. Returns its key: the job that sends needs it, and the browser that asked, for
 * the code is good only together with it. So nobody can use up the tries of a code that somebody else asked for.
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

/** The address of a request that waits to be sent, or null. Its row is locked until the transaction ends. */
export async function openRequest(tx: Ctx, key: string): Promise<{ to: string; expires_at: Date } | null> {
  const [row] = await tx.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.key, key)).for("update")
  if (!row?.sealed_to || row.expires_at <= tx.clock.now()) return null
  await tx.db.update(oneTimeCodes).set({ sealed_to: null }).where(eq(oneTimeCodes.key, key))
  const to = tx.keys.unseal(SEALED, row.sealed_to)
  if (to === null) tx.log.warn({}, "a code was asked for under another AUTH_SECRET, and can't be sent")
  return to === null ? null : { to, expires_at: row.expires_at }
}

/** Makes the code of a request. It is to leave by a message and to be kept nowhere. */
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

/**
 * Uses up a code: of two requests at once one gets it. `request` is the key that the browser holds, and can be left
 * out for one's own code. Throws CODE_WRONG for a wrong one, one that ran out or was used, and after five tries.
 */
export async function takeOneTimeCode(
  ctx: Ctx,
  given: { purpose: CodePurpose; of: string; request?: string | undefined; code: string },
): Promise<void> {
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
  const used = await ctx.db
    .delete(oneTimeCodes)
    .where(and(eq(oneTimeCodes.key, key), eq(oneTimeCodes.code_hash, expected)))
    .returning({ key: oneTimeCodes.key })
  if (used.length === 0) refuse("CODE_WRONG")
}

/** Uses up a loose code, known by the address alone. Its length and not a count of tries protects it. Throws CODE_WRONG. */
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

/** Takes back every code that is a person's own, in the caller's transaction. */
export async function forgetCodesOf(tx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await tx.db.delete(oneTimeCodes).where(eq(oneTimeCodes.user_id, userId))
}

/** Forgets codes that ran out. */
export async function sweepCodes(ctx: Pick<Ctx, "db" | "clock">): Promise<void> {
  await ctx.db.delete(oneTimeCodes).where(lt(oneTimeCodes.expires_at, ctx.clock.now()))
}

function hashOf(ctx: Ctx, key: string, code: string): string {
  return ctx.keys.prove("one-time code", `${key}\n${code}`)
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
