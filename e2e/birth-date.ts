import type { Locator, Page } from "@playwright/test"

/** Dates of birth of an adult and of a child, as people type them. */
export const ADULT = "12 4 2001"
export const CHILD = "12 4 2016"

/** Types a date of birth, day first, into a form's three fields. */
export async function fillBirthDate(
  form: Page | Locator,
  date: string,
  labels = ["Day", "Month", "Year"],
): Promise<void> {
  const parts = date.split(" ")
  for (const [index, label] of labels.entries())
    await form.getByLabel(label, { exact: true }).fill(parts[index] ?? "")
}
