import type { ShownMark } from "#contract/attendance/coach-register.ts"
import { formatInstantIn, MINUTE } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { hallListTexts } from "./hall-list.texts.ts"

/** A mark that took longer was kept on the phone for a while. */
const LATE_ARRIVAL_MS = 5 * MINUTE

/** Every mark of coaches' devices for a student, and which one counts. Times are shown in `zone`. */
export function HallMarks({ marks, zone }: { marks: ShownMark[]; zone: string }) {
  const text = useTexts(hallListTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  if (marks.length === 0) return null
  return (
    <section aria-label={text.marks} className="mb-3 grid gap-1.5 text-[0.8125rem]" data-marks>
      <p className="font-semibold" aria-hidden>
        {text.marks}
      </p>
      <ol className="grid gap-1.5">
        {marks.map(({ id, state, at, received_at, by, note, by_card, counts }) => (
          <li key={id} className="border-l-2 border-line pl-2.5">
            <p className="flex flex-wrap items-center gap-2">
              {text.markedAs[state]}
              {counts && marks.length > 1 ? <Badge>{text.counts}</Badge> : null}
            </p>
            {note ? <p className="break-words">{note}</p> : null}
            <p className="text-ink-muted">
              {[
                by_card ? text.byCard : null,
                by ? text.by(by, formatInstantIn(tag, at, zone)) : formatInstantIn(tag, at, zone),
                received_at.getTime() - at.getTime() > LATE_ARRIVAL_MS
                  ? text.arrived(formatInstantIn(tag, received_at, zone))
                  : null,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
