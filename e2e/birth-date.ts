import type { Locator, Page } from "@playwright/test"

/** Dates of birth of an adult and of a child, as people type them. */
export const ADULT = "12 4 2001"
export const CHILD = "12 4 2016"

/** Types a date of birth, day first, into a form's three fields. */
export async function fillBirthDate(form: Page | Locator, date: string): Promise<void> {
  const [day = "", month = "", year = ""] = date.split(" ")
  await form.getByLabel("Day", { exact: true }).fill(day)
  await form.getByLabel("Month", { exact: true }).fill(month)
  await form.getByLabel("Year", { exact: true }).fill(year)
}
