import { createHash } from "node:crypto"
import { and, eq, like, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { ClassRow } from "#features/classes/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { absenceAnswers } from "./table.ts"

/** Short enough for a variable of a template, and 72 bits: nobody finds one by trying. */
const TOKEN_LENGTH = 12
const OPEN_MS = policies.attendance.answerWithinDays * DAY

/** The token of the link that a parent's number gets about a class: the same however often it is asked for. */
export function answerToken(ctx: Pick<Ctx, "keys">, classId: string, phone: string): string {
  return ctx.keys.prove("absence answer", `${classId} ${phone}`).slice(0, TOKEN_LENGTH)
}

/** What is kept of a token: which secret made it, and its hash. */
function hashToken(ctx: Pick<Ctx, "keys">, token: string): string {
  return `${ctx.keys.currentId}.${plainHash(token)}`
}

function plainHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}

/**
 * What may be on file for a token that a browser brings. Links of an earlier secret are not among them: whoever has
 * that secret could make them. Rows from before secrets had ids hold the hash alone, and run out within days.
 */
export function hashesOf(ctx: Pick<Ctx, "keys">, token: string): string[] {
  return [hashToken(ctx, token), plainHash(token)]
}

/** Where a guardian answers without signing in. */
export function answerLink(ctx: Pick<Ctx, "keys" | "address">, classId: string, phone: string): string {
  return `${ctx.address}/a/${answerToken(ctx, classId, phone)}`
}

/**
 * Lets the guardians of absent students answer, in the caller's transaction: by number, everyone whom its notice
 * names. An answer that was given stays; another number's link takes the place of the one before.
 */
export async function openAnswers(
  tx: Ctx,
  row: ClassRow,
  named: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const ended = row.ended_at ?? tx.clock.now()
  const rows = [...named].flatMap(([phone, studentIds]) =>
    studentIds.map((student_id) => ({
      class_id: row.id,
      student_id,
      token_hash: hashToken(tx, answerToken(tx, row.id, phone)),
      open_until: new Date(ended.getTime() + OPEN_MS),
    })),
  )
  if (rows.length === 0) return
  await tx.db
    .insert(absenceAnswers)
    .values(rows)
    .onConflictDoUpdate({
      target: [absenceAnswers.class_id, absenceAnswers.student_id],
      set: { token_hash: sql`excluded.token_hash` },
      setWhere: sql`${absenceAnswers.token_hash} <> excluded.token_hash`,
    })
}

/**
 * Puts links of another secret in the place of those that a parent's number was to get about a class, in the caller's
 * transaction: what waited while the secret was replaced would lead nowhere. Returns the token that counts now.
 */
export async function renewAnswers(
  tx: Ctx,
  of: { class_id: string; phone: string; token: string },
): Promise<string> {
  const token = answerToken(tx, of.class_id, of.phone)
  await tx.db
    .update(absenceAnswers)
    .set({ token_hash: hashToken(tx, token) })
    .where(
      and(
        eq(absenceAnswers.class_id, of.class_id),
        like(absenceAnswers.token_hash, `%${plainHash(of.token).replace(/[\\%_]/g, "\\$&")}`),
      ),
    )
  return token
}
