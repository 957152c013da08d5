import type { AttendanceCorrection } from "#contract/attendance/attendance.ts"
import { formatInstantIn } from "#shared/time.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { registerTexts } from "./register.texts.ts"

/** The manual changes of a student's mark: old and new, why, who and when. Times are shown in `zone`. */
export function Corrections({ corrections, zone }: { corrections: AttendanceCorrection[]; zone: string }) {
  const text = useTexts(registerTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  if (corrections.length === 0) return null
  return (
    <section aria-label={text.history} className="mb-3 grid gap-1.5 text-[0.8125rem]" data-corrections>
      <p className="font-semibold" aria-hidden>
        {text.history}
      </p>
      <ol className="grid gap-1.5">
        {corrections.map(({ id, at, by, from, to, removed, reason }) => (
          <li key={id} className="border-l-2 border-line pl-2.5">
            <p>
              {text.corrected(from && text.verdicts[from], text.verdicts[to])}
              {removed ? ` (${text.markRemoved})` : null}
            </p>
            {reason ? <p className="break-words">{reason}</p> : null}
            <p className="text-ink-muted">{text.by(by, formatInstantIn(tag, at, zone))}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
