import { sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { demoPeople, user } from "#features/accounts/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { covers, enrollments, programs } from "./table.ts"

/**
 * Updates how many students each program has: people with an enabled account whose enrolment hasn't ended,
 * without the demo people of a trial. Programs with sample figures, which are marked as such, keep them.
 */
export async function countStudents(ctx: Pick<Ctx, "db" | "clock" | "env">): Promise<void> {
  await ctx.db.execute(sql`
    update ${programs} set students = counted.students
    from (
      select program.id, count(person.id)::int as students
      from ${programs} program
      left join ${enrollments} on ${enrollments.course_id} = program.id and ${covers(todayOf(ctx))}
      left join ${user} person on person.id = ${enrollments.student_id}
        and person.disabled_at is null and person.erased_at is null
        and not exists (select from ${demoPeople} demo where demo.user_id = person.id)
      where not program.sample_figures
      group by program.id) as counted
    where ${programs.id} = counted.id and ${programs.students} <> counted.students`)
}
