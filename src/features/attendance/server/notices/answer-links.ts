import { createHash } from "node:crypto"
import { and, eq, gt, inArray, like, sql } from "drizzle-orm"
import policies from "#content/policies.json" with { type: "json" }
import type { ClassRow } from "#features/classes/server/service.ts"
import { tellGuardians } from "#features/guardians/server/links.ts"
import type { Ctx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { absenceAnswers } from "../table.ts"
import { listPhones } from "./contacts.ts"

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
 * names. A given answer is kept; links to other numbers replace the previous ones.
 */
export async function openAnswers(
  tx: Ctx,
  row: ClassRow,
  named: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const ended = row.ended_at ?? tx.clock.now()
  const open_until = new Date(ended.getTime() + OPEN_MS)
  const asking = [...named].flatMap(([phone, ids]) => ids.map((student_id) => ({ student_id, phone })))
  const byStudent = Map.groupBy(asking, ({ student_id }) => student_id)
  const rows = [...byStudent].flatMap(([student_id, links]) => {
    const [token_hash, ...further_hashes] = links.map(({ phone }) =>
      hashToken(tx, answerToken(tx, row.id, phone)),
    )
    return token_hash ? [{ class_id: row.id, student_id, token_hash, further_hashes, open_until }] : []
  })
  if (rows.length === 0) return
  const asked = await tx.db
    .insert(absenceAnswers)
    .values(rows)
    .onConflictDoUpdate({
      target: [absenceAnswers.class_id, absenceAnswers.student_id],
      set: { token_hash: sql`excluded.token_hash`, further_hashes: sql`excluded.further_hashes` },
      setWhere: sql`(${absenceAnswers.token_hash}, ${absenceAnswers.further_hashes})
        <> (excluded.token_hash, excluded.further_hashes)`,
    })
    .returning({ student_id: absenceAnswers.student_id })
  await tellGuardians(
    tx,
    asked.map(({ student_id }) => student_id),
  )
}

/**
 * Ends the links about a student of every number that notices don't go to any more: of a removed guardian, or one that
 * the student named before. Running it again changes nothing. Returns the classes that can still be answered for.
 */
export async function endAnswersOf(ctx: Ctx, { student_id }: { student_id: string }): Promise<string[]> {
  const phones = [...((await listPhones(ctx, [student_id])).get(student_id) ?? [])]
  const rows = await ctx.db
    .select({ class_id: absenceAnswers.class_id })
    .from(absenceAnswers)
    .where(and(eq(absenceAnswers.student_id, student_id), gt(absenceAnswers.open_until, ctx.clock.now())))
  for (const { class_id } of rows) {
    const { token_hash, further_hashes } = absenceAnswers
    const kept = phones.flatMap((phone) => hashesOf(ctx, answerToken(ctx, class_id, phone)))
    await ctx.db
      .update(absenceAnswers)
      .set({
        token_hash: sql`case when ${inArray(token_hash, kept)} then ${token_hash} else 'ended' end`,
        further_hashes: sql`array(select hash from unnest(${further_hashes}) hash where ${inArray(sql`hash`, kept)})`,
      })
      .where(and(eq(absenceAnswers.class_id, class_id), eq(absenceAnswers.student_id, student_id)))
  }
  return rows.map(({ class_id }) => class_id)
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
  const before = `%${plainHash(of.token).replace(/[\\%_]/g, "\\$&")}`
  const now = hashToken(tx, token)
  const { class_id, token_hash, further_hashes } = absenceAnswers
  const ofClass = eq(class_id, of.class_id)
  await tx.db
    .update(absenceAnswers)
    .set({ token_hash: now })
    .where(and(ofClass, like(token_hash, before)))
  await tx.db
    .update(absenceAnswers)
    .set({
      further_hashes: sql`array(select case when hash like ${before} then ${now} else hash end
        from unnest(${further_hashes}) hash)`,
    })
    .where(and(ofClass, sql`exists (select from unnest(${further_hashes}) hash where hash like ${before})`))
  return token
}
