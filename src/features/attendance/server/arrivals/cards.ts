import { and, eq, inArray, isNull } from "drizzle-orm"
import type { StudentCard } from "#contract/attendance/check-ins.ts"
import { students } from "#features/accounts/server/table.ts"
import { findChild } from "#features/guardians/server/links.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { isId, newId } from "#shared/ids.ts"
import { cardText, readCardText } from "./codes.ts"
import { studentCards } from "./table.ts"

type Student = typeof students.$inferSelect

const inForce = isNull(studentCards.revoked_at)

/** Returns the student if the viewer is that student, a guardian who may see them, or an admin. Throws NOT_FOUND. */
async function requireHolder(ctx: SignedInCtx, studentId: string): Promise<Student> {
  const { user_id, role } = ctx.viewer
  if (role === "guardian") return (await findChild(ctx, studentId, "see")) ?? notFound()
  if (role !== "admin" && user_id !== studentId) notFound()
  const [student] = await ctx.db.select().from(students).where(eq(students.user_id, studentId))
  return student ?? notFound()
}

async function describe(ctx: SignedInCtx, { user_id, first_name, last_name }: Student): Promise<StudentCard> {
  const [card] = await ctx.db
    .select({ id: studentCards.id, made_at: studentCards.made_at })
    .from(studentCards)
    .where(and(eq(studentCards.student_id, user_id), inForce))
  return {
    text: card ? cardText(ctx, card.id) : null,
    made_at: card?.made_at ?? null,
    name: `${first_name} ${last_name}`.trim(),
  }
}

/** Returns a student's card in force. Throws NOT_FOUND for somebody else's. */
export async function readCard(ctx: SignedInCtx, studentId: string): Promise<StudentCard> {
  return describe(ctx, await requireHolder(ctx, studentId))
}

/** Makes a card and ends the one before it. Throws NOT_FOUND for somebody else's. */
export function makeCard(ctx: SignedInCtx, studentId: string): Promise<StudentCard> {
  return inTransaction(ctx, async (tx) => {
    const student = await requireHolder(tx, studentId)
    await endCards(tx, studentId)
    const id = newId()
    await tx.db.insert(studentCards).values({
      ...{ id, student_id: studentId, made_at: tx.clock.now(), made_by: tx.viewer.user_id },
    })
    await recordAct(tx, "card.make", studentId, { card_id: id })
    return describe(tx, student)
  })
}

/** Ends a student's card; again changes nothing. Throws NOT_FOUND for somebody else's. */
export function revokeCard(ctx: SignedInCtx, studentId: string): Promise<StudentCard> {
  return inTransaction(ctx, async (tx) => {
    const student = await requireHolder(tx, studentId)
    if (await endCards(tx, studentId)) await recordAct(tx, "card.revoke", studentId)
    return describe(tx, student)
  })
}

/** Returns whether one was in force. The student is locked, so that two new cards don't meet. */
async function endCards(tx: SignedInCtx, studentId: string): Promise<boolean> {
  await tx.db
    .select({ id: students.user_id })
    .from(students)
    .where(eq(students.user_id, studentId))
    .for("no key update")
  const ended = await tx.db
    .update(studentCards)
    .set({ revoked_at: tx.clock.now(), revoked_by: tx.viewer.user_id })
    .where(and(eq(studentCards.student_id, studentId), inForce))
    .returning({ id: studentCards.id })
  return ended.length > 0
}

/** Returns the id of the student whose card in force a text is; null for any other text. One query at most. */
export async function findCardHolder(ctx: Pick<Ctx, "db" | "keys">, text: string): Promise<string | null> {
  const id = readCardText(ctx, text)
  if (!id || !isId(id)) return null
  const [card] = await ctx.db
    .select({ student_id: studentCards.student_id })
    .from(studentCards)
    .where(and(eq(studentCards.id, id), inForce))
  return card?.student_id ?? null
}

/** Returns the texts of students' cards in force, by student. One query. */
export async function listCardTexts(
  ctx: Pick<Ctx, "db" | "keys">,
  studentIds: readonly string[],
): Promise<Map<string, string>> {
  if (studentIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ student_id: studentCards.student_id, id: studentCards.id })
    .from(studentCards)
    .where(and(inArray(studentCards.student_id, [...studentIds]), inForce))
  return new Map(rows.map(({ student_id, id }) => [student_id, cardText(ctx, id)]))
}
