import type { ReactNode } from "react"
import { cx } from "#ui/cx.ts"

/** What ends a long form, such as its button to save: in sight at the window's end until the form's own end is. */
export function EndBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-end-bar
      className={cx(
        "sticky bottom-(--frame-below) -mx-4 border-t border-line bg-background px-4 py-4 sm:mx-0 sm:px-0",
        className,
      )}
    >
      {children}
    </div>
  )
}
