import builtIn from "#content/programs.json" with { type: "json" }
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { durationHours } from "../rules.ts"
import { programs } from "./table.ts"

type BuiltIn = (typeof builtIn)[number] & { venue?: { name: string; address: string } }

/** Writes the built-in programs that are not there yet; those an admin changed or archived stay as they are. */
export async function seedPrograms(ctx: Ctx): Promise<void> {
  const rows = (builtIn as BuiltIn[]).map((program, position) => ({
    id: newId(),
    slug: program.slug,
    position,
    title: program.title,
    instructor: program.instructor,
    instructor_bio: program.instructorBio,
    summary: program.summary,
    description: program.description,
    outline: program.outline,
    image: program.image,
    image_alt: program.alt,
    level: program.level,
    service: program.service,
    curriculum: program.curriculum,
    grade: program.grade,
    subject: program.subject,
    rating: program.rating,
    students: program.students,
    sample_figures: program.sampleFigures,
    duration: program.duration,
    duration_hours: durationHours(program.duration),
    price_paise: program.pricePaise,
    delivery: program.delivery,
    venue: program.venue ?? null,
  }))
  await ctx.db.insert(programs).values(rows).onConflictDoNothing({ target: programs.slug })
}
