import type { Recording } from "#contract/recordings/recordings.ts"
import { useSubjectName } from "#features/classes/web/subject-name.card.tsx"
import { useSaidDate } from "#ui/said-time.ts"

type About = Pick<Recording, "title" | "class_title" | "subject" | "scheduled_date">

/**
 * Returns the line below a recording's title: the class's title if that is different, subject, and date in the
 * reader's words.
 */
export function useAboutClass({ title, class_title, subject, scheduled_date }: About): string {
  const nameOf = useSubjectName()
  const said = useSaidDate()
  return [...(title === class_title ? [] : [class_title]), nameOf(subject), said(scheduled_date)].join(" · ")
}
