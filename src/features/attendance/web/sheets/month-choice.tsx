import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { Link, useSearchParams } from "react-router"
import { buttonClass } from "#ui/components/button.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { attendanceTexts } from "../texts/attendance.texts.ts"
import { monthName, monthsAround } from "./month.ts"

/** Links to the previous and next month; there is no next after the current one. */
export function MonthChoice({ month, present }: { month: string; present: string }) {
  const text = useTexts(attendanceTexts).sheet
  const tag = LANGUAGE_TAGS[useLanguage()]
  const [params] = useSearchParams()
  const { before, after } = monthsAround(month)
  const to = (wanted: string) => {
    const next = new URLSearchParams(params)
    next.set("month", wanted)
    next.delete("after")
    return `?${next}`
  }
  const step = buttonClass({ variant: "secondary", size: "icon" })
  return (
    <nav aria-label={text.choice} className="flex items-center gap-3">
      <Link to={to(before)} preventScrollReset className={step} aria-label={monthName(tag, before)}>
        <ChevronLeft size={18} aria-hidden />
      </Link>
      <p className="min-w-36 text-center font-semibold" aria-current="date">
        {monthName(tag, month)}
      </p>
      {month < present ? (
        <Link to={to(after)} preventScrollReset className={step} aria-label={monthName(tag, after)}>
          <ChevronRight size={18} aria-hidden />
        </Link>
      ) : (
        <span className="size-11" />
      )}
    </nav>
  )
}
