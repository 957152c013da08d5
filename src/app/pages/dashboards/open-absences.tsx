import type { OpenAbsence } from "#contract/attendance/waiting.ts"
import { formatTimeIn } from "#shared/time.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import { needsYouTexts } from "./needs-you.texts.ts"

/** The absences of a guardian's children that wait for a reason, each with the way to give it; nothing if none does. */
export function OpenAbsences({ absences }: { absences: readonly OpenAbsence[] }) {
  const text = useTexts(needsYouTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const said = useSaidDate()
  if (absences.length === 0) return null
  return (
    <Card flush title={text.title} className="border-warning/40" data-needs>
      <ul className="border-t border-line">
        {absences.map(({ token, student_id, first_name, title, scheduled_date, start_time }) => (
          <li
            key={token + student_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
          >
            <div className="grid min-w-0 gap-0.5">
              <p className="font-semibold">{text.absence(first_name, title)}</p>
              <p className="text-sm text-ink-muted">
                {said(scheduled_date)}, {formatTimeIn(tag, start_time)}
              </p>
            </div>
            <ButtonLink to={`/a/${token}`} reloadDocument>
              {text.tellWhy}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
