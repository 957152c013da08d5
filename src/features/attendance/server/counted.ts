import { type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { absenceAnswers, attendanceVerdicts } from "./table.ts"

const { class_id, student_id, verdict, rule } = attendanceVerdicts

/**
 * What a settled class counts as in a student's share; only decided here: 'present', 'absent', 'excused', or
 * 'none' for neither side. An absence counts as present if its make-up class was attended. The make-up then
 * doesn't count a second time, nor does it when it was missed too. Verdicts of the first rule keep to it:
 * there, a make-up counted like any other class. For queries over `attendance_verdicts`.
 */
export const countsAs = sql<string>`case
  when ${verdict} in ('present', 'absent') and exists (
    select from ${absenceAnswers} asked
    join ${attendanceVerdicts} missed on missed.class_id = asked.class_id and missed.student_id = asked.student_id
    where asked.make_up_class_id = ${class_id} and asked.student_id = ${student_id}
      and missed.verdict = 'absent' and missed.rule > 1) then 'none'
  when ${verdict} = 'absent' and ${rule} > 1 and exists (
    select from ${absenceAnswers} asked
    join ${attendanceVerdicts} made_up on made_up.class_id = asked.make_up_class_id
      and made_up.student_id = asked.student_id
    where asked.class_id = ${class_id} and asked.student_id = ${student_id}
      and made_up.verdict = 'present') then 'present'
  else ${verdict} end`

/** How many settled classes of a student count as this. */
export const tallyOf = (counted: "present" | "absent" | "excused" | "none") =>
  sql<number>`count(*) filter (where ${countsAs} = ${counted})::int`

/** Classes that count on one side or the other. */
export const tallyHeld = sql<number>`count(*) filter (where ${countsAs} in ('present', 'absent'))::int`

/** What `talliesOf` returns: how many classes were attended, and how many count on one side or the other. */
export type Tallies = [attended: number, held: number]

/**
 * How many classes of a student were attended and held, over all the years, as one value. Verdicts are read once, by index alone;
 * only the classes around a make-up whose register is settled may count as something else, and are looked at one by one.
 */
export function talliesOf(studentId: SQL | PgColumn) {
  const attended = (of: SQL | PgColumn) => sql`(${of} = 'present')::int`
  const held = (of: SQL | PgColumn) => sql`(${of} in ('present', 'absent'))::int`
  const counts_as = sql`around.counts_as`
  const settled_as = sql`around.verdict`
  return sql<Tallies>`(
    with own as materialized (
      select ${class_id} as class_id, ${verdict} as verdict from ${attendanceVerdicts} where ${student_id} = ${studentId})
    select array[settled.attended + made_up.attended, settled.held + made_up.held]::int[]
    from (select coalesce(sum(${attended(sql`own.verdict`)}), 0) as attended, coalesce(sum(${held(sql`own.verdict`)}), 0) as held
          from own) settled,
         (select coalesce(sum(${attended(counts_as)} - ${attended(settled_as)}), 0) as attended,
                 coalesce(sum(${held(counts_as)} - ${held(settled_as)}), 0) as held
          from (select ${verdict}, ${countsAs} as counts_as from ${attendanceVerdicts}
                where ${student_id} = ${studentId} and ${class_id} in (
                  select unnest(array[asked.class_id, asked.make_up_class_id]) from ${absenceAnswers} asked
                  where asked.student_id = ${studentId} and asked.make_up_class_id in (select own.class_id from own)) offset 0) around) made_up)`
}
