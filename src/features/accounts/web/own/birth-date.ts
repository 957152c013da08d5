import { z } from "zod"
import { dateFromParts } from "#shared/age.ts"

const MISSING = "Enter the date of birth"
const part = z.string().trim().default("")

/** A date of birth from a form's three fields, as YYYY-MM-DD. */
export const TypedBirthDate = z
  .object({ day: part, month: part, year: part }, MISSING)
  .transform((parts, check) => {
    const date = dateFromParts(parts)
    if (date) return date
    check.addIssue({ code: "custom", message: problemOf(parts) })
    return z.NEVER
  })

function problemOf({ day, month, year }: { day: string; month: string; year: string }): string {
  if (!day && !month && !year) return MISSING
  if (!day || !month || !year) return "Enter day, month and year"
  if (year.length !== 4) return "Enter the year with four digits, such as 2014"
  return "This date doesn't exist. Check the day and month"
}
