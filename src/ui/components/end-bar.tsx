import type { ReactNode } from "react"
import { cx } from "#ui/cx.ts"

interface EndBarProps {
  className?: string
  /** Shows a line while the form around it, a `group/asks`, waits for the server. What is being typed stays readable. */
  asks?: boolean
  children: ReactNode
}

/** What ends a long form, such as its button to save: in sight at the window's end until the form's own end is. */
export function EndBar({ className, asks, children }: EndBarProps) {
  return (
    <div
      data-end-bar
      className={cx(
        "sticky bottom-(--frame-below) -mx-4 border-t border-line bg-background px-4 py-4 sm:mx-0 sm:px-0",
        asks &&
          "before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-primary before:opacity-0 before:transition-opacity group-aria-busy/asks:before:opacity-100",
        className,
      )}
    >
      {children}
    </div>
  )
}
