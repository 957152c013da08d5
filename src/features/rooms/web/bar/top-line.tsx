import ChevronDown from "lucide-react/icons/chevron-down"
import type { ReactNode } from "react"

const DETAILS = "class-details"

/** The line above the stage, and above what stands in its place. */
export function TopLine({ children }: { children: ReactNode }) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-2.5 border-b border-line pr-[max(0.75rem,env(safe-area-inset-right))] pl-[max(0.75rem,env(safe-area-inset-left))] @lg/room:gap-4 short:h-9">
      {children}
    </header>
  )
}

/** The class's title, and behind it who teaches what and when. */
export function ClassTitle({ title, about }: { title: string; about?: string | undefined }) {
  const heading = "min-w-0 truncate text-[0.9375rem] font-semibold tracking-tight"
  if (!about) return <h1 className={`${heading} flex-1`}>{title}</h1>
  return (
    <div className="flex min-w-0 flex-1">
      <h1 className="flex min-w-0">
        <button
          type="button"
          popoverTarget={DETAILS}
          className="-mx-1.5 flex h-9 min-w-0 items-center gap-1 rounded-md px-1.5 hover:bg-ink/8"
        >
          <span className={heading}>{title}</span>
          <ChevronDown size={15} aria-hidden className="shrink-0 text-ink-muted" />
        </button>
      </h1>
      <div
        id={DETAILS}
        popover="auto"
        className="fixed inset-auto top-12 left-2 m-0 w-96 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-surface-raised p-4 text-ink shadow-float"
      >
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="mt-1 text-[0.9375rem] text-ink-muted">{about}</p>
      </div>
    </div>
  )
}
