import { type SQL, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { certainlyAdultOn, eighteenthBirthday, isUnder18, latestAdultBirthday } from "#shared/age.ts"
import { dateInZone } from "#shared/time.ts"
import { students } from "./table.ts"

type Now = Pick<Ctx, "clock" | "env">

/** Returns today's date, YYYY-MM-DD, in the institution's zone. Ages are calculated by it. */
export function todayOf({ clock, env }: Now): string {
  return dateInZone(clock.now(), env.TIME_ZONE)
}

/** The columns of a student that `isMinor` reads. */
export const ageColumns = {
  date_of_birth: students.date_of_birth,
  under_18: students.under_18,
  minor_until: students.minor_until,
}
type Age = Pick<typeof students.$inferSelect, keyof typeof ageColumns>

/**
 * Whether a student is under 18 today. Without a date of birth the box they once ticked decides. If an
 * earlier date of birth makes them a minor until a later day (`minor_until`), that counts too.
 */
export function isMinor(ctx: Now, { date_of_birth, under_18, minor_until }: Age): boolean {
  const today = todayOf(ctx)
  if (minor_until !== null && today < minor_until) return true
  return date_of_birth === null ? under_18 && minor_until === null : isUnder18(date_of_birth, today)
}

/** `isMinor` as a condition on the students of a query. */
export function minorStudent(ctx: Now): SQL<boolean> {
  const today = todayOf(ctx)
  return sql<boolean>`(coalesce(${students.minor_until} > ${today}::date, false)
    or coalesce(${students.date_of_birth} > ${latestAdultBirthday(today)}::date,
      ${students.under_18} and ${students.minor_until} is null))`
}

/** Whether dates of birth show that a student is 18. False for a student who gave none. */
export function knownAdult(ctx: Now): SQL<boolean> {
  return sql<boolean>`(coalesce(${students.date_of_birth}, ${students.minor_until}) is not null
    and not ${minorStudent(ctx)})`
}

/**
 * Returns the day until which the account counts as a child's, kept when its date of birth is removed. Null
 * for an adult.
 */
export function rememberedMinority(ctx: Now, student: Age): string | null {
  if (!isMinor(ctx, student)) return null
  const { date_of_birth, minor_until } = student
  const until = date_of_birth === null ? minor_until : eighteenthBirthday(date_of_birth)
  if (until === null) return certainlyAdultOn(todayOf(ctx))
  return minor_until !== null && minor_until > until ? minor_until : until
}

/**
 * Returns what to store for a date of birth that the person gives. A date that makes a child an adult, or
 * makes them one earlier than the account said before, is stored as a claim until staff confirm it. Otherwise
 * a child could become an adult by typing another date.
 */
export function ownDateOfBirth(ctx: Now, before: Age | null, date_of_birth: string) {
  const until = before && rememberedMinority(ctx, before)
  const earlier =
    until !== null &&
    (before?.date_of_birth || before?.minor_until
      ? eighteenthBirthday(date_of_birth) < until
      : !isUnder18(date_of_birth, todayOf(ctx)))
  return earlier
    ? { date_of_birth: null, date_of_birth_claimed: date_of_birth, minor_until: until }
    : { date_of_birth, date_of_birth_claimed: null, minor_until: null }
}
