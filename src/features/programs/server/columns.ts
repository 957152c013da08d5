import { and, eq, exists, sql } from "drizzle-orm"
import type { Program } from "#contract/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { enrollments, programs } from "./table.ts"

/** The columns of a program as the API shows them, with whether the viewer is enrolled. */
export function shownColumns(ctx: Ctx) {
  return {
    id: programs.id,
    slug: programs.slug,
    title: programs.title,
    instructor: programs.instructor,
    summary: programs.summary,
    description: programs.description,
    image: programs.image,
    image_alt: programs.image_alt,
    level: sql<Program["level"]>`${programs.level}`,
    service: sql<Program["service"]>`${programs.service}`,
    curriculum: sql<Program["curriculum"]>`${programs.curriculum}`,
    grade: programs.grade,
    subject: programs.subject,
    rating: programs.rating,
    students: programs.students,
    sample_figures: programs.sample_figures,
    duration: programs.duration,
    price_paise: programs.price_paise,
    delivery: sql<Program["delivery"]>`${programs.delivery}`,
    enrolled: isEnrolled(ctx),
  }
}

// Built by the query builder, because bare columns in a selected fragment lose the names of their tables.
function isEnrolled(ctx: Ctx) {
  if (!ctx.viewer) return sql<boolean>`false`
  const enrolment = ctx.db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.course_id, programs.id),
        eq(enrollments.student_id, ctx.viewer.user_id),
        eq(enrollments.status, "active"),
      ),
    )
  return sql<boolean>`${exists(enrolment)}`
}
