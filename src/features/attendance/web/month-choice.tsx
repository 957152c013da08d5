import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { Link, useSearchParams } from "react-router"
import { buttonClass } from "#ui/button.tsx"
import { monthName, monthsAround } from "./month.ts"

/** One month back and forth, in the address; there is nothing after the present one. */
export function MonthChoice({ month, present }: { month: string; present: string }) {
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
    <nav aria-label="Month" className="flex items-center gap-3">
      <Link to={to(before)} preventScrollReset className={step} aria-label={monthName(before)}>
        <ChevronLeft size={18} aria-hidden />
      </Link>
      <p className="min-w-36 text-center font-semibold" aria-current="date">
        {monthName(month)}
      </p>
      {month < present ? (
        <Link to={to(after)} preventScrollReset className={step} aria-label={monthName(after)}>
          <ChevronRight size={18} aria-hidden />
        </Link>
      ) : (
        <span className="size-11" />
      )}
    </nav>
  )
}
