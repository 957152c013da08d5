import { eq } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { lessonProgress, programLessons } from "./table.ts"

/**
 * What a person watched is erased. Lessons belong to their program and are kept without the uploader's id.
 */
export const lessonsData: PersonalDataOf = {
  feature: "lessons",
  tables: ["lesson_progress", "program_lessons"],
  async exportFor({ db }, { user_id }) {
    const { id, course_id, title, created_at } = programLessons
    return {
      lesson_progress: await db.select().from(lessonProgress).where(eq(lessonProgress.student_id, user_id)),
      program_lessons: await db
        .select({ id, course_id, title, created_at })
        .from(programLessons)
        .where(eq(programLessons.uploaded_by, user_id)),
    }
  },
  async eraseFor({ db }, { user_id }) {
    await db.delete(lessonProgress).where(eq(lessonProgress.student_id, user_id))
    await db.update(programLessons).set({ uploaded_by: null }).where(eq(programLessons.uploaded_by, user_id))
    return 0
  },
}
