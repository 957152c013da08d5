import ChevronRight from "lucide-react/icons/chevron-right"
import type { ReactNode } from "react"

/** The line that opens a disclosure, with the arrow that says so. */
export function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className="flex min-h-8 w-fit cursor-pointer items-center gap-1.5 font-semibold">
      <ChevronRight size={16} aria-hidden className="shrink-0 [details[open]>summary>&]:rotate-90" />
      {children}
    </summary>
  )
}
