import { type SQL, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { isUnder18, latestAdultBirthday } from "#shared/age.ts"
import { dateInZone } from "#shared/time.ts"
import { students } from "./table.ts"

type Now = Pick<Ctx, "clock" | "env">

/** Today's date in the institution's zone, by which ages are reckoned. */
export function todayOf({ clock, env }: Now): string {
  return dateInZone(clock.now(), env.TIME_ZONE)
}

/** What `isMinor` has to know of a student. */
export const ageColumns = { date_of_birth: students.date_of_birth, under_18: students.under_18 }

/** Whether a student is under 18 today. Without a date of birth it is what they once ticked. */
export function isMinor(
  ctx: Now,
  student: Pick<typeof students.$inferSelect, "date_of_birth" | "under_18">,
): boolean {
  return student.date_of_birth === null ? student.under_18 : isUnder18(student.date_of_birth, todayOf(ctx))
}

/** The same as a condition on the students of a query. */
export function minorStudent(ctx: Now): SQL<boolean> {
  return sql<boolean>`coalesce(${students.date_of_birth} > ${latestAdultBirthday(todayOf(ctx))}::date, ${students.under_18})`
}

/** Whether a student's date of birth says that they are 18: one who gave none is not known to be. */
export function knownAdult(ctx: Now): SQL<boolean> {
  return sql<boolean>`coalesce(${students.date_of_birth} <= ${latestAdultBirthday(todayOf(ctx))}::date, false)`
}
