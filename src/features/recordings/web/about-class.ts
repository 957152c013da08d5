import type { Recording } from "#contract/recordings/recordings.ts"
import { formatDateIn } from "#shared/time.ts"

type About = Pick<Recording, "title" | "class_title" | "subject" | "scheduled_date">

/**
 * Returns the line below a recording's title: the class's title if that is different, subject, and date as the
 * language writes it, by its tag.
 */
export function aboutClass(
  { title, class_title, subject, scheduled_date }: About,
  languageTag: string,
): string {
  const named = subject.charAt(0).toUpperCase() + subject.slice(1)
  return [
    ...(title === class_title ? [] : [class_title]),
    named,
    formatDateIn(languageTag, scheduled_date),
  ].join(" · ")
}
