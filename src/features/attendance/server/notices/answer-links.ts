import { createHash } from "node:crypto"
import { and, eq, like, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { ClassRow } from "#features/classes/server/service.ts"
import { tellGuardians } from "#features/guardians/server/links.ts"
import type { Ctx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { absenceAnswers } from "../table.ts"

/** Short enough for a template's variable, and 72 bits, so it can't be guessed. */
const TOKEN_LENGTH = 12
const OPEN_MS = policies.attendance.answerWithinDays * DAY

/** Returns the token in the link that a parent's number gets about a class: the same on every call. */
export function answerToken(ctx: Pick<Ctx, "keys">, classId: string, phone: string): string {
  return ctx.keys.prove("absence answer", `${classId} ${phone}`).slice(0, TOKEN_LENGTH)
}

/** Returns what is stored for a token: the id of the secret that made it, and its hash. */
function hashToken(ctx: Pick<Ctx, "keys">, token: string): string {
  return `${ctx.keys.currentId}.${plainHash(token)}`
}

function plainHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}

/**
 * Returns the stored forms that a token from a browser can have. Links made with an earlier secret are not
 * accepted: anyone who has that secret could make them. Rows from before secrets had ids store the hash
 * alone, and expire within days.
 */
export function hashesOf(ctx: Pick<Ctx, "keys">, token: string): string[] {
  return [hashToken(ctx, token), plainHash(token)]
}

/** Returns the address where a guardian answers without signing in. */
export function answerLink(ctx: Pick<Ctx, "keys" | "address">, classId: string, phone: string): string {
  return `${ctx.address}/a/${answerToken(ctx, classId, phone)}`
}

/**
 * Lets the guardians of absent students answer, in the caller's transaction: by number, everyone its notice
 * names. A given answer is kept; a link to another number replaces the previous one.
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
  const asked = await tx.db
    .insert(absenceAnswers)
    .values(rows)
    .onConflictDoUpdate({
      target: [absenceAnswers.class_id, absenceAnswers.student_id],
      set: { token_hash: sql`excluded.token_hash` },
      setWhere: sql`${absenceAnswers.token_hash} <> excluded.token_hash`,
    })
    .returning({ student_id: absenceAnswers.student_id })
  await tellGuardians(
    tx,
    asked.map(({ student_id }) => student_id),
  )
}

/**
 * Replaces the links for a parent's number about a class that were made with another secret, in the caller's
 * transaction, as those no longer work. Returns the current token.
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
