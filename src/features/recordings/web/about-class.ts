import type { Recording } from "#contract/recordings.ts"
import { formatDate } from "#shared/time.ts"

type About = Pick<Recording, "title" | "class_title" | "subject" | "scheduled_date">

/** The class that was recorded, as a line below the recording's title: its own where that is another, subject, date. */
export function aboutClass({ title, class_title, subject, scheduled_date }: About): string {
  const named = subject.charAt(0).toUpperCase() + subject.slice(1)
  return [...(title === class_title ? [] : [class_title]), named, formatDate(scheduled_date)].join(" · ")
}
