import { and, eq } from "drizzle-orm"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { minorStudent } from "./age.ts"
import { guardianOf, guardians } from "./guardian-tables.ts"
import { NO_MAIL } from "./no-mail.ts"
import { students, user } from "./table.ts"

type Student = typeof students.$inferSelect

/** Whether a minor has a confirmed guardian, who then decides in their place. */
export async function isDecidedByGuardian(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  studentId: string,
): Promise<boolean> {
  const [row] = await ctx.db
    .select({ guardian_id: guardianOf.guardian_id })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(and(eq(guardianOf.student_id, studentId), eq(guardianOf.answer, "confirmed"), minorStudent(ctx)))
    .limit(1)
  return row !== undefined
}

/** A confirmed child of the viewer. Throws NOT_FOUND for anyone else's, whoever asks. */
export async function requireChild(ctx: SignedInCtx, studentId: string): Promise<Student> {
  const [row] = await ctx.db
    .select({ student: students })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(
      and(
        eq(guardianOf.guardian_id, ctx.viewer.user_id),
        eq(guardianOf.student_id, studentId),
        eq(guardianOf.answer, "confirmed"),
      ),
    )
  return row?.student ?? notFound()
}

/** The viewer's context as their child would have it, for reading what the child reads. Throws NOT_FOUND. */
export async function asChild(ctx: SignedInCtx, studentId: string): Promise<SignedInCtx> {
  const { user_id, email, first_name, last_name } = await requireChild(ctx, studentId)
  return { ...ctx, viewer: { ...ctx.viewer, user_id, email, first_name, last_name, role: "student" } }
}

/**
 * The guardian of a number, made when it is the first time, in the caller's transaction; of two at once both get
 * the same. `name` is what the child gave.
 */
export async function ensureGuardian(tx: Ctx, phone: string, name: string | null): Promise<string> {
  const known = await findGuardian(tx, phone)
  if (known) return known
  const userId = newId()
  const now = tx.clock.now()
  const [first_name = "Guardian", ...rest] = (name ?? "").trim().split(/\s+/).filter(Boolean)
  const last_name = rest.join(" ")
  await tx.db.insert(user).values({
    id: userId,
    name: `${first_name} ${last_name}`.trim(),
    email: `${userId}${NO_MAIL}`,
    createdAt: now,
    updatedAt: now,
  })
  const [made] = await tx.db
    .insert(guardians)
    .values({ user_id: userId, phone, first_name, last_name, created_at: now })
    .onConflictDoNothing()
    .returning({ user_id: guardians.user_id })
  if (made) return made.user_id
  await tx.db.delete(user).where(eq(user.id, userId))
  return (await findGuardian(tx, phone)) ?? notFound()
}

async function findGuardian(tx: Ctx, phone: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ user_id: guardians.user_id })
    .from(guardians)
    .where(eq(guardians.phone, phone))
  return row?.user_id ?? null
}
