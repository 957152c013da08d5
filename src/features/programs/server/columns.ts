import { and, eq, exists, type Placeholder, sql } from "drizzle-orm"
import { QueryBuilder } from "drizzle-orm/pg-core"
import type { Program } from "#contract/programs/programs.ts"
import { enrollments, programs } from "./table.ts"

/** The viewer. A statement that is built once has a placeholder for the id. */
export type Looking = { viewer: { user_id: string | Placeholder } | null }

/** Returns the columns of a program under the API's names, with whether and until when the viewer is enrolled. */
export function shownColumns({ viewer }: Looking) {
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
    enrolled: isEnrolled(viewer).as("enrolled"),
    valid_until: memberUntil(viewer).as("valid_until"),
  }
}

/** The last day of the viewer's membership of the program; null without one. */
function memberUntil(viewer: Looking["viewer"]) {
  if (!viewer) return sql<string | null>`null`
  const membership = new QueryBuilder()
    .select({ valid_until: enrollments.valid_until })
    .from(enrollments)
    .where(ofViewer(viewer))
  return sql<string | null>`(${membership})::text`
}

function ofViewer({ user_id }: NonNullable<Looking["viewer"]>) {
  return and(
    eq(enrollments.course_id, programs.id),
    eq(enrollments.student_id, user_id),
    eq(enrollments.status, "active"),
  )
}

// Built by the query builder, because bare columns in a selected fragment lose the names of their tables.
function isEnrolled(viewer: Looking["viewer"]) {
  if (!viewer) return sql<boolean>`false`
  const enrolment = new QueryBuilder()
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(ofViewer(viewer))
  return sql<boolean>`${exists(enrolment)}`
}
