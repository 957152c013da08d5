import { preload } from "react-dom"
import { formatPaise } from "#shared/money.ts"
import { cx } from "../cx.ts"
import rupee from "../fonts/inter-rupee.woff2?url&no-inline"

interface PriceProps {
  /** Integer paise. */
  paise: number
  /** Shown after it, small: 'one-time payment'. */
  note?: string
  className?: string
}

/** An amount with the rupee sign and Indian grouping: 199900 reads ₹1,999. */
export function Price({ paise, note, className }: PriceProps) {
  // Asked for early: coming late, the sign would push the amount aside.
  preload(rupee, { as: "font", type: "font/woff2", crossOrigin: "anonymous" })
  return (
    <span className={cx("inline-flex flex-wrap items-baseline gap-x-2", className)}>
      <span className="font-semibold tracking-tight tabular-nums">{formatPaise(paise)}</span>{" "}
      {note ? <span className="text-sm font-normal text-ink-muted">{note}</span> : null}
    </span>
  )
}
