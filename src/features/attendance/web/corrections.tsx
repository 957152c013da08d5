import type { AttendanceCorrection } from "#contract/attendance.ts"
import { formatInstant } from "#shared/time.ts"
import { registerText as text } from "./register.text.ts"
import { VERDICTS } from "./verdicts.ts"

/** How a student's mark was changed by hand: old and new, why, who and when. Times are shown in `zone`. */
export function Corrections({ corrections, zone }: { corrections: AttendanceCorrection[]; zone: string }) {
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
              {text.corrected(from && VERDICTS[from].label, VERDICTS[to].label)}
              {removed ? ` (${text.markRemoved})` : null}
            </p>
            {reason ? <p className="break-words">{reason}</p> : null}
            <p className="text-ink-muted">{text.by(by, formatInstant(at, zone))}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
