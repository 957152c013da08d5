import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { useSearchParams } from "react-router"
import { monthName, monthsAround } from "#shared/month.ts"
import { Link } from "#ui/link.tsx"
import { LANGUAGE_TAGS } from "../language.ts"
import { useLanguage } from "../messages/use-messages.ts"
import { buttonClass } from "./button.tsx"

interface MonthChoiceProps {
  label: string
  /** The one that is shown, as YYYY-MM. */
  month: string
  present: string
}

/** Links to the previous and next month; there is no next after the current one. */
export function MonthChoice({ label, month, present }: MonthChoiceProps) {
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
    <nav aria-label={label} className="flex items-center gap-3">
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
