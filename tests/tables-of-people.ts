import { sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"

/** How to recognise tables with personal data: references to people, and names of columns with contacts. */
const TELLING = `
  select distinct table_name from (
    select source.relname as table_name
      from pg_constraint
      join pg_class source on source.oid = conrelid
      join pg_class target on target.oid = confrelid
      where contype = 'f' and target.relname in ('users', 'students', 'teachers', 'guardians', 'admins', 'office_staff')
    union
    select table_name from information_schema.columns
      where table_schema = 'public'
        and column_name ~ '(^|_)(email|phone|recipient|user_id|student_id|person_id|instructor_id)$'
    union select unnest(array['users', 'students', 'teachers'])
  ) tables order by 1`

/** Returns every table that may contain personal data, in order of its name. */
export async function tablesOfPeople(db: Ctx["db"]): Promise<string[]> {
  const { rows } = await db.execute<{ table_name: string }>(sql.raw(TELLING))
  return rows.map((row) => row.table_name)
}
