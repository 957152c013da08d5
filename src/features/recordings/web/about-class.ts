import type { Recording } from "#contract/recordings/recordings.ts"

type About = Pick<Recording, "title" | "class_title" | "subject" | "scheduled_date">

/**
 * Returns the line below a recording's title: the class's title if that is different, subject, and date in the
 * reader's words.
 */
export function aboutClass(
  { title, class_title, subject, scheduled_date }: About,
  sayDate: (date: string) => string,
): string {
  const named = subject.charAt(0).toUpperCase() + subject.slice(1)
  return [...(title === class_title ? [] : [class_title]), named, sayDate(scheduled_date)].join(" · ")
}
