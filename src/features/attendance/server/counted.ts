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

/**
 * How many classes of a student were attended, or count on one side or the other, over all the years. Verdicts are counted by
 * index alone; only the classes around a make-up, which may count as something else, are looked at one by one.
 */
export function tallyOfStudent(what: "attended" | "held", studentId: SQL | PgColumn) {
  const isOne = (of: SQL | PgColumn) =>
    what === "attended" ? sql`(${of} = 'present')` : sql`(${of} in ('present', 'absent'))`
  return sql<number>`(
    (select count(*) from ${attendanceVerdicts} where ${student_id} = ${studentId} and ${isOne(verdict)})
    + (select coalesce(sum(${isOne(countsAs)}::int - ${isOne(verdict)}::int), 0) from ${attendanceVerdicts}
      where ${student_id} = ${studentId} and ${class_id} in (
        select unnest(array[made_up.class_id, made_up.make_up_class_id]) from ${absenceAnswers} made_up
        where made_up.student_id = ${studentId} and made_up.make_up_class_id is not null)))::int`
}
