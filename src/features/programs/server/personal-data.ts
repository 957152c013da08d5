import { eq, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { enrollments, programMaterials, programs } from "./table.ts"

export const programsData: PersonalDataOf = {
  feature: "programs",
  tables: ["enrollments", "program_materials", "programs"],
  attached: sql`exists (select from ${enrollments} where ${enrollments.student_id} = ${user.id})`,
  async exportFor(ctx, { user_id }) {
    return {
      enrollments: await ctx.db.select().from(enrollments).where(eq(enrollments.student_id, user_id)),
      program_materials: await ctx.db
        .select({
          id: programMaterials.id,
          title: programMaterials.title,
          since: programMaterials.created_at,
        })
        .from(programMaterials)
        .where(eq(programMaterials.uploaded_by, user_id)),
      programs: await ctx.db
        .select({ id: programs.id, title: programs.title })
        .from(programs)
        .where(eq(programs.teacher_id, user_id)),
    }
  },
  async eraseFor(tx, { user_id }) {
    await tx.db
      .update(programMaterials)
      .set({ uploaded_by: null })
      .where(eq(programMaterials.uploaded_by, user_id))
    await tx.db.update(programs).set({ teacher_id: null }).where(eq(programs.teacher_id, user_id))
    await tx.db.delete(enrollments).where(eq(enrollments.student_id, user_id))
    return 0
  },
}
