import { and, eq, inArray } from "drizzle-orm"
import { minorStudent } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { emitAll } from "#platform/events.ts"
import { guardianOf } from "./table.ts"

type Student = typeof students.$inferSelect

/** Whether a student is a minor with a confirmed guardian, who then decides for them. */
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

/**
 * Returns a confirmed child of the viewer, or null if this is not one, also for viewers who are not
 * guardians.
 */
export async function findChild(ctx: SignedInCtx, studentId: string): Promise<Student | null> {
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
  return row?.student ?? null
}

/** Returns a confirmed child of the viewer. Throws NOT_FOUND if this is not one. */
export async function requireChild(ctx: SignedInCtx, studentId: string): Promise<Student> {
  return (await findChild(ctx, studentId)) ?? notFound()
}

/**
 * Returns the viewer's context as their child would have it, to read what the child can read. Throws
 * NOT_FOUND.
 */
export async function asChild(ctx: SignedInCtx, studentId: string): Promise<SignedInCtx> {
  const { user_id, email, first_name, last_name } = await requireChild(ctx, studentId)
  return { ...ctx, viewer: { ...ctx.viewer, user_id, email, first_name, last_name, role: "student" } }
}

/** Notifies the pages of students' confirmed guardians that something about their children changed. */
export async function tellGuardians(ctx: Pick<Ctx, "db">, studentIds: readonly string[]): Promise<void> {
  if (studentIds.length === 0) return
  const rows = await ctx.db
    .selectDistinct({ guardian_id: guardianOf.guardian_id })
    .from(guardianOf)
    .where(and(inArray(guardianOf.student_id, [...studentIds]), eq(guardianOf.answer, "confirmed")))
  await emitAll(
    ctx,
    "person.changed",
    rows.map(({ guardian_id }) => guardian_id),
  )
}
