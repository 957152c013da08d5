import { inArray } from "drizzle-orm"
import builtIn from "#content/programs.json" with { type: "json" }
import { type Ctx, inTransaction } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { durationHours } from "../rules.ts"
import { enrolStudents } from "./imported.ts"
import { programs } from "./table.ts"

type BuiltIn = (typeof builtIn)[number] & {
  venue?: { name: string; address: string }
  monthlyFeePaise?: number
}

/** The programs that a trial's students are enrolled in, by grade. */
const OF_GRADE: Record<string, string[]> = {
  6: ["english-grammar-and-composition", "learn-to-swim"],
  10: ["class-10-mathematics-board-year"],
  11: ["neet-physics-for-biology-lovers"],
  12: ["neet-physics-for-biology-lovers", "jee-mathematics-problem-studio"],
}

type Joined = { user_id: string; grade: string; joined_at: Date }

type Chosen = { course_id: string; student_id: string; batch_id: string }

/** Enrols students in the programs of their grade, each when they joined, and in the batches they chose. */
export async function seedEnrolments(
  ctx: Ctx,
  joined: readonly Joined[],
  chosen: readonly Chosen[],
): Promise<void> {
  const known = await ctx.db
    .select({ id: programs.id, slug: programs.slug })
    .from(programs)
    .where(inArray(programs.slug, Object.values(OF_GRADE).flat()))
  const ids = new Map(known.map(({ id, slug }) => [slug, id]))
  const batches = new Map(chosen.map((one) => [`${one.course_id} ${one.student_id}`, one.batch_id]))
  await inTransaction(ctx, async (tx) => {
    for (const { user_id: student_id, grade, joined_at } of joined) {
      const pairs = (OF_GRADE[grade] ?? []).flatMap((slug) => {
        const course_id = ids.get(slug)
        if (!course_id) return []
        const batch_id = batches.get(`${course_id} ${student_id}`)
        return [{ course_id, student_id, ...(batch_id && { batch_id }) }]
      })
      await enrolStudents({ ...tx, clock: { now: () => joined_at } }, pairs)
    }
  })
}

/** Inserts missing built-in programs. Those an admin changed or archived are left unchanged. */
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
    monthly_fee_paise: program.monthlyFeePaise ?? null,
    delivery: program.delivery,
    venue: program.venue ?? null,
  }))
  await ctx.db.insert(programs).values(rows).onConflictDoNothing({ target: programs.slug })
}
